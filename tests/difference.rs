//! The report of a difference between engine and oracle: the position, the missing and the surplus
//! items, and the command that compares this position alone.

use std::fmt::Debug;

use similar::TextDiff;

use crate::narrowing::command;

/// A compared position, and the way to it.
#[derive(Clone, Copy)]
pub struct Case<'a> {
    /// The variant.
    pub variant: &'a str,
    /// Its position string.
    pub fen: &'a str,
    /// The moves that are played from there, so that repetitions count.
    pub moves: &'a [&'a str],
}

impl<'a> Case<'a> {
    /// Creates the case of a position without a way to it.
    pub const fn new(variant: &'a str, fen: &'a str) -> Self {
        Self { variant, fen, moves: &[] }
    }

    /// Fails with an explanation.
    ///
    /// # Panics
    /// Panics always.
    pub fn fail(&self, what: &str, difference: &str) -> ! {
        let Self { variant, fen, moves } = self;
        let way = if moves.is_empty() { String::new() } else { format!(" {}", moves.join(" ")) };
        panic!(
            "{variant}: {what}\nposition: {fen}{way}\n{difference}\nalone: {}\n",
            command(variant, fen, moves)
        );
    }

    /// Compares two lists, each of them sorted.
    ///
    /// # Panics
    /// Panics if they differ; the message has the missing and the surplus items.
    pub fn same_list(&self, what: &str, found: &[impl AsRef<str>], expected: &[impl AsRef<str>]) {
        if let Some(difference) = list_difference(found, expected) {
            self.fail(what, &difference);
        }
    }

    /// Compares two values.
    ///
    /// # Panics
    /// Panics if they differ.
    #[expect(clippy::needless_pass_by_value, reason = "callers compute the values on the spot")]
    pub fn same<T: PartialEq<U> + Debug, U: Debug>(&self, what: &str, found: T, expected: U) {
        if found != expected {
            let (found, expected) = (format!("{found:#?}"), format!("{expected:#?}"));
            let difference = TextDiff::from_lines(&expected, &found);
            self.fail(what, &difference.unified_diff().header("oracle", "engine").to_string());
        }
    }
}

/// Returns the items that one sorted list lacks of another and those that it has beyond it, or
/// `None` if both are equal.
fn list_difference(found: &[impl AsRef<str>], expected: &[impl AsRef<str>]) -> Option<String> {
    let found: Vec<&str> = found.iter().map(AsRef::as_ref).collect();
    let expected: Vec<&str> = expected.iter().map(AsRef::as_ref).collect();
    if found == expected {
        return None;
    }
    let without = |all: &[&str], others: &[&str]| {
        let mut others = others.to_vec();
        let mut left = Vec::new();
        for item in all {
            match others.iter().position(|other| other == item) {
                Some(index) => drop(others.swap_remove(index)),
                None => left.push(*item),
            }
        }
        if left.is_empty() { "none".to_owned() } else { left.join(" ") }
    };
    let (missing, extra) = (without(&expected, &found), without(&found, &expected));
    Some(format!("missing in the engine: {missing}\nonly in the engine: {extra}"))
}

#[test]
fn differences_name_what_is_missing_and_what_is_too_much() {
    assert_eq!(list_difference(&["a1a2", "b1b2"], &["a1a2", "b1b2"]), None);
    let difference = list_difference(&["a1a2", "a1a2", "c1c2"], &["a1a2", "b1b2"]);
    let expected = "missing in the engine: b1b2\nonly in the engine: a1a2 c1c2";
    assert_eq!(difference.as_deref(), Some(expected));
}
