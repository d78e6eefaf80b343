//! The target `pgn`: a file of games, and the same bytes as a file of positions.
//!
//! The first byte is the number of the variant where no tag names one.

use rotunda_movegen::Variant;
use rotunda_notation::pgn::{PgnReader, PlayedGame};
use rotunda_notation::{Lines, PositionLine};

/// Reads bytes as games, writes the games that can be read, and reads them again.
///
/// # Panics
/// Panics if a written game cannot be read, or differs when it is written again.
pub fn run(bytes: &[u8]) {
    let Some((number, bytes)) = bytes.split_first() else { return };
    let variant = &Variant::all()[usize::from(*number) % Variant::all().len()];
    for text in PgnReader::new(bytes).flatten() {
        let Ok(game) = PlayedGame::of(text, variant) else { continue };
        let written = game.to_string();
        let again = PgnReader::new(written.as_bytes()).next().expect("a game was written");
        let again = again.and_then(|text| PlayedGame::of(text, variant));
        let again = again.unwrap_or_else(|error| panic!("{error}\n{written}"));
        assert_eq!(again.to_string(), written);
    }
    for line in Lines::new(bytes).map_while(Result::ok) {
        if let Ok(line) = PositionLine::read(&line, variant) {
            let _ = (line.goals("bm", variant), line.goals("am", variant));
        }
    }
}
