//! Steps of many pieces at once, as shifts of sets by the difference of two cells' numbers.

use std::collections::BTreeMap;

use super::bitboard::Bitboard;
use super::cell::Cell;

/// The steps from each cell, grouped by the difference of the two cells' numbers.
///
/// On a board of rows most steps have the same difference. Others, such as those over the seam of a
/// ring, are a group of their own:
///
/// ```text
/// a ring of 24 cells a lap      0 -> 1, 1 -> 2, ...  by +1, from all cells but 23
///                               23 -> 0              by -23, from 23 alone
/// ```
#[derive(Clone, Debug)]
pub(crate) struct Shifts<const W: usize> {
    /// The difference of each group, and its source cells.
    groups: Vec<(i32, Bitboard<W>)>,
}

/// Returns the difference between the numbers of two cells.
pub(crate) fn shift_between(from: Cell, to: Cell) -> i32 {
    to.index() as i32 - from.index() as i32
}

impl<const W: usize> Shifts<W> {
    /// Compiles the steps from each cell to some others; `None` if one is longer than a set can be
    /// shifted.
    pub fn compile(targets: &[Bitboard<W>]) -> Option<Self> {
        let mut groups: BTreeMap<i32, Bitboard<W>> = BTreeMap::new();
        for (from, targets) in (0..=u8::MAX).map(Cell).zip(targets) {
            for to in *targets {
                *groups.entry(shift_between(from, to)).or_default() |= Bitboard::of(from);
            }
        }
        let are_near = groups.keys().all(|by| by.unsigned_abs() <= Bitboard::<W>::FURTHEST);
        are_near.then(|| Self { groups: groups.into_iter().collect() })
    }

    /// Returns the number of groups of steps.
    pub const fn len(&self) -> usize {
        self.groups.len()
    }

    /// Returns the number of steps from cells of one set to cells of another.
    #[inline]
    pub fn count(&self, from: Bitboard<W>, to: Bitboard<W>) -> u32 {
        let steps =
            |(by, sources): &(i32, Bitboard<W>)| ((from & *sources).shifted(*by) & to).len();
        self.groups.iter().map(steps).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_counted_as_one_by_one_on_both_sizes_of_boards() {
        count_on_a_ring::<1>(24);
        count_on_a_ring::<2>(127);
    }

    /// Checks one step on and two back round a ring of so many cells.
    fn count_on_a_ring<const W: usize>(lap: usize) {
        let at = |cell: usize| Bitboard::<W>::of(Cell((cell % lap) as u8));
        let targets: Vec<_> = (0..lap).map(|cell| at(cell + 1) | at(cell + lap - 2)).collect();
        let shifts = Shifts::compile(&targets).expect("no step leads far");
        assert_eq!(shifts.len(), 4);
        let mut state = 1_u64;
        let mut random = || -> Bitboard<W> {
            let mut bit = || {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                state >> 40 & 1 != 0
            };
            (0..lap).filter(|_| bit()).map(|cell| Cell(cell as u8)).collect()
        };
        for _ in 0..1000 {
            let (from, to) = (random(), random());
            let each = from.iter().map(|cell| (targets[cell.index()] & to).len());
            assert_eq!(shifts.count(from, to), each.sum::<u32>());
        }
    }

    #[test]
    fn steps_that_lead_too_far_are_not_grouped() {
        let mut targets = vec![Bitboard::<2>::EMPTY; 200];
        targets[10] = Bitboard::of(Cell(150));
        assert!(Shifts::compile(&targets).is_none());
    }
}
