//! [`Operation`]: an operation of EPD.

use std::fmt;

use crate::error::LineError;

/// An operation of EPD: a name and its operands, without quotation marks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation {
    /// The name, such as `bm`.
    pub name: String,
    /// The operands.
    pub operands: Vec<String>,
}

impl Operation {
    /// Returns whether it has a name, in any case.
    pub(crate) fn is_named(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// Returns whether it can be used: `dm` has numbers of moves.
    pub(crate) fn is_fit(&self) -> bool {
        let are_mates = self.operands.iter().all(|operand| mate(operand).is_some());
        !self.is_named("dm") || !self.operands.is_empty() && are_mates
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        self.operands.iter().try_for_each(|operand| write!(f, " {operand}"))
    }
}

/// Returns the number of moves to mate of an operand, such as `3` or `#3`.
pub(crate) fn mate(operand: &str) -> Option<u32> {
    let number = operand.strip_prefix('#').unwrap_or(operand).trim_start_matches('+');
    number.parse().ok().filter(|moves| *moves > 0)
}

/// Returns whether a word can be the name of an operation: a letter, then letters, digits and low
/// lines (the PGN standard, section 16.2.4).
fn is_name(word: &str) -> bool {
    let is_inside = |c: char| c.is_ascii_alphanumeric() || c == '_';
    word.starts_with(|c: char| c.is_ascii_alphabetic()) && word.chars().all(is_inside)
}

/// Returns the operations of a line after its position, and the texts that are none.
pub(crate) fn operations(text: &str) -> Result<(Vec<Operation>, Vec<String>), LineError> {
    let (mut found, mut left_out) = (Vec::new(), Vec::new());
    let mut words: Vec<String> = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        let is_end = rest.is_empty();
        if is_end || rest.starts_with(';') {
            match std::mem::take(&mut words).split_first() {
                Some((name, operands)) if is_name(name) => {
                    found.push(Operation { name: name.clone(), operands: operands.to_vec() });
                }
                Some((name, [])) => left_out.push(name.clone()),
                Some((name, operands)) => {
                    left_out.push(format!("{name} {}", operands.join(" ")));
                }
                None => {}
            }
            if is_end {
                return Ok((found, left_out));
            }
            rest = &rest[1..];
        } else if let Some(quoted) = rest.strip_prefix('"') {
            let (word, after) = quoted.split_once('"').ok_or(LineError::UnclosedQuote)?;
            words.push(word.to_owned());
            rest = after;
        } else {
            let end = rest.find(|c: char| c.is_whitespace() || c == ';').unwrap_or(rest.len());
            words.push(rest[..end].to_owned());
            rest = &rest[end..];
        }
    }
}
