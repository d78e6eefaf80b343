//! [`Solved`]: the positions of two kings and one set of pawns that the defender holds.

use rotunda_movegen::{Bitboard, Cell};

use super::siege::{ATTACKER, DEFENDER};

/// Positions of two kings and the same pawns that the defender holds.
#[derive(Debug)]
pub(super) struct Solved<const W: usize> {
    /// The cells of the defender's king, indexed by the side to move and by the cell of the
    /// attacker's king.
    pub held: [Vec<Bitboard<W>>; 2],
}

impl<const W: usize> Solved<W> {
    /// Returns whether the defender holds with the kings on these cells, the attacker's first.
    pub fn is_held(&self, kings: [Cell; 2], attacker_moves: bool) -> bool {
        let turn = if attacker_moves { ATTACKER } else { DEFENDER };
        self.held[turn][kings[0].index()].has(kings[1])
    }
}
