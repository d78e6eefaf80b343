//! Rollerball (docs/rules/rollerball.md): a ring of 40 cells on which pieces run clockwise.

use super::rules_page::RulesPage;
use crate::geometry::{
    Board, Cell, Dir, Grid, Mode, Path,
    compass::{self, E, N, S, W},
    ray, steps,
};
use crate::layout::{Contour, Corner, Edge, Feature, FeatureKind, Layout, Point, Tile};
use crate::tables::{
    DeadMaterial, EnPassantCounts, Field, GameLimits, Kind, KindSpec, LapSpec, Scoring, Seat, Spec,
};

const BISHOP: Kind = Kind(1);
const ROOK: Kind = Kind(2);

/// The first and last file or rank of the hole, counted from 0.
const HOLE: std::ops::RangeInclusive<usize> = 2..=4;
/// The last file or rank of the board, counted from 0.
const EDGE: usize = 6;

pub(crate) const RULES: RulesPage = RulesPage {
    file: "rollerball.md",
    summary: "\
Forward is clockwise round the ring, for both sides and on every square; the turning squares a1 b2,
a7 b6, g7 f6 and g1 f2 already point along the next side. Pieces take what they move onto.
Rook    slides forward, and may turn once at an empty outer corner; one step back or sideways.
Bishop  slides along the two forward diagonals, and rebounds once from an edge; one step back.
Pawn    one step straight or diagonally forward, to move and to take; becomes a rook or a bishop
        where the enemy's pawns began.
King    one step in any direction.
Mate wins. So does a king that has crossed its own starting line clockwise and reaches the square on
which the enemy's king began: d6 for White, d2 for Black. Stalemate and repetition draw.",
};

pub(crate) fn spec() -> Spec {
    let grid = Grid::new(7, 7, |file, rank| !(HOLE.contains(&file) && HOLE.contains(&rank)));
    let cells = grid.cells();
    let all = |names: &str| names.split(' ').map(|name| grid.at(name)).collect::<Vec<_>>();
    let pawn = KindSpec {
        promotes_on: vec![all("e6 e7"), all("c1 c2")],
        choices: vec![vec![ROOK, BISHOP]; 2],
        ..KindSpec::pawn('P', cells, |_, from| pawn_paths(&grid, from))
    };
    let kinds = vec![
        pawn,
        KindSpec::piece('B', cells, |from| bishop_paths(&grid, from)),
        KindSpec::piece('R', cells, |from| rook_paths(&grid, from)),
        KindSpec::piece('K', cells, |from| steps(&grid, from, &compass::ALL, Mode::Both)).royal(),
    ];
    let lap = |seat, letter, before, after, goal| LapSpec {
        seat,
        letter,
        before: all(before),
        after: all(after),
        goals: vec![grid.at(goal)],
    };
    Spec {
        name: "rollerball".into(),
        kinds,
        castlings: Vec::new(),
        laps: vec![
            lap(Seat::WHITE, 'K', "d1 d2", "c1 c2", "d6"),
            lap(Seat::BLACK, 'k', "d6 d7", "e6 e7", "d2"),
        ],
        fields: vec![Field::Board, Field::Turn, Field::Flags, Field::Halfmove, Field::Fullmove],
        start: "2rbp2/2rkp2/2***2/2***2/2***2/2PKR2/2PBR2 w - 0 1".into(),
        // Lone kings can still race to their goals.
        dead: DeadMaterial { never: true, ..DeadMaterial::default() },
        scoring: Scoring::CLASSIC,
        limits: GameLimits::USUAL,
        en_passant_counts: EnPassantCounts::IfLegal,
        family_flags: 0,
        note: "Pieces run clockwise: up on the left, right on top, down on the right, left at the bottom.".into(),
        grid,
    }
}

/// The heading that is forward on a cell: clockwise round the ring (rules 2).
fn forward(grid: &Grid, cell: Cell) -> Dir {
    let (file, rank) = grid.place(cell);
    let ring = usize::from(![0, EDGE].contains(&file) && ![0, EDGE].contains(&rank));
    let (low, high) = (ring, EDGE - ring);
    match (file, rank) {
        (file, rank) if file == low && rank < high => N,
        (file, rank) if rank == high && file < high => E,
        (file, rank) if file == high && rank > low => S,
        _ => W,
    }
}

fn turn_right(dir: Dir) -> Dir {
    Dir((dir.0 + 2) % 8)
}

/// Returns whether a heading, straight or diagonal, has a component of the forward one.
fn leads_forward(forward: Dir, dir: Dir) -> bool {
    let ((fx, fy), (dx, dy)) = (compass::delta(forward), compass::delta(dir));
    fx * dx + fy * dy > 0
}

fn pawn_paths(grid: &Grid, from: Cell) -> Vec<Path> {
    let ahead = forward(grid, from);
    let dirs: Vec<Dir> =
        compass::ALL.into_iter().filter(|dir| leads_forward(ahead, *dir)).collect();
    steps(grid, from, &dirs, Mode::Both)
}

/// Returns the paths of a rook: slides forward, round one corner of the outer ring, and sideways
/// where that runs clockwise, and a single step in every other straight direction (rules 3).
fn rook_paths(grid: &Grid, from: Cell) -> Vec<Path> {
    let ahead = forward(grid, from);
    let paths = compass::ORTHOGONAL.into_iter().map(|dir| {
        let mut cells = straight(grid, from, dir);
        if !runs_clockwise(grid, from, dir) {
            cells.truncate(1);
        } else if dir == ahead && runs_outside(grid, from, dir) {
            let corner = cells.last().copied().unwrap_or(from);
            if corner != from {
                cells.extend(straight(grid, corner, turn_right(dir)));
            }
        }
        Path { cells, mode: Mode::Both }
    });
    paths.filter(|path| !path.cells.is_empty()).collect()
}

fn straight(grid: &Grid, from: Cell, dir: Dir) -> Vec<Cell> {
    ray(grid, from, dir)
}

/// Returns whether rooks may slide along a straight line through the cell: rightwards on the two
/// top ranks, up on the two left files, and so on round the board.
fn runs_clockwise(grid: &Grid, from: Cell, dir: Dir) -> bool {
    let (file, rank) = grid.place(from);
    match dir {
        N => file < *HOLE.start(),
        E => rank > *HOLE.end(),
        S => file > *HOLE.end(),
        _ => rank < *HOLE.start(),
    }
}

/// Returns whether a straight line through the cell runs along the outer ring.
fn runs_outside(grid: &Grid, from: Cell, dir: Dir) -> bool {
    let (file, rank) = grid.place(from);
    match dir {
        N => file == 0,
        E => rank == EDGE,
        S => file == EDGE,
        _ => rank == 0,
    }
}

/// Returns the paths of a bishop: slides diagonally forward with one rebound, and single steps
/// diagonally backward (rules 3).
fn bishop_paths(grid: &Grid, from: Cell) -> Vec<Path> {
    let ahead = forward(grid, from);
    let paths = compass::DIAGONAL.into_iter().map(|dir| {
        let mut cells = straight(grid, from, dir);
        if !leads_forward(ahead, dir) {
            cells.truncate(1);
        } else if let Some(wall) = cells.last().copied() {
            cells.extend(rebound(grid, wall, dir).map_or(vec![], |dir| straight(grid, wall, dir)));
        }
        Path { cells, mode: Mode::Both }
    });
    paths.filter(|path| !path.cells.is_empty()).collect()
}

/// The heading after a rebound off the wall that ends a diagonal on a cell. On a corner of the hole
/// there are two right angles; the rebound takes the one that leads forward from there.
fn rebound(grid: &Grid, at: Cell, dir: Dir) -> Option<Dir> {
    let (dx, dy) = compass::delta(dir);
    let beside = grid.offset(at, (dx, 0)).is_some();
    let above = grid.offset(at, (0, dy)).is_some();
    let off_side = heading(-dx, dy);
    let off_top = heading(dx, -dy);
    match (beside, above) {
        (false, true) => Some(off_side),
        (true, false) => Some(off_top),
        (true, true) => {
            let ahead = forward(grid, at);
            [off_side, off_top].into_iter().find(|dir| leads_forward(ahead, *dir))
        }
        (false, false) => None,
    }
}

fn heading(dx: i32, dy: i32) -> Dir {
    let found = compass::ALL.into_iter().find(|dir| compass::delta(*dir) == (dx, dy));
    found.expect("every unit step has a heading")
}

/// The part of the sides that is cut off at the board's corners.
const CUT: f64 = 0.3;
/// The distance of the arrows in the hole from its middle, and half of their length.
const ARROW: (f64, f64) = (1.05, 0.65);

/// Returns the board for White, with the arrows of the direction of play in the hole, and each
/// seat's starting line, goal and promotion cells.
pub(crate) fn layout() -> Layout {
    let spec = spec();
    let grid = &spec.grid;
    let mut layout = Layout::squares(grid);
    for corner in ["a1", "a7", "g7", "g1"] {
        cut_corner(&mut layout.tiles[grid.at(corner).index()]);
    }
    let direction = |(from, to): ((f64, f64), (f64, f64))| {
        let line = [from, to].map(|(x, y)| Point { x, y });
        Feature::new(FeatureKind::Direction, Contour::polyline(line.to_vec()), Vec::new())
    };
    let (far, half) = ARROW;
    let arrows = [
        ((-far, -half), (-far, half)),
        ((-half, far), (half, far)),
        ((far, half), (far, -half)),
        ((half, -far), (-half, -far)),
    ];
    layout.features.extend(arrows.map(direction));
    for lap in &spec.laps {
        let line = start_line(&layout, lap);
        let at = |cell: Cell| Contour::polyline(vec![layout.tiles[cell.index()].centre]);
        let promotions = &spec.kinds[0].promotes_on[lap.seat.index()];
        let mut marks = vec![line.of(lap.seat)];
        marks.extend(
            lap.goals
                .iter()
                .map(|cell| Feature::new(FeatureKind::Goal, at(*cell), vec![*cell]).of(lap.seat)),
        );
        marks.extend(
            promotions.iter().map(|cell| {
                Feature::new(FeatureKind::Promotion, at(*cell), vec![*cell]).of(lap.seat)
            }),
        );
        layout.features.extend(marks);
    }
    layout
}

/// Cuts the corner of a tile that is farthest from the board's centre: pieces rebound there.
fn cut_corner(tile: &mut Tile) {
    let corners = &mut tile.contour.corners;
    let by_radius = |(_, a): &(usize, &Corner), (_, b): &(usize, &Corner)| {
        a.at.radius().total_cmp(&b.at.radius())
    };
    let (farthest, _) = corners.iter().enumerate().max_by(by_radius).expect("a tile has corners");
    let at = |step: usize| corners[(farthest + step) % corners.len()].at;
    let (before, corner, after) = (at(corners.len() - 1), at(0), at(1));
    let cut =
        [before, after].map(|end| Corner { at: corner.towards(end, CUT), edge: Edge::Straight });
    corners.splice(farthest..=farthest, cut);
}

/// The line between the cells before it and after it.
fn start_line(layout: &Layout, lap: &LapSpec) -> Feature {
    let corners = |cells: &[Cell]| -> Vec<Point> {
        let tiles = cells.iter().flat_map(|cell| &layout.tiles[cell.index()].contour.corners);
        tiles.map(|corner| corner.at).collect()
    };
    let after = corners(&lap.after);
    let mut common = corners(&lap.before);
    common.retain(|point| after.contains(point));
    common.sort_by(|a, b| a.y.total_cmp(&b.y));
    let ends = vec![common[0], common[common.len() - 1]];
    let cells = lap.before.iter().chain(&lap.after).copied().collect();
    Feature::new(FeatureKind::StartLine, Contour::polyline(ends), cells)
}
