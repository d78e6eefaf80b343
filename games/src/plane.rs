//! [`Plane`]: a board as steps along named headings, whatever its shape.

use rotunda_movegen::{Bitboard, Board, Cell, Dir, Grid, Layout, Seat};

/// A vector of the plane: to the right, and forward, as White sees it.
pub type Vector = (f64, f64);

/// How cells are found by offsets on boards whose headings are the same everywhere.
#[derive(Clone, Debug)]
pub struct Lattice {
    /// The step of each orthogonal heading in the lattice's own two coordinates.
    pub deltas: Vec<(i32, i32)>,
    /// The cells by their coordinates, counted from the lowest: columns of so many.
    cells: Vec<Option<Cell>>,
    lowest: (i32, i32),
    columns: i32,
    height: i32,
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
        let ends = |all: &dyn Fn(&(i32, i32)) -> i32| {
            let numbers = || places.iter().map(all);
            (numbers().min().unwrap_or(0), numbers().max().unwrap_or(0))
        };
        let ((left, right), (low, high)) = (ends(&|place| place.0), ends(&|place| place.1));
        let (columns, height) = (right - left + 1, high - low + 1);
        let cells = vec![None; (columns * height) as usize];
        let mut lattice =
            Self { deltas, cells, lowest: (left, low), columns, height, places, wraps };
        for cell in (0..lattice.places.len()).map(|index| Cell(index as u8)) {
            let index = lattice.index(lattice.places[cell.index()]);
            lattice.cells[index.expect("a place within the ends of all")] = Some(cell);
        }
        lattice
    }

    /// The index of some coordinates among the cells.
    fn index(&self, (x, y): (i32, i32)) -> Option<usize> {
        let (column, row) = (x - self.lowest.0, y - self.lowest.1);
        let is_within = (0..self.columns).contains(&column) && (0..self.height).contains(&row);
        is_within.then_some((column * self.height + row) as usize)
    }

    /// The cell at some coordinates.
    pub fn at(&self, place: (i32, i32)) -> Option<Cell> {
        self.cells[self.index(place)?]
    }

    /// The cell at an offset from another.
    pub fn offset(&self, from: Cell, (x, y): (i32, i32)) -> Option<Cell> {
        let (fx, fy) = self.places[from.index()];
        let round = |at: i32, wrap: Option<i32>| wrap.map_or(at, |wrap| at.rem_euclid(wrap));
        self.at((round(fx + x, self.wraps.0), round(fy + y, self.wraps.1)))
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
        let mut passed = Bitboard::<2>::of(from);
        let mut at = (from, dir);
        while cells.len() < most
            && let Some(next) = self.step(at.0, at.1)
            && !passed.has(next.0)
        {
            cells.push(next.0);
            passed |= Bitboard::of(next.0);
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
