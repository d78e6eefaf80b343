//! The protocol reference, compared with the program: it names every command, option and word.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use rotunda_protocol::cecp::{self, reply};
use rotunda_protocol::{Command, HELP, OptionKind, Reason, options};

/// Returns the rows of the table under a heading that begins like this, as their cells.
fn table(page: &str, heading: &str) -> Vec<Vec<String>> {
    let (_, rest) = page.split_once(&format!("\n## {heading}")).expect("the page has the section");
    let section = rest.split("\n## ").next().unwrap_or_default();
    let rows = section.lines().filter(|line| line.starts_with('|')).skip(2);
    let cells = |row: &str| {
        let row = row.replace("\\|", "\0");
        let cells = row.trim_matches('|').split('|').map(|cell| cell.trim().replace('\0', "|"));
        cells.collect()
    };
    rows.map(cells).collect()
}

/// Returns the texts in code spans.
fn spans(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Returns the first words of the code spans in the first column of a table.
fn names(page: &str, heading: &str) -> BTreeSet<String> {
    let rows = table(page, heading);
    let spans = rows.iter().flat_map(|row| spans(&row[0]));
    spans.filter_map(|span| span.split(' ').next()).map(String::from).collect()
}

fn page() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a folder in the repository");
    fs::read_to_string(root.join("docs/protocol.md")).expect("the reference is there")
}

/// Returns the commands and words in the left column of `help`.
fn help() -> impl Iterator<Item = &'static str> {
    let lines = HELP.lines().filter_map(|line| line.strip_prefix("  "));
    let left = lines.map(|line| line.trim_start().split("  ").next().unwrap_or_default());
    let words = left.flat_map(|text| text.split([' ', ',', '|', '[', ']']));
    words
        .filter(|word| word.len() > 1 || *word == "d")
        .filter(|word| word.bytes().all(|byte| byte.is_ascii_lowercase()))
}

#[test]
fn commands_are_those_of_help_and_of_the_program() {
    let page = page();
    let commands = names(&page, "1. UCI: commands");
    let words = names(&page, "2. UCI: limits");
    let known = |word: &str| {
        // Some words, such as `value` and `stats`, stand in other spans of the tables.
        let rows =
            table(&page, "1. UCI: commands").into_iter().chain(table(&page, "2. UCI: limits"));
        rows.flatten().any(|cell| {
            spans(&cell).any(|span| span.split([' ', '|', '[', ']', ',']).any(|w| w == word))
        })
    };
    let english = ["in", "as"];
    for word in help().filter(|word| !english.contains(word)) {
        assert!(known(word), "'{word}' of 'help' is not on the page");
    }
    for command in &commands {
        let error = Command::parse(command.as_bytes()).err();
        let is_unknown = error.is_some_and(|error| *error.reason() == Reason::UnknownCommand);
        assert!(!is_unknown, "the program does not know '{command}'");
        let is_in_help = HELP.contains(command.as_str()) || command == "help";
        assert!(is_in_help, "'{command}' is not in 'help'");
    }
    for word in &words {
        let parsed = |arguments: &str| Command::parse(format!("go {word} {arguments}").as_bytes());
        assert!(parsed("5").is_ok() || parsed("").is_ok() || parsed("e2e4").is_ok(), "go {word}");
    }
}

#[test]
fn options_are_those_of_the_table() {
    let page = page();
    let rows = table(&page, "4. UCI: options");
    let shown: Vec<&str> = rows.iter().map(|row| row[0].trim_matches('`')).collect();
    let names: Vec<&str> = options().iter().map(|option| option.name).collect();
    assert_eq!(shown, names);
    for (option, row) in options().iter().zip(&rows) {
        let (kind, values) = match option.kind {
            OptionKind::Spin { default, min, max, .. } => {
                ("spin", format!("{default}, {min} to {max}"))
            }
            OptionKind::Check { default, .. } => ("check", default.to_string()),
            OptionKind::Combo { .. } if option.name == "UCI_Variant" => {
                ("combo", "chess, every [game](variants.md)".into())
            }
            OptionKind::Combo { values, .. } => ("combo", values().join(", ")),
            OptionKind::Text { .. } => ("string", "`<empty>`".into()),
            OptionKind::Button { .. } => ("button", String::new()),
        };
        assert_eq!((row[1].as_str(), row[2].as_str()), (kind, values.as_str()), "{}", option.name);
    }
}

#[test]
fn the_other_protocol_knows_what_the_page_names() {
    let page = page();
    for name in names(&page, "5. CECP: commands") {
        let error = cecp::Command::parse(name.as_bytes()).err();
        let is_unknown = error.is_some_and(|error| *error.reason() == Reason::UnknownCommand);
        assert!(!is_unknown, "the program does not know '{name}'");
    }
    let commands = names(&page, "5. CECP: commands");
    // Each feature needs its command on the page.
    for (feature, name) in [
        ("ping=1", "ping"),
        ("setboard=1", "setboard"),
        ("usermove=1", "usermove"),
        ("playother=1", "playother"),
        ("analyze=1", "analyze"),
        ("time=1", "otim"),
        ("draw=1", "draw"),
        ("nps=1", "nps"),
        ("memory=1", "memory"),
        ("smp=1", "cores"),
        ("highlight=1", "lift"),
    ] {
        assert!(reply::features("1").contains(feature) && commands.contains(name), "{feature}");
    }
    let replies = names(&page, "6. CECP: replies");
    for reply in [
        "feature",
        "setup",
        "piece",
        "move",
        "highlight",
        "choice",
        "Hint:",
        "pong",
        "Illegal",
        "Error",
    ] {
        assert!(replies.contains(reply), "{reply}");
    }
}
