//! [`Cell`]: the number of a cell.

/// A cell of a board, `0 .. cells` in the board's own numbering.
///
/// ```
/// use rotunda_movegen::{Cell, Grid};
/// let grid = Grid::new(8, 8, |_, _| true);
/// assert_eq!(grid.named("b1"), Some(Cell(1)));
/// assert_eq!(grid.name(Cell(63)), "h8");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Cell(pub u8);

impl Cell {
    /// The cell's number as an index.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
