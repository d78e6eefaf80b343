//! Parsing as a whole: good lines, bad lines, and lines of random bytes.

use std::time::Duration;

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rotunda_movegen::Seat;
use rotunda_search::{Clock, Limits, MultiSearch};

use crate::{Command, GoOrder, PositionOrder, Preference, Preferences, Setting, reply};

/// The number of random lines in the test against garbage.
const LINES: usize = 60_000;

fn parsed(line: &str) -> Command {
    match Command::parse(line.as_bytes()) {
        Ok(Some(command)) => command,
        other => panic!("{line:?} gives {other:?}"),
    }
}

fn refused(line: &str) -> String {
    match Command::parse(line.as_bytes()) {
        Err(error) => error.to_string(),
        other => panic!("{line:?} gives {other:?}"),
    }
}

fn position(line: &str) -> PositionOrder {
    match parsed(line) {
        Command::Position(order) => order,
        other => panic!("{line:?} gives {other:?}"),
    }
}

fn go(line: &str) -> GoOrder {
    match parsed(line) {
        Command::Go(order) => *order,
        other => panic!("{line:?} gives {other:?}"),
    }
}

fn setting(line: &str) -> Setting {
    match parsed(line) {
        Command::SetOption(setting) => setting,
        other => panic!("{line:?} gives {other:?}"),
    }
}

fn preference(line: &str) -> Preference {
    match setting(line) {
        Setting::Preference(preference) => preference,
        other => panic!("{line:?} gives {other:?}"),
    }
}

#[test]
fn blank_lines_are_no_commands() {
    for line in ["", " ", "\t \r\n", "\n"] {
        assert!(matches!(Command::parse(line.as_bytes()), Ok(None)), "{line:?}");
    }
}

#[test]
fn single_words_are_commands_with_any_blanks_around() {
    for word in [
        "uci",
        "isready",
        "ucinewgame",
        "stop",
        "ponderhit",
        "quit",
        "d",
        "legal",
        "outcome",
        "eval",
        "help",
        "go",
        "bench",
    ] {
        assert_eq!(parsed(word).name(), word);
        assert_eq!(parsed(&format!(" \t{word} \r\n")).name(), word);
    }
    for line in ["debug on", "debug off", "register later", "register name X code 1"] {
        assert!(matches!(parsed(line), Command::Ignored), "{line}");
    }
}

#[test]
fn positions() {
    let order = position("position startpos");
    assert!(order.variant.is_none() && order.fen.is_none() && order.moves.is_empty());
    let order = position("position startpos moves e2e4  e7e5\r");
    assert_eq!(order.moves, ["e2e4", "e7e5"]);
    assert!(position("position startpos moves").moves.is_empty());
    let order = position("position variant rollerball fen 2rbp2/7 w - 0 1 moves c2b3");
    assert_eq!(order.variant.expect("named").name, "rollerball");
    assert_eq!(order.fen.as_deref(), Some("2rbp2/7 w - 0 1"));
    assert_eq!(order.moves, ["c2b3"]);
}

#[test]
fn searches() {
    assert_eq!(go("go"), GoOrder::default());
    let mut order =
        go("go infinite ponder depth 7 nodes 90 mate 2 movestogo 3 searchmoves a2a3 b2b3");
    let limits = order.limits(Seat::WHITE);
    let expected = Limits {
        depth: Some(7),
        nodes: Some(90),
        mate: Some(2),
        infinite: true,
        ponder: true,
        ..Limits::default()
    };
    assert_eq!(limits, expected);
    assert_eq!(order.search_moves, ["a2a3", "b2b3"]);
    assert_eq!(go("go movetime 250").move_time, Some(Duration::from_millis(250)));
    assert_eq!(go("go depth 0").depth, Some(1));
    assert_eq!(go("go movestogo 0").moves_to_go, None);
    assert!(matches!(parsed("go perft 5"), Command::Perft(5)));
}

/// Returns the mover's clock, if the order has one.
fn clock_of(order: &GoOrder, mover: Seat) -> Option<Clock> {
    order.clone().limits(mover).clock
}

#[test]
fn clocks_belong_to_seats() {
    let clock = |left, increment, moves_to_go| {
        let (left, increment) = (Duration::from_millis(left), Duration::from_millis(increment));
        Some(Clock { left, increment, moves_to_go })
    };
    let order = go("go wtime 1000 btime 2000 winc 10 binc 20 movestogo 40");
    assert_eq!(clock_of(&order, Seat::WHITE), clock(1000, 10, Some(40)));
    assert_eq!(clock_of(&order, Seat::BLACK), clock(2000, 20, Some(40)));
    let order = go("go time 5,6,7,8 inc 1,2,3,4");
    assert_eq!(clock_of(&order, Seat(2)), clock(7, 3, None));
    // A seat that has overstepped, or has no clock while others do, moves at once.
    let order = go("go wtime -50 winc -1");
    assert_eq!(clock_of(&order, Seat::WHITE), clock(1, 0, None));
    assert_eq!(clock_of(&order, Seat::BLACK), clock(1, 0, None));
    assert_eq!(clock_of(&go("go movestogo 5"), Seat::WHITE), None);
    let order = go(&format!("go wtime {}", i64::MAX));
    assert!(clock_of(&order, Seat::WHITE).expect("given").left < Duration::from_secs(1 << 31));
}

#[test]
fn lists_of_clocks_reach_the_mover_or_are_named() {
    let left = |line: &str, seat| {
        clock_of(&go(line), Seat(seat)).map(|clock| (clock.left.as_millis(), clock.increment))
    };
    let none = Duration::ZERO;
    for seat in 0..6 {
        let times = left("go time 10,20,30,40,50,60", seat);
        assert_eq!(times, Some((10 * (u128::from(seat) + 1), none)), "seat {seat}");
    }
    assert_eq!(left("go time 7", 0), Some((7, none)));
    assert_eq!(left("go time 7,8 inc 0,3", 1), Some((8, Duration::from_millis(3))));
    // Later words override earlier ones, and the words of UCI are entries of the lists.
    assert_eq!(left("go time 7,8 btime 9", 1), Some((9, none)));
    assert_eq!(left("go btime 9 time 7", 1), Some((9, none)));
    // Overstepped and endless clocks.
    assert_eq!(left("go time -5,0 inc -1,-2", 0), Some((1, none)));
    assert_eq!(left("go time -5,0 inc -1,-2", 1), Some((1, none)));
    assert!(left("go time 9223372036854775807", 0).is_some_and(|(left, _)| left > 1 << 39));
    for (line, seat, error) in [
        ("go time 7", 1, r#"go: "time": fewer than 2 numbers, and seat 2 is to move"#),
        ("go time 1,2,3,4,5", 5, r#"go: "time": fewer than 6 numbers, and seat 6 is to move"#),
        ("go wtime 5 time 7", 2, r#"go: "time": fewer than 3 numbers, and seat 3 is to move"#),
        ("go time 1,2,3 inc 1,2", 2, r#"go: "inc": fewer than 3 numbers, and seat 3 is to move"#),
    ] {
        let mut order = go(line);
        let clock = order.limits(Seat(seat)).clock.expect("somebody has one");
        assert!(clock.left == Duration::from_millis(1) || order.lists.inc, "{line}");
        let named = error.replacen("go: ", "go: left out ", 1);
        assert_eq!(order.note().as_deref(), Some(named.as_str()), "{line}");
        let mut order = go(line);
        order.limits(Seat::WHITE);
        assert_eq!(order.note(), None, "{line}: the first seat has an entry");
    }
}

#[test]
fn actions_of_circular_chess_are_moves() {
    let order = position("position variant modern4-2v2 startpos moves a3a2 xb4b5 0000 c9c10q");
    assert_eq!(order.variant.expect("named").name, "modern4-2v2");
    assert_eq!(order.moves, ["a3a2", "xb4b5", "0000", "c9c10q"]);
    assert_eq!(go("go depth 1 searchmoves xb4b5 0000").search_moves, ["xb4b5", "0000"]);
}

#[test]
fn options_of_games_of_many_seats() {
    for (value, mode) in [
        ("auto", MultiSearch::Auto),
        ("Paranoid", MultiSearch::Paranoid),
        ("BRS+", MultiSearch::BestReply),
        ("maxn", MultiSearch::MaxN),
        ("MCTS", MultiSearch::Mcts),
    ] {
        let chosen = preference(&format!("setoption name MultiSearch value {value}"));
        assert_eq!(chosen, Preference::MultiSearch(mode));
        let mut preferences = Preferences::default();
        preferences.change(chosen);
        assert_eq!(preferences.settings().multi_search, mode);
    }
    let king_loss = |value: &str| setting(&format!("setoption name TeamKingLoss value {value}"));
    assert!(matches!(king_loss("eliminate"), Setting::TeamKingLoss { eliminates: true }));
    assert!(matches!(king_loss("Continue"), Setting::TeamKingLoss { eliminates: false }));
    let mut preferences = Preferences::default();
    assert!(!preferences.mercy());
    preferences.change(preference("setoption name mercy value true"));
    assert!(preferences.mercy());
}

#[test]
fn options_have_names_and_values_in_any_case() {
    assert!(matches!(setting("setoption name Hash value 64"), Setting::Hash(64)));
    assert!(matches!(setting("setoption name clear hash"), Setting::ClearHash));
    assert!(matches!(setting("setoption name Clear Hash value"), Setting::ClearHash));
    assert!(matches!(
        setting("setoption name scoring value Classic"),
        Setting::Scoring { classic: true }
    ));
    let Setting::Variant(entry) = setting("setoption name UCI_Variant value circular68") else {
        panic!("a variant");
    };
    assert_eq!(entry.name, "circular68");
    assert_eq!(
        preference("setoption  name  move   overhead value 30"),
        Preference::MoveOverhead(Duration::from_millis(30))
    );
    assert_eq!(preference("setoption name Ponder value true"), Preference::Ponder(true));
    assert_eq!(preference("setoption name UCI_Elo value 1200"), Preference::Elo(1200));
}

#[test]
fn bench_takes_words_with_or_without_dashes() {
    for line in ["bench variant rollerball depth 4", "bench --depth 4 --variant rollerball"] {
        let Command::Bench(order) = parsed(line) else { panic!("{line}") };
        assert_eq!(
            (order.variant.map(|entry| entry.name), order.depth),
            (Some("rollerball"), Some(4))
        );
    }
}

#[test]
fn refusals_name_command_token_and_reason() {
    for (line, error) in [
        ("xyzzy 1", r#""xyzzy": unknown command, 'help' lists them"#),
        ("debug", "debug: on or off is missing"),
        ("debug maybe", r#"debug: "maybe": unknown word"#),
        ("position", "position: startpos or fen is missing"),
        ("position variant", "position: the name of a variant is missing"),
        ("position variant hexagonal startpos", r#"position: "hexagonal": unknown variant"#),
        ("position variant chess", "position: startpos or fen is missing"),
        ("position fen", "position: the position string is missing"),
        ("position fen moves e2e4", "position: the position string is missing"),
        ("go perft", "go: a number is missing"),
        ("go perft 1000000000", r#"go: "1000000000": not between 0 and 100"#),
        ("setoption", "setoption: name is missing"),
        ("setoption Hash 3", r#"setoption: "Hash": unknown word"#),
        ("setoption name value 3", "setoption: the name of an option is missing"),
        ("setoption name Heap value 3", r#"setoption: "Heap": unknown option"#),
        ("setoption name Hash", r#"setoption: "Hash": the value is missing"#),
        ("setoption name Hash value 0", r#"setoption: "0": not between 1 and 33554432"#),
        ("setoption name Ponder value yes", r#"setoption: "yes": the value is true or false"#),
        (
            "setoption name Scoring value 3-1-0",
            r#"setoption: "3-1-0": the value is dynamic or classic"#,
        ),
        (
            "setoption name MultiSearch value brs",
            r#"setoption: "brs": the value is auto or paranoid or brs+ or maxn or mcts"#,
        ),
        (
            "setoption name TeamKingLoss value true",
            r#"setoption: "true": the value is continue or eliminate"#,
        ),
        ("setoption name Mercy value 1", r#"setoption: "1": the value is true or false"#),
        ("setoption name UCI_Variant value go", r#"setoption: "go": unknown variant"#),
        (
            "setoption name Clear Hash value 1",
            r#"setoption: "1": the value is left out, this is a button"#,
        ),
        ("claim bareking", r#"claim: "bareking": unknown word"#),
        ("bench 16 1 15", r#"bench: "16": unknown word"#),
        ("bench depth 101", r#"bench: "101": not between 1 and 100"#),
    ] {
        assert_eq!(refused(line), error, "{line}");
    }
}

#[test]
fn a_word_too_many_is_named_and_the_command_is_carried_out() {
    for (line, name, words) in [
        ("uci now", "uci", r#""now": unknown word"#),
        ("isready ?", "isready", r#""?": unknown word"#),
        ("ucinewgame 2", "ucinewgame", r#""2": unknown word"#),
        ("go perft 3 depth 2", "go", r#""depth": unknown word; "2": unknown word"#),
        ("stop now please", "stop", r#""now": unknown word; "please": unknown word"#),
        ("ponderhit e2e4", "ponderhit", r#""e2e4": unknown word"#),
        ("quit -", "quit", r#""-": unknown word"#),
    ] {
        let mut notes = Vec::new();
        let command = Command::parse_noting(line.as_bytes(), |note| notes.push(note));
        assert_eq!(command.expect("carried out").expect("a command").name(), name, "{line}");
        assert_eq!(notes, [format!("{name}: left out {words}")], "{line}");
    }
    let quiet = Command::parse_noting(b"stop ", |note| panic!("{note}"));
    assert!(matches!(quiet, Ok(Some(Command::Stop))));
}

/// Returns the ignored words of a `go`, and its order.
fn left_out(line: &str) -> (String, GoOrder) {
    let order = go(line);
    (order.note().unwrap_or_default(), GoOrder { left_out: Vec::new(), ..order })
}

#[test]
fn what_go_does_not_understand_is_named_and_left_out() {
    let depth = |depth| GoOrder { depth: Some(depth), ..GoOrder::default() };
    for (line, note, order) in [
        ("go foo depth 3", r#""foo": unknown word"#, depth(3)),
        ("go depth 2 foo", r#""foo": unknown word"#, depth(2)),
        ("go foo", r#""foo": unknown word"#, depth(1)),
        ("go DEPTH 3", r#""DEPTH": unknown word; "3": unknown word"#, depth(1)),
        ("go depth", r#""depth": a number is missing"#, depth(1)),
        (
            "go depth movetime",
            r#""depth": a number is missing; "movetime": a number is missing"#,
            depth(1),
        ),
        ("go depth deep", r#""depth": "deep": not a whole number"#, depth(1)),
        ("go depth -1", r#""depth": "-1": not between 0 and 4294967295"#, depth(1)),
        (
            "go depth 4 nodes -1",
            r#""nodes": "-1": not between 0 and 9223372036854775807"#,
            depth(4),
        ),
        (
            "go wtime 1000.5 btime 1000.5",
            r#""wtime": "1000.5": not a whole number; "btime": "1000.5": not a whole number"#,
            depth(1),
        ),
        ("go time 1,,2", r#""time": "": not a whole number"#, depth(1)),
        ("go time 1,2,3,4,5,6,7", r#""time": "1,2,3,4,5,6,7": more than 6 numbers"#, depth(1)),
        ("go inc 1,2.5", r#""inc": "2.5": not a whole number"#, depth(1)),
        ("go searchmoves", r#""searchmoves": a move is missing"#, depth(1)),
        ("go go depth 2", r#""go": unknown word"#, depth(2)),
        ("go depth 2 perft 3", r#""perft": unknown word; "3": unknown word"#, depth(2)),
        ("go infinite x", r#""x": unknown word"#, GoOrder { infinite: true, ..GoOrder::default() }),
        ("go ponder x", r#""x": unknown word"#, GoOrder { ponder: true, ..depth(1) }),
    ] {
        assert_eq!(left_out(line), (format!("go: left out {note}"), order), "{line}");
    }
    let many = left_out(&format!("go{}", " x".repeat(20))).0;
    assert!(many.ends_with("; and 12 more") && many.len() < 250, "{many}");
}

#[test]
fn huge_numbers_count_as_the_largest() {
    let huge = "9".repeat(60);
    for word in ["depth", "nodes", "mate", "movetime", "wtime", "winc", "movestogo", "time"] {
        let order = go(&format!("go {word} {huge}"));
        assert_eq!(order.left_out, [""; 0], "{word}");
        assert_ne!(order, GoOrder::default(), "{word}");
    }
    assert_eq!(go("go depth 99999").depth, Some(99_999));
    assert_eq!((go("go nodes 0").nodes, go("go depth 0").depth), (Some(1), Some(1)));
}

#[test]
fn searchmoves_end_at_the_next_keyword() {
    let order = go("go searchmoves e2e4 d2d4 infinite");
    assert_eq!((order.search_moves.len(), order.infinite), (2, true));
    let order = go("go searchmoves e2e4 depth 3 searchmoves d2d4");
    assert_eq!((order.search_moves.len(), order.depth), (2, Some(3)));
    let mut order = go("go depth 2 searchmoves e2e4 e2e5");
    let start = rotunda_movegen::Variant::by_name("chess").expect("known").game();
    let found: Vec<String> = order.find_moves(&start).iter().map(ToString::to_string).collect();
    assert_eq!(found, ["e2e4"]);
    assert_eq!((order.search_moves, order.depth), (vec!["e2e4".to_owned()], Some(2)));
    assert_eq!(order.left_out, [r#""e2e5": not a legal move"#]);
    let mut order = go("go searchmoves e2e5");
    assert!(order.find_moves(&start).is_empty());
    assert_eq!((order.search_moves.len(), order.depth), (0, Some(1)));
}

#[test]
fn moves_without_the_word_for_it_are_moves() {
    let order = position("position startpos e2e4 e7e5");
    assert_eq!(order.moves, ["e2e4", "e7e5"]);
    assert_eq!(order.notes, [r#"position: the word moves is missing before "e2e4""#]);
    let order = position("position fen k7/8/8/8/8/8/8/K7 w - - 0 1 a1a2 a8a7");
    let other = order.with_moves_of_fen().expect("they look like moves");
    assert_eq!(other.fen.as_deref(), Some("k7/8/8/8/8/8/8/K7 w - - 0 1"));
    assert_eq!((other.moves.len(), other.notes.len()), (2, 1));
    assert!(position("position fen k7/8 w - -").with_moves_of_fen().is_none());
}

#[test]
fn position_strings_without_the_word_for_them_are_read() {
    let order = position("position variant chess k7/8/8/8/8/8/8/K7 w - - 0 1 moves a1a2");
    assert_eq!(order.fen.as_deref(), Some("k7/8/8/8/8/8/8/K7 w - - 0 1"));
    assert_eq!(order.moves, ["a1a2"]);
    assert_eq!(order.notes, [r#"position: the word fen is missing before "k7/8/8/8/8/8/8/K7""#]);
    let order = position("position fen startpos moves e2e4");
    assert_eq!((order.fen, order.moves), (None, vec!["e2e4".to_owned()]));
    assert_eq!(order.notes, ["position: startpos stands without the word fen"]);
}

/// Returns random bytes, or words of the language in a random order, some with changed bytes.
fn garbage(random: &mut ChaCha8Rng) -> Vec<u8> {
    const FIRST: &[&str] =
        &["go", "position startpos", "position fen", "setoption name", "bench", "debug", "uci", ""];
    const WORDS: &[&str] = &[
        "depth 5",
        "time 1,2,3",
        "inc -7",
        "time -1,0,99999999999999999999",
        "time 1,2,3,4,5,6",
        "inc 1,,2",
        "time ,",
        "MultiSearch value brs+",
        "TeamKingLoss",
        "Mercy",
        "modern4-2v2",
        "xa4a5",
        "0000",
        "wtime 1000",
        "btime x",
        "searchmoves e2e4",
        "infinite",
        "movetime 99999999999999999999",
        "perft 3",
        "moves",
        "e2e4",
        "value",
        "Hash",
        "Clear Hash",
        "UCI_Variant",
        "rollerball",
        "8/8/8/8/8/8/8/8",
        "w",
        "-",
        "0",
        "variant",
        "--depth 3",
        "on",
        "é",
        "\u{0}",
        "\t",
        "Threads",
        "true",
        "MultiPV",
        "ponder",
        "register",
        "startpos",
        "name",
    ];
    if random.random_bool(0.3) {
        return (0..random.random_range(0..200)).map(|_| random.random()).collect();
    }
    let mut line = FIRST.choose(random).expect("there are words").as_bytes().to_vec();
    for _ in 0..random.random_range(0..4) {
        line.push(b' ');
        line.extend_from_slice(WORDS.choose(random).expect("there are words").as_bytes());
    }
    if random.random_bool(0.3) && !line.is_empty() {
        let place = random.random_range(0..line.len());
        line[place] = random.random();
    }
    line
}

#[test]
fn any_bytes_are_a_command_or_an_error_of_one_line() {
    let mut random = ChaCha8Rng::seed_from_u64(84);
    let (mut commands, mut errors) = (0, 0);
    for _ in 0..LINES {
        match Command::parse(&garbage(&mut random)) {
            Ok(command) => commands += u32::from(command.is_some()),
            Err(error) => {
                let line = reply::error(&error);
                assert!(line.bytes().all(|byte| (b' '..=b'~').contains(&byte)), "{line:?}");
                assert!(line.len() < 1000, "{line}");
                errors += 1;
            }
        }
    }
    assert!(commands > 1000 && errors > 1000, "{commands} commands, {errors} errors");
}
