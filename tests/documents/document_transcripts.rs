//! The transcripts that README.md and docs/ show: the engine gives the same answers.
//!
//! A transcript is fenced code with commands marked `> `, each followed by its replies. Long lines
//! may be broken anywhere between words. `...` stands for any number of words, and at the end of a
//! word for its rest. The announcement of a variant may be left out. Masks hide all that depends on
//! a clock. Lines marked `$ rotunda ` are words of the command line, shown in the same way.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Parser;
use rotunda_engine::cli::Cli;

use crate::transcripts::{PROMPT, masked, replies};
use crate::words::quoted_words;

/// The mark for words that a transcript leaves out.
const REST: &str = "...";

/// The beginning of the line that announces a variant.
const ANNOUNCEMENT: &str = "info string variant ";

/// A command of a transcript, with the replies that it shows.
struct Shown {
    line: usize,
    command: String,
    replies: Vec<String>,
}

/// Returns the transcripts of a document whose commands have this marker.
fn transcripts(text: &str, prompt: &str) -> Vec<Vec<Shown>> {
    let mut found = Vec::new();
    let mut code = false;
    for (line, number) in text.lines().zip(1..) {
        if line.trim_start().starts_with("```") {
            code = !code;
            if code {
                found.push(Vec::new());
            }
            continue;
        }
        let Some(block) = found.last_mut().filter(|_| code) else { continue };
        if let Some(command) = line.strip_prefix(prompt) {
            block.push(Shown { line: number, command: command.into(), replies: Vec::new() });
        } else if let Some(shown) = block.last_mut() {
            shown.replies.push(line.into());
        }
    }
    found.retain(|block| !block.is_empty());
    found
}

/// Returns the words of some lines.
fn words(lines: &[String]) -> Vec<String> {
    lines
        .iter()
        .flat_map(|line| masked(line).split_whitespace().map(String::from).collect::<Vec<_>>())
        .collect()
}

/// Returns whether a document shows these words. A gap in the document stands for any words.
fn are_shown(shown: &[String], words: &[String]) -> bool {
    match (shown, words) {
        ([], _) => words.is_empty(),
        ([gap, shown @ ..], _) if gap == REST => {
            (0..=words.len()).any(|skipped| are_shown(shown, &words[skipped..]))
        }
        ([first, shown @ ..], [word, words @ ..]) => {
            let begins = first.strip_suffix(REST).is_some_and(|start| word.starts_with(start));
            (begins || first == word) && are_shown(shown, words)
        }
        _ => false,
    }
}

/// The marker of the command line.
const SHELL: &str = "$ rotunda ";

/// Returns the lines that the command line prints for these words.
fn answer(words: &str) -> Vec<String> {
    let mut words = quoted_words(words);
    if words[0] == "tables" {
        words.push("--no-cache".into());
    }
    let all = ["rotunda"].into_iter().chain(words.iter().map(String::as_str));
    let cli = Cli::try_parse_from(all).unwrap_or_else(|error| panic!("{error}"));
    let mut out = Vec::new();
    cli.run(&mut out).unwrap_or_else(|error| panic!("{words:?}: {error}"));
    String::from_utf8(out).expect("it prints text").lines().map(String::from).collect()
}

/// Returns the paths of README.md and of the pages of docs/.
fn documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a folder in the repository");
    let mut found = vec![root.join("README.md")];
    for folder in ["docs", "docs/design", "docs/rules"] {
        let pages = fs::read_dir(root.join(folder)).expect("a readable folder");
        found.extend(pages.map(|page| page.expect("a readable entry").path()));
    }
    found.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    found.sort();
    found
}

/// Checks that a document shows these lines as the answer to a command.
fn assert_shown(path: &Path, shown: &Shown, lines: &[String]) {
    assert!(
        are_shown(&words(&shown.replies), &words(lines)),
        "{}, line {}: the answer to '{}' is\n{}",
        path.display(),
        shown.line,
        shown.command,
        lines.join("\n")
    );
}

#[test]
fn documents_show_what_the_engine_answers() {
    let mut compared = 0;
    for path in documents() {
        let text = fs::read_to_string(&path).expect("a readable document");
        for transcript in transcripts(&text, PROMPT) {
            let commands: Vec<_> = transcript.iter().map(|shown| shown.command.clone()).collect();
            for (shown, mut lines) in transcript.iter().zip(replies(&commands)) {
                if !shown.replies.iter().any(|line| line.starts_with(ANNOUNCEMENT)) {
                    lines.retain(|line| !line.starts_with(ANNOUNCEMENT));
                }
                assert_shown(&path, shown, &lines);
                compared += 1;
            }
        }
    }
    assert!(compared > 20, "only {compared} commands are shown");
}

#[test]
fn documents_show_what_the_command_line_answers() {
    let mut compared = 0;
    for path in documents() {
        let text = fs::read_to_string(&path).expect("a readable document");
        for shown in transcripts(&text, SHELL).iter().flatten() {
            let lines = answer(&shown.command);
            assert_shown(&path, shown, &lines);
            compared += 1;
        }
    }
    assert!(compared > 1, "only {compared} commands are shown");
}

#[test]
fn gaps_stand_for_words_and_ends_of_words() {
    let of = |text: &str| words(&text.lines().map(String::from).collect::<Vec<_>>());
    let answer = of("info depth 1 nodes 7 nps 3\ninfo depth 2 nodes 9 nps 4\nbestmove a1a2");
    for shown in [
        "...",
        "info depth 1 ...\n...\nbestmove a1a2",
        "...\nbestmove ...",
        "info depth 1 nodes 7 nps 99\n...",
        "... bestmove\na1...",
    ] {
        assert!(are_shown(&of(shown), &answer), "{shown}");
    }
    for wrong in ["", "...\nbestmove a1a3", "info depth 2 ...\nbestmove a1a2", "bestmove a1a2\n..."]
    {
        assert!(!are_shown(&of(wrong), &answer), "{wrong}");
    }
}
