//! Files of games: `rotunda convert` and `rotunda analyse` as processes.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};

const GAMES: &str = "[Event \"a\"]\n\n1 e2-e4 e5 2 Ng1f3! {good} *\n\n[Event \"b\"]\n\n1. e4 e5 \
                     2. Ke8 *\n\n[Event \"c\"]\n[Variant \"Standard\"]\n\n1. d4{a}d5(1... f5)1-0\n";

fn rotunda(words: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rotunda"));
    command.args(words.split(' '));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Returns the program's output for these words and this standard input.
fn output(words: &str, input: &str) -> Output {
    let mut child = rotunda(words).spawn().expect("it runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(input.as_bytes()).expect("it reads");
    drop(stdin);
    child.wait_with_output().expect("it ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("it is UTF-8")
}

#[test]
fn games_are_converted_and_the_bad_one_is_named() {
    for (to, expected) in [
        ("pgn", "\n\n1. e4 e5 2. Nf3 $1 {good} *\n\n[Event \"c\"]\n"),
        ("pgn", "\n\n1. d4 {a} 1... d5 (1... f5) 1-0\n\n"),
        ("moves", "startpos moves e2e4 e7e5 g1f3\nstartpos moves d2d4 d7d5\n"),
        ("epd", "PPPP1PPP/RNBQKB1R b KQkq - hmvc 1; fmvn 2; id \"game 1: ? - ?\";\n"),
        ("moves --plies 1", "startpos moves e2e4\nstartpos moves d2d4\n"),
    ] {
        let Output { status, stdout, stderr } = output(&format!("convert - --to {to}"), GAMES);
        let (stdout, stderr) = (text(&stdout), text(&stderr));
        assert!(stdout.contains(expected), "{to}: {stdout}");
        assert!(
            stderr.contains("standard input: game 2, line 7, column 13: \"Ke8\" is not legal"),
            "{stderr}"
        );
        assert_eq!((status.code(), stderr.lines().count()), (Some(1), 1), "{stderr}");
    }
}

#[test]
fn what_is_converted_is_read_again() {
    for (to, positions) in [("epd", 2), ("moves", 2), ("pgn", 5)] {
        let converted = text(&output(&format!("convert - --to {to}"), GAMES).stdout);
        let analysed = output("analyse - --depth 1", &converted);
        let lines = text(&analysed.stdout);
        let lines = lines.lines().filter(|line| line.contains(" depth 1 ")).count();
        assert_eq!((analysed.status.code(), lines), (Some(0), positions), "{converted}");
    }
}

#[test]
fn games_are_annotated_and_the_bad_one_is_named() {
    let Output { status, stdout, stderr } = output("analyse - --pgn --depth 2", GAMES);
    let stdout = text(&stdout);
    let games = stdout.matches("[Annotator \"Rotunda ").count();
    assert_eq!((status.code(), games), (Some(1), 2), "{stdout}");
    assert!(text(&stderr).contains("game 2, line 7"));
    for part in ["1. e4 {[%eval ", "2. Nf3 $1 {[%eval ", "{good}", "]} {a} 1... d5 ", "(1... f5)"] {
        assert!(stdout.replace('\n', " ").contains(part), "{part}: {stdout}");
    }
}

#[test]
fn a_game_is_answered_before_the_next_one_has_been_read() {
    let mut child = rotunda("analyse - --depth 1").spawn().expect("it runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    for number in 1..=3 {
        writeln!(stdin, "[Event \"{number}\"]\n\n1. e4 *\n").expect("it reads");
        stdin.flush().expect("it reads");
        let line = lines.next().expect("an answer").expect("text");
        assert!(line.starts_with(&format!("standard input: game {number}, 1. e4")), "{line}");
        let summary = lines.next().expect("an answer").expect("text");
        assert!(summary.contains(": White: "), "{summary}");
    }
    drop(stdin);
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn annotated_games_of_positions_are_refused() {
    let Output { status, stdout, stderr } =
        output("analyse - --pgn --depth 1", "4k3/8/8/8/8/8/8/4K2R w K - bm Rh8+;\n");
    assert_eq!((status.code(), stdout.len()), (Some(2), 0));
    assert!(text(&stderr).contains("--pgn writes games, and standard input has positions"));
}

#[test]
fn a_file_that_cannot_be_created_is_bad_usage() {
    for words in ["board --svg no-such-folder/x.svg", "convert - --out no-such-folder/x.pgn"] {
        let Output { status, stderr, .. } = output(words, "");
        assert_eq!(status.code(), Some(2), "{words}");
        assert!(text(&stderr).contains("no-such-folder"), "{words}");
    }
}
