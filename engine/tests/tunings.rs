//! `rotunda tune` keeps a log and resumes from it, and `rotunda tunings` reports the values of
//! logs.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::tempdir;

/// The tuned numbers: options that every build has, and with which games at a fixed number of nodes
/// are repeatable. Weak play is not repeatable.
const NUMBERS: [&str; 2] = ["Move Overhead", "MultiPV"];

fn run(words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rotunda"));
    command.args(words).stdin(Stdio::null()).output().expect("the program starts")
}

/// Runs a tuning of three iterations with four short games of Rollerball each, from this seed.
fn tune(log: &Path, seed: &str) {
    let engine = format!("cmd={}", env!("CARGO_BIN_EXE_rotunda"));
    let log = log.to_str().expect("a plain path");
    let games = "--iterations 3 --rounds 2 --concurrency 2 --maxmoves 12 --gain 0.5";
    let mut words = vec!["tune", "--engine", &engine, "nodes=20", "--variant", "rollerball"];
    words.extend(["--params", NUMBERS[0], NUMBERS[1], "--seed", seed, "--log", log]);
    words.extend(games.split_whitespace());
    let output = run(&words);
    let printed = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{printed}");
}

#[test]
fn logs_are_gone_on_with_and_put_together() {
    let folder = tempdir().expect("a place for temporary files");
    let logs = ["1", "2"].map(|seed| folder.path().join(seed));
    for (log, seed) in logs.iter().zip(["1", "2"]) {
        tune(log, seed);
    }
    let whole = fs::read_to_string(&logs[0]).expect("a log");
    assert_eq!(whole.lines().count(), 4, "a header and three iterations: {whole}");
    let cut = whole.len() - 7;
    fs::write(&logs[0], &whole[..cut]).expect("room for a file");
    tune(&logs[0], "1");
    assert_eq!(fs::read_to_string(&logs[0]).expect("a log"), whole, "the same games again");

    let [first, second] = logs.each_ref().map(|log| log.to_str().expect("a plain path"));
    let plot = folder.path().join("plot.svg");
    let drawn = plot.to_str().expect("a plain path");
    let output = run(&["tunings", first, second, "--certainty", "0", "--plot", drawn]);
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && printed.starts_with("tunings 2, games 24\n"), "{printed}");
    let picture = fs::read_to_string(&plot).expect("a drawing");
    for number in NUMBERS {
        assert!(printed.contains(&format!("option.{number}=")), "{printed}");
        assert!(picture.contains(number), "{number} has a name in the drawing");
    }
}

#[test]
fn the_notes_of_a_book_are_printed() {
    let folder = tempdir().expect("a place for temporary files");
    let [book, log] = ["book.txt", "log"].map(|name| folder.path().join(name));
    fs::write(&book, "1. e4 e5 1-0 2. Nf3\n").expect("room for a file");
    let engine = format!("cmd={}", env!("CARGO_BIN_EXE_rotunda"));
    let file = format!("file={}", book.display());
    let log = log.to_str().expect("a plain path");
    let mut words = vec!["tune", "--engine", &engine, "nodes=20", "--variant", "chess"];
    words.extend(["--params", NUMBERS[0], "--openings", &file, "--log", log]);
    words.extend(["--iterations", "1", "--rounds", "1", "--maxmoves", "3"]);
    let output = run(&words);
    let printed = String::from_utf8_lossy(&output.stderr);
    let note = "book.txt: line 1: \"2. Nf3\" stands behind the result and is left out\n";
    assert!(output.status.success() && printed.contains(note), "{printed}");
}

#[test]
fn what_is_no_log_is_refused() {
    let folder = tempdir().expect("a place for temporary files");
    let missing = folder.path().join("missing");
    let [empty, other] = ["empty", "other"].map(|name| folder.path().join(name));
    fs::write(&empty, "").expect("room for a file");
    fs::write(&other, "{\"plan\": 1}\n").expect("room for a file");
    for path in [missing, empty, other] {
        let output = run(&["tunings", path.to_str().expect("a plain path")]);
        let printed = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{}: {printed}", path.display());
        assert!(printed.contains(path.to_str().expect("a plain path")), "{printed}");
    }
}
