//! [`Places`]: what each seat's pieces are worth where they stand, kept as long as none of them
//! moves.

use rotunda_movegen::{Position, SEATS, Seat};

use super::tapered::Tapered;
use super::weights::Weights;

/// What each seat's pieces but pawns and kings are worth where they stand, and the key of the
/// seat's pieces for which that holds.
#[derive(Clone, Debug)]
pub(crate) struct Places([(u64, Tapered); SEATS]);

impl Places {
    /// Those of seats without pieces.
    pub const fn new() -> Self {
        Self([(0, Tapered::new(0, 0)); SEATS])
    }

    /// What a seat's pieces are worth.
    #[inline]
    pub fn of<const W: usize>(
        &mut self,
        position: &Position<W>,
        seat: Seat,
        weights: &Weights<W>,
    ) -> Tapered {
        let (known, value) = &mut self.0[seat.index()];
        let key = position.piece_key(seat);
        if *known != key {
            *known = key;
            *value = places(position, seat, weights);
        }
        *value
    }
}

fn places<const W: usize>(position: &Position<W>, seat: Seat, weights: &Weights<W>) -> Tapered {
    let mut sum = Tapered::default();
    for &kind in weights.other_kinds() {
        for cell in position.pieces(seat, kind) {
            sum += weights.square(seat, kind, cell);
        }
    }
    sum
}
