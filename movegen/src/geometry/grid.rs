//! Rectangular naming of cells: files, ranks, and holes without a cell.

use super::board::{Board, Dir};
use super::cell::Cell;

/// The eight headings of a [`Grid`], clockwise from north; odd ones are diagonal.
pub mod compass {
    use crate::geometry::Dir;

    /// The heading towards higher ranks.
    pub const N: Dir = Dir(0);
    /// The heading north-east.
    pub const NE: Dir = Dir(1);
    /// The heading towards later files.
    pub const E: Dir = Dir(2);
    /// The heading south-east.
    pub const SE: Dir = Dir(3);
    /// The heading towards lower ranks.
    pub const S: Dir = Dir(4);
    /// The heading south-west.
    pub const SW: Dir = Dir(5);
    /// The heading towards earlier files.
    pub const W: Dir = Dir(6);
    /// The heading north-west.
    pub const NW: Dir = Dir(7);

    /// The four headings along files and ranks.
    pub const ORTHOGONAL: [Dir; 4] = [N, E, S, W];
    /// The four diagonal headings.
    pub const DIAGONAL: [Dir; 4] = [NE, SE, SW, NW];
    /// All eight headings, clockwise from north.
    pub const ALL: [Dir; 8] = [N, NE, E, SE, S, SW, W, NW];

    /// The step in files and ranks.
    #[must_use]
    pub const fn delta(dir: Dir) -> (i32, i32) {
        const DELTAS: [(i32, i32); 8] =
            [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
        DELTAS[dir.0 as usize]
    }
}

/// Cells named by a letter for the file and a number for the rank, with holes between them.
///
/// Cells are numbered rank by rank from the first, file by file within a rank; holes have no
/// number. As a [`Board`] it is the plain lattice with the headings of [`compass`]; a board whose
/// lines bend uses the grid only for names.
///
/// ```
/// use rotunda_movegen::{Cell, Grid};
/// // Three files and ranks with a hole in the middle:    a3 b3 c3      5 6 7
/// //                                                     a2    c2      3   4
/// //                                                     a1 b1 c1      0 1 2
/// let grid = Grid::new(3, 3, |file, rank| (file, rank) != (1, 1));
/// assert_eq!((grid.named("c2"), grid.named("b2")), (Some(Cell(4)), None));
/// assert_eq!((grid.cell(2, 1), grid.place(Cell(4))), (Some(Cell(4)), (2, 1)));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    files: usize,
    ranks: usize,
    cells: Vec<Option<Cell>>,
    places: Vec<(usize, usize)>,
    triangles: Vec<Cell>,
    /// The letters of the files, unless they are the first ones of the alphabet.
    letters: Option<Vec<char>>,
    is_twisted: bool,
    /// The quarter turns of drawings for each seat of a table that is not a ring.
    quarter_turns: Option<Vec<u8>>,
}

impl Grid {
    /// Creates the grid of the `(file, rank)` places, both counted from 0, for which `exists`
    /// returns true.
    #[must_use]
    pub fn new(files: usize, ranks: usize, exists: impl Fn(usize, usize) -> bool) -> Self {
        let mut cells = Vec::new();
        let mut places = Vec::new();
        for rank in 0..ranks {
            for file in 0..files {
                let there = exists(file, rank);
                cells.push(there.then_some(Cell(places.len() as u8)));
                places.extend(there.then_some((file, rank)));
            }
        }
        let triangles = Vec::new();
        Self {
            files,
            ranks,
            cells,
            places,
            triangles,
            letters: None,
            is_twisted: false,
            quarter_turns: None,
        }
    }

    /// Returns the grid with these cells drawn as triangles.
    #[must_use]
    pub fn with_triangles(self, triangles: Vec<Cell>) -> Self {
        Self { triangles, ..self }
    }

    /// Returns the grid with these letters for its files: different lower-case letters, one for
    /// each file.
    ///
    /// ```
    /// use rotunda_movegen::{Cell, Grid};
    /// let grid = Grid::new(3, 2, |_, _| true).with_letters(vec!['i', 'k', 'l']);
    /// assert_eq!((grid.name(Cell(4)), grid.named("l1")), ("k2".into(), Some(Cell(2))));
    /// assert_eq!(grid.named("j1"), None);
    /// ```
    #[must_use]
    pub fn with_letters(self, letters: Vec<char>) -> Self {
        Self { letters: Some(letters), ..self }
    }

    /// The letter of a file, counted from 0.
    #[must_use]
    pub fn letter(&self, file: usize) -> char {
        self.letters.as_ref().map_or_else(|| file_letter(file), |letters| letters[file])
    }

    /// Returns whether drawings show the cell as a triangle.
    #[must_use]
    pub fn is_triangle(&self, cell: Cell) -> bool {
        self.triangles.contains(&cell)
    }

    /// Returns the grid with ranks that continue beyond the first and the last file. There the rank
    /// equally far from the other end follows, at the opposite file.
    #[must_use]
    pub fn with_twist(self) -> Self {
        Self { is_twisted: true, ..self }
    }

    /// Returns whether ranks continue beyond the first and the last file.
    #[must_use]
    pub const fn is_twisted(&self) -> bool {
        self.is_twisted
    }

    /// Returns the cell beyond the edge that follows a cell of the first or the last file; file and
    /// rank count from 0. It returns `None` elsewhere, where either cell is a hole, and where the
    /// board ends.
    ///
    /// ```
    /// use rotunda_movegen::Grid;
    /// let disc = Grid::new(9, 8, |_, _| true).with_twist();
    /// assert_eq!(disc.beyond(8, 1), disc.named("a7"));
    /// assert_eq!((disc.beyond(0, 7), disc.beyond(4, 1)), (disc.named("i1"), None));
    /// let notched = Grid::new(9, 8, |file, rank| (file, rank) != (8, 7)).with_twist();
    /// assert_eq!((notched.beyond(8, 7), notched.beyond(0, 0)), (None, None));
    /// ```
    #[must_use]
    pub fn beyond(&self, file: usize, rank: usize) -> Option<Cell> {
        let is_edge = file == 0 || file + 1 == self.files;
        if !self.is_twisted || !is_edge {
            return None;
        }
        self.cell(file, rank)?;
        self.cell(self.files - 1 - file, self.ranks.checked_sub(rank + 1)?)
    }

    /// Returns the grid as the board of players round it. Drawings for a player are turned
    /// counter-clockwise by so many quarter turns, 0 to 3. Without them a table is a ring, whose
    /// files are lanes.
    ///
    /// ```
    /// use rotunda_movegen::Grid;
    /// let grid = Grid::new(14, 14, |_, _| true);
    /// assert_eq!(grid.quarter_turns(), None);
    /// let grid = grid.with_quarter_turns(vec![0, 1, 2, 3]);
    /// assert_eq!(grid.quarter_turns(), Some(&[0, 1, 2, 3][..]));
    /// ```
    #[must_use]
    pub fn with_quarter_turns(self, quarter_turns: Vec<u8>) -> Self {
        Self { quarter_turns: Some(quarter_turns), ..self }
    }

    /// Returns the quarter turns of each seat's drawings; `None` on rings and in duels.
    #[must_use]
    pub fn quarter_turns(&self) -> Option<&[u8]> {
        self.quarter_turns.as_deref()
    }

    /// Returns the number of files.
    #[must_use]
    pub const fn files(&self) -> usize {
        self.files
    }

    /// Returns the number of ranks.
    #[must_use]
    pub const fn ranks(&self) -> usize {
        self.ranks
    }

    /// The cell at a file and rank, both counted from 0; `None` in a hole or outside.
    #[must_use]
    pub fn cell(&self, file: usize, rank: usize) -> Option<Cell> {
        if file >= self.files || rank >= self.ranks {
            return None;
        }
        self.cells[rank * self.files + file]
    }

    /// The cell at an offset from another; `None` in a hole or outside.
    #[must_use]
    pub fn offset(&self, from: Cell, delta: (i32, i32)) -> Option<Cell> {
        let (file, rank) = self.place(from);
        let file = usize::try_from(file as i32 + delta.0).ok()?;
        let rank = usize::try_from(rank as i32 + delta.1).ok()?;
        self.cell(file, rank)
    }

    /// The file and rank of a cell, both counted from 0.
    #[must_use]
    pub fn place(&self, cell: Cell) -> (usize, usize) {
        self.places[cell.index()]
    }

    /// The name of a cell.
    ///
    /// ```
    /// use rotunda_movegen::{Cell, Grid};
    /// let board = Grid::new(12, 10, |_, _| true);
    /// assert_eq!(board.name(Cell(119)), "l10");
    /// assert_eq!(board.named("l10"), Some(Cell(119)));
    /// ```
    #[must_use]
    pub fn name(&self, cell: Cell) -> String {
        let (file, rank) = self.place(cell);
        format!("{}{}", self.letter(file), rank + 1)
    }

    /// The cell with a name; `None` if there is none.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<Cell> {
        self.first_named(name).filter(|(_, rest)| rest.is_empty()).map(|(cell, _)| cell)
    }

    /// Returns the cell with whose name a text begins, and the rest of the text; `None` if the text
    /// begins with no cell's name.
    ///
    /// ```
    /// use rotunda_movegen::{Cell, Grid};
    /// let board = Grid::new(12, 10, |_, _| true);
    /// assert_eq!(board.first_named("l10a1"), Some((Cell(119), "a1")));
    /// assert_eq!(board.first_named("l11a1"), None);
    /// ```
    #[must_use]
    pub fn first_named<'a>(&self, text: &'a str) -> Option<(Cell, &'a str)> {
        let letter = text.bytes().next().filter(u8::is_ascii_lowercase)?;
        let length = text.bytes().skip(1).take_while(u8::is_ascii_digit).count();
        let (digits, rest) = text[1..].split_at(length);
        if digits.starts_with('0') {
            return None;
        }
        let rank: usize = digits.parse().ok()?;
        let file = match &self.letters {
            Some(letters) => letters.iter().position(|known| *known == char::from(letter))?,
            None => usize::from(letter - b'a'),
        };
        Some((self.cell(file, rank - 1)?, rest))
    }

    /// Returns the cell with a name that must exist.
    ///
    /// # Panics
    /// Panics if no cell has this name.
    #[must_use]
    pub fn at(&self, name: &str) -> Cell {
        self.named(name).unwrap_or_else(|| panic!("no cell is called {name}"))
    }

    /// Returns all cells in the order of their numbers.
    pub fn all(&self) -> impl Iterator<Item = Cell> + use<> {
        (0..self.places.len()).map(|index| Cell(index as u8))
    }
}

/// The letter of a file counted from 0.
#[must_use]
pub(crate) fn file_letter(file: usize) -> char {
    char::from(b'a' + file as u8)
}

impl Board for Grid {
    fn cells(&self) -> usize {
        self.places.len()
    }

    fn step(&self, from: Cell, dir: Dir) -> Option<(Cell, Dir)> {
        Some((self.offset(from, compass::delta(dir))?, dir))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::ray;

    #[test]
    fn holes_have_no_number_and_end_lines() {
        let ring = Grid::new(7, 7, |file, rank| !(2..5).contains(&file) || !(2..5).contains(&rank));
        assert_eq!(ring.cells(), 40);
        assert_eq!(ring.cell(3, 3), None);
        let up: Vec<_> =
            ray(&ring, ring.at("c1"), compass::N).iter().map(|c| ring.name(*c)).collect();
        assert_eq!(up, ["c2"]);
    }

    #[test]
    fn malformed_names_are_no_cells() {
        let board = Grid::new(8, 8, |_, _| true);
        for name in ["", "a", "a0", "a9", "i1", "A1", "a01", "a1x", "é1", "11"] {
            assert_eq!(board.named(name), None, "{name}");
        }
    }
}
