//! Boards as graphs of (cell, heading) steps, and the paths that pieces take over them.

use super::cell::Cell;

/// A heading on a [`Board`]. Each board defines the meaning of the numbers.
///
/// ```
/// use rotunda_movegen::{Board, Cell, Grid, compass};
/// let grid = Grid::new(8, 8, |_, _| true);
/// assert_eq!(grid.step(Cell(0), compass::N), Some((Cell(8), compass::N)));
/// assert_eq!(grid.step(Cell(0), compass::W), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Dir(pub u8);

/// A board as its author writes it: the cell and the heading after each step.
///
/// The heading makes twists work: a rook that runs through the centre of a round board steps inward
/// and comes out with the outward heading.
///
/// ```text
/// (d3, inward) -> (d4, inward) -> (d5, outward) -> (d6, outward) -> ..
/// ```
///
/// ```
/// use rotunda_movegen::{Board, Cell, Dir, ray};
/// /// Six cells in a ring; heading 0 goes up the numbers, heading 1 down.
/// struct Ring;
/// impl Board for Ring {
///     fn cells(&self) -> usize {
///         6
///     }
///     fn step(&self, from: Cell, dir: Dir) -> Option<(Cell, Dir)> {
///         let by = if dir == Dir(0) { 1 } else { 5 };
///         Some((Cell((from.0 + by) % 6), dir))
///     }
/// }
/// assert_eq!(ray(&Ring, Cell(4), Dir(0)), [5, 0, 1, 2, 3].map(Cell));
/// ```
pub trait Board {
    /// Returns the number of cells.
    fn cells(&self) -> usize;
    /// Returns the cell and the heading after one step; `None` off the edge.
    fn step(&self, from: Cell, dir: Dir) -> Option<(Cell, Dir)>;
}

/// The moves and captures that a piece may make along a [`Path`].
///
/// ```
/// use rotunda_movegen::{Cell, Grid, Mode, compass, steps};
/// // A pawn of White on a2: one cell ahead without taking, one to the side ahead to take.
/// let grid = Grid::new(8, 8, |_, _| true);
/// let mut paths = steps(&grid, grid.at("a2"), &[compass::N], Mode::Quiet);
/// paths.extend(steps(&grid, grid.at("a2"), &[compass::NE, compass::NW], Mode::Capture));
/// let to: Vec<_> = paths.iter().map(|path| (grid.name(path.cells[0]), path.mode)).collect();
/// assert_eq!(to, [("a3".to_owned(), Mode::Quiet), ("b3".to_owned(), Mode::Capture)]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mode {
    /// The piece goes to any empty cell before the first piece, or captures that piece.
    Both,
    /// The piece goes to any empty cell before the first piece.
    Quiet,
    /// The piece captures the first piece.
    Capture,
    /// The piece captures the first piece beyond exactly one other.
    Hop,
    /// The piece goes to the last cell, or captures there, if all cells before it are empty: a lame
    /// leap, which a piece on its way stops.
    Lame,
}

/// The unit of movement: the cells that a piece passes, nearest first, and its mode.
///
/// A path has no branches: rebounds, forks and rings are resolved. A rook that rebounds from a
/// corner has one path that turns there; a line that forks is two paths with a common beginning,
/// each written out.
///
/// ```text
/// a3                                         d4 - d5 - d6
/// a2                                        /
/// a1 <- b1 <- c1 <- d1           f3 - e3 - d3 - d2 - d1
///
/// from d1: c1 b1 a1 a2 a3        from f3: e3 d3 d4 d5 d6  and  e3 d3 d2 d1
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Path {
    /// The cells, nearest first, each once, without the start.
    pub cells: Vec<Cell>,
    /// The mode of the moves along them.
    pub mode: Mode,
}

impl Path {
    /// Returns a path of one cell: a step or a leap.
    #[must_use]
    pub fn leap(to: Cell, mode: Mode) -> Self {
        Self { cells: vec![to], mode }
    }

    /// Returns the cells on which it can end: of a lame leap only the last one.
    ///
    /// ```
    /// use rotunda_movegen::{Cell, Mode, Path};
    /// let cells = [1, 10].map(Cell).to_vec();
    /// let slide = Path { cells, mode: Mode::Both };
    /// assert_eq!(slide.targets(), [1, 10].map(Cell));
    /// assert_eq!(Path { mode: Mode::Lame, ..slide }.targets(), [Cell(10)]);
    /// ```
    #[must_use]
    pub fn targets(&self) -> &[Cell] {
        match self.mode {
            Mode::Lame => &self.cells[self.cells.len().saturating_sub(1)..],
            _ => &self.cells,
        }
    }
}

/// Returns the cells that a slider passes, nearest first, each once.
#[must_use]
pub fn ray(board: &impl Board, from: Cell, dir: Dir) -> Vec<Cell> {
    let mut path = Vec::new();
    let mut at = (from, dir);
    while let Some(next) = board.step(at.0, at.1) {
        if next.0 == from || path.contains(&next.0) {
            break; // a closed ring, or a path that crosses itself
        }
        path.push(next.0);
        at = next;
    }
    path
}

/// Returns one path along each of the headings, as far as possible.
#[must_use]
pub fn slides(board: &impl Board, from: Cell, dirs: &[Dir], mode: Mode) -> Vec<Path> {
    let rays = dirs.iter().map(|&dir| Path { cells: ray(board, from, dir), mode });
    rays.filter(|path| !path.cells.is_empty()).collect()
}

/// Returns one step along each of the headings.
#[must_use]
pub fn steps(board: &impl Board, from: Cell, dirs: &[Dir], mode: Mode) -> Vec<Path> {
    let targets = dirs.iter().filter_map(|&dir| board.step(from, dir));
    targets.map(|(to, _)| Path::leap(to, mode)).collect()
}
