//! [`StartStep`]: the first steps of pawns over cells on which they can be captured en passant.

use super::spec::KindSpec;
use crate::geometry::{Bitboard, Cell, Mode, Path};

/// The most cells that all ways of one start step pass over together.
pub(super) const PASSED: usize = 16;

/// A pawn's step from one cell to another over cells that must be empty.
#[derive(Clone, Debug)]
pub(crate) struct StartStep<const W: usize> {
    /// The cell on which it ends.
    pub to: Cell,
    /// The cells that each of its ways passes over.
    pub ways: Vec<Bitboard<W>>,
}

impl<const W: usize> StartStep<W> {
    /// Returns the cells that the pawn passes over, given the occupied cells: those of every free
    /// way, none if no way is free.
    pub fn open(&self, occupied: Bitboard<W>) -> Bitboard<W> {
        let open = self.ways.iter().filter(|way| !way.meets(occupied));
        open.fold(Bitboard::EMPTY, |all, way| all | *way)
    }

    /// The cells of all ways.
    pub fn cells(&self) -> Bitboard<W> {
        self.ways.iter().fold(Bitboard::EMPTY, |all, way| all | *way)
    }
}

/// The start steps of a pawn on one cell; the common case has its own variant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Starts {
    /// No start step.
    None,
    /// One step over one cell to another, where the pawn keeps its kind.
    One {
        /// The cell passed over.
        over: Cell,
        /// The cell on which the step ends.
        to: Cell,
    },
    /// The steps between two indices of the motion's list.
    Several(u16, u16),
}

/// The start steps of one seat's pawns of a kind.
#[derive(Clone, Debug)]
pub(crate) struct StartSteps<const W: usize> {
    /// The start steps by cell.
    pub by_cell: Vec<Starts>,
    /// The list of all steps other than [`Starts::One`].
    pub several: Vec<StartStep<W>>,
}

impl<const W: usize> StartSteps<W> {
    /// Returns no start steps for a board of so many cells.
    pub fn none(cells: usize) -> Self {
        Self { by_cell: vec![Starts::None; cells], several: Vec::new() }
    }

    /// Compiles the start steps of a pawn's quiet paths. A target that a `step` reaches is not a
    /// start step, nor is a `barred` cell. A step that promotes is always in the list.
    pub fn compile(
        paths: &[Vec<Path>],
        step: impl Fn(Cell) -> Bitboard<W>,
        barred: Bitboard<W>,
        zone: Bitboard<W>,
    ) -> Self {
        let mut steps = Self::none(paths.len());
        for (cell, paths) in paths.iter().enumerate() {
            let mut all = start_steps(paths);
            all.retain(|start| !(step(Cell(cell as u8)) | barred).has(start.to));
            steps.by_cell[cell] = match &all[..] {
                [] => Starts::None,
                [StartStep { to, ways }] if !zone.has(*to) && is_single(ways) => {
                    Starts::One { over: ways[0].first().expect("it has one cell"), to: *to }
                }
                _ => {
                    let first = steps.several.len() as u16;
                    steps.several.extend(all);
                    Starts::Several(first, steps.several.len() as u16)
                }
            };
        }
        steps
    }

    /// Returns the cells that a pawn's start step between two cells passes over, given the occupied
    /// cells, and the step's index in the list if it has one.
    #[inline]
    pub fn passed(
        &self,
        (from, to): (Cell, Cell),
        occupied: Bitboard<W>,
    ) -> (Bitboard<W>, Option<u16>) {
        match self.by_cell[from.index()] {
            Starts::None => (Bitboard::EMPTY, None),
            Starts::One { over, .. } => (Bitboard::of(over), None),
            Starts::Several(first, end) => {
                let place = (first..end).find(|place| self.several[usize::from(*place)].to == to);
                let step = place.map(|place| &self.several[usize::from(place)]);
                (step.map_or(Bitboard::EMPTY, |step| step.open(occupied)), place)
            }
        }
    }

    /// Returns the start steps from a cell, and the index of each in the list if it has one.
    pub fn from(&self, cell: Cell) -> impl Iterator<Item = (StartStep<W>, Option<u16>)> + '_ {
        let (one, several) = match self.by_cell[cell.index()] {
            Starts::None => (None, 0..0),
            Starts::One { over, to } => {
                (Some(StartStep { to, ways: vec![Bitboard::of(over)] }), 0..0)
            }
            Starts::Several(first, end) => (None, first..end),
        };
        let one = one.into_iter().map(|step| (step, None));
        one.chain(several.map(|place| (self.several[usize::from(place)].clone(), Some(place))))
    }
}

/// Returns whether there is one way over one cell.
fn is_single<const W: usize>(ways: &[Bitboard<W>]) -> bool {
    matches!(ways, [way] if way.is_single())
}

/// Returns the start steps of a cell's quiet paths, which lead to every cell but the first of each
/// path.
fn start_steps<const W: usize>(paths: &[Path]) -> Vec<StartStep<W>> {
    let mut steps: Vec<StartStep<W>> = Vec::new();
    for path in paths.iter().filter(|path| path.mode == Mode::Quiet) {
        let mut passed = Bitboard::EMPTY;
        for pair in path.cells.windows(2) {
            passed |= Bitboard::of(pair[0]);
            let place = steps.iter().position(|step| step.to == pair[1]);
            let place = place.unwrap_or_else(|| {
                steps.push(StartStep { to: pair[1], ways: Vec::new() });
                steps.len() - 1
            });
            if !steps[place].ways.contains(&passed) {
                steps[place].ways.push(passed);
            }
        }
    }
    steps
}

/// The cells that a seat's pawns with these quiet paths may pass over.
pub(super) fn start_cells(paths: &[Vec<Path>]) -> Bitboard<2> {
    let steps = paths.iter().flat_map(|paths| start_steps::<2>(paths));
    steps.fold(Bitboard::EMPTY, |all, step| all | step.cells())
}

/// Returns whether a start step of a pawn passes over more cells than a position can hold.
pub(super) fn pass_too_many(kind: &KindSpec) -> bool {
    let is_long = |step: &StartStep<2>| step.cells().len() as usize > PASSED;
    kind.paths.iter().flatten().any(|paths| start_steps(paths).iter().any(is_long))
}
