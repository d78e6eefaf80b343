//! [`Siege`]: a seat with pawns and pieces bound to cells of one colour, against a king and pawns.

use rotunda_movegen::{Bitboard, Seat, VariantTables};

/// What is the same in all positions of a siege.
pub(super) struct Siege<'v, const W: usize> {
    pub variant: &'v VariantTables<W>,
    pub attacker: Seat,
    /// The cells of the colour to which the attacker's pieces are bound.
    pub covered: Bitboard<W>,
    /// Whether it has such pieces, so that it can leave its king and pawns where they are.
    pub waits: bool,
    /// Whether a king in check may not go everywhere.
    pub has_regions: bool,
}
