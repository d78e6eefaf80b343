//! The endings that nets learn nothing about.

use rotunda_endgames::MOST_MEN;
use rotunda_movegen::Position;

/// Returns whether a position has so few pieces that an endgame table can hold it. Training leaves
/// out such positions.
#[must_use]
#[inline]
pub fn is_table_ending<const W: usize>(position: &Position<W>) -> bool {
    position.occupied().len() as usize <= MOST_MEN
}
