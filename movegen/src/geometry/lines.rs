//! The cells between pairs of cells, along each path that joins them.

use std::mem;
use std::sync::Arc;

use super::bitboard::Bitboard;
use super::cell::Cell;

/// The cells between source and target on each path that joins them, for every pair of cells.
///
/// Usually there is one path or none; on rings, through forks and round corners there are more.
///
/// ```
/// use rotunda_movegen::{Bitboard, Cell, Lines};
/// // A ring of four cells, on which two paths lead from 0 to 2:   0 1 2  and  0 3 2
/// let ring = vec![[1, 2, 3].map(Cell).to_vec(), [3, 2, 1].map(Cell).to_vec()];
/// let lines = Lines::<1>::compile(&[ring, vec![], vec![], vec![]]);
/// assert_eq!(lines.between(Cell(0), Cell(2)), [1, 3].map(|cell| Bitboard::of(Cell(cell))));
/// ```
#[derive(Clone, Debug)]
pub struct Lines<const W: usize> {
    cells: usize,
    start: Vec<u32>,
    masks: Vec<Bitboard<W>>,
}

/// The lines from one source, during their collection.
struct Fan<const W: usize> {
    /// The cells to which there are lines.
    targets: Bitboard<W>,
    /// The lines to each cell, each once.
    lines: Vec<Vec<Bitboard<W>>>,
}

impl<const W: usize> Fan<W> {
    /// Creates an empty collection for a board of so many cells.
    fn new(cells: usize) -> Self {
        Self { targets: Bitboard::EMPTY, lines: vec![Vec::new(); cells] }
    }

    /// Adds the line to a target that passes some cells.
    fn add(&mut self, target: Cell, passed: Bitboard<W>) {
        self.targets |= Bitboard::of(target);
        let lines = &mut self.lines[target.index()];
        if !lines.contains(&passed) {
            lines.push(passed);
        }
    }
}

impl<const W: usize> Lines<W> {
    /// Compiles the same paths as [`Slides::compile`](super::Slides::compile).
    #[must_use]
    pub fn compile(paths: &[Vec<impl AsRef<[Cell]>>]) -> Self {
        Self::collect(paths, |_, _| true)
    }

    /// Compiles paths of which only the last cells are targets.
    #[must_use]
    pub fn to_ends(paths: &[Vec<impl AsRef<[Cell]>>]) -> Self {
        Self::collect(paths, |path, place| place + 1 == path.len())
    }

    /// Collects the lines of the paths to their targets, which are given by their indices on the
    /// path.
    fn collect(
        paths: &[Vec<impl AsRef<[Cell]>>],
        is_target: impl Fn(&[Cell], usize) -> bool,
    ) -> Self {
        let mut all = Self::new(paths.len());
        let mut fan = Fan::new(paths.len());
        for paths in paths {
            for path in paths.iter().map(AsRef::as_ref) {
                let mut passed = Bitboard::EMPTY;
                for (place, &target) in path.iter().enumerate() {
                    if is_target(path, place) {
                        fan.add(target, passed);
                    }
                    passed |= Bitboard::of(target);
                }
            }
            all.push(&mut fan);
        }
        all
    }

    /// Returns all lines of several sets of paths over one board.
    ///
    /// # Panics
    /// Panics if there is no set.
    pub(crate) fn join(all: &[Arc<Self>]) -> Self {
        let cells = all.first().expect("a set of paths").cells;
        let mut joined = Self::new(cells);
        let mut fan = Fan::new(cells);
        for source in (0..cells).map(|cell| Cell(cell as u8)) {
            for (target, lines) in all.iter().flat_map(|set| set.fan(source)) {
                for line in lines {
                    fan.add(target, *line);
                }
            }
            joined.push(&mut fan);
        }
        joined
    }

    /// Returns the lines without those that lead to some cells.
    pub(crate) fn without(&self, barred: Bitboard<W>) -> Self {
        let mut rest = Self::new(self.cells);
        let mut fan = Fan::new(self.cells);
        for source in (0..self.cells).map(|cell| Cell(cell as u8)) {
            for (target, lines) in self.fan(source).filter(|(target, _)| !barred.has(*target)) {
                for line in lines {
                    fan.add(target, *line);
                }
            }
            rest.push(&mut fan);
        }
        rest
    }

    /// Creates empty lines for a board of so many cells.
    fn new(cells: usize) -> Self {
        let mut start = Vec::with_capacity(cells * cells + 1);
        start.push(0);
        Self { cells, start, masks: Vec::new() }
    }

    /// Adds the lines from the next source and empties their fan.
    fn push(&mut self, fan: &mut Fan<W>) {
        let first = self.start.len();
        for target in mem::take(&mut fan.targets) {
            self.start.resize(first + target.index(), self.masks.len() as u32);
            self.masks.append(&mut fan.lines[target.index()]);
        }
        self.start.resize(first + self.cells, self.masks.len() as u32);
    }

    /// Returns the targets of a source, with the lines to each.
    fn fan(&self, source: Cell) -> impl Iterator<Item = (Cell, &[Bitboard<W>])> {
        let ends = &self.start[source.index() * self.cells..][..=self.cells];
        let pairs = ends.windows(2).enumerate().filter(|(_, pair)| pair[0] != pair[1]);
        pairs.map(|(target, pair)| {
            (Cell(target as u8), &self.masks[pair[0] as usize..pair[1] as usize])
        })
    }

    /// Returns for each cell the sources of lines to it with at least so many cells between.
    pub(crate) fn sources(&self, shortest: u32) -> Vec<Bitboard<W>> {
        let mut sources = vec![Bitboard::EMPTY; self.cells];
        for source in (0..self.cells).map(|cell| Cell(cell as u8)) {
            for (target, lines) in self.fan(source) {
                if lines.iter().any(|line| line.len() >= shortest) {
                    sources[target.index()] |= Bitboard::of(source);
                }
            }
        }
        sources
    }

    /// Returns the cells strictly between source and target, a mask for each path that joins them.
    #[inline]
    #[must_use]
    pub fn between(&self, source: Cell, target: Cell) -> &[Bitboard<W>] {
        let pair = source.index() * self.cells + target.index();
        &self.masks[self.start[pair] as usize..self.start[pair + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_ways_to_one_cell_are_both_kept() {
        let paths =
            vec![vec![vec![Cell(1), Cell(2)], vec![Cell(3), Cell(2)]], vec![], vec![], vec![]];
        let lines = Lines::<1>::compile(&paths);
        assert_eq!(lines.between(Cell(0), Cell(2)), [Bitboard::of(Cell(1)), Bitboard::of(Cell(3))]);
        assert_eq!(lines.between(Cell(0), Cell(1)), [Bitboard::EMPTY]);
        assert!(lines.between(Cell(1), Cell(0)).is_empty());
    }

    #[test]
    fn sources_are_those_of_lines_that_are_long_enough() {
        // One path leads from 0 to 1 and 2, and another past 3. From 3 a path leads to 2 alone.
        let cells = |numbers: &[u8]| numbers.iter().map(|number| Cell(*number)).collect::<Vec<_>>();
        let from_0 = vec![cells(&[1, 2]), cells(&[3, 2])];
        let lines = Lines::<1>::compile(&[from_0, vec![], vec![], vec![cells(&[2])]]);
        let sets =
            [&[][..], &[0], &[0, 3], &[0]].map(|sources| cells(sources).into_iter().collect());
        assert_eq!(lines.sources(0), sets);
        let sets = [&[][..], &[], &[0], &[]].map(|sources| cells(sources).into_iter().collect());
        assert_eq!(lines.sources(1), sets);
        let joined = Lines::join(&[
            Arc::new(lines),
            Arc::new(Lines::to_ends(&[vec![cells(&[3, 1])], vec![], vec![cells(&[3, 0])], vec![]])),
        ]);
        assert_eq!(joined.between(Cell(0), Cell(1)), [Bitboard::EMPTY, Bitboard::of(Cell(3))]);
        assert_eq!(joined.between(Cell(2), Cell(0)), [Bitboard::of(Cell(3))]);
        assert!(
            joined.between(Cell(2), Cell(3)).is_empty()
                && joined.between(Cell(1), Cell(0)).is_empty()
        );
    }
}
