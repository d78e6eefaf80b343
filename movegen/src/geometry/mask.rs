//! [`Mask`]: the operations of slides on a set of cells, so that small boards need only half a
//! word.

use std::ops::{BitAnd, BitOr};

use super::bitboard::Bitboard;

/// The type of a set of cells in slides.
pub(super) trait Mask: Copy + BitAnd<Output = Self> + BitOr<Output = Self> {
    /// The empty set.
    const EMPTY: Self;
    /// The set of all bits.
    const ALL: Self;

    /// Returns whether no cell is in the set.
    fn is_empty(self) -> bool;

    /// Returns the same bits as [`Bitboard::up_to_first`].
    fn up_to_first(self) -> Self;

    /// Returns the same bits as [`Bitboard::from_last`].
    fn down_to_last(self) -> Self;
}

impl<const W: usize> Mask for Bitboard<W> {
    const EMPTY: Self = Self::EMPTY;
    const ALL: Self = Self::ALL;

    #[inline]
    fn is_empty(self) -> bool {
        self.is_empty()
    }

    #[inline]
    fn up_to_first(self) -> Self {
        self.up_to_first()
    }

    #[inline]
    fn down_to_last(self) -> Self {
        self.from_last()
    }
}

impl Mask for u64 {
    const EMPTY: Self = 0;
    const ALL: Self = Self::MAX;

    #[inline]
    fn is_empty(self) -> bool {
        self == 0
    }

    #[inline]
    fn up_to_first(self) -> Self {
        self ^ self.wrapping_sub(1)
    }

    #[inline]
    fn down_to_last(self) -> Self {
        Self::MAX << (Self::BITS - 1 - (self | 1).leading_zeros())
    }
}
