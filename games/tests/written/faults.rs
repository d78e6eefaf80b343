//! Files that an earlier version accepted and played with wrong rules.

use rotunda_games::{FileGame, read};
use rotunda_movegen::{Game, Variant};

const SQUARES: &str = "board = { shape = \"rectangle\", files = 8, ranks = 8 }";
const KING: &str = "{ letter = \"K\", moves = \"K\", royal = true }";
const QUEEN: &str = "{ letter = \"Q\", moves = \"Q\" }";

/// Returns a game with this start, these pieces beside the king, and further keys.
pub(super) fn file(start: &str, pieces: &[&str], more: &str) -> String {
    let pieces = pieces.iter().fold(KING.to_owned(), |all, piece| all + ", " + piece);
    format!(
        "[[game]]\nname = \"test\"\nstart = {start:?}\n{SQUARES}\npiece = [ {pieces} ]\n{more}\n"
    )
}

pub(super) fn variant(text: &str) -> &'static Variant {
    let games = read("f", text).unwrap_or_else(|error| panic!("{error}"));
    games[0].unlisted().unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the reason why a file is refused.
pub(super) fn refusal(text: &str) -> String {
    let game = read("f", text).and_then(|games| games[0].unlisted().map(|_| ()));
    game.expect_err(text).to_string()
}

fn checked(text: &str) -> FileGame {
    read("f", text).unwrap_or_else(|error| panic!("{error}")).remove(0)
}

/// Returns the moves from a cell, in the order of their texts.
pub(super) fn from(game: &Game, cell: &str) -> Vec<String> {
    let moves = game.legal_moves();
    let mut texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
    texts.retain(|text| text.starts_with(cell));
    texts.sort();
    texts
}

/// Returns the numbers of move sequences by depth.
fn counts(variant: &'static Variant, depth: u32) -> Vec<u64> {
    let count = |depth| variant.game().perft(depth).iter().map(|(_, leaves)| leaves).sum();
    (1..=depth).map(count).collect()
}

/// Returns chess with other pawns.
fn with_pawns(pawn: &str) -> String {
    let array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let others =
        ["N", "B", "R"].map(|letter| format!("{{ letter = {letter:?}, moves = {letter:?} }}"));
    let pawn = format!(
        "{{ letter = \"P\", pawn = true, promotes_on = \"a8-h8\", becomes = \"QRBN\", {pawn} }}"
    );
    let castling = "castling = [ { right = \"K\", king = \"e1 g1\", rook = \"h1 f1\", safe = \"f1 g1\" }, \
                    { right = \"Q\", king = \"e1 c1\", rook = \"a1 d1\", safe = \"d1 c1\" } ]";
    file(array, &[&pawn, &others[0], &others[1], &others[2], QUEEN], castling)
}

#[test]
fn pawns_of_several_headings_have_the_counts_of_fairy_stockfish() {
    let berolina = with_pawns("moves = \"mfFcfW\", double = \"a2-h2\", en_passant = true");
    assert_eq!(counts(variant(&berolina), 4), [30, 900, 28_328, 882_717]);
    let sideways = with_pawns("moves = \"fsmWfcF\", double = \"a2-h2\", en_passant = true");
    assert_eq!(counts(variant(&sideways), 3), [20, 400, 10_022]);
    let triple = with_pawns(
        "moves = \"mfWcfF\", start = { cells = \"a2-h2\", most = 3 }, en_passant = true",
    );
    assert_eq!(counts(variant(&triple), 3), [28, 760, 21_911]);
}

#[test]
fn fields_of_passed_cells_are_read_as_fairy_stockfish_writes_them() {
    let berolina =
        variant(&with_pawns("moves = \"mfFcfW\", double = \"a2-h2\", en_passant = true"));
    let mut game = berolina.game();
    for text in ["a2c4", "g8f6", "c4d5", "c7e5"] {
        game.play_text(text).expect("legal");
    }
    // The pawn on d5 captures ahead, and a pawn has just passed over d6.
    assert!(from(&game, "d5").contains(&"d5d6".to_owned()), "{}", game.fen());
    let own = game.fen();
    let theirs = own.replace(" d6 ", " e5d6 ");
    assert_ne!(own, theirs);
    let read = berolina.game_from(Some(&theirs)).expect("the pawn's cell may be named");
    assert_eq!((read.fen(), read.key()), (own, game.key()));
    let two = "4k3/8/8/p1p5/1P6/8/8/4K3 w - b6 0 1";
    let named = ["4k3/8/8/p1pP4/8/8/8/4K3 w - a5b6 0 1", "4k3/8/8/pPp5/8/8/8/4K3 w - b6c5 0 1"];
    assert!(berolina.game_from(Some(two)).is_ok());
    for fen in named {
        assert!(berolina.game_from(Some(fen)).is_ok(), "{fen}");
    }
    // The field names one of two pawns, each of which may have passed over the cell.
    let fen = |field: &str| format!("4k3/8/8/pPp5/8/8/8/4K3 w - {field} 0 1");
    for (field, left) in [("b6a5", "2p"), ("b6c5", "p7")] {
        let mut game = berolina.game_from(Some(&fen(field))).expect("a position");
        game.play_text("b5b6").expect("it takes en passant");
        let row = game.fen().split('/').nth(3).expect("a row").to_owned();
        assert!(row.starts_with(left), "{field}: {row}");
    }
    let keys =
        ["b6a5", "b6c5"].map(|field| berolina.game_from(Some(&fen(field))).expect("one").key());
    assert_ne!(keys[0], keys[1], "other captures make another position");
}

#[test]
fn what_becomes_a_pawn_may_stand_where_pawns_promote() {
    let pawn = |becomes: &str| {
        format!(
            "{{ letter = \"P\", pawn = true, moves = \"mfWcfF\", promotes_on = \"a8-h8\", \
             becomes = \"{becomes}\" }}"
        )
    };
    let silver = "{ letter = \"S\", moves = \"W\", promotes_on = \"a8-h8\", becomes = \"P\" }";
    let changing =
        "{ letter = \"S\", moves = \"W\", changes = { leaving = \"a7-h7\", into = \"P\" } }";
    for (letter, pieces, mv) in [
        ("P", vec![pawn("PQ")], "a7a8p"),
        ("S", vec![pawn("Q"), silver.to_owned()], "a7a8p"),
        ("S", vec![pawn("Q"), changing.to_owned()], "a7a8"),
    ] {
        let pieces: Vec<&str> = pieces.iter().map(String::as_str).chain([QUEEN]).collect();
        let start = format!("4k3/{letter}7/8/8/8/8/8/4K3 w - - 0 1");
        let game = variant(&file(&start, &pieces, ""));
        let mut played = game.game();
        played.play_text(mv).expect("it is legal");
        let read = game.game_from(Some(&played.fen())).expect("its own position");
        assert_eq!((read.fen(), read.key()), (played.fen(), played.key()), "{mv}");
    }
}

#[test]
fn the_letter_of_a_lap_means_one_thing() {
    let rook = "{ letter = \"R\", moves = \"R\" }";
    let castling = "{ right = \"K\", king = \"e1 g1\", rook = \"h1 f1\", safe = \"f1 g1\" }";
    let lap = |letter: &str, line: &str| {
        format!("{{ seat = \"white\", letter = \"{letter}\", goal = \"d4\"{line} }}")
    };
    let line = ", before = \"e1\", after = \"f1\"";
    let with = |castlings: &str, laps: &str| {
        let more = format!("castling = [ {castlings} ]\nlap = [ {laps} ]");
        file("4k3/8/8/8/8/8/8/R3K2R w K - 0 1", &[rook], &more)
    };
    for (castlings, laps) in [
        (castling.to_owned(), lap("K", line)),
        (castling.to_owned(), lap("k", line)),
        (castling.to_owned(), format!("{}, {}", lap("L", line), lap("L", line))),
    ] {
        let reason = refusal(&with(&castlings, &laps));
        assert!(reason.contains("has a second meaning"), "{reason}");
    }
    for (castlings, laps) in
        [(castling, lap("K", "")), ("", format!("{}, {}", lap("L", line), lap("L", "")))]
    {
        let reason = refusal(&with(castlings, &laps));
        assert!(reason.contains("has a second meaning"), "{reason}");
    }
    variant(&with(castling, &format!("{}, {}", lap("L", ""), lap("L", ""))));
}

#[test]
fn passed_cells_are_a_set() {
    let triple = "{ letter = \"P\", pawn = true, moves = \"mfWcfF\", start = { cells = \"a2-h2\", most = 3 }, en_passant = true }";
    let game = variant(&file("4k3/8/8/8/1p6/1p6/P7/4K3 w - - 0 1", &[triple], ""));
    let mut played = game.game();
    played.play_text("a2a5").expect("three steps");
    assert_eq!(played.fen(), "4k3/8/8/P7/1p6/1p6/8/4K3 b - a3a4 0 1");
    assert_eq!(from(&played, "b4"), ["b4a3"]);
    for field in ["a3a4", "a4a3", "a3"] {
        let fen = format!("4k3/8/8/P7/1p6/1p6/8/4K3 b - {field} 0 1");
        let mut read = game.game_from(Some(&fen)).expect("a position");
        assert_eq!(read.fen(), played.fen(), "{field}");
        read.play_text("b4a3").expect("it takes en passant");
        assert_eq!(read.fen(), "4k3/8/8/8/8/pp6/8/4K3 w - - 0 2");
    }
    for wrong in ["a2", "a5", "b3a3", "a3b", "3a", "a3a6"] {
        let fen = format!("4k3/8/8/P7/1p6/1p6/8/4K3 b - {wrong} 0 1");
        assert!(game.game_from(Some(&fen)).is_err(), "{wrong}");
    }
}

#[test]
fn paths_that_are_written_out_are_all_start_steps() {
    let pawn = "{ letter = \"P\", pawn = true, moves = [{ mode = \"move\", paths = { d2 = [\"d3 d4\", \"c2 b2\", \"e3 f4 g4\"] } }] }";
    let game = variant(&file("4k3/8/8/8/8/8/3P4/7K w - - 0 1", &[pawn], "")).game();
    assert_eq!(from(&game, "d2"), ["d2b2", "d2c2", "d2d3", "d2d4", "d2e3", "d2f4", "d2g4"]);
}

#[test]
fn a_pawn_that_changes_by_its_start_step_is_taken_en_passant() {
    let pawns = [
        "{ letter = \"P\", pawn = true, moves = \"mfWcfF\", double = \"a2-h2\", changes = { leaving = \"a2-h2\", into = \"X\" } }",
        "{ letter = \"X\", pawn = true, moves = \"mfWcfF\", en_passant = true }",
    ];
    let game = variant(&file("4k3/8/8/8/3x4/8/4P3/4K3 w - - 0 1", &pawns, ""));
    let mut played = game.game();
    played.play_text("e2e4").expect("legal");
    assert_eq!(played.fen(), "4k3/8/8/8/3xX3/8/8/4K3 b - e3 0 1");
    assert!(from(&played, "d4").contains(&"d4e3".to_owned()));
    assert!(game.game_from(Some(&played.fen())).is_ok());
}

#[test]
fn pieces_that_are_no_pawns_promote() {
    let silver = "{ letter = \"S\", moves = \"FfW\", promotes_on = \"a8-h8\", becomes = \"G\" }";
    let gold = "{ letter = \"G\", moves = \"WfF\" }";
    let game = variant(&file("4k3/S7/8/8/8/8/8/4K3 w - - 0 1", &[silver, gold], "")).game();
    assert_eq!(from(&game, "a7"), ["a7a8g", "a7b6", "a7b8g"]);
}

#[test]
fn promotions_may_differ_by_seat() {
    let pawn = "{ letter = \"P\", pawn = true, moves = \"mfW\", promotes_on = \"a8-h8\", becomes = { white = \"NQ\", black = \"Q\" } }";
    let knight = "{ letter = \"N\", moves = \"N\" }";
    let game = variant(&file("4k3/P7/8/8/8/8/p7/4K3 w - - 0 1", &[pawn, knight, QUEEN], ""));
    let mut played = game.game();
    assert_eq!(from(&played, "a7"), ["a7a8n", "a7a8q"]);
    played.play_text("a7a8n").expect("legal");
    assert_eq!(from(&played, "a2"), ["a2a1q"]);
    let text = file(
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        &[&pawn.replace("black", "green"), knight, QUEEN],
        "",
    );
    assert!(refusal(&text).contains("unknown field `green`"), "{}", refusal(&text));
    let text = file(
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        &[&pawn.replace(", black = \"Q\"", ""), knight, QUEEN],
        "",
    );
    assert!(refusal(&text).contains("the kinds of \"black\" are missing"), "{}", refusal(&text));
}

#[test]
fn a_start_step_promotes() {
    let pawn = "{ letter = \"P\", pawn = true, moves = \"mfWcfF\", double = \"a2-h6\", promotes_on = \"a8-h8\", becomes = \"Q\", closed = \"a1-h1 a8-h8\" }";
    let game = variant(&file("7k/8/3P4/8/8/8/8/4K3 w - - 0 1", &[pawn, QUEEN], ""));
    assert_eq!(from(&game.game(), "d6"), ["d6d7", "d6d8q"]);
    let mut played = game.game();
    played.play_text("d6d8q").expect("legal");
    assert_eq!(played.fen(), "3Q3k/8/8/8/8/8/8/4K3 b - - 0 1");
}

#[test]
fn castlings_leave_every_piece_on_the_board() {
    let [rook, knight, bishop] =
        ["R", "N", "B"].map(|letter| format!("{{ letter = {letter:?}, moves = {letter:?} }}"));
    let pieces = [&rook[..], &knight, &bishop];
    let castling = |king: &str, rook: &str, more: &str| {
        format!(
            "castling = [ {{ right = \"K\", king = {king:?}, rook = {rook:?}, safe = \"\"{more} }} ]"
        )
    };
    let over = file("rk6/8/8/8/8/8/8/RKNB4 w Kk - 0 1", &pieces, &castling("b1 d1", "a1 c1", ""));
    assert!(!from(&variant(&over).game(), "b1").contains(&"b1d1".to_owned()));
    let start = "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1";
    for (king, rook, more, message) in [
        ("e1 g1", "h1 g1", "", "begin or end on one cell"),
        ("e1 e1", "h1 h1", "", "moves neither"),
        ("e1 e1", "e1 h1", "", "begin or end on one cell"),
        ("e1 f1", "h1 e1", "", "it needs another 'code'"),
        ("e1 g1", "h1 f1", ", code = \"h1 f1\"", "it needs another 'code'"),
    ] {
        let text = file(start, &pieces, &castling(king, rook, more));
        assert!(refusal(&text).contains(message), "{king} {rook}: {}", refusal(&text));
    }
    let found = file(start, &pieces, &castling("e1 f1", "h1 e1", ", code = \"e1 h1\""));
    let game = variant(&found).game();
    assert!(
        from(&game, "e1").contains(&"e1h1".to_owned())
            && from(&game, "e1").contains(&"e1f1".to_owned())
    );
    let swapped = file("4k3/8/8/8/8/8/8/4K2R w K - 0 1", &pieces, &castling("e1 h1", "h1 e1", ""));
    let mut game = variant(&swapped).game();
    game.play_text("e1h1").expect("king and rook change places");
    assert_eq!(game.fen(), "4k3/8/8/8/8/8/8/4R2K b - - 1 1");
}

#[test]
fn any_piece_castles_with_the_king() {
    let bede = "{ letter = \"D\", moves = \"BD\" }";
    let castling =
        "castling = [ { right = \"K\", king = \"e1 g1\", rook = \"h1 f1\", safe = \"f1 g1\" } ]";
    let game = variant(&file(
        "4k2r/8/8/8/8/8/8/4K2D w Kk - 0 1",
        &[bede, "{ letter = \"R\", moves = \"R\" }"],
        castling,
    ));
    let mut played = game.game();
    for text in ["e1g1", "e8g8"] {
        played.play_text(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    assert_eq!(played.fen(), "5rk1/8/8/8/8/8/8/5DK1 w - - 2 2");
    let error = game.game_from(Some("4k2r/8/8/8/8/8/8/4K2R w K - 0 1")).expect_err("no bede");
    assert!(error.to_string().contains("without White's king on e1 and D on h1"), "{error}");
}

#[test]
fn closed_cells_hold_for_every_move_and_position() {
    let rook = "{ letter = \"R\", moves = \"R\", closed = \"a1-c1 a5\" }";
    let king = "{ letter = \"K\", moves = \"K\", royal = true, closed = \"e2\" }";
    let text = file("4k3/8/8/8/R7/8/8/4K3 w - - 0 1", &[rook], "").replace(KING, king);
    let game = variant(&text);
    let played = game.game();
    let ups = ["a4a2", "a4a3", "a4a6", "a4a7", "a4a8"];
    let found = from(&played, "a4");
    assert_eq!(
        found.iter().filter(|text| text.starts_with("a4a")).collect::<Vec<_>>(),
        ups.iter().collect::<Vec<_>>()
    );
    assert_eq!(from(&played, "e1"), ["e1d1", "e1d2", "e1f1", "e1f2"]);
    for fen in ["4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "4k3/8/8/8/8/8/4K3/8 w - - 0 1"] {
        assert!(game.game_from(Some(fen)).is_err(), "{fen}");
    }
    // A piece is not attacked on a cell where no capture is possible.
    let safe = game.game_from(Some("8/8/8/k7/R7/8/8/4K3 b - - 0 1")).expect("a position");
    assert!(safe.checkers().is_empty());
    let back = with_pawns(
        "moves = \"fbmWfcF\", double = \"a2-h2\", en_passant = true, closed = \"a1-h1\"",
    );
    let back = back.replace("KQkq", "-").split("castling").next().expect("the game").to_owned();
    assert_eq!(counts(variant(&back), 3)[2], 9222);
}

#[test]
fn two_kings_alone_play_on_where_one_can_still_reach_its_goal() {
    let lap =
        |goal: &str| format!("lap = [ {{ seat = \"white\", letter = \"H\", goal = {goal:?} }} ]");
    let start = "8/8/8/1k6/8/8/8/3K4 w - - 0 1";
    assert!(variant(&file(start, &[], &lap("d4 e4 d5 e5"))).game().outcome().is_none());
    assert!(variant(&file(start, &[], "")).game().outcome().is_some());
    let text =
        file(start, &[], &lap("h8")).replace("royal = true", "royal = true, within = \"a1-d5\"");
    let game = checked(&text);
    assert!(variant(&text).game().outcome().is_some(), "nobody comes to h8");
    assert!(
        game.findings().contains(&"White's king cannot come to the goal of its race".to_owned())
    );
}

#[test]
fn no_two_moves_have_one_text() {
    let pawn =
        "{ letter = \"P\", pawn = true, moves = \"mfWfF\", double = \"a2-h2\", en_passant = true }";
    let text = file("4k3/4p3/8/3P4/8/8/8/4K3 b - - 0 1", &[pawn], "");
    let mut game = variant(&text).game();
    game.play_text("e7e5").expect("legal");
    assert_eq!(from(&game, "d5"), ["d5c6", "d5d6", "d5e6"]);
    assert_eq!(game.fen(), "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 2");
    let findings = checked(&text).findings();
    assert!(
        findings.contains(&"P: the key 'en_passant' changes nothing".to_owned()),
        "{findings:?}"
    );
    // A leap to the target of a start step is not a second move.
    let leaper = "{ letter = \"P\", pawn = true, moves = \"mfWmfDcfF\", double = \"a2-h2\" }";
    let game = variant(&file("4k3/8/8/8/8/8/3P4/4K3 w - - 0 1", &[leaper], "")).game();
    assert_eq!(from(&game, "d2"), ["d2d3", "d2d4", "d2d6"]);
}

#[test]
fn royal_nonsense_is_refused() {
    let start = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    let pawn = "{ letter = \"P\", pawn = true, moves = \"mfWcfF\", promotes_on = \"a8-h8\", becomes = \"K\" }";
    assert!(refusal(&file(start, &[pawn], "")).contains("a piece cannot become a king"));
    let changing =
        "{ letter = \"P\", moves = \"mfW\", changes = { leaving = \"a7\", into = \"K\" } }";
    assert!(refusal(&file(start, &[changing], "")).contains("a piece cannot change into a king"));
    let kings = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    for (more, message) in [
        ("pawn = true", "a king is no pawn"),
        ("promotes_on = \"a8\"", "a king promotes nowhere"),
        ("becomes = \"Q\"", "a king promotes nowhere"),
        ("double = \"e1\"", "a king has no start steps"),
        ("changes = { leaving = \"e1\", into = \"Q\" }", "a king changes into nothing"),
        ("within = \"a1-c3\"", "outside its 'within'"),
        ("within = \"\"", "'within' names no cell"),
        ("jumps = true", "a king does not jump in series"),
    ] {
        let text =
            file(kings, &[QUEEN], "").replace("royal = true", &format!("royal = true, {more}"));
        assert!(refusal(&text).contains(message), "{more}: {}", refusal(&text));
    }
}

#[test]
fn keys_that_change_nothing_are_named() {
    let start = "4k3/8/8/8/8/8/PN6/4K3 w - - 0 1";
    for (piece, keys) in [
        ("letter = \"P\", pawn = true, moves = \"fK\", double = \"a2-h2\"", &["double"][..]),
        (
            "letter = \"P\", moves = \"mfWcfF\", double = \"a2-h2\", en_passant = true",
            &["double", "en_passant"],
        ),
        (
            "letter = \"P\", pawn = true, moves = \"mfWcfF\", start = { cells = \"a8\", most = 3 }",
            &["start"],
        ),
        (
            "letter = \"P\", pawn = true, moves = \"mfWcfF\", promotes_on = \"a8-h8\", becomes = \"N\", supply = [1], declines_on = \"a8\"",
            &[],
        ),
        (
            "letter = \"P\", moves = \"W\", promotes_on = \"a8\", declines_on = \"a8\"",
            &["promotes_on", "declines_on"],
        ),
        ("letter = \"P\", moves = \"W\", closed = \"\", within = \"a1-h8\"", &["closed", "within"]),
        ("letter = \"P\", moves = \"W\", becomes = \"N\", supply = [1]", &["becomes", "supply"]),
    ] {
        let knight = "{ letter = \"N\", moves = \"N\" }";
        let text = file(start, &[&format!("{{ {piece} }}"), knight], "");
        let findings = checked(&text).findings();
        let named: Vec<&str> = findings
            .iter()
            .filter_map(|line| line.strip_prefix("P: the key '")?.strip_suffix("' changes nothing"))
            .collect();
        assert_eq!(named, keys, "{piece}: {findings:?}");
    }
}

#[test]
fn a_side_whose_pieces_become_nothing_is_named() {
    let start = "4k3/8/8/8/8/8/P7/4K3 w - - 0 1";
    let rook = "{ letter = \"R\", moves = \"R\" }";
    let named = |keys: &str| {
        let pawn = format!(
            "{{ letter = \"P\", pawn = true, moves = \"mfWcfF\", promotes_on = \"a8-h8\", {keys} }}"
        );
        let findings = checked(&file(start, &[&pawn, rook], "")).findings();
        findings.into_iter().filter(|line| line.contains("becomes nothing")).collect::<Vec<_>>()
    };
    let white = ["White's P becomes nothing where it promotes"];
    assert_eq!(named("becomes = { white = \"\", black = \"R\" }"), white);
    assert_eq!(named("becomes = \"R\"").len(), 0);
    let closed =
        "becomes = { white = \"\", black = \"R\" }, closed = { white = \"a8-h8\", black = \"\" }";
    assert_eq!(named(closed).len(), 0);
}

#[test]
fn cells_that_are_not_mirrored_are_named() {
    let start = "4k3/8/8/8/8/8/R7/4K3 w - - 0 1";
    let named = |rook: &str, king: &str| {
        let rook = format!("{{ letter = \"R\", moves = \"R\"{rook} }}");
        let text = file(start, &[&rook, QUEEN], "");
        let findings =
            checked(&text.replace("royal = true", &format!("royal = true{king}"))).findings();
        findings.into_iter().filter(|line| line.contains("as written")).collect::<Vec<_>>()
    };
    let leaving =
        |cells: &str| named(&format!(", changes = {{ leaving = \"{cells}\", into = \"Q\" }}"), "");
    assert_eq!(leaving("a1-h1"), ["R: the cells of 'leaving' hold for both sides as written"]);
    assert_eq!(leaving("a4-h5").len(), 0);
    let regions = |cells: &str| named("", &format!(", regions = [{cells}]"));
    assert_eq!(regions("\"a1-h4\""), ["K: the cells of 'regions' hold for both sides as written"]);
    assert_eq!(regions("\"a1-h4\", \"a5-h8\"").len(), 0);
}

#[test]
fn a_hole_has_no_mirror_image() {
    let board = |text: String| text.replace("ranks = 8 }", "ranks = 8, holes = \"f1\" }");
    let rook = |closed: &str| {
        let rook = format!("{{ letter = \"R\", moves = \"R\", closed = {closed} }}");
        board(file("3rk3/8/8/8/8/8/8/3RK*2 w - - 0 1", &[&rook], ""))
    };
    for (cells, cell) in [("f8", "f8"), ("a8-h8", "f8")] {
        let found = refusal(&rook(&format!("\"{cells}\"")));
        let reason =
            format!("{cell} mirrored for \"black\" is no cell: name the cells of each seat");
        assert!(found.contains(&reason), "{cells}: {found}");
    }
    // White's rook may not go to f8, and Black's may.
    let named = variant(&rook("{ white = \"f8\", black = \"\" }"));
    let black = named.game_from(Some("4k2r/8/8/8/8/8/8/3RK*2 b - - 0 1")).expect("a position");
    assert!(from(&black, "h8").contains(&"h8f8".to_owned()));
    let white = named.game_from(Some("7R/k7/8/8/8/8/8/3RK*2 w - - 0 1"));
    assert!(!from(&white.expect("a position"), "h8").contains(&"h8f8".to_owned()));
    variant(&rook("\"a8 h8\""));
    let hexagon = "[[game]]\nname = \"test\"\nstart = \"**k**/*4/5/4*/*1K2 w - - 0 1\"\n\
        board = { shape = \"hex\", size = 3, holes = \"a1\" }\n\
        piece = [ { letter = \"R\", moves = \"R\", closed = \"a3\" }, \
        { letter = \"K\", moves = \"K\", royal = true } ]\n";
    assert!(refusal(hexagon).contains("a3 mirrored for \"black\" is no cell"));
}

#[test]
fn black_lacks_a_castling_that_needs_a_hole() {
    let castling =
        "castling = [ { right = \"K\", king = \"e1 g1\", rook = \"h1 f1\", safe = \"f1 g1\" } ]";
    let rook = "{ letter = \"R\", moves = \"R\" }";
    let text = file("4k1*r/8/8/8/8/8/8/4K2R w K - 0 1", &[rook], castling);
    let text = text.replace("ranks = 8 }", "ranks = 8, holes = \"g8\" }");
    assert!(from(&variant(&text).game(), "e1").contains(&"e1g1".to_owned()));
    let game = checked(&text);
    assert_eq!(game.data().spec.castlings.len(), 1);
    let findings = game.findings();
    let expected = "Black does not castle by k, since a cell of it is a hole";
    assert!(findings.contains(&expected.to_owned()), "{findings:?}");
}

#[test]
fn start_steps_repeat_no_leap_where_leaps_are_walks() {
    let disc = |pawn: &str| {
        format!(
            "[[game]]\nname = \"test\"\nstart = \"4k4/9/9/9/9/9/4P4/4K4 w - - 0 1\"\n\
             board = {{ shape = \"disc\", files = 9, ranks = 8 }}\n\
             piece = [ {KING}, {{ letter = \"P\", pawn = true, {pawn} }} ]\n"
        )
    };
    let links: String = (0..9)
        .flat_map(|index| {
            [("n", 0, 1), ("e", 1, 0), ("s", 0, -1), ("w", -1, 0)].map(|it| (index, it))
        })
        .filter_map(|(index, (heading, x, y))| {
            let (file, rank) = (index % 3 + x, index / 3 + y);
            let name =
                |file: i32, rank: i32| format!("{}{}", ["a", "b", "c"][file as usize], rank + 1);
            let is_there = (0..3).contains(&file) && (0..3).contains(&rank);
            is_there.then(|| {
                format!("\"{} {heading} {}\", ", name(index % 3, index / 3), name(file, rank))
            })
        })
        .collect();
    let graph = |pawn: &str| {
        format!(
            "[[game]]\nname = \"test\"\nstart = \"k2/P2/2K w - - 0 1\"\n\
             board = {{ shape = \"graph\", files = 3, ranks = 3, orthogonal = \"n e s w\", \
             black = {{ n = \"s\", s = \"n\", e = \"w\", w = \"e\" }}, links = [ {links} ] }}\n\
             piece = [ {KING}, {{ letter = \"P\", pawn = true, {pawn} }} ]\n"
        )
    };
    for moves in ["mN", "mfD"] {
        for start in ["double = \"a2-c2\"", "start = { cells = \"a2\", most = 3 }"] {
            for text in [
                disc(&format!("moves = \"{moves}\", {start}")),
                graph(&format!("moves = \"{moves}\", {start}")),
            ] {
                let found = refusal(&text);
                assert!(found.contains("cannot repeat a quiet leap"), "{moves}: {found}");
            }
        }
        variant(&disc(&format!("moves = \"{moves}\"")));
        variant(&graph(&format!("moves = \"{moves}\"")));
    }
    variant(&disc("moves = \"mfWcN\", double = \"a2-i2\""));
    variant(&graph("moves = \"mfWcN\", double = \"a2\""));
}

#[test]
fn a_kind_that_jumps_is_the_only_one_and_its_jumps_can_be_told() {
    let start = "4k3/q7/8/8/8/8/Q7/4K3 w - - 0 1";
    let other = "{ letter = \"R\", moves = \"mW\" }";
    for (keys, message) in [
        ("moves = \"Q\"", "no other move of it may go an even number"),
        ("moves = \"mWD\"", "no other move of it may go an even number"),
        ("moves = \"mW\", pawn = true, double = \"a2\"", "no other move of it may go"),
        ("moves = \"mW\", within = \"a1-b8\"", "has no 'within'"),
        (
            "moves = \"mW\", changes = { leaving = \"a2\", into = \"R\" }",
            "can neither promote nor change",
        ),
    ] {
        let piece = format!("{{ letter = \"Q\", jumps = true, {keys} }}");
        let found = refusal(&file(start, &[&piece, other], ""));
        assert!(found.contains(message), "{keys}: {found}");
    }
    let jumping = "{ letter = \"Q\", moves = \"mWN\", jumps = true }";
    let second = "{ letter = \"R\", moves = \"mW\", jumps = true }";
    assert!(refusal(&file(start, &[jumping, second], "")).contains("and so does another"));
    let round = file(start, &[jumping, other], "").replace("rectangle", "cylinder");
    assert!(refusal(&round).contains("on a rectangle alone"));
    let game = variant(&file(start, &[jumping, other], "")).game();
    assert_eq!(from(&game, "a2"), ["a2a1", "a2a3", "a2b2", "a2b4", "a2c1", "a2c3"]);
}

#[test]
fn values_that_would_be_ignored_are_refused_or_named() {
    let start = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    let knight = "{ letter = \"N\", moves = \"N\" }";
    let bishop = "{ letter = \"B\", moves = \"B\" }";
    let lap = "before = \"e7\", after = \"e8\", goal = \"a8\"";
    for (keys, message) in [
        ("dead = { one_colour = \"BN\" }", "one kind alone counts"),
        ("dead = { lone = \"\" }", "letters of pieces beside the king"),
        ("dead = { lone = \"NK\" }", "letters of pieces beside the king"),
        (
            &*format!("lap = [ {{ seat = \"white\", letter = \"-\", {lap} }} ]"),
            "'-' is no letter for a lap",
        ),
    ] {
        let found = refusal(&file(start, &[knight, bishop], keys));
        assert!(found.contains(message), "{keys}: {found}");
    }
    let regions = "{ letter = \"R\", moves = \"R\", regions = [\"a1-h4\"] }";
    assert!(refusal(&file(start, &[regions], "")).contains("only a king has regions"));
    let still = "{ letter = \"R\", moves = [ { paths = { a1 = [\"a2\"] }, from = \"b1\" } ] }";
    let findings = checked(&file(start, &[still], "")).findings();
    assert!(findings.contains(&"R has no moves".to_owned()), "{findings:?}");
}

#[test]
fn fields_without_room_for_the_rules_are_named() {
    let pawn =
        "letter = \"P\", pawn = true, moves = \"mfWcfF\", double = \"a2-h2\", en_passant = true";
    let castling =
        "castling = [ { right = \"K\", king = \"e1 g1\", rook = \"h1 f1\", safe = \"f1\" } ]";
    let rook = "{ letter = \"R\", moves = \"R\" }";
    let keys = format!("{castling}\nfields = [\"board\", \"turn\"]");
    let pieces = [&*format!("{{ {pawn} }}"), rook];
    let findings = checked(&file("4k2r/p7/8/8/8/8/P7/4K2R w", &pieces, &keys)).findings();
    let expected = [
        "nobody castles, since 'fields' has no flags for the rights",
        "'fields' has no en-passant for the pawns that can be taken so",
    ];
    assert_eq!(findings[..2], expected);
    let start = "4k2r/p7/8/8/8/8/P7/4K2R w Kk - 0 1";
    let findings = checked(&file(start, &pieces, castling)).findings();
    assert!(findings.iter().all(|line| !line.contains("'fields'")), "{findings:?}");
}

#[test]
fn pieces_outside_their_cells_and_supplies_of_none_are_named() {
    let start = "4k3/p7/8/8/8/8/PN6/4K3 w - - 0 1";
    let keys = "letter = \"P\", pawn = true, moves = \"mfWcfF\", promotes_on = \"a8-h8\"";
    for (pawn, knight, finding) in [
        ("", ", within = \"a3-h8\"", Some("N begins outside its 'within' on b2")),
        ("", ", within = \"b1-h8\"", None),
        (", within = \"b1-h8\"", "", Some("P begins outside its 'within' on a2 a7")),
        (", becomes = \"N\", supply = [0]", "", Some("P never becomes N, whose supply is 0")),
        (", becomes = \"N\", supply = [1]", "", None),
    ] {
        let pawn = format!("{{ {keys}{pawn} }}");
        let knight = format!("{{ letter = \"N\", moves = \"N\"{knight} }}");
        let findings = checked(&file(start, &[&pawn, &knight], "")).findings();
        let is_about =
            |line: &&String| line.contains("'within'") || line.contains("whose supply is 0");
        let named = findings.iter().find(is_about).map(String::as_str);
        assert_eq!(named, finding, "{findings:?}");
    }
}

#[test]
fn no_position_has_more_moves_than_the_check_says() {
    let others =
        "ABCDEFG".chars().map(|letter| format!("{{ letter = \"{letter}\", moves = \"W\" }}"));
    let others: Vec<String> = others.collect();
    let pawn = "{ letter = \"P\", pawn = true, moves = \"fK\", promotes_on = \"a3-h8\", declines_on = \"a3-h7\", becomes = \"ABCDEFG\" }";
    let mut pieces: Vec<&str> = others.iter().map(String::as_str).collect();
    pieces.push(pawn);
    let text = file("k7/8/8/8/P1P1P1P1/8/P1P1P1P1/7K w - - 0 1", &pieces, "");
    assert!(counts(variant(&text), 1)[0] as usize <= checked(&text).most_moves());
}

#[test]
fn starts_and_names_that_cannot_be_are_found() {
    let lap = "lap = [ { seat = \"black\", letter = \"h\", goal = \"e8\" } ]";
    let findings = checked(&file("4k3/8/8/8/8/8/8/4K3 w - - 0 1", &[], lap)).findings();
    assert!(
        findings.contains(&"Black's king begins on e8, a goal of its race".to_owned()),
        "{findings:?}"
    );
    let two = file("4k3/8/8/8/8/8/8/4K3 w - - 0 1", &[], "");
    assert!(
        refusal(&(two.clone() + &two)).contains("two games of the file have the name \"test\"")
    );
    let title = two.replace("name = \"test\"", "name = \"test\"\ntitle = \"T\\nuciok\"");
    assert!(refusal(&title).contains("the control character '\\n'"), "{}", refusal(&title));
}

#[test]
fn paths_may_go_up_and_down_the_numbering_as_often_as_they_like() {
    // A rook goes round a ring that is drawn on a grid, whose cells are numbered rank by rank.
    let round = "a1 b1 c1 d1 d2 d3 d4 c4 b4 a4 a3 a2".split(' ').collect::<Vec<_>>();
    let links = (0..12).flat_map(|at| {
        let [here, next] = [round[at], round[(at + 1) % 12]];
        [format!("\"{here} n {next}\""), format!("\"{next} s {here}\"")]
    });
    let links = links.collect::<Vec<_>>().join(", ");
    let text = format!(
        "[[game]]\nname = \"test\"\nstart = \"k1B1/1**1/K**R/4 w - - 0 1\"\n\
         board = {{ shape = \"graph\", files = 4, ranks = 4, holes = \"b2-c3\", orthogonal = \"n e s w\", \
         black = {{ n = \"s\", s = \"n\" }}, links = [{links}] }}\n\
         piece = [ {{ letter = \"R\", moves = \"R\" }}, {{ letter = \"B\", moves = \"W\" }}, {{ letter = \"K\", moves = \"W\", royal = true }} ]\n"
    );
    let game = variant(&text).game();
    assert_eq!(from(&game, "d2"), ["d2a1", "d2b1", "d2c1", "d2d1", "d2d3", "d2d4"]);
    for (board, piece) in [
        ("{ shape = \"torus\", files = 8, ranks = 9 }", "B"),
        ("{ shape = \"torus\", files = 7, ranks = 9 }", "NN"),
        ("{ shape = \"cylinder\", files = 7, ranks = 9 }", "DD"),
    ] {
        let piece = format!("{{ letter = \"B\", moves = {piece:?} }}");
        let start = if board.contains("8,") {
            "8/8/8/8/4k3/8/8/8/3K4 w - - 0 1"
        } else {
            "7/7/7/7/3k3/7/7/7/2K4 w - - 0 1"
        };
        let text = file(start, &[&piece], "").replace(SQUARES, &format!("board = {board}"));
        assert!(counts(variant(&text), 2)[1] > 0, "{board}");
    }
}

#[test]
fn interfaces_are_told_the_words_of_games_that_are_written_in_them() {
    let words = |text: &str| -> Vec<Option<&'static str>> {
        checked(text).data().spec.kinds.iter().map(|kind| kind.notation).collect()
    };
    let chess = with_pawns("moves = \"mfWcfF\", double = \"a2-h2\", en_passant = true");
    assert_eq!(words(&chess), ["KisO2", "fmWfceFifmnD", "N", "B", "R", "Q"].map(Some));
    let berolina = with_pawns("moves = \"mfFcfW\", double = \"a2-h2\", en_passant = true");
    assert_eq!(words(&berolina), [None; 6]);
    let caged = file(
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        &["{ letter = \"R\", moves = \"R\", within = \"a1-d4\" }"],
        "",
    );
    assert_eq!(words(&caged), [None; 2]);
}
