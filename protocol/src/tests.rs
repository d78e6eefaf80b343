//! Parsing as a whole: good lines, bad lines, and lines of random bytes.

use std::time::Duration;

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rotunda_movegen::Seat;
use rotunda_search::{Clock, Limits, MultiSearch};

use crate::{Command, GoOrder, PositionOrder, Preference, Preferences, Setting, reply};

/// Random lines in the test against garbage.
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
    let order = go("go infinite ponder depth 7 nodes 90 mate 2 movestogo 3 searchmoves a2a3 b2b3");
    let limits = order.limits(Seat::WHITE).expect("no list");
    let expected = Limits {
        depth: Some(7),
        nodes: Some(90),
        mate: Some(2),
        infinite: true,
        ponder: true,
        search_moves: vec!["a2a3".into(), "b2b3".into()],
        ..Limits::default()
    };
    assert_eq!(limits, expected);
    assert_eq!(go("go movetime 250").move_time, Some(Duration::from_millis(250)));
    assert_eq!(go("go depth 0").depth, Some(1));
    assert_eq!(go("go movestogo 0").moves_to_go, None);
    assert!(matches!(parsed("go perft 5"), Command::Perft(5)));
}

/// The mover's clock, where the order has one for it.
fn clock_of(order: &GoOrder, mover: Seat) -> Option<Clock> {
    order.limits(mover).expect("the lists are long enough").clock
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
    // Whoever oversteps, or has no clock while others do, moves at once.
    let order = go("go wtime -50 winc -1");
    assert_eq!(clock_of(&order, Seat::WHITE), clock(1, 0, None));
    assert_eq!(clock_of(&order, Seat::BLACK), clock(1, 0, None));
    assert_eq!(clock_of(&go("go movestogo 5"), Seat::WHITE), None);
    let order = go(&format!("go wtime {}", i64::MAX));
    assert!(clock_of(&order, Seat::WHITE).expect("given").left < Duration::from_secs(1 << 31));
}

#[test]
fn lists_of_clocks_reach_the_mover_or_are_refused() {
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
    // Later words win, and the words of UCI are entries of the lists.
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
        let refusal = go(line).limits(Seat(seat)).expect_err(line);
        assert_eq!(refusal.to_string(), error, "{line}");
        go(line).limits(Seat::WHITE).expect("the first seat has an entry");
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
        ("uci now", r#"uci: "now": unknown word"#),
        ("debug", "debug: on or off is missing"),
        ("debug maybe", r#"debug: "maybe": unknown word"#),
        ("position", "position: startpos or fen is missing"),
        ("position variant", "position: the name of a variant is missing"),
        ("position variant hexagonal startpos", r#"position: "hexagonal": unknown variant"#),
        ("position variant chess", "position: startpos or fen is missing"),
        ("position startpos e2e4", r#"position: "e2e4": unknown word"#),
        ("position fen", "position: the position string is missing"),
        ("position fen moves e2e4", "position: the position string is missing"),
        ("go dpeth 3", r#"go: "dpeth": unknown word"#),
        ("go depth", "go: a number is missing"),
        ("go depth deep", r#"go: "deep": not a whole number"#),
        ("go depth -1", r#"go: "-1": not between 0 and 4294967295"#),
        ("go depth 4294967296", r#"go: "4294967296": not between 0 and 4294967295"#),
        ("go wtime 1.5", r#"go: "1.5": not a whole number"#),
        ("go movestogo 99999999", r#"go: "99999999": not between 0 and 65536"#),
        ("go time 1,,2", r#"go: "": not a whole number"#),
        ("go time 1,2,3,4,5,6,7", r#"go: "1,2,3,4,5,6,7": more than 6 numbers"#),
        ("go time", "go: a number is missing"),
        ("go time 1,2, 3", r#"go: "": not a whole number"#),
        ("go time 1;2", r#"go: "1;2": not a whole number"#),
        ("go time 1,two", r#"go: "two": not a whole number"#),
        ("go time , inc 1", r#"go: "": not a whole number"#),
        ("go time 5 7", r#"go: "7": unknown word"#),
        ("go inc 1,2.5", r#"go: "2.5": not a whole number"#),
        (
            "go time 1,99999999999999999999",
            r#"go: "99999999999999999999": not between -9223372036854775808 and 9223372036854775807"#,
        ),
        ("go searchmoves", "go: a move after searchmoves is missing"),
        ("go perft", "go: a number is missing"),
        ("go perft 1000000000", r#"go: "1000000000": not between 0 and 100"#),
        ("go perft 3 depth 2", r#"go: "depth": unknown word"#),
        ("go depth 2 perft 3", r#"go: "perft": goes with no other word"#),
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
            r#"setoption: "brs": the value is auto or paranoid or brs+ or maxn"#,
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
    let too_large = refused(&format!("go wtime 1{}", "0".repeat(60)));
    assert!(
        too_large.starts_with(r#"go: "1000"#) && too_large.contains("not between"),
        "{too_large}"
    );
}

/// Bytes at random, or words of the language in a random order, some with bytes changed.
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
