//! The parts that the files of the family share: its pawns, and the flags of its choices.
//!
//! The files of the grid are rings, and the ranks are sectors. The number of a cell is its sector
//! times the number of rings, plus its ring.

use crate::tables::{Kind, VariantTables};

/// The pawn that runs anti-clockwise, towards higher sectors. Pawns come first among the kinds.
pub(crate) const PLUS: Kind = Kind(0);
/// The pawn that runs clockwise.
pub(crate) const MINUS: Kind = Kind(1);
/// The flag of a position in which every player who loses its king is eliminated, even with team
/// mates.
pub(super) const KING_LOSS_ELIMINATES: u32 = 1;
/// The flag of a variant ([`crate::Spec::family_flags`]) of more than two players with Byzantine
/// rules. Facing pawns may be removed. A player without a team is out once only its king is left.
/// Pawns run round for ever, so neither their moves nor swaps count as progress.
pub const BYZANTINE: u32 = 1;

/// Returns whether a variant is played by the Byzantine rules.
#[inline]
pub(super) const fn is_byzantine<const W: usize>(variant: &VariantTables<W>) -> bool {
    variant.family_flags & BYZANTINE != 0
}
