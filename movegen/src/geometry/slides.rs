//! Sliding along compiled paths: masks of monotone runs, no step-by-step walk.
//!
//! A run is a stretch of a path whose cell numbers only rise or only fall. On a rising run the
//! nearest blocker is the lowest bit of `mask & occupied`, on a falling one the highest, so what
//! a slider sees of it is one mask operation. No path of any board needs more than two runs.
//!
//! A rook on d1 of a chess board, with pieces on b1, g1 and h1:
//!
//! ```text
//! cell       h1 g1 f1 e1 d1 c1 b1 a1
//! number      7  6  5  4  3  2  1  0
//! mask        1  1  1  1  .  .  .  .    the rising run from d1
//! b           1  1  .  .  .  .  .  .    mask & occupied
//! b ^ (b-1)   .  1  1  1  1  1  1  1    everything up to the lowest bit of b
//! seen        .  1  1  1  .  .  .  .    mask & that: e1, f1, g1
//!
//! mask        .  .  .  .  .  1  1  1    the falling run from d1
//! b           .  .  .  .  .  .  1  .    mask & occupied
//! from last   1  1  1  1  1  1  1  .    everything from the highest bit of b on
//! seen        .  .  .  .  .  1  1  .    mask & that: c1, b1
//! ```

use super::bitboard::Bitboard;
use super::cell::Cell;
use super::mask::Mask;

/// The paths that slide from every cell, compiled to masks of monotone runs.
///
/// Every cell has the same number of paths of each shape, filled up with empty ones, so that
/// the loops of [`Slides::reach`] have constant lengths.
///
/// ```
/// use rotunda_movegen::{Bitboard, Cell, Slides};
/// // One path of two runs, from cell 0: 4 5 6 rises, then 3 2 1 falls.
/// //
/// //   1            1 and 2 are hidden behind a piece on 3; were one on 5,
/// //   2            6 and all of the second run would be hidden as well
/// //   3
/// //   0  4  5  6   so the path is listed as 4 5 6 3 2 1
/// let path = [4, 5, 6, 3, 2, 1].map(Cell).to_vec();
/// let slides = Slides::<1>::compile(&[vec![path]]);
/// let seen = |pieces: &[u8]| {
///     let occupied = pieces.iter().copied().map(Cell).collect::<Bitboard<1>>();
///     slides.reach(Cell(0), occupied).iter().map(|cell| cell.0).collect::<Vec<_>>()
/// };
/// assert_eq!(seen(&[]), [1, 2, 3, 4, 5, 6]);
/// assert_eq!(seen(&[3]), [3, 4, 5, 6]);
/// assert_eq!(seen(&[3, 5]), [4, 5]);
/// ```
#[derive(Clone, Debug)]
pub struct Slides<const W: usize> {
    rising: usize,
    falling: usize,
    /// How many paths of two runs there are of each shape in [`BENDS`]' order.
    bent: [usize; 4],
    stride: usize,
    masks: Vec<Bitboard<W>>,
    /// The same where no path leaves the first 64 cells, and nothing elsewhere.
    narrow: Vec<u64>,
    /// The first cells of the paths from each cell.
    first: Vec<Bitboard<W>>,
}

/// The nearest cell of a path.
fn first_cell(path: &impl AsRef<[Cell]>) -> Option<Cell> {
    path.as_ref().first().copied()
}

/// The shapes of paths of two runs: whether the first rises, whether the second does.
const BENDS: [(bool, bool); 4] = [(true, true), (true, false), (false, true), (false, false)];

/// A stretch of a path whose cell numbers only rise or only fall.
#[derive(Clone, Copy)]
struct Run<'a> {
    cells: &'a [Cell],
    rising: bool,
}

impl Run<'_> {
    fn mask<const W: usize>(&self) -> Bitboard<W> {
        self.cells.iter().copied().collect()
    }
}

/// The monotone runs of a path, in order; a lone cell counts as rising.
fn runs(cells: &[Cell]) -> impl Iterator<Item = Run<'_>> {
    let mut rest = cells;
    std::iter::from_fn(move || {
        let rising = match rest {
            [] => return None,
            [_] => true,
            [first, second, ..] => first < second,
        };
        let turn = rest.windows(2).position(|pair| (pair[0] < pair[1]) != rising);
        let (cells, later) = rest.split_at(turn.map_or(rest.len(), |turn| turn + 1));
        rest = later;
        Some(Run { cells, rising })
    })
}

/// How many monotone runs a path has.
pub(crate) fn run_count(cells: &[Cell]) -> usize {
    runs(cells).count()
}

/// The masks of one cell's paths, grouped by shape.
#[derive(Default)]
struct Shapes<const W: usize> {
    rising: Vec<Bitboard<W>>,
    falling: Vec<Bitboard<W>>,
    bent: [Vec<[Bitboard<W>; 2]>; 4],
}

impl<const W: usize> Shapes<W> {
    fn of(paths: &[impl AsRef<[Cell]>]) -> Self {
        let mut shapes = Self::default();
        for path in paths.iter().map(AsRef::as_ref) {
            let mut runs = runs(path);
            match (runs.next(), runs.next(), runs.next()) {
                (Some(run), None, _) if run.rising => shapes.rising.push(run.mask()),
                (Some(run), None, _) => shapes.falling.push(run.mask()),
                (Some(near), Some(far), None) => {
                    let bend = BENDS.iter().position(|bend| *bend == (near.rising, far.rising));
                    shapes.bent[bend.expect("every bend is listed")]
                        .push([near.mask(), far.mask()]);
                }
                _ => panic!("a path of {} monotone runs: {path:?}", run_count(path)),
            }
        }
        shapes
    }
}

/// What a run lets through when `blockers` stand on it.
#[inline]
fn seen<M: Mask>(mask: M, blockers: M, rising: bool) -> M {
    mask & if rising { blockers.up_to_first() } else { blockers.down_to_last() }
}

/// The nearest of the blockers on a run.
#[inline]
fn nearest<const W: usize>(blockers: Bitboard<W>, rising: bool) -> Bitboard<W> {
    if rising { blockers.only_first() } else { blockers.only_last() }
}

impl<const W: usize> Slides<W> {
    /// Compiles the paths that start on each cell; `paths[cell]` lists them, nearest cells first.
    ///
    /// # Panics
    /// If a path has more than two monotone runs.
    #[must_use]
    pub fn compile(paths: &[Vec<impl AsRef<[Cell]>>]) -> Self {
        let shapes: Vec<Shapes<W>> = paths.iter().map(|paths| Shapes::of(paths)).collect();
        let max = |count: &dyn Fn(&Shapes<W>) -> usize| shapes.iter().map(count).max().unwrap_or(0);
        let rising = max(&|shape| shape.rising.len());
        let falling = max(&|shape| shape.falling.len());
        let bent = [0, 1, 2, 3].map(|bend: usize| max(&|shape| shape.bent[bend].len()));
        let stride = rising + falling + 2 * bent.iter().sum::<usize>();
        let mut masks = Vec::with_capacity(paths.len() * stride);
        for shape in &shapes {
            let mut fill = |list: &[Bitboard<W>], length: usize| {
                masks.extend_from_slice(list);
                masks.resize(masks.len() + length - list.len(), Bitboard::EMPTY);
            };
            fill(&shape.rising, rising);
            fill(&shape.falling, falling);
            for (list, length) in shape.bent.iter().zip(bent) {
                fill(list.as_flattened(), 2 * length);
            }
        }
        let is_low = |mask: &Bitboard<W>| Bitboard::from_low(mask.low()) == *mask;
        let narrow = if masks.iter().all(is_low) {
            masks.iter().map(|mask| mask.low()).collect()
        } else {
            Vec::new()
        };
        let firsts = |paths: &Vec<_>| paths.iter().filter_map(first_cell).collect();
        let first = paths.iter().map(firsts).collect();
        Self { rising, falling, bent, stride, masks, narrow, first }
    }

    /// The first cells of the paths from a cell: a slider to which all of these are barred cannot move.
    #[inline]
    #[must_use]
    pub(crate) fn first(&self, from: Cell) -> Bitboard<W> {
        self.first[from.index()]
    }

    /// The cells that a slider on `from` sees: every free cell, and the first blocker of each path.
    ///
    /// ```
    /// use rotunda_movegen::{Bitboard, Cell, Slides};
    /// let cells = |numbers: &[u8]| numbers.iter().map(|number| Cell(*number)).collect::<Vec<_>>();
    /// let rook = vec![cells(&[4, 5, 6, 7]), cells(&[2, 1, 0])]; // from cell 3, along a rank
    /// let slides = Slides::<1>::compile(&[vec![], vec![], vec![], rook]);
    /// let occupied = [1, 6, 7].map(Cell).into_iter().collect::<Bitboard<1>>();
    /// let seen = slides.reach(Cell(3), occupied);
    /// assert_eq!(seen.iter().collect::<Vec<_>>(), [1, 2, 4, 5, 6].map(Cell));
    /// ```
    #[inline]
    #[must_use]
    pub fn reach(&self, from: Cell, occupied: Bitboard<W>) -> Bitboard<W> {
        if self.narrow.is_empty() {
            self.reach_over(&self.masks, from, occupied)
        } else {
            Bitboard::from_low(self.reach_over(&self.narrow, from, occupied.low()))
        }
    }

    #[inline]
    fn reach_over<M: Mask>(&self, masks: &[M], from: Cell, occupied: M) -> M {
        let masks = &masks[from.index() * self.stride..][..self.stride];
        let (rising, rest) = masks.split_at(self.rising);
        let (falling, bent) = rest.split_at(self.falling);
        let mut reach = M::EMPTY;
        for &mask in rising {
            reach = reach | seen(mask, mask & occupied, true);
        }
        for &mask in falling {
            reach = reach | seen(mask, mask & occupied, false);
        }
        if bent.is_empty() { reach } else { reach | self.reach_bent(bent, occupied) }
    }

    // Apart, so that straight boards do not pay for its registers.
    #[inline(never)]
    fn reach_bent<M: Mask>(&self, masks: &[M], occupied: M) -> M {
        let mut reach = M::EMPTY;
        let mut rest = masks;
        for ((near_rises, far_rises), count) in BENDS.into_iter().zip(self.bent) {
            let (paths, later) = rest.split_at(2 * count);
            rest = later;
            for path in paths.chunks_exact(2) {
                // On rings few cells have short paths across the seam, and all make room for them.
                if path[0].is_empty() {
                    continue;
                }
                let blockers = path[0] & occupied;
                let open = if blockers.is_empty() { M::ALL } else { M::EMPTY };
                let far = seen(path[1], path[1] & occupied, far_rises) & open;
                reach = reach | seen(path[0], blockers, near_rises) | far;
            }
        }
        reach
    }

    /// The second piece on each path: what a piece that hops over exactly one can take.
    ///
    /// ```text
    /// number   0  1  2  3  4  5
    /// piece    l  .  x  .  y  z      from 0: y, over the hurdle x
    /// ```
    ///
    /// ```
    /// use rotunda_movegen::{Bitboard, Cell, Slides};
    /// let slides = Slides::<1>::compile(&[vec![[1, 2, 3, 4, 5].map(Cell).to_vec()]]);
    /// let occupied = [0, 2, 4, 5].map(Cell).into_iter().collect();
    /// assert_eq!(slides.hops(Cell(0), occupied), Bitboard::of(Cell(4)));
    /// ```
    #[inline]
    #[must_use]
    pub fn hops(&self, from: Cell, occupied: Bitboard<W>) -> Bitboard<W> {
        let masks = &self.masks[from.index() * self.stride..][..self.stride];
        let (rising, rest) = masks.split_at(self.rising);
        let (falling, bent) = rest.split_at(self.falling);
        let mut hops = Bitboard::EMPTY;
        for &mask in rising {
            hops |= (mask & occupied).without_first().only_first();
        }
        for &mask in falling {
            let blockers = mask & occupied;
            hops |= (blockers - blockers.only_last()).only_last();
        }
        if bent.is_empty() { hops } else { hops | self.hops_bent(bent, occupied) }
    }

    fn hops_bent(&self, masks: &[Bitboard<W>], occupied: Bitboard<W>) -> Bitboard<W> {
        let mut hops = Bitboard::EMPTY;
        let mut rest = masks;
        for ((near_rises, far_rises), count) in BENDS.into_iter().zip(self.bent) {
            let (paths, later) = rest.split_at(2 * count);
            rest = later;
            for path in paths.chunks_exact(2) {
                let mut near = path[0] & occupied;
                let mut far = path[1] & occupied;
                if near.is_empty() {
                    far -= nearest(far, far_rises);
                } else {
                    near -= nearest(near, near_rises);
                }
                hops |= if near.is_empty() {
                    nearest(far, far_rises)
                } else {
                    nearest(near, near_rises)
                };
            }
        }
        hops
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a walk over the cells finds: the seen cells, and the second piece of each path.
    fn walk(paths: &[Vec<Cell>], occupied: Bitboard<1>) -> (Bitboard<1>, Bitboard<1>) {
        let (mut reach, mut hops) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for path in paths {
            let pieces: Vec<_> = path.iter().filter(|cell| occupied.has(**cell)).collect();
            let seen = path.iter().take_while(|cell| Some(cell) != pieces.first());
            reach |= seen.chain(pieces.first().copied()).copied().collect();
            hops |= pieces.get(1).map_or(Bitboard::EMPTY, |cell| Bitboard::of(**cell));
        }
        (reach, hops)
    }

    #[test]
    fn masks_see_what_a_walk_sees_on_every_shape_of_path() {
        let cells = |numbers: &[u8]| numbers.iter().map(|n| Cell(*n)).collect::<Vec<_>>();
        let paths = vec![
            cells(&[3, 5, 9]),
            cells(&[20, 14, 2]),
            cells(&[30, 31, 10, 12]),
            cells(&[40, 44, 43, 41]),
            cells(&[60, 50, 52, 70]),
            cells(&[90, 80, 100, 95]),
            cells(&[7]),
        ];
        see_what_a_walk_sees(&paths);
        // Half a word is enough for these.
        see_what_a_walk_sees(&paths[..4]);
    }

    /// Compares the paths of one cell, under random pieces, with a walk along them.
    fn see_what_a_walk_sees(paths: &[Vec<Cell>]) {
        let compiled = Slides::<1>::compile(&[paths.to_vec()]);
        let on_paths: Vec<Cell> = paths.concat();
        assert_eq!(compiled.narrow.is_empty(), on_paths.iter().any(|cell| cell.index() >= 64));
        let mut state = 1_u64;
        for _ in 0..5000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let occupied = on_paths.iter().enumerate().filter(|(i, _)| state >> (i + 20) & 1 != 0);
            let occupied = occupied.map(|(_, cell)| *cell).collect();
            let expected = walk(paths, occupied);
            assert_eq!(
                (compiled.reach(Cell(0), occupied), compiled.hops(Cell(0), occupied)),
                expected
            );
        }
    }

    #[test]
    #[should_panic(expected = "3 monotone runs")]
    fn a_path_of_three_runs_is_refused() {
        let zigzag = [1, 5, 2, 6, 3, 7].map(Cell).to_vec();
        let _ = Slides::<1>::compile(&[vec![zigzag]]);
    }
}
