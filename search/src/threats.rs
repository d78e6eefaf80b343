//! [`Threats`]: what the opponent of a duel attacks.

use rotunda_movegen::{AsMove, Bitboard, Position, Rules};

use crate::eval::Weights;

/// What the opponent of a duel attacks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Threats<const W: usize> {
    /// The cells that its pawns attack.
    pub pawns: Bitboard<W>,
    /// Those that any of its pieces but the king does.
    pub all: Bitboard<W>,
    /// Those that its king does; all cells where moves bring cells under attack in other ways than by
    /// leaving a line.
    king: Bitboard<W>,
}

impl<const W: usize> Threats<W> {
    /// Of nobody; all that is known among many.
    pub const NONE: Self =
        Self { pawns: Bitboard::EMPTY, all: Bitboard::EMPTY, king: Bitboard::ALL };

    /// Those of the side that is not to move.
    pub fn of<R: Rules<W>>(position: &Position<W>, weights: &Weights<W>) -> Self {
        if !R::ALTERNATES {
            return Self::NONE;
        }
        let enemy = position.turn().opponent();
        let pawns = weights.pawn_kinds().iter().map(|kind| position.pawn_attacks(enemy, *kind));
        let pawns = pawns.fold(Bitboard::EMPTY, |all, attacks| all | attacks);
        let mut all = pawns;
        for kind in weights.other_kinds() {
            position.for_each_attacker(enemy, *kind, |_, attacks, _| all |= attacks);
        }
        let king = if weights.attacks_on_lines_alone() {
            position.attacks(enemy, position.variant().king(), position.king_cell(enemy))
        } else {
            Bitboard::ALL
        };
        Self { pawns, all, king }
    }

    /// Whether certainly no enemy piece can take what this quiet move has brought to its cell: neither
    /// this one is attacked nor, from behind, the one that it leaves.
    #[inline]
    pub fn leaves_alone(&self, mv: &impl AsMove) -> bool {
        self.class(mv) == 0 && !self.king.has(mv.to())
    }

    /// Which of four a move is: whether it leaves an attack, and whether it goes into one.
    #[inline]
    pub fn class(&self, mv: &impl AsMove) -> usize {
        usize::from(self.all.has(mv.from())) * 2 + usize::from(self.all.has(mv.to()))
    }
}
