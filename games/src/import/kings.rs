//! The rules of kings alone: they castle, and win by reaching a cell.

use std::fmt::Write;

use super::pieces::parse_movement;
use super::start::{Castling, Place};
use super::write::{Writer, name, names};
use crate::betza;

impl Writer<'_> {
    /// Returns the keys of the cells on which a king of each seat wins.
    pub fn goals(&mut self) -> String {
        let mut text = String::new();
        for (index, (seat, letter)) in [("white", 'G'), ("black", 'g')].into_iter().enumerate() {
            let goal = self.region(&self.rules.goals[index]);
            let mut racing = self.rules.racing[index].iter();
            let pieces = &self.rules.pieces;
            let is_king = |place: &usize| pieces.get(place).is_some_and(|it| it.key == "king");
            if goal.is_empty() {
                continue;
            }
            if !racing.next().is_some_and(is_king) || racing.next().is_some() {
                self.refuse("flagPiece: only a king wins by coming to a cell".into());
            }
            let goal = names(&goal);
            let _ = writeln!(
                text,
                "\n[[game.lap]]\nseat = \"{seat}\"\nletter = \"{letter}\"\ngoal = \"{goal}\""
            );
        }
        text
    }

    /// Returns the keys of castlings, White's and those that only Black has.
    pub fn castlings(&mut self) -> String {
        let [white, black] = self.both();
        let mut text = String::new();
        for castling in &black {
            let other = white.iter().find(|other| other.right == castling.right);
            if other.is_some_and(|other| other != castling) {
                self.refuse("castling: Black's is not White's mirrored".into());
            }
        }
        let only_black =
            black.iter().filter(|it| !white.iter().any(|other| other.right == it.right));
        for castling in white.iter().chain(only_black) {
            self.castling(&mut text, castling);
        }
        text
    }

    fn castling(&mut self, text: &mut String, castling: &Castling) {
        let Castling { right, king, rook, letter } = castling;
        if *letter != 'R' {
            self.refuse("castlingRookPieces: only a piece with the letter R castles".into());
        }
        let between = |(from, to): (Place, Place)| {
            let files = from.0.min(to.0)..=from.0.max(to.0);
            files.map(move |file| (file, from.1))
        };
        let mut empty: Vec<Place> = between(*king).chain(between(*rook)).collect();
        empty.retain(|place| *place != king.0 && *place != rook.0);
        empty.sort_unstable();
        empty.dedup();
        let safe: Vec<Place> = between(*king).filter(|place| *place != king.0).collect();
        let pair = |(from, to): (Place, Place)| format!("{} {}", name(from), name(to));
        let _ = writeln!(text, "\n[[game.castling]]\nright = \"{right}\"");
        let _ = writeln!(text, "king = \"{}\"\nrook = \"{}\"", pair(*king), pair(*rook));
        let _ = writeln!(text, "safe = \"{}\"\nempty = \"{}\"", names(&safe), names(&empty));
        // A castling that looks like a king's move is written as the king onto its rook.
        let royal = self.rules.pieces.values().find(|piece| piece.key == "king");
        if royal.is_some_and(|piece| goes_aside(&piece.notation, king.0.0.abs_diff(king.1.0))) {
            let _ = writeln!(text, "code = \"{}\"", pair((king.0, rook.0)));
        }
    }
}

/// Returns whether a piece may go so many cells along a rank.
fn goes_aside(notation: &str, count: usize) -> bool {
    let atoms = parse_movement(notation)
        .and_then(|movement| betza::parse(&movement.moves).map_err(|e| e.message));
    let goes = |atom: &betza::Atom| {
        let (long, short) = (atom.leap.0 as usize, atom.leap.1);
        short == 0 && count.is_multiple_of(long) && count / long <= atom.most
    };
    count == 0 || atoms.unwrap_or_default().iter().any(goes)
}
