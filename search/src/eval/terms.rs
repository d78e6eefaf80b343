//! Terms that the evaluations of two and of more players have in common.

use rotunda_movegen::{Position, Role};

use super::tapered::Tapered;
use super::weights::Weights;
use crate::base::score::Score;

/// The centipawns for having the move.
pub(super) const TEMPO: Score = 12;
/// The centipawns for a piece that an enemy pawn attacks, or that an enemy piece can jump over.
pub(super) const THREATENED: Tapered = Tapered::new(-38, -30);
/// The centipawns for an attack on a piece of greater value, or on an undefended piece.
pub(super) const ATTACK: Tapered = Tapered::new(22, 22);
/// The centipawns for a pawn that another pawn defends.
pub(super) const DEFENDED_PAWN: Tapered = Tapered::new(8, 8);
/// The centipawns for each own pawn beside the king, and for each other piece.
pub(super) const SHELTER: (Tapered, Tapered) = (Tapered::new(9, 0), Tapered::new(3, 0));
/// The divisor of the square of the danger units, and the bound of king danger in centipawns.
pub(super) const DANGER: (i32, i32) = (6, 700);
/// The least number of attackers that make danger to a king.
pub(super) const MIN_ATTACKERS: i32 = 2;

/// Returns a line with the values of pieces in exchanges, and an empty line.
pub(super) fn exchange_values<const W: usize>(
    position: &Position<W>,
    weights: &Weights<W>,
) -> String {
    let kinds = position.variant().kinds();
    let values = kinds.iter().zip(weights.values).filter(|(kind, _)| kind.role != Role::King);
    let values: Vec<_> = values.map(|(kind, value)| format!("{} {value}", kind.letter)).collect();
    format!("values in exchanges: {}\n\n", values.join(", "))
}
