//! [`Plane`]: a board as steps along named headings, whatever its shape.

use std::collections::HashMap;

use rotunda_movegen::{Board, Cell, Dir, Grid, Layout, Seat};

/// A vector of the plane: to the right, and forward, as White sees it.
pub type Vector = (f64, f64);

/// How cells are found by offsets on boards whose headings are the same everywhere.
#[derive(Clone, Debug)]
pub struct Lattice {
    /// The step of each orthogonal heading in the lattice's own two coordinates.
    pub deltas: Vec<(i32, i32)>,
    /// The cells by their coordinates.
    pub cells: HashMap<(i32, i32), Cell>,
    /// The coordinates of every cell.
    pub places: Vec<(i32, i32)>,
    /// After how many steps each coordinate comes round again; `None` if it never does.
    pub wraps: (Option<i32>, Option<i32>),
}

impl Lattice {
    /// The lattice of cells at these coordinates, in the order of their numbers.
    pub fn new(
        deltas: Vec<(i32, i32)>,
        places: Vec<(i32, i32)>,
        wraps: (Option<i32>, Option<i32>),
    ) -> Self {
        let cells = places.iter().zip(0..).map(|(place, cell)| (*place, Cell(cell))).collect();
        Self { deltas, cells, places, wraps }
    }

    /// The cell at an offset from another.
    pub fn offset(&self, from: Cell, (x, y): (i32, i32)) -> Option<Cell> {
        let (fx, fy) = self.places[from.index()];
        let round = |at: i32, wrap: Option<i32>| wrap.map_or(at, |wrap| at.rem_euclid(wrap));
        let place = (round(fx + x, self.wraps.0), round(fy + y, self.wraps.1));
        self.cells.get(&place).copied()
    }
}

/// Who plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seating {
    /// White and Black, whose boards are each other's mirrored.
    Duel,
    /// So many round a ring, whose boards are each other's turned.
    Table(usize),
}

impl Seating {
    /// How many they are.
    pub const fn count(self) -> usize {
        match self {
            Self::Duel => 2,
            Self::Table(players) => players,
        }
    }

    /// Whether they sit round a table.
    pub const fn is_table(self) -> bool {
        matches!(self, Self::Table(_))
    }
}

/// A board: its cells, its headings, and where each step leads.
#[derive(Clone, Debug)]
pub struct Plane {
    pub grid: Grid,
    /// The names of the headings.
    pub names: Vec<String>,
    /// The headings across sides, in their order round a cell.
    pub orthogonal: Vec<Dir>,
    /// The headings across corners; each lies between the orthogonal one of its index and the next.
    pub diagonal: Vec<Dir>,
    /// What each heading is to Black.
    pub black: Vec<Dir>,
    /// Where each heading points.
    pub vectors: Vec<Vector>,
    /// Where each step leads: `steps[cell][heading]`.
    pub steps: Vec<Vec<Option<(Cell, Dir)>>>,
    pub lattice: Option<Lattice>,
    /// The cell that is to Black what a cell is to White.
    pub mirror: Vec<Cell>,
    pub seating: Seating,
    pub layout: Layout,
}

impl Board for Plane {
    fn cells(&self) -> usize {
        self.grid.cells()
    }

    fn step(&self, from: Cell, dir: Dir) -> Option<(Cell, Dir)> {
        self.steps[from.index()][usize::from(dir.0)]
    }
}

impl Plane {
    /// The heading with a name.
    pub fn heading(&self, name: &str) -> Option<Dir> {
        let found = self.names.iter().position(|known| known == name);
        found.map(|index| Dir(index as u8))
    }

    /// What a heading is to a seat.
    pub fn seen_by(&self, seat: Seat, dir: Dir) -> Dir {
        if seat == Seat::WHITE { dir } else { self.black[usize::from(dir.0)] }
    }

    /// The seats, in the order of their turns.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.seating.count() as u8).map(Seat)
    }

    /// The cell that is to a seat what a cell is to the first one.
    pub fn image(&self, seat: Seat, cell: Cell) -> Cell {
        if seat == Seat::WHITE {
            return cell;
        }
        let Seating::Table(players) = self.seating else { return self.mirror[cell.index()] };
        let (file, rank) = self.grid.place(cell);
        let turned = rank + seat.index() * self.grid.ranks() / players;
        self.grid.cell(file, turned % self.grid.ranks()).unwrap_or(cell)
    }

    /// Column and line, from the bottom, of a cell in a picture of letters: files and ranks, or files
    /// and halves of lines where cells are hexagons.
    pub fn text_place(&self, cell: Cell) -> (usize, usize) {
        let (file, rank) = self.grid.place(cell);
        if self.orthogonal.len() != 6 || self.lattice.is_none() {
            return (file, rank);
        }
        let bottom = self.grid.files() / 2;
        (file, 2 * rank + file.abs_diff(bottom))
    }

    /// Where a heading points.
    pub fn vector(&self, dir: Dir) -> Vector {
        self.vectors[usize::from(dir.0)]
    }

    /// The cells of a path along a heading, no more than so many.
    pub fn ray(&self, from: Cell, dir: Dir, most: usize) -> Vec<Cell> {
        let mut cells = Vec::new();
        let mut at = (from, dir);
        while cells.len() < most
            && let Some(next) = self.step(at.0, at.1)
            && next.0 != from
            && !cells.contains(&next.0)
        {
            cells.push(next.0);
            at = next;
        }
        cells
    }

    /// So many steps along a heading, and which way one faces then.
    pub fn walk(&self, from: Cell, dir: Dir, count: u32) -> Option<(Cell, Dir)> {
        (0..count).try_fold((from, dir), |(at, dir), _| self.step(at, dir))
    }

    /// The orthogonal heading next to another one, on the side of rising indices or on the other.
    pub fn beside(&self, dir: Dir, rising: bool) -> Option<Dir> {
        let count = self.orthogonal.len();
        let index = self.orthogonal.iter().position(|known| *known == dir)?;
        Some(self.orthogonal[(index + if rising { 1 } else { count - 1 }) % count])
    }
}
