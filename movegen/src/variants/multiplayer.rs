//! Circular chess of two to six players (docs/rules/multiplayer-circular.md): four rings of eight
//! sectors a player.

use super::rules_page::RulesPage;
use crate::families::{BYZANTINE, MINUS, PLUS};
use crate::geometry::{Board, Cell, Dir, Grid, Mode, Path, slides, steps};
use crate::layout::Layout;
use crate::tables::{
    DeadMaterial, EnPassantCounts, GameLimits, Kind, KindSpec, Role, Scoring, Spec,
};

/// The rules that the Modern and the Byzantine games have in common.
macro_rules! summary {
    ($($own:literal),*) => {
        concat!(
            "\
Four rings, a the innermost, and eight sectors a player, counted against the clock as the turn goes.
Nothing crosses the centre. Pieces are written with their seat: aK is the king of seat a.
Rook, bishop, knight, king as in chess; a rook goes round the ring, but not to where it stands.
",
            $($own,)*
            "\
With more than two players kings are captured, there is no check, and who loses the king is out: its
men stay as obstacles that anybody may take. Of two that are left, mate wins. Team mates do not take
each other, swap pawns that meet (a move onto it), and play on without a king while a mate has one."
        )
    };
}

const MODERN_RULES: RulesPage = RulesPage {
    file: "multiplayer-circular.md",
    summary: summary!(
        "\
Pawn    P runs with the turn, M against it; one step, takes diagonally ahead, no double step; after
        six sectors, before the next dotted line, it becomes a queen, rook, bishop or knight.
"
    ),
};

const BYZANTINE_RULES: RulesPage = RulesPage {
    file: "multiplayer-circular.md",
    summary: summary!(
        "\
Elephant leaps two cells diagonally. General: one step diagonally.
Pawn    P runs with the turn, M against it; one step, takes diagonally ahead; never promotes. Where a
        player's P and M face each other an enemy may remove both before his move: xa4a5.
A player who has nothing but his king is out, too.
"
    ),
};

const KNIGHT: Kind = Kind(2);
const BISHOP: Kind = Kind(3);
const ROOK: Kind = Kind(4);
const QUEEN: Kind = Kind(5);

/// The number of rings of the board.
const RINGS: usize = 4;
/// The number of sectors of each player: a home of four, and four more up to the next home.
const PITCH: usize = 8;
/// The number of sectors that a pawn travels until it promotes.
const TRAVEL: usize = 6;
/// The sectors of a home on which pawns start, counted from its first.
const PAWN_SECTORS: [(Kind, usize); 2] = [(PLUS, 3), (MINUS, 0)];

/// The line before which pawns promote, in sectors from the beginning of a home. It lies between
/// the two columns of pieces.
const LINE_SECTOR: usize = 2;
/// A table: the number of players, the rules and the start.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RingSetup {
    pub seats: usize,
    /// Whether Byzantine rules apply: Elephants instead of bishops, Generals instead of queens, and
    /// no promotion.
    pub byzantine: bool,
    /// Whether king and queen of the second seat swap places, as at the table for two where the
    /// kings face each other.
    pub mirrored: bool,
    /// The teams as in position strings; `-` if everyone plays alone.
    pub teams: &'static str,
}

impl RingSetup {
    /// Returns a table with Modern rules and without teams.
    pub const fn modern(seats: usize) -> Self {
        Self { seats, byzantine: false, mirrored: false, teams: "-" }
    }

    /// Returns a table with Byzantine rules and without teams.
    pub const fn byzantine(seats: usize) -> Self {
        Self { byzantine: true, ..Self::modern(seats) }
    }

    /// Returns the page that defines its rules.
    pub const fn rules(self) -> RulesPage {
        if self.byzantine { BYZANTINE_RULES } else { MODERN_RULES }
    }

    /// Returns the variant's specification. If there are teams, `option` follows the letter of the
    /// rules in the start position.
    pub fn spec(self, name: &str, option: &str) -> Spec {
        let circle = Circle::new(self.seats * PITCH);
        Spec {
            name: name.into(),
            kinds: kinds(&circle, self),
            castlings: Vec::new(),
            laps: Vec::new(),
            fields: Vec::new(),
            start: self.start(option),
            dead: DeadMaterial { never: true, ..DeadMaterial::default() },
            scoring: Scoring::CLASSIC,
            limits: GameLimits::USUAL,
            en_passant_counts: EnPassantCounts::IfLegal,
            family_flags: if self.byzantine { BYZANTINE } else { 0 },
            note: String::new(),
            grid: circle.grid,
        }
    }

    /// Returns the layout for the first seat: its home is at the bottom, sectors count
    /// counter-clockwise, and the names of the rings stand in the first sector.
    pub fn layout(self) -> Layout {
        let lines: Vec<usize> = (0..self.seats).map(|seat| seat * PITCH + LINE_SECTOR).collect();
        Layout::round_table(&Circle::new(self.seats * PITCH).grid, self.seats, &lines)
    }

    /// The letters of the kinds, in the order of their numbers.
    fn letters(self) -> [char; 7] {
        if self.byzantine {
            ['P', 'M', 'N', 'E', 'R', 'G', 'K']
        } else {
            ['P', 'M', 'N', 'B', 'R', 'Q', 'K']
        }
    }

    fn start(self, option: &str) -> String {
        let names: String = (b'a'..).take(self.seats).map(char::from).collect();
        let [plus, minus, knight, bishop, rook, queen, king] = self.letters();
        let pairs = [(rook, rook), (knight, knight), (bishop, bishop), (queen, king)];
        let ring = |(left, right): (char, char)| {
            let home = |seat: char| {
                let turned = self.mirrored && seat == 'b';
                let (left, right) = if turned { (right, left) } else { (left, right) };
                format!("{seat}{minus}{seat}{left}{seat}{right}{seat}{plus}4")
            };
            names.chars().map(home).collect::<String>()
        };
        let board = pairs.map(ring).join("/");
        let rules = if self.byzantine { 'b' } else { 'm' };
        let option = if self.teams == "-" { "" } else { option };
        format!("{board} a {names} {} {rules}{option} 0 1", self.teams)
    }
}

/// The rings: a cell's file is its ring, 0 being the innermost, and its rank is the sector.
struct Circle {
    grid: Grid,
}

/// The headings, by steps in rings and sectors.
const HEADINGS: [(i32, i32); 8] =
    [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];
const STRAIGHT: [Dir; 4] = [Dir(0), Dir(1), Dir(2), Dir(3)];
const DIAGONAL: [Dir; 4] = [Dir(4), Dir(5), Dir(6), Dir(7)];
const ALL: [Dir; 8] = [Dir(0), Dir(1), Dir(2), Dir(3), Dir(4), Dir(5), Dir(6), Dir(7)];

impl Circle {
    fn new(sectors: usize) -> Self {
        Self { grid: Grid::new(RINGS, sectors, |_, _| true) }
    }

    fn sectors(&self) -> usize {
        self.grid.ranks()
    }

    /// The cell at an offset in rings and sectors; none inside the innermost ring or off the rim.
    fn offset(&self, from: Cell, (rings, sectors): (i32, i32)) -> Option<Cell> {
        let (ring, sector) = self.grid.place(from);
        let ring = usize::try_from(ring as i32 + rings).ok()?;
        let sector = (sector as i32 + sectors).rem_euclid(self.sectors() as i32);
        self.grid.cell(ring, sector as usize)
    }

    /// Returns one leap by each of the offsets.
    fn leaps(&self, from: Cell, offsets: &[(i32, i32)], mode: Mode) -> Vec<Path> {
        let targets = offsets.iter().filter_map(|offset| self.offset(from, *offset));
        targets.map(|to| Path::leap(to, mode)).collect()
    }

    /// The cells of whole sectors, `count` of them from `first` on, in either direction.
    fn sector_cells(&self, first: i32, count: usize, way: i32) -> Vec<Cell> {
        let sectors = (0..count as i32).map(|step| first + way * step);
        let wrapped = sectors.map(|sector| sector.rem_euclid(self.sectors() as i32) as usize);
        wrapped
            .flat_map(|sector| (0..RINGS).filter_map(move |ring| self.grid.cell(ring, sector)))
            .collect()
    }
}

impl Board for Circle {
    fn cells(&self) -> usize {
        self.grid.cells()
    }

    fn step(&self, from: Cell, dir: Dir) -> Option<(Cell, Dir)> {
        Some((self.offset(from, HEADINGS[usize::from(dir.0)])?, dir))
    }
}

const KNIGHT_LEAPS: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const ELEPHANT_LEAPS: [(i32, i32); 4] = [(2, 2), (2, -2), (-2, -2), (-2, 2)];

fn kinds(circle: &Circle, table: RingSetup) -> Vec<KindSpec> {
    let letters = table.letters();
    let piece = |kind: Kind, paths: &dyn Fn(Cell) -> Vec<Path>| {
        for_all(table.seats, KindSpec::piece(letters[kind.index()], circle.cells(), paths))
    };
    let rider =
        |kind, dirs: &'static [Dir]| piece(kind, &|from| slides(circle, from, dirs, Mode::Both));
    let stepper =
        |kind, dirs: &'static [Dir]| piece(kind, &|from| steps(circle, from, dirs, Mode::Both));
    let knight = piece(KNIGHT, &|from| circle.leaps(from, &KNIGHT_LEAPS, Mode::Both));
    let elephant =
        || piece(BISHOP, &|from| circle.leaps(from, &ELEPHANT_LEAPS, Mode::Both)).named("elephant");
    let mut kinds: Vec<KindSpec> = PAWN_SECTORS
        .iter()
        .map(|(kind, home)| pawn(circle, table, letters[kind.index()], *kind, *home))
        .collect();
    kinds.push(knight);
    kinds.push(if table.byzantine { elephant() } else { rider(BISHOP, &DIAGONAL) });
    kinds.push(rider(ROOK, &STRAIGHT));
    kinds.push(if table.byzantine {
        stepper(QUEEN, &DIAGONAL).named("general")
    } else {
        rider(QUEEN, &ALL)
    });
    kinds.push(stepper(Kind(6), &ALL).royal());
    kinds
}

/// The same kind for all seats of a table.
fn for_all(seats: usize, kind: KindSpec) -> KindSpec {
    KindSpec {
        paths: vec![kind.paths[0].clone(); seats],
        promotes_on: vec![Vec::new(); seats],
        declines_on: vec![Vec::new(); seats],
        closed: vec![Vec::new(); seats],
        choices: vec![Vec::new(); seats],
        ..kind
    }
}

/// Returns a pawn that runs one way round the board, under Modern rules for six sectors.
fn pawn(circle: &Circle, table: RingSetup, letter: char, kind: Kind, home: usize) -> KindSpec {
    let way = if kind == PLUS { 1 } else { -1 };
    let paths = |from| {
        let mut paths = circle.leaps(from, &[(1, way), (-1, way)], Mode::Capture);
        paths.extend(circle.leaps(from, &[(0, way)], Mode::Quiet));
        paths
    };
    let mut pawn = for_all(table.seats, KindSpec::piece(letter, circle.cells(), paths));
    pawn.role = Role::Pawn;
    pawn.name = if kind == PLUS { "plus pawn" } else { "minus pawn" };
    if !table.byzantine {
        let goal = |seat: usize| (seat * PITCH + home) as i32 + way * TRAVEL as i32;
        let beyond = circle.sectors() - TRAVEL - 1;
        pawn.promotes_on =
            (0..table.seats).map(|seat| circle.sector_cells(goal(seat), 1, way)).collect();
        pawn.closed = (0..table.seats)
            .map(|seat| circle.sector_cells(goal(seat) + way, beyond, way))
            .collect();
        pawn.choices = vec![vec![QUEEN, ROOK, BISHOP, KNIGHT]; table.seats];
    }
    pawn
}
