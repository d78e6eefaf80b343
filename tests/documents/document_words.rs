//! The words of the documents: retired ones do not come back, and the glossary stays short.

use std::fs;
use std::path::{Path, PathBuf};

/// Words that the documents used in a sense of their own, and the words that replace them.
const RETIRED: [(&str, &str); 9] = [
    ("told", "reported, printed, shown"),
    ("foretell", "predict"),
    ("foretells", "predicts"),
    ("foretold", "predicted"),
    ("foresee", "predict"),
    ("whoever", "the player that"),
    ("men", "pieces"),
    ("peril", "attacks, threats"),
    ("outlook", "score"),
];

/// The most words of the documents that a newcomer reads first.
const SHORT: [(&str, usize); 2] = [("README.md", 1000), ("ARCHITECTURE.md", 1600)];

/// The most entries and the longest line of the glossary, in characters.
const MOST_ENTRIES: usize = 60;
const LONGEST_ENTRY: usize = 200;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the documents without the pages of rules, whose words are those of the games.
fn documents() -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> =
        ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md"]
            .map(|name| root().join(name))
            .into();
    for folder in ["docs", "docs/design", "docs/experiments"] {
        let entries = fs::read_dir(root().join(folder)).expect("the folder is there");
        found.extend(entries.map(|entry| entry.expect("an entry").path()));
    }
    found.retain(|path| path.extension().is_some_and(|kind| kind == "md" || kind == "csv"));
    found.sort();
    found
}

/// Returns the retired words of a text, with the numbers of their lines. Code and the addresses of
/// links do not count.
fn retired(text: &str) -> Vec<(usize, &'static str)> {
    let mut found = Vec::new();
    let mut code = false;
    for (line, number) in text.lines().zip(1..) {
        code ^= line.trim_start().starts_with("```");
        if code {
            continue;
        }
        let prose: String = line.split('`').step_by(2).collect::<Vec<_>>().join(" ");
        let prose = without_targets(&prose).to_lowercase();
        let words = prose.split(|c: char| !c.is_alphanumeric());
        for word in words {
            found.extend(
                RETIRED.iter().filter(|(old, _)| *old == word).map(|(old, _)| (number, *old)),
            );
        }
    }
    found
}

/// Returns a line without the targets of its links.
fn without_targets(line: &str) -> String {
    let mut parts = line.split("](");
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        kept.push(' ');
        kept.push_str(part.split_once(')').map_or(part, |(_, rest)| rest));
    }
    kept
}

#[test]
fn documents_use_no_retired_words() {
    let mut faults = Vec::new();
    for path in documents() {
        let text = fs::read_to_string(&path).expect("a readable document");
        for (line, word) in retired(&text) {
            let (_, instead) = RETIRED.iter().find(|(old, _)| *old == word).expect("a known word");
            faults.push(format!("{}:{line}: '{word}'; say {instead}", path.display()));
        }
    }
    assert!(faults.is_empty(), "retired words:\n{}", faults.join("\n"));
}

#[test]
fn retired_words_are_found() {
    let text =
        "It is told so.\n`told` and [a link](told.md)\n```\ntold\n```\nMen, and mentor; whoever\n";
    assert_eq!(retired(text), [(1, "told"), (6, "men"), (6, "whoever")]);
}

#[test]
fn the_first_documents_are_short() {
    for (name, most) in SHORT {
        let text = fs::read_to_string(root().join(name)).expect("a readable document");
        let words = text.split_whitespace().count();
        assert!(words <= most, "{name} has {words} words; {most} are enough: the book has room");
    }
}

#[test]
fn the_glossary_is_short_and_in_order() {
    let text = fs::read_to_string(root().join("docs/glossary.md")).expect("there is a glossary");
    let entries: Vec<&str> = text.lines().filter(|line| line.starts_with("| **")).collect();
    assert!((20..=MOST_ENTRIES).contains(&entries.len()), "{} entries", entries.len());
    let terms: Vec<String> = entries
        .iter()
        .map(|line| line.split("**").nth(1).expect("a bold term").to_lowercase())
        .collect();
    for pair in terms.windows(2) {
        assert!(pair[0] < pair[1], "'{}' stands before '{}'", pair[0], pair[1]);
    }
    for entry in entries {
        assert!(entry.chars().count() <= LONGEST_ENTRY, "too long: {entry}");
    }
}
