//! Lame leaps, by the cells that must be empty.

use super::bitboard::Bitboard;
use super::cell::Cell;

/// The lame leaps from every cell.
///
/// ```
/// use rotunda_movegen::{Bitboard, Cell, LameLeaps};
/// // Two leaps from cell 0 over cell 1, and one over cell 4.
/// let paths = [[1, 5], [1, 6], [4, 6]].map(|path| path.map(Cell).to_vec()).to_vec();
/// let leaps = LameLeaps::<1>::compile(&[paths]);
/// let reach = |occupied| leaps.reach(Cell(0), Bitboard::of(Cell(occupied)));
/// assert_eq!(reach(1).iter().collect::<Vec<_>>(), [Cell(6)]);
/// assert_eq!(reach(4).iter().collect::<Vec<_>>(), [Cell(5), Cell(6)]);
/// ```
#[derive(Clone, Debug)]
pub struct LameLeaps<const W: usize> {
    /// The index of each cell's first leap in the list, and finally the length of the list.
    start: Vec<u32>,
    /// The cells that must be empty, and the ends of the leaps over them.
    leaps: Vec<(Bitboard<W>, Bitboard<W>)>,
}

impl<const W: usize> LameLeaps<W> {
    /// Compiles the paths that start on each cell. Their last cells are the targets.
    #[must_use]
    pub fn compile(paths: &[Vec<impl AsRef<[Cell]>>]) -> Self {
        let mut start = vec![0];
        let mut leaps: Vec<(Bitboard<W>, Bitboard<W>)> = Vec::new();
        for paths in paths {
            let first = leaps.len();
            for (to, passed) in paths.iter().filter_map(|path| path.as_ref().split_last()) {
                let passed: Bitboard<W> = passed.iter().copied().collect();
                match leaps[first..].iter_mut().find(|(known, _)| *known == passed) {
                    Some((_, targets)) => *targets |= Bitboard::of(*to),
                    None => leaps.push((passed, Bitboard::of(*to))),
                }
            }
            start.push(leaps.len() as u32);
        }
        Self { start, leaps }
    }

    /// Returns the targets of leaps from a cell, with pieces on the `occupied` cells.
    #[inline]
    #[must_use]
    pub fn reach(&self, from: Cell, occupied: Bitboard<W>) -> Bitboard<W> {
        let (first, last) = (self.start[from.index()], self.start[from.index() + 1]);
        let leaps = self.leaps[first as usize..last as usize].iter();
        let open = leaps.filter(|(passed, _)| !passed.meets(occupied));
        open.fold(Bitboard::EMPTY, |reach, (_, targets)| reach | *targets)
    }
}
