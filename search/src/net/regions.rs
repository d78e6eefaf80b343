//! [`Regions`]: parts of the board, in each of which a king has weights of its own.

use rotunda_movegen::Cell;

/// The most regions of a net.
const MOST: usize = 64;

/// The regions of the board in a seat's view. Weights depend on the region of its king.
///
/// The value of a piece near a king depends on the king's place, and usual places on the rules. So
/// training finds the regions in the games, and a net's file has them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Regions {
    /// The region of each cell; empty if there is one region.
    of_cells: Vec<u8>,
    count: usize,
}

impl Regions {
    /// Returns one region, the whole board.
    #[must_use]
    pub const fn whole() -> Self {
        Self { of_cells: Vec::new(), count: 1 }
    }

    /// Creates regions from the number of each cell's region; `None` unless the numbers are `0 ..
    /// count`, and at most 64.
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

    /// Returns the number of regions.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.count
    }

    /// Returns the region of each cell; empty if the whole board is one.
    #[must_use]
    pub fn of_cells(&self) -> &[u8] {
        &self.of_cells
    }

    /// Returns the region for a king on a cell in the seat's view; the first one without a king.
    #[inline]
    #[must_use]
    pub fn of(&self, king: Option<Cell>) -> usize {
        king.and_then(|king| self.of_cells.get(king.index())).map_or(0, |region| (*region).into())
    }

    /// Returns whether they fit a board of so many cells.
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
