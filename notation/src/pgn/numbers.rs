//! [`NumberCheck`]: the comparison of written move numbers with those of the game.

use super::reader::Note;
use crate::place::Place;

/// The comparison of the written numbers of a main line with those of its moves. It notes the first
/// difference alone, since later ones follow from it.
#[derive(Debug)]
pub struct NumberCheck<'a> {
    /// The numbers that are left, each with the index of the word behind it.
    written: &'a [(usize, u32)],
    /// The written number of a move minus its own; `None` until the first number tells.
    offset: Option<i64>,
    is_done: bool,
}

impl<'a> NumberCheck<'a> {
    /// Creates a check of numbers. Behind a position they may begin with any number, since programs
    /// count from the position or from the start of the game.
    #[must_use]
    pub const fn new(written: &'a [(usize, u32)], has_position: bool) -> Self {
        let offset = if has_position { None } else { Some(0) };
        Self { written, offset, is_done: false }
    }

    /// Compares the number before the word with an index with the move's own, and returns the note
    /// about the first difference. `behind` is the index of the word after it.
    pub fn note(&mut self, behind: usize, played: u32, place: Place) -> Option<Note> {
        let passed = self.written.partition_point(|(index, _)| *index < behind);
        let (before, rest) = self.written.split_at(passed);
        self.written = rest;
        let (_, written) = *before.last()?;
        let difference = i64::from(written) - i64::from(played);
        let is_right = *self.offset.get_or_insert(difference) == difference;
        if is_right || self.is_done {
            return None;
        }
        self.is_done = true;
        Some(Note::Number { place, written, played })
    }
}

#[cfg(test)]
mod tests {
    use rotunda_movegen::Variant;

    use crate::pgn::{PgnReader, PlayedGame};

    fn notes(text: &str, variant: &str) -> Vec<String> {
        let usual = Variant::by_name(variant).expect("known");
        let game = PgnReader::new(text.as_bytes()).next().expect("a game").expect("well-formed");
        let game = PlayedGame::of(game, usual).expect("legal");
        game.notes.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn numbers_that_are_not_those_of_the_moves_are_noted() {
        for (text, note) in [
            ("1. e4 e5 1. d4 d5", "line 1, column 13: the text has number 1, but this is move 2"),
            (
                "1. e4 e5 3. Nf3 Nc6 4. Bb5",
                "line 1, column 13: the text has number 3, but this is move 2",
            ),
            ("12. e4", "line 1, column 5: the text has number 12, but this is move 1"),
        ] {
            assert_eq!(notes(text, "chess"), [note], "{text}");
        }
        let later = "[FEN \"4k3/8/8/8/8/8/8/R3K3 b Q - 0 1\"]\n\n";
        for text in [
            "1. e4 {a} 1... e5 (1... c5 7. d4) 2. Nf3 2... Nc6 99999999999. Bb5".to_owned(),
            "e4 e5 2 Nf3 2. ... Nc6".to_owned(),
            format!("{later}31... Kd7 32. Ra7+"),
            format!("{later}1... Kd7 2. Ra7+"),
        ] {
            assert_eq!(notes(&text, "chess"), [""; 0], "{text}");
        }
        assert_eq!(notes("1. a4a5 a12a13 a20a21 2. b4b5", "byzantine3"), [""; 0]);
    }
}
