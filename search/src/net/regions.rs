//! [`Regions`]: parts of the board, in each of which a king has weights of its own.

use rotunda_movegen::Cell;

/// The most regions of a net.
const MOST: usize = 64;

/// Parts of the board, as a seat sees it: weights differ by the one in which its king stands.
///
/// What a piece is worth beside a king depends on where that king is, and that on the rules of
/// the game: so the regions are found in its games, and a net's file has them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Regions {
    /// The region of each cell; empty if there is one region.
    of_cells: Vec<u8>,
    count: usize,
}

impl Regions {
    /// The whole board.
    #[must_use]
    pub const fn whole() -> Self {
        Self { of_cells: Vec::new(), count: 1 }
    }

    /// Regions by the number of each cell's; `None` unless these are `0 .. count`, and at most 64.
    #[must_use]
    pub fn new(of_cells: Vec<u8>) -> Option<Self> {
        let last = of_cells.iter().max().copied().unwrap_or(0);
        if last == 0 {
            return Some(Self::whole());
        }
        let all_there = (0..last).all(|region| of_cells.contains(&region));
        let count = usize::from(last) + 1;
        (all_there && count <= MOST).then_some(Self { of_cells, count })
    }

    /// How many there are.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.count
    }

    /// The region of each cell; nothing if the whole board is one.
    #[must_use]
    pub fn of_cells(&self) -> &[u8] {
        &self.of_cells
    }

    /// The region of a seat whose king stands on a cell, as the seat sees it; the first one without
    /// a king.
    #[inline]
    #[must_use]
    pub fn of(&self, king: Option<Cell>) -> usize {
        king.and_then(|king| self.of_cells.get(king.index())).map_or(0, |region| (*region).into())
    }

    /// Returns whether they are those of a board of so many cells.
    #[must_use]
    pub fn fit(&self, cells: usize) -> bool {
        self.of_cells.is_empty() || self.of_cells.len() == cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_are_numbered_without_gaps() {
        let regions = Regions::new(vec![1, 0, 1]).expect("two regions");
        assert_eq!((regions.count(), regions.of(Some(Cell(2))), regions.of(None)), (2, 1, 0));
        assert!(regions.fit(3) && !regions.fit(4) && Regions::whole().fit(4));
        assert_eq!(Regions::new(Vec::new()), Some(Regions::whole()));
        assert_eq!(Regions::new(vec![0, 0]), Some(Regions::whole()));
        assert_eq!(Regions::new(vec![0, 2]), None);
        assert_eq!(Regions::new((0..=64).collect()), None);
    }
}
