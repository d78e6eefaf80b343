//! Rules that meet in games from files: castlings and laps, leaps and slides, jumps and captures en
//! passant, dead material and colours, closed cells and positions.

use rotunda_movegen::{FULL, Game, Seat};

use super::texts::{file, from, refusal, variant};

const ROOK: &str = "{ letter = \"R\", moves = \"R\" }";

/// Returns the game after some moves.
fn after(text: &str, moves: &str) -> Game {
    let mut game = variant(text).game();
    for text in moves.split_whitespace() {
        let mv = game.parse_move(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        game.play(&mv).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    game
}

#[test]
fn a_castling_runs_a_lap_like_a_step() {
    let castling =
        "castling = [ { right = \"K\", king = \"e1 g1\", rook = \"h1 f1\", safe = \"f1 g1\" } ]";
    let start = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let goal = "lap = [ { seat = \"white\", letter = \"G\", goal = \"g1\" } ]";
    let game = after(&file(start, &[ROOK], &format!("{castling}\n{goal}")), "e1g1");
    assert_eq!(game.outcome().map(|outcome| outcome.points(Seat::WHITE)), Some(FULL));
    let line = "lap = [ { seat = \"white\", letter = \"G\", before = \"e1\", after = \"f1 g1\", \
                goal = \"h1\" } ]";
    let text = file(start, &[ROOK], &format!("{castling}\n{line}"));
    assert!(after(&text, "e1g1 e8e7").outcome().is_none(), "the line is behind, the goal ahead");
    assert!(after(&text, "e1g1 e8e7 g1h1").outcome().is_some(), "the castling crossed the line");
}

#[test]
fn a_leap_captures_en_passant_beside_a_slide() {
    let pawn = "{ letter = \"P\", moves = \"mfWcfF\", pawn = true, double = \"a2-h2\" }";
    let start = "4k3/3p4/8/8/2M5/8/8/4K3 b - - 0 1";
    for (moves, takes) in [("mWcN", true), ("mWcRcN", true), ("mWcB", false)] {
        let taker = format!("{{ letter = \"M\", moves = {moves:?}, en_passant = true }}");
        let game = after(&file(start, &[pawn, &taker], ""), "d7d5");
        assert_eq!(from(&game, "c4").contains(&"c4d6".to_owned()), takes, "{moves}");
    }
    // A slide of one cell at the edge is no leap.
    let bishop = "{ letter = \"M\", moves = \"mWcB\", en_passant = true }";
    let game = after(&file("7k/p7/8/1M6/8/8/8/4K3 b - - 0 1", &[pawn, bishop], ""), "a7a5");
    assert!(!from(&game, "b5").contains(&"b5a6".to_owned()));
}

#[test]
fn jumps_refuse_pawns_that_stand_where_a_series_lands() {
    let jumper = "{ letter = \"C\", moves = \"mW\", jumps = true }";
    let start = "8/7p/8/5C2/8/8/8/k6K b - - 0 1";
    let pawn = |moves: &str, more: &str| {
        format!("{{ letter = \"P\", moves = {moves:?}, pawn = true, en_passant = true, {more} }}")
    };
    let slanting = pawn("mfFcfW", "double = \"a2-h2\"");
    let far = pawn("mfWcfF", "start = { cells = \"a2-h2\", most = 4 }");
    for pawn in [slanting, far] {
        let why = refusal(&file(start, &[&pawn, jumper], ""));
        assert!(why.contains("start steps of pawns"), "{why}");
    }
    let straight = pawn("mfWcfF", "start = { cells = \"a2-h2\", most = 3 }");
    assert_eq!(variant(&file(start, &[&straight, jumper], "")).game().legal_moves().len(), 6);
}

#[test]
fn dead_material_of_one_colour_never_leaves_its_colour() {
    let start = "4k3/8/8/8/8/8/8/2B1K3 w - - 0 1";
    let dead = "dead = { lone = \"B\", one_colour = \"B\" }";
    let bishop = |moves: &str| format!("{{ letter = \"B\", moves = {moves:?} }}");
    variant(&file(start, &[&bishop("B")], dead));
    let why = refusal(&file(start, &[&bishop("BW")], dead));
    assert!(why.contains("'one_colour'"), "{why}");
}

#[test]
fn no_piece_stands_on_a_closed_cell_at_a_table_either() {
    let rook = "{ letter = \"R\", moves = \"R\", closed = \"e2\" }";
    let start = |row: &str| format!("4bK3/8/8/8/8/8/{row}/4aK3 a ab - m 0 1");
    variant(&file(&start("3aR4"), &[rook], "players = 2"));
    let why = refusal(&file(&start("4aR3"), &[rook], "players = 2"));
    assert!(why.contains("can stand on e2"), "{why}");
}
