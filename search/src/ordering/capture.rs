//! The values of captures, without regard to recaptures.

use rotunda_movegen::{Kind, Position, Rules};

use crate::base::score::Score;
use crate::eval::Weights;

/// The pieces that a move captures.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CaptureValue {
    /// The kind of the most valuable one; `None` if there is none.
    pub kind: Option<Kind>,
    /// The value of all of them in centipawns, with a king's value added if their loss eliminates
    /// their owner.
    pub value: Score,
}

/// Returns the value of a capture.
#[inline]
pub(crate) fn capture_value<R: Rules<W>, const W: usize>(
    position: &Position<W>,
    weights: &Weights<W>,
    mv: &R::Move,
) -> CaptureValue {
    let value = |kind: Kind| weights.values[kind.index()];
    let mut capture_value = CaptureValue { kind: None, value: 0 };
    let captured = R::captured(position, mv);
    for piece in captured.iter().map(|cell| position.piece(cell)) {
        if !R::ALTERNATES && piece.is_dead() {
            continue;
        }
        let kind = piece.kind();
        capture_value.value += value(kind);
        if capture_value.kind.is_none_or(|best| value(kind) > value(best)) {
            capture_value.kind = Some(kind);
        }
    }
    if !R::ALTERNATES && R::bares(position, captured) {
        capture_value.value += value(position.variant().king());
    }
    capture_value
}
