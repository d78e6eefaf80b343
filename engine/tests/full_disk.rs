//! Outputs that take nothing: the exit code of the program.

use std::fs::File;
use std::io::Write;
use std::process::{Command, Stdio};

/// Returns the exit code and the errors of the program with these words, which has this standard
/// input and writes to a file.
fn ends(words: &str, input: &str, output: Stdio) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rotunda"));
    command.args(words.split_whitespace());
    command.stdin(Stdio::piped()).stdout(output).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    // It may have ended before it reads all.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn a_full_disk_is_a_failure_and_a_missing_reader_is_none() {
    for (words, input) in [
        ("", "uci\n"),
        ("", "xboard\nprotover 2\n"),
        ("", "go depth 1\n"),
        // More games than wait at once.
        ("convert -", &"[Result \"1-0\"]\n\n1. e4 1-0\n\n".repeat(500)),
        ("help", ""),
        ("perft --help", ""),
        ("--version", ""),
    ] {
        let full = File::options().write(true).open("/dev/full").expect("every Linux has it");
        let (code, error) = ends(words, input, full.into());
        assert_eq!(code, Some(1), "{words} {input}");
        assert!(error.starts_with("rotunda: ") && error.lines().count() == 1, "{error}");
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        assert_eq!(ends(words, input, writer.into()), (Some(0), String::new()), "{words} {input}");
    }
}
