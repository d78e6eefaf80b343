//! Files that an earlier version accepted and played with wrong rules.

use super::texts::{KING, QUEEN, SQUARES, checked, counts, file, from, refusal, variant};

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
