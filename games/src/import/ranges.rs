//! Several atoms of one piece in the same direction. Fairy-Stockfish keeps one step, one line and
//! one hop for each direction of quiet moves and of captures, and a later atom replaces it. In a
//! game file a piece has all its moves.

use rotunda_movegen::Mode;

use crate::betza::Atom;

/// The leaps that Fairy-Stockfish repeats.
const LINES: [(u32, u32); 3] = [(1, 0), (1, 1), (2, 1)];
/// The leaps that it repeats beyond a hurdle.
const HOPS: [(u32, u32); 2] = [(1, 0), (1, 1)];
/// The leaps that a piece on their way blocks there.
const LAME: [(u32, u32); 4] = [(2, 0), (2, 1), (2, 2), (3, 2)];

/// The moves of one piece that have been read so far.
#[derive(Default)]
pub struct Ranges {
    pub entries: Vec<Entry>,
}

/// The manners of moving that Fairy-Stockfish keeps apart for each direction.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    Step,
    Line,
    Hop,
}

/// An atom of a piece.
pub struct Entry {
    /// The atom with its modifiers, for messages.
    text: String,
    pub atom: Atom,
    pub manner: Manner,
}

impl Ranges {
    /// Adds the atoms that a text means. `is_rider` tells whether the text repeats its leaps.
    ///
    /// # Errors
    /// Returns an error if Fairy-Stockfish has no such moves, or replaces earlier ones by them.
    pub fn add(&mut self, text: &str, atoms: Vec<Atom>, is_rider: bool) -> Result<(), String> {
        for atom in atoms {
            let manner = match atom.mode {
                Mode::Hop => Manner::Hop,
                _ if is_rider => Manner::Line,
                _ => Manner::Step,
            };
            let entry = Entry { text: text.to_owned(), atom, manner };
            if !entry.is_known() {
                return Err(format!("{text} has no moves in Fairy-Stockfish"));
            }
            if let Some(more) = self.entries.iter().find(|before| entry.lessens(before)) {
                let more = &more.text;
                return Err(match manner {
                    Manner::Step => format!("{text} makes {more} lame there"),
                    Manner::Line | Manner::Hop => format!("{text} shortens {more} there"),
                });
            }
            self.entries.push(entry);
        }
        Ok(())
    }
}

impl Entry {
    /// Returns whether Fairy-Stockfish has moves for the atom.
    fn is_known(&self) -> bool {
        let leap = &self.atom.leap;
        match self.manner {
            Manner::Hop => HOPS.contains(leap),
            Manner::Line => LINES.contains(leap),
            Manner::Step => self.atom.mode != Mode::Lame || LAME.contains(leap),
        }
    }

    /// Returns whether the atom replaces moves of an earlier one by fewer.
    fn lessens(&self, before: &Self) -> bool {
        let reach = |entry: &Self| (entry.atom.mode != Mode::Lame, entry.atom.most);
        let (own, earlier) = (self.atom.vectors(), before.atom.vectors());
        self.manner == before.manner
            && reach(self) < reach(before)
            && meets(self.atom.mode, before.atom.mode)
            && own.iter().any(|leap| earlier.contains(leap))
    }
}

/// Returns whether two modes have quiet moves or captures in common.
const fn meets(first: Mode, second: Mode) -> bool {
    !matches!((first, second), (Mode::Quiet, Mode::Capture) | (Mode::Capture, Mode::Quiet))
}

#[cfg(test)]
mod tests {
    use super::super::pieces::parse_movement;

    #[test]
    fn a_later_atom_that_replaces_moves_by_fewer_is_refused() {
        for notation in [
            "RfR2", "fsRmfR2", "mfsBmfB2", "QcB3", "vBlrB2", "R4lR3", "RfW2", "QF2", "NNN2",
            "KKB2", "cpRcpR3", "AnA", "rAnA", "NnN", "NfnN", "JnZ", "mDnD", "RR1",
        ] {
            assert!(parse_movement(notation).is_err(), "{notation}");
        }
        for notation in [
            "R2fR", "mRcR2", "fRbR2", "flBfrB2", "RB2", "mRcpR2", "NR3", "nAA", "nArA", "fNbnN",
            "nNN2", "WR2", "RmpN",
        ] {
            let read = parse_movement(notation);
            let is_replaced = |reason: &String| reason.ends_with("there");
            assert!(!read.as_ref().is_err_and(is_replaced), "{notation}: {read:?}");
        }
    }

    #[test]
    fn moves_that_fairy_stockfish_does_not_have_are_refused() {
        for notation in
            ["DD", "A2", "sHH", "CC", "ZZ", "G3", "nH", "nC", "nL", "nG", "cpNN", "RcpD2"]
        {
            let reason = parse_movement(notation).expect_err(notation);
            assert!(reason.ends_with("has no moves in Fairy-Stockfish"), "{notation}: {reason}");
        }
        for notation in ["W2", "F3", "NN", "N2", "nD", "nN", "nA", "nZ", "nJ", "cpK4", "mRcpR"] {
            assert!(parse_movement(notation).is_ok(), "{notation}");
        }
    }
}
