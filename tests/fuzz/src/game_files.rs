//! The target `game-files`: the text of a file of games.

use rotunda_games::read;

/// Reads a file with these bytes, and looks at what is in it as `rotunda check` does.
///
/// # Panics
/// If what is refused is refused without a reason.
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
