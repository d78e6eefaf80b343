//! [`Jumps`]: the neighbours over which the pieces of one kind jump, and their landing cells.

use super::piece::Kind;
use crate::geometry::{Bitboard, Board, Cell, Grid, compass};

/// The number of directions of jumps, and so of cells from which a piece can be jumped.
pub(crate) const DIRECTIONS: usize = compass::ALL.len();
/// The number of classes of cells among which jumps stay, since file and rank keep their parity.
const CLASSES: usize = 4;

/// The jumps of a variant's draughtsmen: two cells in any of eight directions, over a piece.
#[derive(Clone, Debug)]
pub(crate) struct Jumps<const W: usize> {
    /// The kind that jumps.
    pub kind: Kind,
    /// The neighbours of each cell that have a cell to land on behind them.
    over: Vec<Bitboard<W>>,
    /// The neighbours of each cell from which a piece on it can be jumped.
    around: Vec<Bitboard<W>>,
    class_of: Vec<u8>,
    classes: [Bitboard<W>; CLASSES],
}

/// Returns the cell behind a neighbour. Cells are numbered in rows of one length, without holes.
#[inline]
pub(crate) const fn beyond(from: Cell, over: Cell) -> Cell {
    Cell((2 * over.0).wrapping_sub(from.0))
}

impl<const W: usize> Jumps<W> {
    /// Compiles the jumps on a board without holes.
    ///
    /// # Panics
    /// Panics if the board has holes.
    pub fn compile(grid: &Grid, kind: Kind) -> Self {
        let cells = grid.cells();
        assert_eq!(cells, grid.files() * grid.ranks(), "jumps need a board without holes");
        let mut over = vec![Bitboard::EMPTY; cells];
        let mut around = vec![Bitboard::EMPTY; cells];
        let mut class_of = Vec::with_capacity(cells);
        let mut classes = [Bitboard::EMPTY; CLASSES];
        for from in grid.all() {
            let (file, rank) = grid.place(from);
            let class = file % 2 * 2 + rank % 2;
            class_of.push(class as u8);
            classes[class] |= Bitboard::of(from);
            for dir in compass::ALL {
                if let Some((middle, _)) = grid.step(from, dir)
                    && let Some((landing, _)) = grid.step(middle, dir)
                {
                    debug_assert_eq!(beyond(from, middle), landing);
                    over[from.index()] |= Bitboard::of(middle);
                    around[middle.index()] |= Bitboard::of(from);
                }
            }
        }
        Self { kind, over, around, class_of, classes }
    }

    /// Returns the neighbours of a cell that have a cell to land on behind them.
    #[inline]
    pub fn over(&self, from: Cell) -> Bitboard<W> {
        self.over[from.index()]
    }

    /// Returns the pieces over which one jump from a cell leads to a cell that is not `occupied`.
    #[inline]
    pub fn passing(&self, from: Cell, pieces: Bitboard<W>, occupied: Bitboard<W>) -> Bitboard<W> {
        (self.over(from) & pieces)
            .iter()
            .filter(|over| !occupied.has(beyond(from, *over)))
            .collect()
    }

    /// The cells from which a piece on a cell can be jumped.
    #[inline]
    pub fn around(&self, target: Cell) -> Bitboard<W> {
        self.around[target.index()]
    }

    /// The cells that jumps can lead to from a cell.
    #[inline]
    pub fn class(&self, cell: Cell) -> Bitboard<W> {
        self.classes[usize::from(self.class_of[cell.index()])]
    }

    /// The cells that a piece reaches by jumps over `hurdles` to cells that are not `occupied`; the
    /// first ones included.
    #[inline]
    pub fn flood(
        &self,
        starts: Bitboard<W>,
        hurdles: Bitboard<W>,
        occupied: Bitboard<W>,
    ) -> Bitboard<W> {
        let mut reached = starts;
        let mut fresh = starts;
        while let Some(at) = fresh.first() {
            fresh = fresh.without_first();
            for over in self.over(at) & hurdles {
                let landing = Bitboard::of(beyond(at, over));
                if !landing.meets(occupied | reached) {
                    reached |= landing;
                    fresh |= landing;
                }
            }
        }
        reached
    }
}
