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

/// The names of the PGN standard, section 16.2.5, but for those of a letter and a digit.
const STANDARD: [&str; 22] = [
    "acd",
    "acn",
    "acs",
    "am",
    "bm",
    "ce",
    "dm",
    "draw_accept",
    "draw_claim",
    "draw_offer",
    "draw_reject",
    "eco",
    "fmvn",
    "hmvc",
    "id",
    "nic",
    "noop",
    "pm",
    "pv",
    "rc",
    "resign",
    "sv",
];

/// Splits moves before the semicolon of standard operations behind them. Other semicolons begin
/// comments, and so do those in braces.
pub(crate) fn before_operations(moves: &str) -> (&str, &str) {
    let mut is_comment = false;
    for (at, letter) in moves.char_indices() {
        match letter {
            '{' => is_comment = true,
            '}' => is_comment = false,
            ';' if !is_comment && begins_standard(&moves[at + 1..]) => return moves.split_at(at),
            _ => {}
        }
    }
    (moves, "")
}

/// Returns whether a text begins with a standard operation: one of [`STANDARD`], or `c0` to `c9`
/// or `v0` to `v9` with a quoted text or a number, since `c4` may be a move.
fn begins_standard(text: &str) -> bool {
    let mut words = text.split_whitespace().map(|word| word.trim_end_matches(';'));
    let name = words.next().unwrap_or_default();
    let is_value = |word: &str| word.starts_with('"') || word.parse::<f64>().is_ok();
    match name.as_bytes() {
        [b'c' | b'v', b'0'..=b'9'] => words.next().is_some_and(is_value),
        _ => STANDARD.contains(&name),
    }
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
