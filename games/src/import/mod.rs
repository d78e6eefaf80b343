//! Converts files like Fairy-Stockfish's `variants.ini` to files of games.
//!
//! A section is converted if each of its keys has an equivalent. Every key without one is named.

mod directions;
mod ends;
mod homes;
mod ini;
mod keys;
mod kings;
mod mixed;
mod names;
mod pieces;
mod promotion;
mod ranges;
mod rules;
mod split;
mod start;
mod write;

use std::collections::HashMap;

use rotunda_movegen::Variant;

use crate::read::{LARGEST, read};
use ini::{Section, sections};
use rules::Rules;
pub use split::in_files;

/// The variants that sections can build on, in the same format.
const PARENTS: &str = include_str!("parents.ini");

/// The most sections of a file.
const SECTIONS: usize = 1000;

/// The result for a section.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Imported {
    /// The name of the section.
    pub name: String,
    /// The name of the game: that of the section in lower case, with dashes instead of all but
    /// letters and digits.
    pub called: String,
    /// The line of its heading, counted from 1, or the first of lines without a heading.
    pub line: usize,
    /// The text of the game in a file of games; `None` if it could not be written.
    pub game: Option<String>,
    /// The keys without an equivalent, with their values. A game that is written without them has
    /// other rules than the section.
    pub missing: Vec<String>,
    /// The other reasons why the section could not be written.
    pub wrong: Vec<String>,
    /// The keys that do not concern the rules, and were left out.
    pub looks: Vec<String>,
}

/// Converts the sections of a text like `variants.ini` to games, and compiles each as a check. With
/// `leave_out`, it also writes sections with keys that have no equivalent, without these keys.
///
/// ```
/// let text = "[centaurking:chess]\nking = k:KN\n[doves:chess]\ncheckCounting = true\n";
/// let games = rotunda_games::import(text, false)?;
/// assert!(games[0].game.as_ref().is_some_and(|game| game.contains("moves = \"KN\"")));
/// assert_eq!((&games[1].game, &games[1].missing[..]), (&None, &["checkCounting = true".into()][..]));
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
/// Returns an error if the text is too large, or has too many sections.
pub fn import(text: &str, leave_out: bool) -> Result<Vec<Imported>, String> {
    if text.len() as u64 > LARGEST {
        return Err(format!("such a file has {LARGEST} bytes at most"));
    }
    let sections = sections(text);
    if sections.len() > SECTIONS + 1 {
        return Err(format!("such a file has {SECTIONS} sections at most"));
    }
    let mut known = parents();
    let mut all: Vec<Imported> = Vec::new();
    for section in &sections {
        if section.name.is_empty() {
            if section.line > 0 {
                let wrong = vec!["lines without the name of a section".to_owned()];
                all.push(Imported { wrong, ..nothing(section) });
            }
            continue;
        }
        let mut imported = one(section, &known, leave_out);
        if all.iter().any(|other| other.name == section.name) {
            imported.wrong.push("a section of this name stands before".into());
            imported.game = None;
        } else if let Some(other) = namesake(&imported, &all) {
            imported
                .wrong
                .push(format!("the game of {other} has the name {} already", imported.called));
            imported.game = None;
        } else if let Some(rules) = rules(section, &known) {
            // A known name keeps its meaning, as in Fairy-Stockfish.
            known.entry(section.name.clone()).or_insert(rules);
        }
        all.push(imported);
    }
    Ok(all)
}

/// Returns an earlier section whose game has the same name.
fn namesake<'a>(imported: &Imported, all: &'a [Imported]) -> Option<&'a str> {
    let is_same = |other: &&Imported| {
        imported.game.is_some() && other.game.is_some() && other.called == imported.called
    };
    all.iter().find(is_same).map(|other| other.name.as_str())
}

/// Returns the rules of the variants that sections can build on, by name.
fn parents() -> HashMap<String, Rules> {
    let mut known = HashMap::from([("chess".to_owned(), Rules::chess())]);
    for section in sections(PARENTS) {
        if let Some(rules) = rules(&section, &known) {
            known.insert(section.name, rules);
        }
    }
    known
}

/// Returns the rules of a section; `None` if its parent is not known.
fn rules(section: &Section, known: &HashMap<String, Rules>) -> Option<Rules> {
    match &section.parent {
        Some(parent) => known.get(parent).map(|parent| parent.with(section)),
        None => Some(Rules::bare().with(section)),
    }
}

fn nothing(section: &Section) -> Imported {
    Imported {
        name: section.name.clone(),
        called: names::game_name(&section.name),
        line: section.line,
        game: None,
        missing: Vec::new(),
        wrong: Vec::new(),
        looks: Vec::new(),
    }
}

fn one(section: &Section, known: &HashMap<String, Rules>, leave_out: bool) -> Imported {
    let mut imported = nothing(section);
    let Some(rules) = rules(section, known) else {
        let parent = section.parent.as_deref().unwrap_or_default();
        imported.wrong.push(format!("it builds on {parent:?}, whose rules are not known here"));
        return imported;
    };
    let say = |(key, value): (String, String)| format!("{key} = {value}");
    imported.missing = rules.missing().into_iter().map(say).collect();
    imported.wrong.clone_from(&rules.wrong);
    imported.looks = rules.looks.iter().cloned().collect();
    if Variant::by_name(&imported.called).is_ok() {
        imported.wrong.push("a game of this name is built in".into());
    }
    match write::game(section, &imported.called, &rules, &imported.missing) {
        Ok(text) if imported.wrong.is_empty() => {
            let games = read("", &text);
            match games.and_then(|games| games[0].unlisted()) {
                Ok(_) if leave_out || imported.missing.is_empty() => imported.game = Some(text),
                Ok(_) => {}
                Err(error) => imported.wrong.push(error.reason()),
            }
        }
        Ok(_) => {}
        Err(reasons) => imported.wrong.extend(reasons),
    }
    imported
}
