//! The transcripts that README.md and docs/ show: the engine answers just so.
//!
//! A transcript is fenced code with commands marked `> `, each followed by its replies. A line
//! `...` stands for any number of lines, `...` at the end of a line for its rest. What a clock
//! decides is masked on both sides.

use std::fs;
use std::path::{Path, PathBuf};

use crate::transcripts::{PROMPT, masked, replies};

/// Stands for what a transcript leaves out.
const REST: &str = "...";

/// A command of a transcript, with the replies that it shows.
struct Shown {
    line: usize,
    command: String,
    replies: Vec<String>,
}

/// The transcripts of a document.
fn transcripts(text: &str) -> Vec<Vec<Shown>> {
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
        if let Some(command) = line.strip_prefix(PROMPT) {
            block.push(Shown { line: number, command: command.into(), replies: Vec::new() });
        } else if let Some(shown) = block.last_mut() {
            shown.replies.push(line.into());
        }
    }
    found.retain(|block| !block.is_empty());
    found
}

/// Whether a line is the one that is shown, or begins like it if the rest is left out.
fn is_shown(shown: &str, line: &str) -> bool {
    match shown.strip_suffix(REST) {
        Some(start) => masked(line).starts_with(masked(start.trim_end()).trim_end()),
        None => masked(shown) == masked(line),
    }
}

/// Whether these are the lines that are shown.
fn are_shown(shown: &[String], lines: &[String]) -> bool {
    match (shown, lines) {
        ([], _) => lines.is_empty(),
        ([gap, shown @ ..], _) if gap == REST => {
            (0..=lines.len()).any(|skipped| are_shown(shown, &lines[skipped..]))
        }
        ([first, shown @ ..], [line, lines @ ..]) => {
            is_shown(first, line) && are_shown(shown, lines)
        }
        _ => false,
    }
}

/// README.md and the pages of docs/.
fn documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a folder in the repository");
    let mut found = vec![root.join("README.md")];
    for folder in ["docs", "docs/rules"] {
        let pages = fs::read_dir(root.join(folder)).expect("a readable folder");
        found.extend(pages.map(|page| page.expect("a readable entry").path()));
    }
    found.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    found.sort();
    found
}

#[test]
fn documents_show_what_the_engine_answers() {
    let mut compared = 0;
    for path in documents() {
        let text = fs::read_to_string(&path).expect("a readable document");
        for transcript in transcripts(&text) {
            let commands = transcript.iter().map(|shown| shown.command.clone());
            for (shown, lines) in transcript.iter().zip(replies(commands)) {
                assert!(
                    are_shown(&shown.replies, &lines),
                    "{}, line {}: the answer to '{}' is\n{}",
                    path.display(),
                    shown.line,
                    shown.command,
                    lines.join("\n")
                );
                compared += 1;
            }
        }
    }
    assert!(compared > 20, "only {compared} commands are shown");
}

#[test]
fn gaps_stand_for_lines_and_ends_of_lines() {
    let lines = |text: &str| text.lines().map(String::from).collect::<Vec<_>>();
    let answer = lines("info depth 1 nodes 7 nps 3\ninfo depth 2 nodes 9 nps 4\nbestmove a1a2");
    for shown in [
        "...",
        "info depth 1 ...\n...\nbestmove a1a2",
        "...\nbestmove ...",
        "info depth 1 nodes 7 nps 99\n...",
    ] {
        assert!(are_shown(&lines(shown), &answer), "{shown}");
    }
    for wrong in ["", "...\nbestmove a1a3", "info depth 1 ...\nbestmove a1a2", "bestmove a1a2\n..."]
    {
        assert!(!are_shown(&lines(wrong), &answer), "{wrong}");
    }
}
