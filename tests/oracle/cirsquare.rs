//! The board of Round Table Chess: 80 cells with four sides and four triangles, and the lines on
//! it.

use std::sync::LazyLock;

use super::grid::Grid;
use super::{BLACK, Piece, WHITE};

/// The cells by their names, rank 10 first; the arms reach farther than the castles.
const ROWS: [&str; 10] = [
    "***......***",
    "***......***",
    "***......***",
    "............",
    "............",
    "............",
    "............",
    "***......***",
    "***......***",
    "***......***",
];

/// The sides on which a red diamond lies, where the midlines of the board cut both closed bands.
const DIAMONDS: [[&str; 2]; 8] = [
    ["f1", "g1"],
    ["f2", "g2"],
    ["f9", "g9"],
    ["f10", "g10"],
    ["b5", "b6"],
    ["c5", "c6"],
    ["j5", "j6"],
    ["k5", "k6"],
];

/// Every cell with its shape, region and band, and with its neighbours clockwise: across the
/// sides from the one at the top, and across the corner that follows each side. `-` is the edge.
const TABLE: &str = "\
d1  quad castle_S    B      sides d2  e1  -   b4  | corners e2  -   a4  c4
e1  quad castle_S    B      sides e2  f1  -   d1  | corners f2  -   -   d2
f1  quad castle_S    B      sides f2  g1  -   e1  | corners g2  -   -   e2
g1  quad castle_S    B      sides g2  h1  -   f1  | corners h2  -   -   f2
h1  quad castle_S    B      sides h2  i1  -   g1  | corners i2  -   -   g2
i1  quad castle_S    B      sides i2  k4  -   h1  | corners j4  l4  -   h2
d2  quad castle_S    C      sides d3  e2  d1  c4  | corners e3  e1  b4  d4
e2  quad castle_S    C      sides e3  f2  e1  d2  | corners f3  f1  d1  d3
f2  quad castle_S    C      sides f3  g2  f1  e2  | corners g3  g1  e1  e3
g2  quad castle_S    C      sides g3  h2  g1  f2  | corners h3  h1  f1  f3
h2  quad castle_S    C      sides h3  i2  h1  g2  | corners i3  i1  g1  g3
i2  quad castle_S    C      sides i3  j4  i1  h2  | corners i4  k4  h1  h3
d3  tri  castle_S    T      sides e3  d2  d4      | corners e2  c4  e4
e3  quad castle_S    T      sides e4  f3  e2  d3  | corners f4  f2  d2  d4
f3  quad castle_S    T      sides f4  g3  f2  e3  | corners g4  g2  e2  e4
g3  quad castle_S    T      sides g4  h3  g2  f3  | corners h4  h2  f2  f4
h3  quad castle_S    T      sides h4  i3  h2  g3  | corners i4  i2  g2  g4
i3  tri  castle_S    T      sides i4  i2  h3      | corners j4  h2  h4
a4  quad battlefield A      sides a5  b4  -   -   | corners b5  d1  -   -
b4  quad battlefield B      sides b5  c4  d1  a4  | corners c5  d2  -   a5
c4  quad battlefield C      sides c5  d4  d2  b4  | corners d5  d3  d1  b5
d4  quad battlefield T      sides d5  e4  d3  c4  | corners e5  e3  d2  c5
e4  quad battlefield centre sides e5  f4  e3  d4  | corners f5  f3  d3  d5
f4  quad battlefield centre sides f5  g4  f3  e4  | corners g5  g3  e3  e5
g4  quad battlefield centre sides g5  h4  g3  f4  | corners h5  h3  f3  f5
h4  quad battlefield centre sides h5  i4  h3  g4  | corners i5  i3  g3  g5
i4  quad battlefield T      sides i5  j4  i3  h4  | corners j5  i2  h3  h5
j4  quad battlefield C      sides j5  k4  i2  i4  | corners k5  i1  i3  i5
k4  quad battlefield B      sides k5  l4  i1  j4  | corners l5  -   i2  j5
l4  quad battlefield A      sides l5  -   -   k4  | corners -   -   i1  k5
a5  quad battlefield A      sides a6  b5  a4  -   | corners b6  b4  -   -
b5  quad battlefield B      sides b6  c5  b4  a5  | corners c6  c4  a4  a6
c5  quad battlefield C      sides c6  d5  c4  b5  | corners d6  d4  b4  b6
d5  quad battlefield T      sides d6  e5  d4  c5  | corners e6  e4  c4  c6
e5  quad battlefield centre sides e6  f5  e4  d5  | corners f6  f4  d4  d6
f5  quad battlefield centre sides f6  g5  f4  e5  | corners g6  g4  e4  e6
g5  quad battlefield centre sides g6  h5  g4  f5  | corners h6  h4  f4  f6
h5  quad battlefield centre sides h6  i5  h4  g5  | corners i6  i4  g4  g6
i5  quad battlefield T      sides i6  j5  i4  h5  | corners j6  j4  h4  h6
j5  quad battlefield C      sides j6  k5  j4  i5  | corners k6  k4  i4  i6
k5  quad battlefield B      sides k6  l5  k4  j5  | corners l6  l4  j4  j6
l5  quad battlefield A      sides l6  -   l4  k5  | corners -   -   k4  k6
a6  quad battlefield A      sides a7  b6  a5  -   | corners b7  b5  -   -
b6  quad battlefield B      sides b7  c6  b5  a6  | corners c7  c5  a5  a7
c6  quad battlefield C      sides c7  d6  c5  b6  | corners d7  d5  b5  b7
d6  quad battlefield T      sides d7  e6  d5  c6  | corners e7  e5  c5  c7
e6  quad battlefield centre sides e7  f6  e5  d6  | corners f7  f5  d5  d7
f6  quad battlefield centre sides f7  g6  f5  e6  | corners g7  g5  e5  e7
g6  quad battlefield centre sides g7  h6  g5  f6  | corners h7  h5  f5  f7
h6  quad battlefield centre sides h7  i6  h5  g6  | corners i7  i5  g5  g7
i6  quad battlefield T      sides i7  j6  i5  h6  | corners j7  j5  h5  h7
j6  quad battlefield C      sides j7  k6  j5  i6  | corners k7  k5  i5  i7
k6  quad battlefield B      sides k7  l6  k5  j6  | corners l7  l5  j5  j7
l6  quad battlefield A      sides l7  -   l5  k6  | corners -   -   k5  k7
a7  quad battlefield A      sides -   b7  a6  -   | corners d10 b6  -   -
b7  quad battlefield B      sides d10 c7  b6  a7  | corners d9  c6  a6  -
c7  quad battlefield C      sides d9  d7  c6  b7  | corners d8  d6  b6  d10
d7  quad battlefield T      sides d8  e7  d6  c7  | corners e8  e6  c6  d9
e7  quad battlefield centre sides e8  f7  e6  d7  | corners f8  f6  d6  d8
f7  quad battlefield centre sides f8  g7  f6  e7  | corners g8  g6  e6  e8
g7  quad battlefield centre sides g8  h7  g6  f7  | corners h8  h6  f6  f8
h7  quad battlefield centre sides h8  i7  h6  g7  | corners i8  i6  g6  g8
i7  quad battlefield T      sides i8  j7  i6  h7  | corners i9  j6  h6  h8
j7  quad battlefield C      sides i9  k7  j6  i7  | corners i10 k6  i6  i8
k7  quad battlefield B      sides i10 l7  k6  j7  | corners -   l6  j6  i9
l7  quad battlefield A      sides -   -   l6  k7  | corners -   -   k6  i10
d8  tri  castle_N    T      sides d7  d9  e8      | corners c7  e9  e7
e8  quad castle_N    T      sides e9  f8  e7  d8  | corners f9  f7  d7  d9
f8  quad castle_N    T      sides f9  g8  f7  e8  | corners g9  g7  e7  e9
g8  quad castle_N    T      sides g9  h8  g7  f8  | corners h9  h7  f7  f9
h8  quad castle_N    T      sides h9  i8  h7  g8  | corners i9  i7  g7  g9
i8  tri  castle_N    T      sides h8  i9  i7      | corners h9  j7  h7
d9  quad castle_N    C      sides d10 e9  d8  c7  | corners e10 e8  d7  b7
e9  quad castle_N    C      sides e10 f9  e8  d9  | corners f10 f8  d8  d10
f9  quad castle_N    C      sides f10 g9  f8  e9  | corners g10 g8  e8  e10
g9  quad castle_N    C      sides g10 h9  g8  f9  | corners h10 h8  f8  f10
h9  quad castle_N    C      sides h10 i9  h8  g9  | corners i10 i8  g8  g10
i9  quad castle_N    C      sides i10 j7  i8  h9  | corners k7  i7  h8  h10
d10 quad castle_N    B      sides -   e10 d9  b7  | corners -   e9  c7  a7
e10 quad castle_N    B      sides -   f10 e9  d10 | corners -   f9  d9  -
f10 quad castle_N    B      sides -   g10 f9  e10 | corners -   g9  e9  -
g10 quad castle_N    B      sides -   h10 g9  f10 | corners -   h9  f9  -
h10 quad castle_N    B      sides -   i10 h9  g10 | corners -   i9  g9  -
i10 quad castle_N    B      sides -   k7  i9  h10 | corners l7  j7  h9  -";

/// The common part of two neighbours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Joint {
    /// A side.
    Side,
    /// A corner.
    Corner,
}

/// Returns the joints across which a rook, bishop or queen moves; none for other pieces.
pub fn joints(kind: char) -> &'static [Joint] {
    match kind {
        'R' => &[Joint::Side],
        'B' => &[Joint::Corner],
        'Q' => &[Joint::Side, Joint::Corner],
        _ => &[],
    }
}

/// The most special places that a slider may pass in one move.
#[derive(Clone, Copy)]
pub struct Limits {
    /// The most triangles, with the one on which it starts.
    pub triangles: usize,
    /// The most red diamonds.
    pub diamonds: usize,
}

/// The limits of the game.
pub const LIMITS: Limits = Limits { triangles: 1, diamonds: 1 };

struct Cell {
    triangle: bool,
    /// The side whose castle this cell belongs to.
    castle: Option<usize>,
    band: String,
    sides: Vec<Option<usize>>,
    corners: Vec<Option<usize>>,
}

/// The board.
pub struct Board {
    grid: Grid,
    /// By the numbers of the grid; `None` for the missing cells.
    cells: Vec<Option<Cell>>,
    diamonds: Vec<[usize; 2]>,
}

/// The journey of a slider: its joint, the pieces on the board, its start, and the visitor of its
/// ways.
struct Journey<'a> {
    joint: Joint,
    pieces: &'a [Option<Piece>],
    from: usize,
    visit: &'a mut dyn FnMut(&[usize]),
}

/// Returns the board, which is read once.
pub fn board() -> &'static Board {
    static BOARD: LazyLock<Board> = LazyLock::new(Board::read);
    &BOARD
}

impl Board {
    fn read() -> Board {
        let grid = Grid::drawn(&ROWS);
        let cell = |name: &str| grid.cell(name).expect("the table names cells");
        let links = |words: &str| -> Vec<Option<usize>> {
            words.split_whitespace().map(|name| (name != "-").then(|| cell(name))).collect()
        };
        let mut cells: Vec<Option<Cell>> = (0..grid.numbers()).map(|_| None).collect();
        for row in TABLE.lines() {
            let (what, joints) = row.split_once(" sides ").expect("a row has sides");
            let (sides, corners) = joints.split_once("| corners ").expect("a row has corners");
            let what: Vec<&str> = what.split_whitespace().collect();
            cells[cell(what[0])] = Some(Cell {
                triangle: what[1] == "tri",
                castle: match what[2] {
                    "castle_S" => Some(WHITE),
                    "castle_N" => Some(BLACK),
                    _ => None,
                },
                band: what[3].to_string(),
                sides: links(sides),
                corners: links(corners),
            });
        }
        let diamonds = DIAMONDS.map(|names| names.map(cell)).to_vec();
        Board { grid, cells, diamonds }
    }

    /// Returns the grid with the names and numbers of the cells.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    fn cell(&self, cell: usize) -> &Cell {
        self.cells[cell].as_ref().expect("nobody leaves the board")
    }

    /// Returns the neighbours across sides or corners in their order, with the gaps at the edge.
    pub fn links(&self, cell: usize, joint: Joint) -> &[Option<usize>] {
        match joint {
            Joint::Side => &self.cell(cell).sides,
            Joint::Corner => &self.cell(cell).corners,
        }
    }

    /// Returns the neighbours across sides or corners.
    pub fn neighbours(&self, cell: usize, joint: Joint) -> Vec<usize> {
        self.links(cell, joint).iter().flatten().copied().collect()
    }

    /// Returns whether a cell has three sides.
    pub fn is_triangle(&self, cell: usize) -> bool {
        self.cell(cell).triangle
    }

    /// Returns the name of a cell's band: A, B, C, T, or the centre.
    pub fn band(&self, cell: usize) -> &str {
        &self.cell(cell).band
    }

    /// Returns the side in whose castle a cell lies; the battlefield belongs to no side.
    pub fn castle(&self, cell: usize) -> Option<usize> {
        self.cell(cell).castle
    }

    /// Returns whether a step or leap between two cells crosses a castle wall.
    pub fn crosses_wall(&self, from: usize, to: usize) -> bool {
        self.castle(from) != self.castle(to)
    }

    /// Returns whether a red diamond lies between two cells.
    pub fn is_diamond(&self, from: usize, to: usize) -> bool {
        self.diamonds.contains(&[from, to]) || self.diamonds.contains(&[to, from])
    }

    /// Returns whether a cell lies in a castle and touches its wall.
    pub fn in_pawn_row(&self, cell: usize) -> bool {
        self.gate(cell).is_some()
    }

    /// Returns the side of a castle's cell that leads over the wall.
    fn gate(&self, cell: usize) -> Option<usize> {
        self.castle(cell)?;
        let leads_out = |to: &Option<usize>| to.is_some_and(|to| self.castle(to).is_none());
        self.cell(cell).sides.iter().position(leads_out)
    }

    /// Returns the side that is forward for a pawn of `side`; none in the enemy castle.
    fn forward(&self, cell: usize, side: usize) -> Option<usize> {
        match self.castle(cell) {
            None => Some(if side == WHITE { 0 } else { 2 }),
            Some(castle) if castle == side => self.gate(cell),
            Some(_) => None,
        }
    }

    /// Returns the cell before a pawn of `side`.
    pub fn ahead(&self, cell: usize, side: usize) -> Option<usize> {
        self.cell(cell).sides[self.forward(cell, side)?]
    }

    /// Returns the cells across both ends of the side that is forward for a pawn of `side`.
    pub fn beside_ahead(&self, cell: usize, side: usize) -> Vec<usize> {
        let Some(forward) = self.forward(cell, side) else {
            return Vec::new();
        };
        let corners = &self.cell(cell).corners;
        let ends = [forward + corners.len() - 1, forward];
        ends.into_iter().filter_map(|end| corners[end % corners.len()]).collect()
    }

    /// Leaves a cell across one of its sides or corners. Returns the next cell, and the side or
    /// corner of entry.
    fn step(&self, from: usize, joint: Joint, out: usize) -> Option<(usize, usize)> {
        let to = self.links(from, joint)[out]?;
        let entry = self.links(to, joint).iter().position(|back| *back == Some(from));
        Some((to, entry.expect("neighbours know each other")))
    }

    /// Returns the sides, or corners, that lead straight on after an entry by one of them: the
    /// opposite one, and in a triangle, which has none, both others.
    fn onward(&self, cell: usize, entry: usize) -> Vec<usize> {
        if self.is_triangle(cell) { others(entry) } else { vec![(entry + 2) % 4] }
    }

    /// Passes a slider's way to each cell that it reaches to `visit`. A way has all cells from the
    /// first step on; the first piece on a line ends it.
    pub fn slide(
        &self,
        pieces: &[Option<Piece>],
        from: usize,
        joint: Joint,
        limits: Limits,
        visit: &mut dyn FnMut(&[usize]),
    ) {
        let mut journey = Journey { joint, pieces, from, visit };
        let triangles = limits.triangles - usize::from(self.is_triangle(from));
        for out in 0..self.links(from, joint).len() {
            let left = Limits { triangles, ..limits };
            self.go_on(&mut journey, &mut Vec::new(), out, left);
        }
    }

    fn go_on(&self, journey: &mut Journey, way: &mut Vec<usize>, out: usize, mut left: Limits) {
        let at = way.last().copied().unwrap_or(journey.from);
        let Some((next, entry)) = self.step(at, journey.joint, out) else {
            return;
        };
        if next == journey.from || way.contains(&next) {
            return;
        }
        if journey.joint == Joint::Side && self.is_diamond(at, next) {
            let Some(diamonds) = left.diamonds.checked_sub(1) else { return };
            left.diamonds = diamonds;
        }
        if self.is_triangle(next) {
            let Some(triangles) = left.triangles.checked_sub(1) else { return };
            left.triangles = triangles;
        }
        way.push(next);
        (journey.visit)(way);
        if journey.pieces[next].is_none() {
            for out in self.onward(next, entry) {
                self.go_on(journey, way, out, left);
            }
        }
        way.pop();
    }

    /// Returns the targets of a knight: two cells straight, then one to a side, or one cell, then
    /// two straight to a side. In a triangle a knight can turn but not go straight.
    pub fn knight(&self, from: usize) -> Vec<usize> {
        self.knight_turning(from, |_| true)
    }

    /// Returns the targets of a knight that turns only on cells where it may.
    pub fn knight_turning(&self, from: usize, may_turn: impl Fn(usize) -> bool) -> Vec<usize> {
        let turns = |at: (usize, usize)| if may_turn(at.0) { self.turns(at) } else { Vec::new() };
        let mut reached = Vec::new();
        for out in 0..self.links(from, Joint::Side).len() {
            let Some(first) = self.step(from, Joint::Side, out) else {
                continue;
            };
            if let Some(second) = self.straight(first) {
                reached.extend(turns(second).into_iter().map(|(to, _)| to));
            }
            for second in turns(first) {
                reached.extend(self.straight(second).map(|(to, _)| to));
            }
        }
        reached
    }

    /// Leaves a cell by the side opposite to the one of entry.
    fn straight(&self, (at, entry): (usize, usize)) -> Option<(usize, usize)> {
        if self.is_triangle(at) {
            return None;
        }
        self.step(at, Joint::Side, (entry + 2) % 4)
    }

    /// Leaves a cell by each side next to the one of entry.
    fn turns(&self, (at, entry): (usize, usize)) -> Vec<(usize, usize)> {
        let outs = if self.is_triangle(at) {
            others(entry)
        } else {
            vec![(entry + 1) % 4, (entry + 3) % 4]
        };
        outs.into_iter().filter_map(|out| self.step(at, Joint::Side, out)).collect()
    }
}

/// Returns the other two of a triangle's three sides or corners.
fn others(entry: usize) -> Vec<usize> {
    vec![(entry + 1) % 3, (entry + 2) % 3]
}
