//! Sliding along compiled paths: masks of monotone runs, no step-by-step walk.
//!
//! A run is a stretch of a path whose cell numbers only rise or only fall. On a rising run the
//! nearest blocker is the lowest bit of `mask & occupied`, on a falling one the highest, so one
//! mask operation finds the cells that a slider sees. No path of a built-in board needs more than
//! two runs.
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

use std::ops::Range;

use super::bitboard::Bitboard;
use super::cell::Cell;
use super::mask::Mask;

/// The paths that slide from every cell, compiled to masks of monotone runs.
///
/// Every cell has equally many rising and falling runs, padded with empty ones, so that the loops
/// of [`Slides::reach`] have constant lengths. A path of a lone cell always sees that cell, so all
/// such paths are one mask. Most cells have few paths of two runs, which stand in a list. The runs
/// after the first two, as on some tori, stand in another list.
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
    /// The number of rising runs of each cell, which is also that of falling ones.
    pairs: usize,
    masks: Masks<Bitboard<W>>,
    /// The same masks in 64 bits, if no path leaves the first 64 cells.
    narrow: Option<Masks<u64>>,
    /// The index of each cell's first path of two runs in the list, and finally the length of the
    /// list.
    bends: Vec<u32>,
    /// The same indices for the runs after the first two of longer paths; empty if there are none.
    tails: Vec<u32>,
    /// The first cells of the paths from each cell.
    first: Vec<Bitboard<W>>,
}

/// The masks of all paths, as sets of one type.
#[derive(Clone, Debug)]
struct Masks<M> {
    /// The lone cells of each cell's paths, followed by its pairs of a rising and a falling run.
    runs: Vec<M>,
    /// The paths of two runs, and the first two of longer paths.
    bends: Vec<Bend<M>>,
    /// The runs after them, two at a time.
    tails: Vec<Tail<M>>,
}

/// Two later runs of a path.
#[derive(Clone, Copy, Debug)]
struct Tail<M> {
    /// The cells of the runs before.
    before: M,
    runs: Bend<M>,
}

/// A path of two runs.
#[derive(Clone, Copy, Debug)]
struct Bend<M> {
    near: M,
    far: M,
    /// Whether each of the two runs rises.
    rises: [bool; 2],
}

impl<M: Mask> Bend<M> {
    /// Returns the cells that a slider sees along the path.
    #[inline]
    fn seen(&self, occupied: M) -> M {
        let blockers = self.near & occupied;
        let open = if blockers.is_empty() { M::ALL } else { M::EMPTY };
        let far = seen(self.far, self.far & occupied, self.rises[1]) & open;
        seen(self.near, blockers, self.rises[0]) | far
    }
}

impl<const W: usize> Bend<Bitboard<W>> {
    /// Creates a pair of consecutive runs, the second of which may be missing.
    fn of(near: Run<'_>, far: Option<Run<'_>>) -> Self {
        let (end, rises) = far.map_or((Bitboard::EMPTY, true), |far| (far.mask(), far.rising));
        Self { near: near.mask(), far: end, rises: [near.rising, rises] }
    }

    /// Returns the first piece on the path.
    fn first(&self, occupied: Bitboard<W>) -> Bitboard<W> {
        let near = nearest(self.near & occupied, self.rises[0]);
        if near.is_empty() { nearest(self.far & occupied, self.rises[1]) } else { near }
    }

    /// Returns the second piece on the path.
    fn hop(&self, occupied: Bitboard<W>) -> Bitboard<W> {
        let (near, far) = (self.near & occupied, self.far & occupied);
        let [first, of_far] = [(near, 0), (far, 1)].map(|(set, run)| nearest(set, self.rises[run]));
        match (near.is_empty(), (near - first).is_empty()) {
            (true, _) => nearest(far - of_far, self.rises[1]),
            (false, true) => of_far,
            (false, false) => nearest(near - first, self.rises[0]),
        }
    }
}

impl<const W: usize> Tail<Bitboard<W>> {
    /// Returns the second piece on the path, if it stands on these runs.
    fn hop(&self, occupied: Bitboard<W>) -> Bitboard<W> {
        let before = self.before & occupied;
        match (before.is_empty(), before.is_single()) {
            (true, _) => self.runs.hop(occupied),
            (_, true) => self.runs.first(occupied),
            _ => Bitboard::EMPTY,
        }
    }
}

/// Returns the nearest cell of a path.
fn first_cell(path: &impl AsRef<[Cell]>) -> Option<Cell> {
    path.as_ref().first().copied()
}

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

/// The masks of one cell's paths, grouped by shape.
#[derive(Default)]
struct Shapes<const W: usize> {
    lone: Bitboard<W>,
    rising: Vec<Bitboard<W>>,
    falling: Vec<Bitboard<W>>,
    bends: Vec<Bend<Bitboard<W>>>,
    tails: Vec<Tail<Bitboard<W>>>,
}

impl<const W: usize> Shapes<W> {
    fn of(paths: &[impl AsRef<[Cell]>]) -> Self {
        let mut shapes = Self::default();
        for path in paths.iter().map(AsRef::as_ref) {
            let mut runs = runs(path);
            match (runs.next(), runs.next(), runs.next()) {
                (Some(run), None, _) if run.cells.len() == 1 => shapes.lone |= run.mask(),
                (Some(run), None, _) if run.rising => shapes.rising.push(run.mask()),
                (Some(run), None, _) => shapes.falling.push(run.mask()),
                (Some(near), Some(far), later) => {
                    let head = Bend::of(near, Some(far));
                    shapes.bends.push(head);
                    shapes.add_tails(head.near | head.far, later.into_iter().chain(runs));
                }
                (None, ..) => {}
            }
        }
        shapes
    }

    /// Adds the runs after the first two of a path; `before` are the cells of those two.
    fn add_tails<'a>(&mut self, before: Bitboard<W>, runs: impl Iterator<Item = Run<'a>>) {
        let (mut before, mut rest) = (before, runs);
        while let Some(near) = rest.next() {
            let runs = Bend::of(near, rest.next());
            self.tails.push(Tail { before, runs });
            before |= runs.near | runs.far;
        }
    }
}

/// Returns the visible cells of a run with `blockers` on it.
#[inline]
fn seen<M: Mask>(mask: M, blockers: M, rising: bool) -> M {
    mask & if rising { blockers.up_to_first() } else { blockers.down_to_last() }
}

/// Returns the visible cells along pairs of a rising and a falling run.
#[inline]
fn seen_along<M: Mask>(pairs: &[[M; 2]], occupied: M) -> M {
    pairs.iter().fold(M::EMPTY, |reach, &[rising, falling]| {
        let up = seen(rising, rising & occupied, true);
        reach | up | seen(falling, falling & occupied, false)
    })
}

/// Returns the nearest blocker on a run.
#[inline]
fn nearest<const W: usize>(blockers: Bitboard<W>, rising: bool) -> Bitboard<W> {
    if rising { blockers.only_first() } else { blockers.only_last() }
}

impl<const W: usize> Slides<W> {
    /// Compiles the paths that start on each cell; `paths[cell]` lists them, nearest cells first.
    #[must_use]
    pub fn compile(paths: &[Vec<impl AsRef<[Cell]>>]) -> Self {
        let shapes: Vec<Shapes<W>> = paths.iter().map(|paths| Shapes::of(paths)).collect();
        let counts = shapes.iter().map(|shape| shape.rising.len().max(shape.falling.len()));
        let pairs = counts.max().unwrap_or(0);
        let mut masks = Masks { runs: Vec::new(), bends: Vec::new(), tails: Vec::new() };
        let (mut bends, mut tails) = (vec![0], vec![0]);
        for shape in &shapes {
            masks.runs.push(shape.lone);
            for pair in 0..pairs {
                let of = |runs: &[Bitboard<W>]| runs.get(pair).copied().unwrap_or_default();
                masks.runs.extend([of(&shape.rising), of(&shape.falling)]);
            }
            masks.bends.extend(&shape.bends);
            bends.push(masks.bends.len() as u32);
            masks.tails.extend(&shape.tails);
            tails.push(masks.tails.len() as u32);
        }
        if masks.tails.is_empty() {
            tails.clear();
        }
        let firsts = |paths: &Vec<_>| paths.iter().filter_map(first_cell).collect();
        let first = paths.iter().map(firsts).collect();
        Self { pairs, narrow: masks.narrow(), masks, bends, tails, first }
    }

    /// Returns the first cells of the paths from a cell. A slider that cannot go to any of them
    /// cannot move.
    #[inline]
    #[must_use]
    pub(crate) fn first(&self, from: Cell) -> Bitboard<W> {
        self.first[from.index()]
    }

    /// Returns the cells that a slider on `from` sees: every free cell, and the first blocker of
    /// each path.
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
    #[expect(clippy::inline_always, reason = "a call costs perft of chess 7 %")]
    #[inline(always)]
    #[must_use]
    pub fn reach(&self, from: Cell, occupied: Bitboard<W>) -> Bitboard<W> {
        match &self.narrow {
            None => self.reach_over(&self.masks, from, occupied),
            Some(masks) => Bitboard::from_low(self.reach_over(masks, from, occupied.low())),
        }
    }

    #[expect(clippy::inline_always, reason = "as above")]
    #[inline(always)]
    fn reach_over<M: Mask>(&self, masks: &Masks<M>, from: Cell, occupied: M) -> M {
        let reach = match self.pairs {
            // The runs of a rook or a bishop on most boards have two pairs; those of a queen have
            // four.
            2 => masks.reach_straight::<2>(from, occupied),
            4 => masks.reach_straight::<4>(from, occupied),
            pairs => masks.reach_straight_any(pairs, from, occupied),
        };
        if masks.bends.is_empty() { reach } else { reach | self.reach_bent(masks, from, occupied) }
    }

    // A function of its own, so that straight boards do not pay for its registers.
    #[inline(never)]
    fn reach_bent<M: Mask>(&self, masks: &Masks<M>, from: Cell, occupied: M) -> M {
        let bends = &masks.bends[self.bends_of(from)];
        let reach = bends.iter().fold(M::EMPTY, |reach, bend| reach | bend.seen(occupied));
        if self.tails.is_empty() { reach } else { reach | self.reach_tails(masks, from, occupied) }
    }

    // A function of its own, since few boards need it.
    #[cold]
    #[inline(never)]
    fn reach_tails<M: Mask>(&self, masks: &Masks<M>, from: Cell, occupied: M) -> M {
        let tails = masks.tails[self.tails_of(from)].iter();
        let open = tails.filter(|tail| (tail.before & occupied).is_empty());
        open.fold(M::EMPTY, |reach, tail| reach | tail.runs.seen(occupied))
    }

    /// Returns the indices of the runs after the first two of a cell's paths.
    fn tails_of(&self, from: Cell) -> Range<usize> {
        match self.tails.get(from.index()..=from.index() + 1) {
            Some(&[first, end]) => first as usize..end as usize,
            _ => 0..0,
        }
    }

    /// Returns the indices of a cell's paths of two runs.
    #[inline]
    fn bends_of(&self, from: Cell) -> Range<usize> {
        self.bends[from.index()] as usize..self.bends[from.index() + 1] as usize
    }

    /// Returns the second piece on each path, which a piece that hops over exactly one can capture.
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
        let mut hops = Bitboard::EMPTY;
        // A path of a lone cell has no cell to hop to.
        for &[rising, falling] in self.masks.pairs(self.pairs, from).1 {
            hops |= (rising & occupied).without_first().only_first();
            let blockers = falling & occupied;
            hops |= (blockers - blockers.only_last()).only_last();
        }
        let bends = &self.masks.bends[self.bends_of(from)];
        let hops = bends.iter().fold(hops, |hops, bend| hops | bend.hop(occupied));
        let tails = self.masks.tails[self.tails_of(from)].iter();
        tails.fold(hops, |hops, tail| hops | tail.hop(occupied))
    }
}

impl<M: Mask> Masks<M> {
    /// Returns a cell's lone cells, and its pairs of runs.
    #[inline]
    fn pairs(&self, count: usize, from: Cell) -> (M, &[[M; 2]]) {
        let stride = 1 + 2 * count;
        let runs = &self.runs[from.index() * stride..][..stride];
        (runs[0], runs[1..].as_chunks().0)
    }

    /// Returns the cells that a slider sees along its `N` pairs of runs, without a loop.
    #[inline]
    fn reach_straight<const N: usize>(&self, from: Cell, occupied: M) -> M {
        let (lone, pairs) = self.pairs(N, from);
        lone | seen_along(pairs, occupied)
    }

    // A function of its own, so that most boards do not pay for its registers.
    #[inline(never)]
    fn reach_straight_any(&self, pairs: usize, from: Cell, occupied: M) -> M {
        let (lone, pairs) = self.pairs(pairs, from);
        lone | seen_along(pairs, occupied)
    }
}

impl<const W: usize> Masks<Bitboard<W>> {
    /// Returns the same masks in 64 bits, if these suffice.
    fn narrow(&self) -> Option<Masks<u64>> {
        let low =
            |mask: &Bitboard<W>| Some(mask.low()).filter(|low| Bitboard::from_low(*low) == *mask);
        let bend = |bend: &Bend<Bitboard<W>>| {
            Some(Bend { near: low(&bend.near)?, far: low(&bend.far)?, rises: bend.rises })
        };
        let tail = |tail: &Tail<Bitboard<W>>| {
            Some(Tail { before: low(&tail.before)?, runs: bend(&tail.runs)? })
        };
        Some(Masks {
            runs: self.runs.iter().map(low).collect::<Option<_>>()?,
            bends: self.bends.iter().map(bend).collect::<Option<_>>()?,
            tails: self.tails.iter().map(tail).collect::<Option<_>>()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the results of a walk over the cells: the visible cells, and the second piece of
    /// each path.
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
            cells(&[110, 112, 111, 113]),
            cells(&[101, 105, 102, 106, 103, 107, 104]),
        ];
        see_what_a_walk_sees(&paths);
        // These are paths of three runs and more within 64 cells.
        see_what_a_walk_sees(&[cells(&[1, 5, 2, 6, 3, 7, 4, 9, 8]), cells(&[30, 20, 21, 19])]);
        // These stay within 64 cells.
        see_what_a_walk_sees(&paths[..4]);
    }

    /// Compares the paths of one cell, under random pieces, with a walk along them.
    fn see_what_a_walk_sees(paths: &[Vec<Cell>]) {
        let compiled = Slides::<1>::compile(&[paths.to_vec()]);
        let on_paths: Vec<Cell> = paths.concat();
        assert_eq!(compiled.narrow.is_none(), on_paths.iter().any(|cell| cell.index() >= 64));
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
}
