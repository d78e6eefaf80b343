//! Terms that the evaluations of two and of more players have in common.

use rotunda_movegen::{Position, Role};

use super::tapered::Tapered;
use super::weights::Weights;
use crate::score::Score;

/// Centipawns for having the move.
pub(super) const TEMPO: Score = 12;
/// Centipawns for a piece that an enemy pawn attacks, or that an enemy piece can jump over.
pub(super) const THREATENED: Tapered = Tapered::new(-38, -30);
/// Centipawns for an attack on a piece that is worth more, or that nothing defends.
pub(super) const ATTACK: Tapered = Tapered::new(22, 22);
/// Centipawns for a pawn that another pawn defends.
pub(super) const DEFENDED_PAWN: Tapered = Tapered::new(8, 8);
/// Centipawns for each own pawn beside the king, and for each other piece.
pub(super) const SHELTER: (Tapered, Tapered) = (Tapered::new(9, 0), Tapered::new(3, 0));
/// The square of the danger units by which king danger divides, and its bound in centipawns.
pub(super) const DANGER: (i32, i32) = (6, 700);
/// Attackers beside the king below which there is no danger.
pub(super) const MIN_ATTACKERS: i32 = 2;

/// A line on what pieces are worth in exchanges, and an empty one.
pub(super) fn exchange_values<const W: usize>(
    position: &Position<W>,
    weights: &Weights<W>,
) -> String {
    let kinds = position.variant().kinds();
    let values = kinds.iter().zip(weights.values).filter(|(kind, _)| kind.role != Role::King);
    let values: Vec<_> = values.map(|(kind, value)| format!("{} {value}", kind.letter)).collect();
    format!("values in exchanges: {}\n\n", values.join(", "))
}
