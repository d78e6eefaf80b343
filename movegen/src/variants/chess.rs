//! Chess by the FIDE Laws (docs/rules/chess.md): the standard of comparison with other engines.

use super::rules_page::RulesPage;
use crate::geometry::{Board, Cell, Dir, Grid, Mode, Path, compass, slides, steps};
use crate::tables::{
    CastlingSpec, DeadMaterial, EnPassantCounts, GameLimits, Kind, KindSpec, Scoring, Seat, Spec,
};

// The kinds are P N B R Q K; variants with more pieces append theirs.
pub(super) const KNIGHT: Kind = Kind(1);
pub(super) const BISHOP: Kind = Kind(2);
pub(super) const ROOK: Kind = Kind(3);
pub(super) const QUEEN: Kind = Kind(4);

/// The leaps of a knight in files and ranks.
const KNIGHT_LEAPS: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

pub(crate) const RULES: RulesPage = RulesPage {
    file: "chess.md",
    summary: "\
Chess by the FIDE Laws. The third repetition, and fifty moves of each side without a capture or a
pawn's move, end the game as a draw. Castling is written as the king's move: e1g1.",
};

pub(crate) fn spec() -> Spec {
    let grid = Grid::new(8, 8, |_, _| true);
    let mut pawn = pawn(&grid);
    pawn.choices = vec![vec![QUEEN, ROOK, BISHOP, KNIGHT]; 2];
    Spec {
        name: "chess".into(),
        kinds: pieces(&grid, pawn),
        castlings: castlings(&grid, [('K', "e1 g1 h1 f1", "f1 g1"), ('Q', "e1 c1 a1 d1", "d1 c1")]),
        laps: Vec::new(),
        fields: Spec::fen_fields(),
        start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".into(),
        dead: minor_pieces(),
        scoring: Scoring::CLASSIC,
        limits: GameLimits::USUAL,
        en_passant_counts: EnPassantCounts::IfLegal,
        family_flags: 0,
        note: String::new(),
        grid,
    }
}

/// Returns dead material: a knight or a bishop alone cannot mate, nor can bishops that all stand on
/// one colour.
pub(super) fn minor_pieces() -> DeadMaterial {
    DeadMaterial { never: false, lone: vec![KNIGHT, BISHOP], one_colour: Some(BISHOP) }
}

/// Returns the six kinds of chess on any grid.
pub(super) fn pieces(grid: &Grid, pawn: KindSpec) -> Vec<KindSpec> {
    let cells = grid.cells();
    let rider = |letter, dirs: &[Dir]| {
        KindSpec::piece(letter, cells, |from| slides(grid, from, dirs, Mode::Both))
    };
    vec![
        pawn,
        KindSpec::piece('N', cells, |from| knight_leaps(grid, from, Mode::Both)),
        rider('B', &compass::DIAGONAL),
        rider('R', &compass::ORTHOGONAL),
        rider('Q', &compass::ALL),
        KindSpec::piece('K', cells, |from| steps(grid, from, &compass::ALL, Mode::Both)).royal(),
    ]
}

/// Returns a knight's leaps on a grid.
pub(super) fn knight_leaps(grid: &Grid, from: Cell, mode: Mode) -> Vec<Path> {
    let targets = KNIGHT_LEAPS.iter().filter_map(|delta| grid.offset(from, *delta));
    targets.map(|to| Path::leap(to, mode)).collect()
}

/// Returns a pawn on a grid, with a double step from the second rank, promotion on the last.
pub(super) fn pawn(grid: &Grid) -> KindSpec {
    let ranks = grid.ranks();
    let rank_of =
        |seat: Seat, rank: usize| if seat == Seat::WHITE { rank } else { ranks - 1 - rank };
    let whole = |rank: usize| grid.all().filter(|cell| grid.place(*cell).1 == rank).collect();
    let by_seat =
        |rank: usize| [Seat::WHITE, Seat::BLACK].map(|seat| whole(rank_of(seat, rank))).to_vec();
    let mut pawn = KindSpec::pawn('P', grid.cells(), |seat, from| {
        let ahead = if seat == Seat::WHITE { 1 } else { -1 };
        let mut way: Vec<Cell> = grid.offset(from, (0, ahead)).into_iter().collect();
        if grid.place(from).1 == rank_of(seat, 1) {
            way.extend(grid.offset(from, (0, 2 * ahead)));
        }
        let sides = [-1, 1].iter().filter_map(|side| grid.offset(from, (*side, ahead)));
        let mut paths: Vec<Path> = sides.map(|to| Path::leap(to, Mode::Capture)).collect();
        if !way.is_empty() {
            paths.push(Path { cells: way, mode: Mode::Quiet });
        }
        paths
    });
    pawn.en_passant = true;
    pawn.promotes_on = by_seat(ranks - 1);
    pawn.closed = by_seat(0);
    pawn
}

/// Returns castlings for both seats from White's, with the ranks mirrored for Black. Each has the
/// right's letter, the cells "king-from king-to rook-from rook-to", and the cells on which the king
/// must be safe. Every cell between king and rook must be empty.
pub(super) fn castlings(grid: &Grid, white: [(char, &str, &str); 2]) -> Vec<CastlingSpec> {
    let mut castlings = Vec::new();
    for seat in [Seat::WHITE, Seat::BLACK] {
        for (right, cells, safe) in white {
            let at = |name: &str| {
                let (file, rank) = grid.place(grid.at(name));
                let rank = if seat == Seat::WHITE { rank } else { grid.ranks() - 1 - rank };
                grid.cell(file, rank).expect("the board is symmetric")
            };
            let named = |names: &str| names.split(' ').map(at).collect::<Vec<_>>();
            let [king, king_to, rook, rook_to] = named(cells)[..] else {
                panic!("a castling names four cells")
            };
            let (first, last) = (king.min(rook), king.max(rook));
            castlings.push(CastlingSpec {
                seat,
                right: if seat == Seat::WHITE { right } else { right.to_ascii_lowercase() },
                code: (king, king_to),
                king: (king, king_to),
                rook: (rook, rook_to),
                empty: (first.0 + 1..last.0).map(Cell).collect(),
                safe: named(safe),
            });
        }
    }
    castlings
}
