//! The cells that pieces may not leave, and kings that must not face each other.

use std::fmt::Write;

use super::pieces::Movement;
use super::rules::Piece;
use super::start::Place;
use super::write::{Writer, names};
use crate::betza;

impl Writer<'_> {
    /// Returns the keys of the cells that a piece does not leave, and of the lines along which a
    /// king must not face another.
    pub fn home(
        &mut self,
        text: &mut String,
        (place, piece): (usize, &Piece),
        movement: &Movement,
        seats: [bool; 2],
    ) {
        if piece.key == "king" && self.rules.flying_general {
            text.push_str("faces = \"n e s w\"\n");
        }
        let Some(regions) = self.rules.homes.get(&place) else { return };
        let all: Vec<Place> = self.start.cells().collect();
        let cells = regions.each_ref().map(|region| {
            let cells = region.as_ref().map_or_else(Vec::new, |text| self.region(text));
            // Fairy-Stockfish ignores a region without cells.
            if cells.is_empty() { all.clone() } else { cells }
        });
        let held = || (0..2).filter(|seat| seats[*seat]);
        if held().all(|seat| cells[seat] == all) {
            return;
        }
        let letter = piece.letter;
        if held().any(|seat| self.rules.starting_anew[seat].contains(&place)) {
            self.refuse(format!("mobilityRegion: of {letter}, whose moves start the count anew"));
        }
        let atoms = betza::parse(&movement.moves).unwrap_or_default();
        let slides = atoms.iter().any(|atom| atom.most > 1);
        if slides && held().any(|seat| !self.stays((place, piece), seat, &cells[seat])) {
            let message =
                format!("mobilityRegion: {letter} slides, and may pass cells beyond its own");
            self.refuse(message);
        }
        self.cells(text, "within", &cells);
    }

    /// Returns whether a seat's piece that may stand only on these cells passes no others, as the
    /// cells are a block and it starts there. Fairy-Stockfish would let it pass others.
    fn stays(&self, (place, piece): (usize, &Piece), seat: usize, cells: &[Place]) -> bool {
        let spread = |part: &dyn Fn(&Place) -> usize| {
            let least = cells.iter().map(part).min().unwrap_or(0);
            cells.iter().map(part).max().unwrap_or(0) + 1 - least
        };
        let is_block = spread(&|cell| cell.0) * spread(&|cell| cell.1) == cells.len();
        let own = match seat {
            0 => piece.letter,
            _ => piece.letter.to_ascii_lowercase(),
        };
        let mut men = self.start.cells().filter(|cell| self.start.at(*cell) == own);
        let rules = self.rules;
        let promotes = rules.promoting[seat].iter().any(|place| rules.pieces.contains_key(place));
        let becomes = promotes && rules.choices[seat].contains(&place);
        is_block && !becomes && men.all(|cell| cells.contains(&cell))
    }

    /// Adds the moves of a soldier that goes sideways only from some rank on.
    pub fn soldier(&self, text: &mut String) {
        let far = |cell: &Place| cell.1 + 1 >= self.rules.soldier_rank;
        let cells: Vec<Place> = self.start.cells().filter(far).collect();
        let _ = if cells.is_empty() {
            writeln!(text, "moves = \"fW\"")
        } else {
            let from = names(&cells);
            writeln!(text, "moves = [\"fW\", {{ steps = \"w e\", from = \"{from}\" }}]")
        };
    }
}
