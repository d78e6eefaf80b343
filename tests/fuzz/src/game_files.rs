//! The target `game-files`: the text of a file of games.

use rotunda_games::read;

/// Reads a file with these bytes, and checks its games as `rotunda check` does.
///
/// # Panics
/// Panics if a refusal has no reason.
pub fn run(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match read("fuzz.toml", &text) {
        Ok(games) => {
            for game in games {
                let _ = (game.findings(), game.most_moves(), game.moves_from(None));
            }
        }
        Err(error) => assert!(!error.brief().is_empty()),
    }
}
