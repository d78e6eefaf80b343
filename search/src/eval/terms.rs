//! Terms that the evaluations of two and of more players have in common.

use rotunda_movegen::{Position, Role};

use super::weights::Weights;

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
