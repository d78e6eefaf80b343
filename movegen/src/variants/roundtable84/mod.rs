//! Round Table Chess 84 with either setup (docs/rules/round-table-84.md).

mod board;
mod layout;
mod pieces;

use super::chess::{BISHOP, KNIGHT, QUEEN, ROOK, minor_pieces};
use super::rules_page::RulesPage;
use crate::geometry::{Board, Cell, Grid};
use crate::tables::{
    CastlingSpec, EnPassantCounts, GameLimits, Kind, KindSpec, Scoring, Seat, Spec,
};
use board::Across::{Corners, Sides};
pub use board::{CirSquare, Link};
pub(crate) use layout::layout;

pub(crate) const RULES: RulesPage = RulesPage {
    file: "round-table-84.md",
    summary: "\
Two castles and a battlefield round a table: 80 cells of four sides and 4 triangles, d3 i3 d8 i8.
Rook    straight on across opposite sides; across a triangle it may leave by either other side.
Bishop  the same across corners.       Queen  as rook or bishop.
        A move enters one triangle at most, and passes one red diamond at most: on the two outer
        circles it goes so far round and no further.
Knight  one cell and then two straight on, or two and then one, with a turn between.
Pawn    out of its castle across the wall, one cell or two, then straight to the other castle; takes
        across the corners ahead; becomes a piece that its side has lost, in the enemy's pawn row.
King    one step. In check it may not cross a castle wall (purple).
Castling to the bishop's cell is written as rook takes king, h1g2, to the rook's cell as king takes
rook, g2h1. Mate wins; draws as in chess.",
};

/// The kinds to which a pawn may promote, and the number of pieces of each at the start. Only a
/// lost piece comes back (rules 4.1).
const SUPPLY: [(Kind, u32); 4] = [(QUEEN, 1), (ROOK, 2), (BISHOP, 2), (KNIGHT, 2)];

fn kinds(board: &CirSquare) -> Vec<KindSpec> {
    let cells = board.grid().cells();
    let of_castle = |castle| -> Vec<Cell> {
        board.grid().all().filter(|cell| board.castle(*cell) == castle).collect()
    };
    let castles = [Seat::WHITE, Seat::BLACK].map(|seat| of_castle(Some(seat)));
    let rows = [Seat::WHITE, Seat::BLACK].map(|seat| pieces::pawn_row(board, seat));
    // Pawns begin on their own row and end on the other one; no move leads further into a castle.
    let behind: Vec<Cell> =
        castles.concat().into_iter().filter(|cell| !rows.concat().contains(cell)).collect();
    let [white_row, black_row] = rows;
    let pawn = KindSpec {
        en_passant: true,
        promotes_on: vec![black_row, white_row],
        closed: vec![behind.clone(), behind],
        choices: vec![SUPPLY.map(|(kind, _)| kind).to_vec(); 2],
        supply: SUPPLY.map(|(_, max)| max).to_vec(),
        ..KindSpec::pawn('P', cells, |seat, from| pieces::pawn_paths(board, seat, from))
    };
    let [white_castle, black_castle] = castles;
    let king = KindSpec {
        regions: vec![white_castle, of_castle(None), black_castle],
        ..KindSpec::piece('K', cells, |from| pieces::king_steps(board, from)).royal()
    };
    let slider = |letter, across: &[board::Across]| {
        KindSpec::piece(letter, cells, |from| pieces::slides(board, from, across))
    };
    vec![
        pawn,
        KindSpec::piece('N', cells, |from| pieces::knight_leaps(board, from)),
        slider('B', &[Corners]),
        slider('R', &[Sides]),
        slider('Q', &[Sides, Corners]),
        king,
    ]
}

/// The four castlings of each seat (rules 4.3), White's king and queen standing on these cells.
///
/// The king goes to the bishop's cell and the rook to the king's, or the king to the rook's cell
/// and the rook to the bishop's. The first looks like a step of the king, so it is written as the
/// rook's move onto the king. The other is written as the king's move onto the rook.
fn castlings(grid: &Grid, king: &str, queen: &str) -> Vec<CastlingSpec> {
    let mut castlings = Vec::new();
    for seat in [Seat::WHITE, Seat::BLACK] {
        let at = |name: &str| {
            let (file, rank) = grid.place(grid.at(name));
            let rank = if seat == Seat::WHITE { rank } else { grid.ranks() - 1 - rank };
            grid.cell(file, rank).expect("the board is symmetric")
        };
        let king = at(king);
        let wings = [
            ('K', at("h1"), at("h2"), vec![at("h2")]),
            ('Q', at("e1"), at("e2"), vec![at(queen), at("e2")]),
        ];
        for (right, rook, bishop, empty) in wings {
            let right = if seat == Seat::WHITE { right } else { right.to_ascii_lowercase() };
            let beside = CastlingSpec {
                seat,
                right,
                code: (rook, king),
                king: (king, bishop),
                rook: (rook, king),
                safe: empty.clone(),
                empty,
            };
            let mut safe = beside.safe.clone();
            safe.push(rook);
            let beyond = CastlingSpec {
                code: (king, rook),
                king: (king, rook),
                rook: (rook, bishop),
                safe,
                ..beside.clone()
            };
            castlings.extend([beside, beyond]);
        }
    }
    castlings
}

fn spec(name: &str, king: &str, queen: &str, start: &str) -> Spec {
    let board = CirSquare::new();
    Spec {
        name: name.into(),
        kinds: kinds(&board),
        castlings: castlings(board.grid(), king, queen),
        laps: Vec::new(),
        fields: Spec::fen_fields(),
        start: start.into(),
        // Castle walls do not help these pieces to mate, as tests/roundtable_board.rs proves.
        dead: minor_pieces(),
        scoring: Scoring::CLASSIC,
        limits: GameLimits::USUAL,
        en_passant_counts: EnPassantCounts::IfLegal,
        family_flags: 0,
        note: "Slashes mark triangles. The board is round: at the four notches the sides of these cells meet,\nd1-b4 d2-c4, i1-k4 i2-j4, d10-b7 d9-c7, i10-k7 i9-j7, and the corners of d1-a4 c4, d2-b4 d4,\nd3-c4, and so on. Sides between castle and rows 4 to 7 are walls for a king in check.".into(),
        grid: board.grid().clone(),
    }
}

/// Returns setup A: the knights behind king and queen.
pub(crate) fn spec_knights_behind() -> Spec {
    spec(
        "roundtable84",
        "g2",
        "f2",
        "***prnnrp***/***pbqkbp***/***pppppp***/12/12/12/12/***PPPPPP***/***PBQKBP***/***PRNNRP*** w KQkq - 0 1",
    )
}

/// Returns setup B: the knights in front of them.
pub(crate) fn spec_knights_in_front() -> Spec {
    spec(
        "roundtable84-knights-front",
        "g1",
        "f1",
        "***prqkrp***/***pbnnbp***/***pppppp***/12/12/12/12/***PPPPPP***/***PBNNBP***/***PRQKRP*** w KQkq - 0 1",
    )
}
