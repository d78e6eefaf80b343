//! [`CirSquare`]: the round board of 84 cells (docs/rules/round-table-84.md 1).

use crate::geometry::{Cell, Grid};
use crate::tables::Seat;

/// The number of files and ranks of the cross from which the board is bent.
const SIZE: (usize, usize) = (12, 10);
/// The lattice lines between which the files of the castles lie, from west to east.
const CASTLE_FILES: (usize, usize) = (3, 9);
/// The castle walls: the lattice lines between which the battlefield lies, from south to north.
const WALLS: (usize, usize) = (3, 7);
/// The lattice lines in the middle, on which the red diamonds lie.
const MIDDLE: (usize, usize) = (6, 5);
/// The greatest distance of a band with red diamonds from the rim of the cross, in cells.
const BANDS: usize = 2;

/// A point of the lattice: lines from the west, lines from the south.
pub(super) type Point = (usize, usize);

/// The target of a step across a side or a corner of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    /// The cell that the step enters.
    pub to: Cell,
    /// The index of the side or corner by which the step enters it.
    pub entry: usize,
}

/// The parts that a line crosses from cell to cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Across {
    Sides,
    Corners,
}

/// The board of Round Table Chess 84: two castles and a battlefield between them, round a table.
///
/// Take a cross of 12 files and 10 ranks, which has no 3x3 corners. At each notch between two arms,
/// bend both edges until they meet, so that the side of the castle is glued to the end of the
/// battlefield's row. The bend uses up one side of the cell in the notch, which becomes a triangle.
/// Sides and corners follow from the points that cells have in common, so no table of neighbours is
/// needed.
///
/// ```
/// use rotunda_movegen::{CirSquare, Seat};
/// let board = CirSquare::new();
/// assert_eq!(board.grid().all().count(), 84);
/// let triangles = board.grid().all().filter(|cell| board.is_triangle(*cell)).count();
/// assert_eq!(triangles, 4);
/// assert_eq!(board.castle(board.grid().at("f1")), Some(Seat::WHITE));
/// ```
#[derive(Clone, Debug)]
pub struct CirSquare {
    grid: Grid,
    sides: Vec<Vec<Option<Link>>>,
    corners: Vec<Vec<Option<Link>>>,
}

/// Returns the point of the round board for a point of the cross.
///
/// The outer edge of a castle, from the notch outwards, falls on the outer edge of the battlefield.
/// Its first point falls on the notch itself, and so a square loses a side.
fn bend((x, y): Point) -> Point {
    let (wall, beyond) = match y {
        _ if y < WALLS.0 => (WALLS.0, WALLS.0 - y - 1),
        _ if y > WALLS.1 => (WALLS.1, y - WALLS.1 - 1),
        _ => return (x, y),
    };
    match x {
        _ if x == CASTLE_FILES.0 => (x - beyond, wall),
        _ if x == CASTLE_FILES.1 => (x + beyond, wall),
        _ => (x, y),
    }
}

/// The corner points of a cell, clockwise from the one at its upper left.
pub(super) fn outline(grid: &Grid, cell: Cell) -> Vec<Point> {
    let (file, rank) = grid.place(cell);
    let square = [(file, rank + 1), (file + 1, rank + 1), (file + 1, rank), (file, rank)];
    let mut points = square.map(bend).to_vec();
    points.dedup();
    if points.first() == points.last() {
        points.pop();
    }
    points
}

impl CirSquare {
    /// The board.
    #[must_use]
    pub fn new() -> Self {
        let grid = Grid::new(SIZE.0, SIZE.1, |file, rank| {
            (CASTLE_FILES.0..CASTLE_FILES.1).contains(&file) || (WALLS.0..WALLS.1).contains(&rank)
        });
        let outlines: Vec<_> = grid.all().map(|cell| outline(&grid, cell)).collect();
        let triangles: Vec<Cell> =
            grid.all().filter(|cell| outlines[cell.index()].len() == 3).collect();
        let sides = grid.all().map(|cell| sides(&outlines, cell)).collect();
        let corners = grid.all().map(|cell| corners(&outlines, cell)).collect();
        Self { grid: grid.with_triangles(triangles), sides, corners }
    }

    /// The names of the cells, which are those of the cross.
    #[must_use]
    pub const fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Returns the links across each side of a cell, clockwise. Those of a square lead up, right,
    /// down and left on the cross. The side of a square opposite to `i` has the index
    /// `(i + 2) % 4`.
    #[must_use]
    pub fn sides(&self, cell: Cell) -> &[Option<Link>] {
        &self.sides[cell.index()]
    }

    /// Returns the links across each corner of a cell. Corner `i` lies between the sides `i` and
    /// `i + 1`.
    #[must_use]
    pub fn corners(&self, cell: Cell) -> &[Option<Link>] {
        &self.corners[cell.index()]
    }

    /// Returns whether a cell has three sides; all others have four.
    #[must_use]
    pub fn is_triangle(&self, cell: Cell) -> bool {
        self.sides[cell.index()].len() == 3
    }

    /// Returns the seat in whose castle a cell lies; `None` on the battlefield.
    #[must_use]
    pub fn castle(&self, cell: Cell) -> Option<Seat> {
        match self.grid.place(cell).1 {
            rank if rank < WALLS.0 => Some(Seat::WHITE),
            rank if rank >= WALLS.1 => Some(Seat::BLACK),
            _ => None,
        }
    }

    /// The paths of a slider from a cell on the empty board. Where a line forks at a triangle, each
    /// branch is a path of its own. All sliders have the same limits (rules 3.1).
    pub(super) fn lines(&self, from: Cell, across: Across) -> Vec<Vec<Cell>> {
        let mut lines = Vec::new();
        for exit in 0..self.links(from, across).len() {
            let walk = Walk { at: from, triangle: self.is_triangle(from), ..Walk::default() };
            self.follow(walk, exit, across, &mut lines);
        }
        lines
    }

    /// Extends a walk to the ends of all lines that begin with it.
    fn follow(&self, mut walk: Walk, exit: usize, across: Across, lines: &mut Vec<Vec<Cell>>) {
        let next = self.links(walk.at, across)[exit].filter(|link| self.goes_on(&walk, link.to));
        let Some(Link { to, entry }) = next else {
            if !walk.cells.is_empty() {
                lines.push(walk.cells);
            }
            return;
        };
        walk.triangle |= self.is_triangle(to);
        walk.diamond |= self.is_diamond(walk.at, to);
        walk.at = to;
        walk.cells.push(to);
        for exit in self.onward(to, entry) {
            self.follow(walk.clone(), exit, across, lines);
        }
    }

    /// Returns whether the limits of a move allow a walk to a cell. A move may enter or leave one
    /// triangle, and pass one red diamond.
    fn goes_on(&self, walk: &Walk, to: Cell) -> bool {
        !(walk.triangle && self.is_triangle(to) || walk.diamond && self.is_diamond(walk.at, to))
    }

    /// Returns the sides or corners by which a line leaves a cell. A triangle has no opposite
    /// sides, so a line may leave it by either of the other two.
    pub(super) fn onward(&self, cell: Cell, entry: usize) -> Vec<usize> {
        if self.is_triangle(cell) {
            vec![(entry + 1) % 3, (entry + 2) % 3]
        } else {
            vec![(entry + 2) % 4]
        }
    }

    /// Returns the sides at a right angle to that by which a line has entered a cell.
    pub(super) fn turns(&self, cell: Cell, entry: usize) -> [usize; 2] {
        let sides = self.sides(cell).len();
        [(entry + 1) % sides, (entry + sides - 1) % sides]
    }

    fn links(&self, cell: Cell, across: Across) -> &[Option<Link>] {
        match across {
            Across::Sides => self.sides(cell),
            Across::Corners => self.corners(cell),
        }
    }

    /// Returns whether a red diamond lies on the side between two cells. The diamonds are in the
    /// middle of each of the four parts of the two closed bands.
    fn is_diamond(&self, from: Cell, to: Cell) -> bool {
        let (from, to) = (self.grid.place(from), self.grid.place(to));
        let crosses = |from: usize, to: usize, line| from.min(to) + 1 == line && from != to;
        if from.1 == to.1 {
            let depth = from.1.min(SIZE.1 - 1 - from.1);
            depth < BANDS && crosses(from.0, to.0, MIDDLE.0)
        } else {
            // The outermost cells of the rows do not belong to a closed band.
            let depth = from.0.min(SIZE.0 - 1 - from.0);
            from.0 == to.0 && (1..=BANDS).contains(&depth) && crosses(from.1, to.1, MIDDLE.1)
        }
    }
}

impl Default for CirSquare {
    fn default() -> Self {
        Self::new()
    }
}

/// A line under construction.
#[derive(Clone, Debug)]
struct Walk {
    at: Cell,
    cells: Vec<Cell>,
    /// Whether it began on a triangle or has entered one.
    triangle: bool,
    /// Whether it has passed a red diamond.
    diamond: bool,
}

impl Default for Walk {
    fn default() -> Self {
        Self { at: Cell(0), cells: Vec::new(), triangle: false, diamond: false }
    }
}

/// Returns the sides of an outline as pairs of consecutive points.
fn edges(outline: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    outline.iter().copied().zip(outline.iter().copied().cycle().skip(1))
}

/// Returns the links across a cell's sides. The other cell has the same two points in reverse
/// order.
fn sides(outlines: &[Vec<Point>], cell: Cell) -> Vec<Option<Link>> {
    let across = |(start, end): (Point, Point)| {
        outlines.iter().enumerate().find_map(|(other, outline)| {
            let entry = edges(outline).position(|edge| edge == (end, start))?;
            Some(Link { to: Cell(other as u8), entry })
        })
    };
    edges(&outlines[cell.index()]).map(across).collect()
}

/// Returns the links across a cell's corners. The other cell has this point in common and no second
/// one.
fn corners(outlines: &[Vec<Point>], cell: Cell) -> Vec<Option<Link>> {
    let own = &outlines[cell.index()];
    let across = |(_, corner): (Point, Point)| {
        outlines.iter().enumerate().find_map(|(other, outline)| {
            let entry = edges(outline).position(|(_, point)| point == corner)?;
            let common = own.iter().filter(|point| outline.contains(point)).count();
            (common == 1).then_some(Link { to: Cell(other as u8), entry })
        })
    };
    edges(own).map(across).collect()
}
