//! Files as other programs and people write them.

use std::path::{Path, PathBuf};

use rotunda_movegen::Variant;
use rotunda_notation::pgn::{GameResult, Item, Note, PgnReader, PlayedGame};
use rotunda_notation::{GameError, GameFault, Goal, MoveError, Nag, Place, PositionLine};

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

fn chess() -> &'static Variant {
    Variant::by_name("chess").expect("known")
}

/// Returns the games of some bytes.
pub fn played(bytes: &[u8]) -> Vec<Result<PlayedGame, GameError>> {
    PgnReader::new(bytes).map(|game| PlayedGame::of(game?, chess())).collect()
}

/// Returns the games of a file, all of which can be read.
fn games(name: &str) -> Vec<PlayedGame> {
    let bytes = std::fs::read(data(name)).expect("a file");
    played(&bytes).into_iter().map(|game| game.unwrap_or_else(|e| panic!("{name}: {e}"))).collect()
}

/// Returns the moves of the main line, as this crate writes them.
fn moves(game: &PlayedGame) -> String {
    game.main_line().map(|ply| &*ply.text).collect::<Vec<_>>().join(" ")
}

#[test]
fn marks_of_bytes_and_foreign_line_ends_do_no_harm() {
    let games = games("cases/bom-crlf.pgn");
    assert_eq!(games[0].tags.get("Event"), Some("from another system"));
    assert_eq!((games.len(), moves(&games[0])), (1, "e4 e5".into()));
}

#[test]
fn latin_1_is_understood() {
    let games = games("cases/latin-1.pgn");
    assert_eq!(games[0].tags.get("Event"), Some("Memorial M\u{fc}nchen"));
    assert_eq!(games[0].items[1], Item::Comment("Dr\u{e4}ngt".into()));
    assert!(games[0].to_string().contains("{Dr\u{e4}ngt}"));
}

#[test]
fn moves_are_read_as_people_read_them() {
    let games = games("cases/lax-moves.pgn");
    let expected = [
        "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O f6 d4 Bg4",
        "d4 d5 c4 e6 Nc3 Bb4 e3 Ne7 Bd3",
        "e4 e5 Nf3 Nc6 Bb5 a6",
    ];
    assert_eq!(games.iter().map(moves).collect::<Vec<_>>(), expected);
    let nags = |game: &PlayedGame| -> Vec<Nag> {
        let nag = |item: &Item| if let Item::Nag(nag) = item { Some(*nag) } else { None };
        game.items.iter().filter_map(nag).collect()
    };
    assert_eq!((nags(&games[0]), nags(&games[2])), (vec![Nag(1), Nag(5)], vec![Nag(1), Nag(16)]));
    let text = "1. e4 {best} 1... e5 (1... c5 2. Nf3) 2. Nf3 $1 Nc6 3. Bb5 $16 a6 *\n";
    assert!(games[2].to_string().ends_with(text), "{}", games[2]);
}

#[test]
fn tags_and_commands_of_lichess_are_kept() {
    let games = games("cases/lichess-tags.pgn");
    let game = &games[0];
    assert_eq!(game.header.variant.name, "chess");
    assert_eq!(moves(game), "e4 e5 Qh5 Nc6 Bc4 g6 Qf3 Nf6");
    assert_eq!(game.result, GameResult::WhiteWins);
    let written = game.to_string();
    for part in [
        "[Variant \"Standard\"]\n[TimeControl \"180+2\"]\n",
        "[ECO \"C20\"]\n",
        "2. Qh5 $6 {[%eval -0.4]} 2... Nc6",
        "3. Bc4 g6 $4 $4 (3... Qe7 4. Nf3) 4. Qf3",
    ] {
        assert!(written.replace('\n', " ").contains(&part.replace('\n', " ")), "{part}: {written}");
    }
}

#[test]
fn a_game_that_cannot_be_read_is_named_and_the_others_go_on() {
    let bytes = std::fs::read(data("cases/one-bad-game.pgn")).expect("a file");
    let games = played(&bytes);
    let [Ok(first), Err(error), Ok(third)] = &games[..] else { panic!("{games:?}") };
    assert_eq!((moves(first), moves(third)), ("e4 e5".into(), "d4 d5".into()));
    assert!(matches!(error.fault, GameFault::Move(MoveError::Illegal { .. })));
    assert_eq!((error.number, error.place), (2, Place { line: 9, column: 13 }));
    let start = "game 2, line 9, column 13: \"Ke8\" is not legal in ";
    assert!(error.to_string().starts_with(start), "{error}");
}

#[test]
fn semicolons_in_braces_are_text() {
    let games = games("cases/semicolon-in-braces.pgn");
    assert_eq!(moves(&games[0]), "e4 e5 Nf3 Nc6 Bb5 a6");
    assert_eq!(games[0].items[1], Item::Comment("solid; well tested".into()));
}

#[test]
fn moves_without_a_space_are_read_and_noted() {
    let games = played(b"1.e4e5 2.Nf3Nc6 (2... d6 3.d4exd4) 3.Bb5a6 {x} *");
    let [Ok(game)] = &games[..] else { panic!("{games:?}") };
    assert_eq!(moves(game), "e4 e5 Nf3 Nc6 Bb5 a6");
    assert!(game.to_string().contains("2. Nf3 Nc6 (2... d6 3. d4 exd4) 3. Bb5 a6 {x} *"), "{game}");
    let notes: Vec<String> = game.notes.iter().map(ToString::to_string).collect();
    let first = "line 1, column 3: \"e4e5\" is read as e4 e5";
    assert_eq!((notes.len(), notes[0].as_str()), (4, first), "{notes:?}");
    // What is a move as a whole is not split, and neither is what is none.
    let games = played(b"1. e2e4 a7a6 2. e4e5 *\n\n1. e4 e5 2. e5e6 *\n\n1. e4 e5 2. Nf3-Nc6 *");
    let [Ok(game), Err(_), Err(_)] = &games[..] else { panic!("{games:?}") };
    assert_eq!((moves(game).as_str(), game.notes.len()), ("e4 a6 e5", 0));
}

#[test]
fn operands_of_epd_may_be_quoted_and_mates() {
    let text = std::fs::read_to_string(data("cases/quoted.epd")).expect("a file");
    let read = |line| PositionLine::read(line, chess()).expect("well-formed");
    let lines: Vec<_> = text.lines().map(read).collect();
    let goals = |line: &PositionLine| line.goals("bm", chess()).expect("legal");
    assert_eq!(lines[0].operands("id"), ["the bm; suite"]);
    assert_eq!(lines[0].operands("c0"), ["White moves and wins"]);
    assert!(matches!(&goals(&lines[0])[..], [Goal::Move(mv)] if mv.to_string() == "f1b5"));
    assert_eq!(goals(&lines[1]), [Goal::Mate(3)]);
    assert!(matches!(&goals(&lines[2])[..], [Goal::Move(mv)] if mv.to_string() == "g7g8q"));
}

#[test]
fn names_of_variants_and_positions_are_those_of_many_programs() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let other = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    for (tags, moved) in [
        ("[Variant \"From Position\"]\n[FEN \"FEN\"]".to_owned(), other),
        ("[SetUp \"1\"]\n[FEN \"FEN\"]\n[Variant \"normal\"]".to_owned(), other),
        ("[Variant \"Chess\"]".to_owned(), start),
        ("[Variant \"\"]".to_owned(), start),
        ("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w KQ e3 0 1\"]".to_owned(), other),
    ] {
        let text = format!("{}\n\n1. e4 *\n", tags.replace("FEN \"FEN", &format!("FEN \"{other}")));
        let games = played(text.as_bytes());
        let [Ok(game)] = &games[..] else { panic!("{games:?}") };
        let own = game.header.start.as_deref().unwrap_or(start);
        assert_eq!((own, moves(game)), (moved, "e4".into()), "{text}");
        let is_repaired = game.notes.iter().any(|note| matches!(note, Note::Position(_)));
        assert_eq!(is_repaired, text.contains("KQ e3"));
    }
    for name in ["Fischerandom", "Crazyhouse", "gess"] {
        let games = played(format!("[Variant \"{name}\"]\n\n1. e4 *\n").as_bytes());
        let [Err(error)] = &games[..] else { panic!("{games:?}") };
        assert!(matches!(error.fault, GameFault::Variant(_)), "{error}");
    }
}

#[test]
fn who_leaves_a_table_does_not_move_again() {
    let text = "[Variant \"modern3\"]\n\n1. c2b24 {[%leave 2 resigned]} c17c16 2. d1d24 *\n";
    let games = played(text.as_bytes());
    let [Ok(game)] = &games[..] else { panic!("{games:?}") };
    assert_eq!(game.main_line().map(|ply| ply.seat.0).collect::<Vec<_>>(), [0, 2, 0]);
    let written = text.replace("[%leave 2 resigned]", "seat 2 eliminated: crash; 32/32 a");
    assert!(played(written.as_bytes())[0].is_ok());
}

#[test]
fn variations_may_begin_anywhere() {
    let text = "(1. c4) 1. e4 (1. d4 d5 (1... Nf6 2. c4 (2. Nf3) 2... e6) 2. c4) (1. Nf3) 1... e5 \
                $1 {x} (1... c5) 2. Nf3 *";
    let games = played(text.as_bytes());
    let [Ok(game)] = &games[..] else { panic!("{games:?}") };
    assert_eq!(moves(game), "e4 e5 Nf3");
    assert_eq!(game.items.iter().filter(|item| matches!(item, Item::Move(_))).count(), 13);
    let deep = "e4 ".to_owned() + &"(e4 ".repeat(200);
    let games = played(deep.as_bytes());
    assert!(matches!(&games[..], [Err(GameError { fault: GameFault::TooDeep, .. })]), "{games:?}");
}

/// Checks games of python-chess and of a match in XBoard. They end in the positions that
/// python-chess has printed.
#[test]
fn a_variation_ends_before_a_word_that_cannot_be_played() {
    for (text, written, place) in [
        ("1. e4 (1. -- d5) 1... e5 2. Nf3 *", "1. e4 e5 2. Nf3 *", "line 1, column 11"),
        (
            "1. e4 (1. d4 d5 (1... Nf6 2. Z0 e6 (2... g6)) 2. c4) 1... e5 *",
            "1. e4 (1. d4 d5 (1... Nf6) 2. c4) 1... e5 *",
            "line 1, column 30",
        ),
        ("1. e4 (1. d4\nKe7 {bad} $2) 1... e5 *", "1. e4 (1. d4) 1... e5 *", "line 2, column 1"),
    ] {
        let read = played(text.as_bytes());
        let [Ok(game)] = &read[..] else { panic!("{text}: {read:?}") };
        assert!(game.to_string().ends_with(&format!("\n\n{written}\n")), "{game}");
        let [note] = &game.notes[..] else { panic!("{text}: {:?}", game.notes) };
        assert!(note.to_string().starts_with(&format!("{place}: the rest of")), "{note}");
    }
    let text = "1. e4 (1. -- d5 1... e5 2. Nf3 *";
    assert!(matches!(played(text.as_bytes())[..], [Err(_)]), "{text}");
}

/// Returns the only game of a text, written, and its notes.
fn written(text: &str) -> (String, Vec<String>) {
    let read = played(text.as_bytes());
    let [Ok(game)] = &read[..] else { panic!("{text}: {read:?}") };
    let notes = game.notes.iter().map(ToString::to_string).collect();
    let (_, movetext) = game.to_string().split_once("\n\n").map(owned).expect("tags and moves");
    (movetext.trim_end().replace('\n', " "), notes)
}

fn owned((first, second): (&str, &str)) -> (String, String) {
    (first.to_owned(), second.to_owned())
}

#[test]
fn a_game_ends_before_a_null_move() {
    for word in ["--", "Z0", "null", "0000"] {
        let (text, notes) = written(&format!("1. e4 e5 {{so}} 2. {word} {{x}} Nc6 3. Nf3 1-0"));
        assert_eq!(text, "1. e4 e5 {so} 1-0");
        let start = "line 1, column 18: the rest of the game is left out: ";
        assert!(notes.len() == 1 && notes[0].starts_with(start), "{notes:?}");
    }
    assert!(matches!(played(b"1. e4 e5 2. Ke3 *")[..], [Err(_)]));
}

#[test]
fn words_beside_moves_are_left_out_with_a_note() {
    for (text, moves, count) in [
        ("1. e4 e5 2. Qh5 Nc6 3. Qxf7 check Kxf7 *", "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Kxf7 *", 1),
        ("1. e4 f6 2. Qh5+ch. g6 *", "1. e4 f6 2. Qh5+ g6 *", 0),
        ("1. e4 f6 2. Qh5+ dis ch g6 *", "1. e4 f6 2. Qh5+ g6 *", 1),
        ("1. f3 e5 2. g4 Qh4 checkmate 0-1", "1. f3 e5 2. g4 Qh4# 0-1", 1),
        ("1. f3 e5 2. g4 Qh4mate 0-1", "1. f3 e5 2. g4 Qh4# 0-1", 0),
        ("1. e4, e5, 2. Nf3,Nc6 *", "1. e4 e5 2. Nf3 Nc6 *", 0),
        ("1. e4 e5 2. White resigns 0-1", "1. e4 e5 0-1", 2),
        ("1. e4 e5 (1... c5 Draw) Black resigns", "1. e4 e5 (1... c5) *", 3),
        ("1. e4 {a {b} c} e5 *", "1. e4 {a {b} c} 1... e5 *", 0),
    ] {
        let (found, notes) = written(text);
        // Comments with closing braces are written to the end of a line.
        assert_eq!(found.replace("; a {b} c", "{a {b} c}"), moves, "{text}");
        assert_eq!(notes.len(), count, "{text}: {notes:?}");
    }
    for (text, moves, count) in [
        ("1. e4 e5 1-0 Black resigns!", "1. e4 e5 1-0", 2),
        ("1. e4 e5 1/2-1/2 by agreement.", "1. e4 e5 1/2-1/2", 2),
        ("1. e4 e5 1-0, time", "1. e4 e5 1-0", 1),
        ("1. e4 e5 1-0 $18 )", "1. e4 e5 $18 1-0", 1),
        ("1. e4 e5 1-0 {so} 1 - 0 *\n1-0", "1. e4 e5 {so} 1-0", 0),
        ("1. e4 e5 1/2-1/2\n1-0", "1. e4 e5 1/2-1/2", 1),
    ] {
        let (found, notes) = written(text);
        assert_eq!((found.as_str(), notes.len()), (moves, count), "{text}: {notes:?}");
    }
    let (_, notes) = written("1. e4 e5 Draw");
    assert_eq!(notes, ["line 1, column 10: \"Draw\" is no move and is left out"]);
}

#[test]
fn castlings_promotions_and_results_are_read_in_every_spelling() {
    for castling in ["00", "OO", "oo", "0-0", "O\u{2013}O", "00+", "OO!"] {
        let (text, notes) = written(&format!("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. {castling} Nf6 *"));
        assert!(text.contains("4. O-O ") && notes.is_empty(), "{castling}: {text} {notes:?}");
    }
    for promotion in ["e8=(Q)", "e8 (Q)", "e8 =Q", "e8 = Q", "e8= Q", "e8=Q"] {
        let tag = "[FEN \"8/k3P3/8/8/8/8/8/4K3 w - - 0 1\"]";
        let (text, notes) = written(&format!("{tag}\n\n1. {promotion} Kb6 *"));
        assert_eq!((text.as_str(), notes.len()), ("1. e8=Q Kb6 *", 0), "{promotion}");
    }
    for (mark, result) in
        [("1 - 0", "1-0"), ("1/2 - 1/2", "1/2-1/2"), ("0 - 1 (time)", "0-1 {time}")]
    {
        let (text, notes) = written(&format!("1. e4 e5 {mark}\n"));
        let (mark, comment) = result.split_once(' ').unwrap_or((result, ""));
        let comment = if comment.is_empty() { String::new() } else { format!("{comment} ") };
        assert_eq!((text, notes.len()), (format!("1. e4 e5 {comment}{mark}"), 0));
    }
    let (text, _) = written("e4 e5 *\n(1... c5)");
    assert_eq!(text, "1. e4 e5 {1... c5} *");
}

#[test]
fn empty_variations_are_left_out_with_a_note() {
    for text in ["1. e4 e5 () 2. Nf3 *", "1. e4 e5 ( ( ) ) 2. Nf3 *"] {
        let (found, notes) = written(text);
        assert_eq!(found, "1. e4 e5 2. Nf3 *");
        assert!(
            notes.len() == 1 && notes[0].ends_with("an empty variation is left out"),
            "{notes:?}"
        );
    }
}

#[test]
fn chess_under_the_name_of_chess_960_is_read() {
    let of = |name: &str, fen: &str| {
        let text = format!("[Variant \"{name}\"]\n[FEN \"{fen}\"]\n\n1. e4 e5 2. Nf3 *");
        played(text.as_bytes()).remove(0).map(|game| game.header.start)
    };
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w";
    for name in ["Chess960", "Fischerandom", "chess 960"] {
        for rights in ["HAha", "KQkq"] {
            let fen = format!("{start} {rights} - 0 1");
            assert!(matches!(of(name, &fen), Ok(None)), "{name} {fen}");
        }
        let fen = "bnrqkrnb/pppppppp/8/8/8/8/PPPPPPPP/BNRQKRNB w FCfc - 0 1";
        let fault = of(name, fen).expect_err("another start").fault;
        assert!(matches!(fault, GameFault::Variant(_)), "{fault}");
    }
}

#[test]
fn games_of_other_programs_end_where_these_say() {
    for (name, count) in [("python-chess", 8), ("xboard", 1)] {
        let fens = std::fs::read_to_string(data(&format!("{name}.fens"))).expect("a file");
        let games = games(&format!("{name}.pgn"));
        let ends: Vec<String> = games.iter().map(|game| game.record.game().fen()).collect();
        assert_eq!(ends, fens.lines().collect::<Vec<_>>(), "{name}");
        assert_eq!((games.len(), games.iter().all(|game| game.notes.is_empty())), (count, true));
        let again: String = games.iter().map(|game| game.to_string() + "\n").collect();
        let again: Vec<String> = played(again.as_bytes())
            .into_iter()
            .map(|game| game.expect("what was written is read").to_string())
            .collect();
        assert_eq!(again, games.iter().map(ToString::to_string).collect::<Vec<_>>());
    }
}

#[test]
fn the_end_of_a_game_is_its_last_position() {
    let games = played(b"1. f3 e5 2. g4 Qh4# {mate} 0-1");
    let [Ok(game)] = &games[..] else { panic!("{games:?}") };
    assert!(game.record.outcome().is_some());
    assert!(game.to_string().contains("2. g4 Qh4# {mate} 0-1"));
}
