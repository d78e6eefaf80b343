//! [`SeatPawns`]: the terms that follow from the pawns of one seat among many, kept until they
//! move.

use rotunda_movegen::{Bitboard, PAWN_KINDS, Position, Seat};

use super::tapered::Tapered;
use super::weights::Weights;

/// The terms that depend only on the pawns of one seat among many.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SeatPawns<const W: usize> {
    /// The pawns, kind by kind.
    pawns: [Bitboard<W>; PAWN_KINDS],
    /// The cells that they attack.
    pub attacks: Bitboard<W>,
    /// The sum of their piece-square values.
    pub value: Tapered,
}

impl<const W: usize> SeatPawns<W> {
    /// The terms of a seat without pawns.
    pub const NONE: Self = Self {
        pawns: [Bitboard::EMPTY; PAWN_KINDS],
        attacks: Bitboard::EMPTY,
        value: Tapered::new(0, 0),
    };

    /// Updates the terms of a seat's pawns.
    #[inline]
    pub fn update(&mut self, position: &Position<W>, seat: Seat, weights: &Weights<W>) {
        let mut pawns = [Bitboard::EMPTY; PAWN_KINDS];
        for (set, kind) in pawns.iter_mut().zip(&weights.pawn_kinds) {
            *set = position.pieces(seat, *kind);
        }
        if pawns != self.pawns {
            *self = Self::of(pawns, position, seat, weights);
        }
    }

    fn of(
        pawns: [Bitboard<W>; PAWN_KINDS],
        position: &Position<W>,
        seat: Seat,
        weights: &Weights<W>,
    ) -> Self {
        let kinds = || pawns.into_iter().zip(&weights.pawn_kinds);
        let mut known = Self { pawns, ..Self::NONE };
        for (_, kind) in kinds() {
            known.attacks |= position.pawn_attacks(seat, *kind);
        }
        for (pieces, kind) in kinds() {
            known.value += weights.terms.defended_pawn * (pieces & known.attacks).len() as i32;
            for cell in pieces {
                known.value += weights.square(seat, *kind, cell);
            }
        }
        known
    }
}
