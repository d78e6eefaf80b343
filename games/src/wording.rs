//! [`malformed`]: the TOML reader's messages about a malformed file, in the words of a person who
//! writes a game.

use std::ops::Range;

use crate::problem::Problem;

/// The sentence about a piece's letter.
pub const LETTER: &str = "a piece's letter is a capital that no other piece has";

/// The keys whose values are numbers, with their ranges.
const NUMBERS: [(&str, &str, &str); 16] = [
    ("files", "a whole number from 1 to 26", "8"),
    ("ranks", "a whole number from 1 to 256", "8"),
    ("lanes", "a whole number", "4"),
    ("sectors", "a whole number", "16"),
    ("size", "a whole number from 2 to 9", "6"),
    ("players", "a whole number from 2 to 6", "4"),
    ("value", "a whole number of centipawns from 1 to 3000", "300"),
    ("supply", "a list of whole numbers, one for each letter of 'becomes'", "[1, 2, 2, 2]"),
    ("most", "a whole number of cells", "2"),
    ("stalemate", "a whole number of points from 0 to 100", "50"),
    ("bare_king", "a whole number of points from 0 to 100", "52"),
    ("mover", "a whole number of points from 0 to 100", "0"),
    ("white", "a whole number of points from 0 to 100", "0"),
    ("black", "a whole number of points from 0 to 100", "100"),
    ("quiet_plies", "a whole number of plies, or 0 for no limit", "100"),
    ("occurrences", "a whole number of times, or 0 for no limit", "3"),
];
/// The keys whose values are tables in double brackets.
const LISTS: [&str; 5] = ["game", "game.piece", "game.castling", "game.lap", "game.piece.start"];

/// Returns the problem of a malformed text, from the error of the TOML reader.
pub fn malformed(text: &str, error: &toml::de::Error) -> Problem {
    let span = error.span().unwrap_or(text.len()..text.len());
    let message = error.message().trim().replace('\n', "; ");
    let (message, example) = reworded(text, &span, &message).unwrap_or((message, String::new()));
    Problem::new(span, message, example)
}

/// Returns a message and an example in the words of the format instead of the TOML reader's.
fn reworded(text: &str, span: &Range<usize>, message: &str) -> Option<(String, String)> {
    if let Some(field) = message.strip_prefix("missing field `") {
        return Some(missing(text, span, field.trim_end_matches('`')));
    }
    let (_, expected) = message.strip_prefix("invalid ")?.rsplit_once(", expected ")?;
    if expected == "a sequence"
        && let Some(list) = single_table(text, span)
    {
        let right = format!("[[{list}]]");
        return Some((format!("write {right}, with two brackets"), right));
    }
    let key = key_before(text, span.start);
    if expected == "a character" {
        return Some(match key {
            Some("right") => ("a right is one letter".to_owned(), "right = \"K\"".to_owned()),
            _ => ("a letter is one character".to_owned(), "letter = \"N\"".to_owned()),
        });
    }
    let is_number = ["usize", "u16", "u32", "a sequence"].contains(&expected);
    let number = NUMBERS.iter().find(|(name, ..)| is_number && Some(*name) == key);
    if let Some((key, what, example)) = number {
        return Some((format!("{key} is {what}"), format!("{key} = {example}")));
    }
    let what = kind(expected).filter(|_| message.starts_with("invalid type"))?;
    Some((format!("{what} belongs here"), String::new()))
}

/// Returns the kind of values that the TOML reader expects, in the words of the format.
fn kind(expected: &str) -> Option<&str> {
    match expected {
        "a string" => Some("a text in quotation marks"),
        "a boolean" => Some("true or false"),
        "a sequence" => Some("a list"),
        "a map" => Some("a table of keys"),
        _ if expected.starts_with("struct ") => Some("a table of keys"),
        _ => expected.starts_with("a text, ").then_some(expected),
    }
}

/// Returns the message about a key that is missing in the table at a place.
fn missing(text: &str, span: &Range<usize>, field: &str) -> (String, String) {
    if field == "game" {
        return ("the file has no game".to_owned(), "[[game]]".to_owned());
    }
    let table = text.get(span.clone()).unwrap_or_default();
    let list = table.trim_start_matches('[').split(']').next().unwrap_or_default();
    let owner = match list {
        "game" => named_game(text.get(span.end..).unwrap_or_default()),
        _ if LISTS.contains(&list) => format!("this {}", list.rsplit('.').next().unwrap_or(list)),
        _ => "this table".to_owned(),
    };
    (format!("{owner} has no {field}"), format!("{field} = .."))
}

/// Returns the name of the game whose keys follow.
fn named_game(rest: &str) -> String {
    let keys = rest.lines().take_while(|line| !line.trim_start().starts_with('['));
    let name = keys.filter_map(|line| line.split_once('=')).find(|(key, _)| key.trim() == "name");
    name.map_or("this game".to_owned(), |(_, value)| format!("game {}", value.trim()))
}

/// Returns the name of the table at a place that has single brackets and needs double ones.
fn single_table(text: &str, span: &Range<usize>) -> Option<&'static str> {
    let header = text.get(span.clone())?.strip_prefix('[')?;
    let name = header.split(']').next()?;
    LISTS.iter().find(|list| **list == name).copied()
}

/// Returns the key whose value, or a part of it, begins at a byte of the text.
fn key_before(text: &str, at: usize) -> Option<&str> {
    let (before, _) = text.get(..at)?.rsplit_once('=')?;
    before.trim_end().rsplit(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).next()
}
