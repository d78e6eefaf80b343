//! Circular Chess on 70, 68 and 66 spaces (docs/rules/circular.md): files cross the centre.

use super::chess::{castlings, minor_pieces};
use super::rules_page::RulesPage;
use crate::geometry::{Board, Cell, Dir, Grid, Mode, Path, ray, slides, steps};
use crate::layout::{Disc, Layout};
use crate::tables::{EnPassantCounts, GameLimits, Kind, KindSpec, Scoring, Seat, Spec};

pub(crate) const RULES: RulesPage = RulesPage {
    file: "circular.md",
    summary: "\
Four circles of 18 sectors. A file is a whole diameter: from a1 on White's rim through the centre to
a8 on Black's. Files a to h carry the armies, file i lies at the sides and lacks its outer spaces.
Rook    along a file through the centre, or round a circle until a missing space or a piece.
Bishop  one circle and one sector at a time, always turning the same way, also through the centre.
Knight  two spaces and then one across, over no missing space.
Pawn    towards the centre, and away from it (then written X) once it has crossed it; takes
        diagonally forward; two spaces from where it begins; promotes on either rim.
Castling as in chess, but no space between king and rook may be attacked. Mate wins; draws as in
chess. e2e4, e1g1, e7e8q.",
};

const CROSSED: Kind = Kind(6);

/// The number of sectors of the disc. A sector faces the one half of them further on.
const SECTORS: usize = 18;
/// The innermost circle, counted from the rim.
const INNER: usize = 3;
/// The number of files of the grid. Each is a whole diameter.
const FILES: usize = SECTORS / 2;

// The headings of the disc. Adding 4 reverses a heading.
const INWARD: Dir = Dir(0);
const INWARD_LEFT: Dir = Dir(1);
const LEFT: Dir = Dir(2);
const OUTWARD_LEFT: Dir = Dir(3);
const OUTWARD: Dir = Dir(4);
const OUTWARD_RIGHT: Dir = Dir(5);
const RIGHT: Dir = Dir(6);
const INWARD_RIGHT: Dir = Dir(7);

const STRAIGHT: [Dir; 4] = [INWARD, LEFT, OUTWARD, RIGHT];
const DIAGONAL: [Dir; 4] = [INWARD_LEFT, OUTWARD_LEFT, OUTWARD_RIGHT, INWARD_RIGHT];
const ALL: [Dir; 8] =
    [INWARD, INWARD_LEFT, LEFT, OUTWARD_LEFT, OUTWARD, OUTWARD_RIGHT, RIGHT, INWARD_RIGHT];

/// Returns the disc of 18 sectors (rules 1) without the `voids` outermost spaces at either end of
/// the side file.
fn disc(voids: usize) -> Disc {
    let exists = |file, rank: usize| file + 1 < FILES || (voids..8 - voids).contains(&rank);
    Disc { grid: Grid::new(FILES, 8, exists).with_twist() }
}

/// Returns the number by which a heading turns, in sectors modulo [`SECTORS`].
fn turning(dir: Dir) -> usize {
    match dir {
        INWARD_LEFT | LEFT | OUTWARD_LEFT => 1,
        INWARD_RIGHT | RIGHT | OUTWARD_RIGHT => SECTORS - 1,
        _ => 0,
    }
}

impl Board for Disc {
    fn cells(&self) -> usize {
        self.grid.cells()
    }

    /// Returns the cell and the heading after a step. A line that runs inward from the innermost
    /// circle crosses the centre, goes on outward, and keeps its sense of rotation.
    fn step(&self, from: Cell, dir: Dir) -> Option<(Cell, Dir)> {
        let (sector, circle) = self.polar(from);
        let sector = sector + turning(dir);
        let (to, dir) = match dir {
            LEFT | RIGHT => (self.cell(sector, circle), dir),
            OUTWARD | OUTWARD_LEFT | OUTWARD_RIGHT => {
                (circle.checked_sub(1).and_then(|circle| self.cell(sector, circle)), dir)
            }
            _ if circle < INNER => (self.cell(sector, circle + 1), dir),
            INWARD => (self.cell(sector + FILES, INNER), OUTWARD),
            INWARD_LEFT => (self.cell(sector + FILES, INNER), OUTWARD_LEFT),
            _ => (self.cell(sector + FILES, INNER), OUTWARD_RIGHT),
        };
        Some((to?, dir))
    }
}

/// Returns leaps of two spaces one way, then one across. This is exactly the path of the rules, so
/// some leaps past the voids exist in one direction only (rules 3, reading "written").
fn knight_leaps(disc: &Disc, from: Cell) -> Vec<Path> {
    let mut targets = Vec::new();
    for long in STRAIGHT {
        let two = disc.step(from, long).and_then(|(one, dir)| disc.step(one, dir));
        let Some((turn, _)) = two else { continue };
        let across = if [LEFT, RIGHT].contains(&long) { [INWARD, OUTWARD] } else { [LEFT, RIGHT] };
        targets.extend(across.iter().filter_map(|short| disc.step(turn, *short)));
    }
    targets.into_iter().map(|(to, _)| Path::leap(to, Mode::Both)).collect()
}

/// Returns the paths of a pawn that runs along `way`, with captures along `sides`.
fn pawn_paths(disc: &Disc, from: Cell, way: Dir, sides: [Dir; 2], long: bool) -> Vec<Path> {
    let mut paths = steps(disc, from, &sides, Mode::Capture);
    let mut cells = ray(disc, from, way);
    cells.truncate(if long { 2 } else { 1 });
    if !cells.is_empty() {
        paths.push(Path { cells, mode: Mode::Quiet });
    }
    paths
}

/// Returns whether an uncrossed pawn of this seat on this cell has never moved.
fn is_pawn_home(disc: &Disc, seat: Seat, cell: Cell) -> bool {
    let (sector, circle) = disc.polar(cell);
    circle == 1 && (sector % FILES) < FILES - 1 && (sector < FILES) == (seat == Seat::WHITE)
}

fn kinds(disc: &Disc) -> Vec<KindSpec> {
    let cells = disc.cells();
    let on = |circle| -> Vec<Cell> {
        disc.grid.all().filter(|cell| disc.polar(*cell).1 == circle).collect()
    };
    let rim = vec![on(0), on(0)];
    let pawn = KindSpec {
        changes: Some((on(INNER), CROSSED)),
        closed: rim.clone(),
        ..KindSpec::pawn('P', cells, |seat, from| {
            let long = is_pawn_home(disc, seat, from);
            pawn_paths(disc, from, INWARD, [INWARD_LEFT, INWARD_RIGHT], long)
        })
    };
    let crossed = KindSpec {
        en_passant: true,
        promotes_on: rim,
        choices: vec![vec![Kind(4), Kind(3), Kind(2), Kind(1)]; 2],
        ..KindSpec::pawn('X', cells, |_, from| {
            pawn_paths(disc, from, OUTWARD, [OUTWARD_LEFT, OUTWARD_RIGHT], false)
        })
        .named("pawn beyond the centre")
    };
    let rider = |letter, dirs: &[Dir]| {
        KindSpec::piece(letter, cells, |from| slides(disc, from, dirs, Mode::Both))
    };
    vec![
        pawn,
        KindSpec::piece('N', cells, |from| knight_leaps(disc, from)),
        rider('B', &DIAGONAL),
        rider('R', &STRAIGHT),
        rider('Q', &ALL),
        KindSpec::piece('K', cells, |from| steps(disc, from, &ALL, Mode::Both)).royal(),
        crossed,
    ]
}

fn spec(name: &str, voids: usize, start: &str) -> Spec {
    let disc = disc(voids);
    Spec {
        name: name.into(),
        kinds: kinds(&disc),
        // No cell between king and rook may be attacked, even if the king does not pass it.
        castlings: castlings(
            &disc.grid,
            [('K', "e1 g1 h1 f1", "f1 g1"), ('Q', "e1 c1 a1 d1", "d1 c1 b1")],
        ),
        laps: Vec::new(),
        fields: Spec::fen_fields(),
        start: start.into(),
        // These pieces cannot mate: tests/oracle found no mate on any of the three boards.
        dead: minor_pieces(),
        scoring: Scoring::CLASSIC,
        limits: GameLimits::USUAL,
        en_passant_counts: EnPassantCounts::IfLegal,
        family_flags: 0,
        note: "Files run on through the centre between ranks 4 and 5. Past file i, rank n goes on at file a\nof rank 9-n, with up and down exchanged, and past file a at file i.\nBrackets outside show what stands there.".into(),
        grid: disc.grid,
    }
}

pub(crate) fn spec_70() -> Spec {
    spec("circular70", 1, "rnbqkbnr*/pppppppp1/9/9/9/9/PPPPPPPP1/RNBQKBNR* w KQkq - 0 1")
}

pub(crate) fn spec_68() -> Spec {
    spec("circular68", 2, "rnbqkbnr*/pppppppp*/9/9/9/9/PPPPPPPP*/RNBQKBNR* w KQkq - 0 1")
}

pub(crate) fn spec_66() -> Spec {
    spec("circular66", 3, "rnbqkbnr*/pppppppp*/8*/9/9/8*/PPPPPPPP*/RNBQKBNR* w KQkq - 0 1")
}

/// The distance of the innermost circle from the centre.
const HUB: f64 = 1.6;

pub(crate) fn layout_70() -> Layout {
    disc(1).layout(HUB)
}

pub(crate) fn layout_68() -> Layout {
    disc(2).layout(HUB)
}

pub(crate) fn layout_66() -> Layout {
    disc(3).layout(HUB)
}
