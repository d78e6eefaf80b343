//! What the files of the family share: its pawns, and the flags of its choices.
//!
//! Files of the grid are rings, ranks are sectors: the number of a cell is that of its sector times
//! the number of rings, plus its ring.

use crate::tables::{Kind, VariantTables};

/// The pawn that runs anti-clockwise, towards higher sectors. Pawns come first among the kinds.
pub(crate) const PLUS: Kind = Kind(0);
/// The pawn that runs clockwise.
pub(crate) const MINUS: Kind = Kind(1);
/// The flag of a position that every player who loses its king is eliminated, team mates or not.
pub(super) const KING_LOSS_ELIMINATES: u32 = 1;
/// The flag of a variant ([`crate::Spec::family_flags`]) of more than two players that facing pawns
/// may be removed, that whoever plays alone is out without any piece beside the king, and that
/// pawns run round for ever, so that neither their moves nor swaps are progress.
pub const BYZANTINE: u32 = 1;

/// Whether a variant is played by the Byzantine rules.
#[inline]
pub(super) const fn is_byzantine<const W: usize>(variant: &VariantTables<W>) -> bool {
    variant.family_flags & BYZANTINE != 0
}
