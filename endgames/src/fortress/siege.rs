//! [`Siege`]: a seat with pawns and pieces bound to cells of one colour, against a king and pawns.

use rotunda_movegen::{Bitboard, Seat, VariantTables};

/// The facts that all positions of a siege share.
pub(super) struct Siege<'v, const W: usize> {
    pub variant: &'v VariantTables<W>,
    pub attacker: Seat,
    /// The cells of the colour to which the attacker's pieces are bound.
    pub covered: Bitboard<W>,
    /// Whether the attacker has such pieces, so that it can always make a waiting move.
    pub waits: bool,
    /// Whether some cells are closed to a king in check.
    pub has_regions: bool,
}
