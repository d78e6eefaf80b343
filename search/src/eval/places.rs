//! [`Places`]: the piece-square sums of each seat, kept until one of its pieces moves.

use rotunda_movegen::{Position, SEATS, Seat};

use super::tapered::Tapered;
use super::weights::Weights;

/// The piece-square sum of each seat's pieces without pawns and kings, with the key of those
/// pieces.
#[derive(Clone, Debug)]
pub(crate) struct Places([(u64, Tapered); SEATS]);

impl Places {
    /// Creates the sums of seats without pieces.
    pub const fn new() -> Self {
        Self([(0, Tapered::new(0, 0)); SEATS])
    }

    /// Returns the sum of a seat's pieces.
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
