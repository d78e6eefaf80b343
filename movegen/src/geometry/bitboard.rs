//! [`Bitboard`]: a set of cells in `W` 128-bit words.

use std::fmt;
use std::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

use super::cell::Cell;

/// The number of bits in one word of a [`Bitboard`].
const WORD: usize = 128;

/// The masks of all bits from each index on. A load needs half the instructions of a 128-bit shift.
static FROM: [u128; WORD] = {
    let mut from = [u128::MAX; WORD];
    let mut bit = 1;
    while bit < WORD {
        from[bit] = from[bit - 1] << 1;
        bit += 1;
    }
    from
};

/// An ordered set of [`Cell`]s: `W = 1` for boards up to 128 cells, `W = 2` beyond.
///
/// ```
/// use rotunda_movegen::{Bitboard, Cell};
/// let set = Bitboard::<2>::of(Cell(3)) | Bitboard::of(Cell(130));
/// assert_eq!(set.iter().collect::<Vec<_>>(), [Cell(3), Cell(130)]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bitboard<const W: usize>([u128; W]);

impl<const W: usize> Bitboard<W> {
    /// The empty set.
    pub const EMPTY: Self = Self([0; W]);
    /// The set of all bits, including those beyond the last cell of a board.
    pub const ALL: Self = Self([u128::MAX; W]);
    /// The greatest distance by which cell numbers can be raised or lowered.
    pub(crate) const FURTHEST: u32 = WORD as u32 - 1;

    /// Returns the cells below 64, a bit each.
    #[inline]
    #[must_use]
    pub(super) const fn low(self) -> u64 {
        self.0[0] as u64
    }

    /// Returns the set of these cells below 64.
    #[inline]
    #[must_use]
    pub(super) const fn from_low(cells: u64) -> Self {
        let mut words = [0; W];
        words[0] = cells as u128;
        Self(words)
    }

    /// Returns the set of the cells whose bits are set, 128 to a word.
    #[inline]
    #[must_use]
    pub const fn from_words(words: [u128; W]) -> Self {
        Self(words)
    }

    /// The set of one cell.
    ///
    /// # Panics
    /// Panics if the cell's number is `128 * W` or more.
    #[inline]
    #[must_use]
    pub const fn of(cell: Cell) -> Self {
        let mut words = [0; W];
        words[cell.index() / WORD] = 1 << (cell.index() % WORD);
        Self(words)
    }

    /// Returns the cells numbered `0 .. count`.
    ///
    /// ```
    /// use rotunda_movegen::Bitboard;
    /// assert_eq!(Bitboard::<1>::first_cells(70).len(), 70);
    /// ```
    #[must_use]
    pub fn first_cells(count: usize) -> Self {
        (0..count).map(|index| Cell(index as u8)).collect()
    }

    /// Returns whether the cell is in the set.
    #[inline]
    #[must_use]
    pub const fn has(self, cell: Cell) -> bool {
        let word = self.0[cell.index() / WORD];
        // Choosing a half is cheaper than a 128-bit shift.
        let half = if cell.index() & 64 == 0 { word as u64 } else { (word >> 64) as u64 };
        half >> (cell.index() & 63) & 1 != 0
    }

    /// Returns whether no cell is in the set.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Returns whether the two sets share a cell.
    #[inline]
    #[must_use]
    pub fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Returns the number of cells in the set.
    #[inline]
    #[must_use]
    pub fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Returns whether exactly one cell is in the set.
    #[inline]
    #[must_use]
    pub fn is_single(self) -> bool {
        !self.is_empty() && self.without_first().is_empty()
    }

    /// Returns the cell with the lowest number.
    #[inline]
    #[must_use]
    pub fn first(self) -> Option<Cell> {
        let word = self.0.iter().position(|word| *word != 0)?;
        Some(Cell((word * WORD) as u8 + self.0[word].trailing_zeros() as u8))
    }

    /// Returns the set without its lowest cell.
    #[inline]
    #[must_use]
    pub(crate) fn without_first(mut self) -> Self {
        if let Some(word) = self.0.iter_mut().find(|word| **word != 0) {
            *word &= *word - 1;
        }
        self
    }

    /// Returns the set of only its lowest cell; empty if the set is empty.
    #[inline]
    #[must_use]
    pub(crate) fn only_first(self) -> Self {
        self & self.up_to_first()
    }

    /// Returns the set of only its highest cell; empty if the set is empty.
    #[inline]
    #[must_use]
    pub(crate) fn only_last(self) -> Self {
        self & self.from_last()
    }

    /// Returns every bit up to and including the lowest cell of the set; all bits if the set is
    /// empty.
    ///
    /// A line with rising cell numbers sees these bits when `self` are its blockers.
    ///
    /// ```text
    /// number       7 6 5 4 3 2 1 0
    /// blockers     . . 1 . . 1 . .
    /// up to first  . . . . . 1 1 1
    /// ```
    ///
    /// ```
    /// use rotunda_movegen::{Bitboard, Cell};
    /// let blockers = Bitboard::<1>::of(Cell(2)) | Bitboard::of(Cell(5));
    /// assert_eq!(blockers.up_to_first(), Bitboard::first_cells(3));
    /// assert_eq!(Bitboard::<1>::EMPTY.up_to_first(), Bitboard::ALL);
    /// ```
    #[inline]
    #[must_use]
    pub fn up_to_first(self) -> Self {
        let mut borrow = true;
        Self(self.0.map(|word| {
            let (less, below) = word.overflowing_sub(u128::from(borrow));
            borrow = below;
            word ^ less
        }))
    }

    /// Returns every bit from the highest cell of the set on; all bits if the set is empty.
    ///
    /// A line with falling cell numbers sees these bits when `self` are its blockers.
    ///
    /// ```text
    /// number     .. 7 6 5 4 3 2 1 0
    /// blockers   .. . . 1 . . 1 . .
    /// from last  .. 1 1 1 . . . . .
    /// ```
    ///
    /// ```
    /// use rotunda_movegen::{Bitboard, Cell};
    /// let blockers = Bitboard::<1>::of(Cell(2)) | Bitboard::of(Cell(5));
    /// assert_eq!(blockers.from_last(), !Bitboard::first_cells(5));
    /// assert_eq!(Bitboard::<2>::EMPTY.from_last(), Bitboard::ALL);
    /// ```
    #[inline]
    #[must_use]
    pub fn from_last(self) -> Self {
        let mut words = [0; W];
        for (index, word) in self.0.iter().enumerate().rev() {
            words[index] = FROM[WORD - 1 - (word | 1).leading_zeros() as usize];
            if *word != 0 {
                break;
            }
        }
        Self(words)
    }

    /// Returns the set with every number lowered by `by`. Cells with lower numbers drop out.
    ///
    /// # Panics
    /// Panics in debug builds if `by` is not between 1 and 127.
    ///
    /// ```text
    /// number         7 6 5 4 3 2 1 0
    /// set            . . 1 . . 1 . 1
    /// lowered by 2   . . . . 1 . . 1    5 becomes 3, 2 becomes 0, 0 drops out
    /// ```
    ///
    /// ```
    /// use rotunda_movegen::{Bitboard, Cell};
    /// let set: Bitboard<1> = [0, 2, 5].map(Cell).into_iter().collect();
    /// assert_eq!(set.lowered(2), [0, 3].map(Cell).into_iter().collect());
    /// assert_eq!(Bitboard::<2>::of(Cell(130)).lowered(4), Bitboard::of(Cell(126)));
    /// ```
    #[inline]
    #[must_use]
    pub fn lowered(self, by: u32) -> Self {
        let word = |index: usize| self.0.get(index).copied().unwrap_or(0);
        let next = |index: usize| word(index + 1) << (WORD as u32 - by);
        Self(std::array::from_fn(|index| word(index) >> by | next(index)))
    }

    /// Returns the set with every number raised by `by`, between 1 and 127. Cells beyond the last
    /// word drop out.
    #[inline]
    #[must_use]
    fn raised(self, by: u32) -> Self {
        let word = |index: usize| self.0.get(index).copied().unwrap_or(0);
        let previous =
            |index: usize| index.checked_sub(1).map_or(0, |low| word(low) >> (WORD as u32 - by));
        Self(std::array::from_fn(|index| word(index) << by | previous(index)))
    }

    /// Returns the set with every number changed by `by`, which is at most [`Self::FURTHEST`]
    /// either way.
    #[inline]
    #[must_use]
    pub(crate) fn shifted(self, by: i32) -> Self {
        match by {
            0 => self,
            1.. => self.raised(by.unsigned_abs()),
            _ => self.lowered(by.unsigned_abs()),
        }
    }

    /// The cells in rising order.
    #[inline]
    #[must_use]
    pub fn iter(self) -> Cells<W> {
        Cells(self)
    }

    /// Returns a hash whose every bit depends on every cell.
    #[must_use]
    pub(crate) fn mixed(self) -> u64 {
        let mix = |sum: u64, half: u64| {
            let product = (sum ^ half).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            product ^ product >> 32
        };
        self.0.iter().fold(0, |sum, word| mix(mix(sum, *word as u64), (*word >> 64) as u64))
    }

    /// Returns a sum of hashes of all words. Equal sets have equal numbers on every machine.
    #[must_use]
    pub fn fingerprint(self) -> u64 {
        self.0.iter().fold(0, |sum, word| {
            let folded = (*word as u64) ^ ((*word >> 64) as u64).rotate_left(32);
            (sum ^ folded).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        })
    }
}

/// The cells of a [`Bitboard`] in rising order.
///
/// ```
/// use rotunda_movegen::{Bitboard, Cell};
/// let mut cells = Bitboard::<1>::first_cells(2).iter();
/// assert_eq!((cells.next(), cells.next(), cells.next()), (Some(Cell(0)), Some(Cell(1)), None));
/// ```
#[derive(Clone, Debug)]
pub struct Cells<const W: usize>(Bitboard<W>);

impl<const W: usize> Iterator for Cells<W> {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        let cell = self.0.first()?;
        self.0 = self.0.without_first();
        Some(cell)
    }
}

impl<const W: usize> IntoIterator for Bitboard<W> {
    type Item = Cell;
    type IntoIter = Cells<W>;

    #[inline]
    fn into_iter(self) -> Cells<W> {
        self.iter()
    }
}

impl<const W: usize> FromIterator<Cell> for Bitboard<W> {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        cells.into_iter().fold(Self::EMPTY, |set, cell| set | Self::of(cell))
    }
}

impl<const W: usize> fmt::Debug for Bitboard<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Cell::index)).finish()
    }
}

impl<const W: usize> Default for Bitboard<W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

macro_rules! word_operator {
    ($operator:ident, $method:ident, $assigning:ident, $assign:ident, $apply:expr) => {
        impl<const W: usize> $operator for Bitboard<W> {
            type Output = Self;

            #[inline]
            fn $method(mut self, other: Self) -> Self {
                let apply: fn(u128, u128) -> u128 = $apply;
                for (word, by) in self.0.iter_mut().zip(other.0) {
                    *word = apply(*word, by);
                }
                self
            }
        }

        impl<const W: usize> $assigning for Bitboard<W> {
            #[inline]
            fn $assign(&mut self, other: Self) {
                *self = $operator::$method(*self, other);
            }
        }
    };
}

word_operator!(BitAnd, bitand, BitAndAssign, bitand_assign, |word, by| word & by);
word_operator!(BitOr, bitor, BitOrAssign, bitor_assign, |word, by| word | by);
word_operator!(BitXor, bitxor, BitXorAssign, bitxor_assign, |word, by| word ^ by);
word_operator!(Sub, sub, SubAssign, sub_assign, |word, by| word & !by);

impl<const W: usize> Not for Bitboard<W> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fills_cross_the_word_border() {
        let low = Bitboard::<2>::of(Cell(100));
        let high = Bitboard::<2>::of(Cell(150));
        assert_eq!((low | high).up_to_first(), Bitboard::first_cells(101));
        assert_eq!(high.up_to_first(), Bitboard::first_cells(151));
        assert_eq!((low | high).from_last(), !Bitboard::first_cells(150));
        assert_eq!(low.from_last(), !Bitboard::first_cells(100));
        assert_eq!(Bitboard::<2>::EMPTY.up_to_first(), Bitboard::ALL);
    }

    #[test]
    fn single_cells_are_told_from_other_sets() {
        let one = Bitboard::<2>::of(Cell(128));
        assert!(one.is_single());
        assert!(!Bitboard::<2>::EMPTY.is_single());
        assert!(!(one | Bitboard::of(Cell(0))).is_single());
    }
}
