//! [`Plane`]: a board as steps along named headings, whatever its shape.

use std::collections::BTreeMap;
use std::mem;

use rotunda_movegen::{Bitboard, Board, Cell, Dir, Grid, Layout, Seat};

/// The most cells that the paths of a piece pass from one cell, with repetitions.
pub const PASSED: usize = 512;

/// The further targets of steps on boards whose lines fork, by cell and heading.
pub type Forks = BTreeMap<(Cell, u8), Vec<(Cell, Dir)>>;

/// A vector of the plane: to the right, and forward, as White sees it.
pub type Vector = (f64, f64);

/// The coordinates of the cells on a board whose headings are the same everywhere.
#[derive(Clone, Debug)]
pub struct Lattice {
    /// The step of each orthogonal heading in the lattice's own two coordinates.
    pub deltas: Vec<(i32, i32)>,
    /// The cells by their coordinates, column after column from the lowest.
    cells: Vec<Option<Cell>>,
    lowest: (i32, i32),
    columns: i32,
    height: i32,
    /// The coordinates of every cell.
    pub places: Vec<(i32, i32)>,
    /// The number of steps after which each coordinate wraps round; `None` if it does not.
    pub wraps: (Option<i32>, Option<i32>),
}

impl Lattice {
    /// Creates the lattice of cells at these coordinates, in the order of their numbers.
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

    /// Returns the index of some coordinates among the cells.
    fn index(&self, (x, y): (i32, i32)) -> Option<usize> {
        let (column, row) = (x - self.lowest.0, y - self.lowest.1);
        let is_within = (0..self.columns).contains(&column) && (0..self.height).contains(&row);
        is_within.then_some((column * self.height + row) as usize)
    }

    /// Returns the cell at some coordinates.
    pub fn at(&self, place: (i32, i32)) -> Option<Cell> {
        self.cells[self.index(place)?]
    }

    /// Returns the cell at an offset from another.
    pub fn offset(&self, from: Cell, (x, y): (i32, i32)) -> Option<Cell> {
        let (fx, fy) = self.places[from.index()];
        let round = |at: i32, wrap: Option<i32>| wrap.map_or(at, |wrap| at.rem_euclid(wrap));
        self.at((round(fx + x, self.wraps.0), round(fy + y, self.wraps.1)))
    }

    /// Returns the image of a cell when the board is turned about its middle by `turn` headings
    /// across sides.
    pub fn turned(&self, cell: Cell, turn: usize) -> Option<Cell> {
        let (x, y) = self.places[cell.index()];
        // This is twice the offset from the middle, which may lie between cells.
        let middle = (2 * self.lowest.0 + self.columns - 1, 2 * self.lowest.1 + self.height - 1);
        let (x, y) = (2 * x - middle.0, 2 * y - middle.1);
        // Coordinates are steps along the second heading and along the first.
        let count = self.deltas.len();
        let (along, up) = (self.deltas[(1 + turn) % count], self.deltas[turn % count]);
        let to = (x * along.0 + y * up.0 + middle.0, x * along.1 + y * up.1 + middle.1);
        let is_place = to.0.rem_euclid(2) == 0 && to.1.rem_euclid(2) == 0;
        self.at((to.0 / 2, to.1 / 2)).filter(|_| is_place)
    }
}

/// The number and the places of the players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seating {
    /// White and Black. The board of one is the mirror image of the other's.
    Duel,
    /// The number of players round a ring. The board of one is that of another, turned.
    Ring(usize),
    /// The number of players round another board. Each faces a heading of its own.
    Table(usize),
}

impl Seating {
    /// Returns the number of players.
    pub const fn count(self) -> usize {
        match self {
            Self::Duel => 2,
            Self::Ring(players) | Self::Table(players) => players,
        }
    }

    /// Returns whether the players sit round a table, at a ring or another board.
    pub const fn is_table(self) -> bool {
        !matches!(self, Self::Duel)
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
    /// The heading that Black has for each heading of White.
    pub black: Vec<Dir>,
    /// The vector of each heading.
    pub vectors: Vec<Vector>,
    /// The target of each step and the heading after it: `steps[cell][heading]`.
    pub steps: Vec<Vec<Option<(Cell, Dir)>>>,
    /// The further targets of steps on boards whose lines fork.
    pub forks: Forks,
    pub lattice: Option<Lattice>,
    /// The cell that Black has for each cell of White; `None` if a hole is there.
    pub mirror: Vec<Option<Cell>>,
    pub seating: Seating,
    /// The turn of each seat of a table against the first, in headings across sides; empty for
    /// duels and rings.
    pub turns: Vec<usize>,
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
    /// Returns the heading with a name.
    pub fn heading(&self, name: &str) -> Option<Dir> {
        let found = self.names.iter().position(|known| known == name);
        found.map(|index| Dir(index as u8))
    }

    /// Returns the turn of a seat against the first, in headings across sides.
    pub fn turn(&self, seat: Seat) -> usize {
        self.turns.get(seat.index()).copied().unwrap_or(0)
    }

    /// Returns the heading of a seat that corresponds to a heading of the first.
    pub fn seen_by(&self, seat: Seat, dir: Dir) -> Dir {
        if seat == Seat::WHITE {
            return dir;
        }
        if !matches!(self.seating, Seating::Table(_)) {
            return self.black[usize::from(dir.0)];
        }
        let turned = |all: &[Dir]| {
            let index = all.iter().position(|known| *known == dir)?;
            Some(all[(index + self.turn(seat)) % all.len()])
        };
        turned(&self.orthogonal).or_else(|| turned(&self.diagonal)).unwrap_or(dir)
    }

    /// Returns a vector as a seat sees it, with its own forward heading ahead.
    pub fn vector_to(&self, seat: Seat, (x, y): Vector) -> Vector {
        match self.seating {
            _ if seat == Seat::WHITE => (x, y),
            Seating::Table(_) => {
                let part = self.turn(seat) as f64 / self.orthogonal.len() as f64;
                let (sin, cos) = (part * std::f64::consts::TAU).sin_cos();
                (x * cos - y * sin, x * sin + y * cos)
            }
            // Black sees the board turned round, unless headings are the same for both.
            _ if self.orthogonal.iter().all(|dir| self.seen_by(seat, *dir) == *dir) => (x, y),
            _ => (-x, -y),
        }
    }

    /// Returns the seats in the order of their turns.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.seating.count() as u8).map(Seat)
    }

    /// Returns the cell of a seat that corresponds to a cell of the first seat; `None` if the board
    /// has no cell there.
    pub fn image(&self, seat: Seat, cell: Cell) -> Option<Cell> {
        if seat == Seat::WHITE {
            return Some(cell);
        }
        match self.seating {
            Seating::Duel => self.mirror[cell.index()],
            Seating::Ring(players) => {
                let (file, rank) = self.grid.place(cell);
                let turned = rank + seat.index() * self.grid.ranks() / players;
                self.grid.cell(file, turned % self.grid.ranks())
            }
            Seating::Table(_) => self.lattice.as_ref()?.turned(cell, self.turn(seat)),
        }
    }

    /// Returns the column and line, from the bottom, of a cell in a picture of letters. They are
    /// files and ranks, or files and half lines where cells are hexagons.
    pub fn text_place(&self, cell: Cell) -> (usize, usize) {
        let (file, rank) = self.grid.place(cell);
        if self.orthogonal.len() != 6 || self.lattice.is_none() {
            return (file, rank);
        }
        let bottom = self.grid.files() / 2;
        (file, 2 * rank + file.abs_diff(bottom))
    }

    /// Returns the vector of a heading.
    pub fn vector(&self, dir: Dir) -> Vector {
        self.vectors[usize::from(dir.0)]
    }

    /// Returns the targets of a step along a heading: one cell, several where the line forks, or
    /// none.
    pub fn ways(&self, from: Cell, dir: Dir) -> impl Iterator<Item = (Cell, Dir)> + '_ {
        let others = self.forks.get(&(from, dir.0)).into_iter().flatten().copied();
        self.step(from, dir).into_iter().chain(others)
    }

    /// Returns the paths along a heading as lists of at most `most` cells. There is one path, which
    /// may be empty, and one more for each fork. Paths stop being added once they pass more than
    /// [`PASSED`] cells together.
    pub fn rays(&self, from: Cell, dir: Dir, most: usize) -> Vec<Vec<Cell>> {
        let mut rays = Vec::new();
        let mut cells = 0;
        let mut open = vec![(Vec::new(), Bitboard::<2>::of(from), (from, dir))];
        while let Some((mut ray, passed, at)) = open.pop() {
            let mut ways: Vec<(Cell, Dir)> = self.ways(at.0, at.1).collect();
            ways.retain(|(to, _)| ray.len() < most && !passed.has(*to));
            if ways.is_empty() {
                cells += ray.len();
                rays.push(ray);
                if cells > PASSED {
                    break;
                }
                continue;
            }
            while let Some(next) = ways.pop() {
                let mut longer = if ways.is_empty() { mem::take(&mut ray) } else { ray.clone() };
                longer.push(next.0);
                open.push((longer, passed | Bitboard::of(next.0), next));
            }
        }
        rays
    }

    /// Returns the cells after so many steps along a heading, each with the heading there.
    pub fn walks(&self, from: Cell, dir: Dir, count: u32) -> Vec<(Cell, Dir)> {
        (0..count).fold(vec![(from, dir)], |all, _| {
            let mut next: Vec<(Cell, Dir)> = Vec::new();
            for way in all.into_iter().flat_map(|(at, dir)| self.ways(at, dir)) {
                if !next.contains(&way) {
                    next.push(way);
                }
            }
            next
        })
    }

    /// Returns the orthogonal heading next to another one, on the side of rising or of falling
    /// indices.
    pub fn beside(&self, dir: Dir, rising: bool) -> Option<Dir> {
        let count = self.orthogonal.len();
        let index = self.orthogonal.iter().position(|known| *known == dir)?;
        Some(self.orthogonal[(index + if rising { 1 } else { count - 1 }) % count])
    }
}
