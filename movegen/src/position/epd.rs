//! The fields of a position string, and the operations that may follow them as in EPD.
//!
//! EPD (Edwards, *Standard: Portable Game Notation Specification and Implementation Guide*, 1994,
//! section 16.2) has no clocks and adds operations, each with a semicolon at its end: `bm e2e4;
//! hmvc 3; fmvn 12; id "test; one";`. This module reads the two that set the clocks.

use super::fen::{FenError, FenField, FenReason, offset_in, parse_clock, quoted, refuse};

/// The fields of a position string in order, and the clocks of its operations.
#[derive(Debug)]
pub(crate) struct Fields<'a> {
    /// The fields before the operations.
    pub tokens: Vec<&'a str>,
    /// The operation `hmvc`: plies since the last progress.
    pub halfmove: Option<u32>,
    /// The operation `fmvn`: the number of the move.
    pub fullmove: Option<u32>,
}

impl<'a> Fields<'a> {
    /// Splits a position string. The operations begin at a word that starts with a letter after
    /// `before_clocks` fields.
    ///
    /// # Errors
    /// Returns an error if an operation has no semicolon or no name, or if it sets a clock to
    /// something else than a number.
    pub fn split(text: &'a str, before_clocks: usize) -> Result<Self, FenError> {
        let mut fields = Self { tokens: Vec::new(), halfmove: None, fullmove: None };
        let mut rest = text.trim_ascii();
        while !rest.is_empty() {
            let after_fields = fields.tokens.len() >= before_clocks;
            if after_fields && rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
                fields.read_operations(text, rest)?;
                break;
            }
            let (token, later) = word(rest);
            fields.tokens.push(token);
            rest = later;
        }
        Ok(fields)
    }

    fn read_operations(&mut self, text: &'a str, mut rest: &'a str) -> Result<(), FenError> {
        let malformed = |at: &str, what: String| {
            refuse(FenReason::Malformed, what)
                .map_err(|error: FenError| error.moved(offset_in(text, at)))
        };
        while !rest.is_empty() {
            let Some((operation, later)) = operation(rest) else {
                return malformed(
                    rest,
                    format!("the operation {} is not ended by ';'", quoted(rest)),
                );
            };
            let (name, operand) = word(operation);
            if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
                return malformed(
                    rest,
                    format!("an operation without a name: {}", quoted(operation)),
                );
            }
            let at = offset_in(text, operand);
            let clock = |field: FenField, min| {
                parse_clock(operand, min).map_err(|error| error.shifted(field, at))
            };
            match name {
                "hmvc" => self.halfmove = Some(clock(FenField::Halfmove, 0)?),
                "fmvn" => self.fullmove = Some(clock(FenField::Fullmove, 1)?),
                _ => {}
            }
            rest = later;
        }
        Ok(())
    }
}

/// Returns the first word of a text without white space at its ends, and the rest.
fn word(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| c.is_ascii_whitespace()).unwrap_or(text.len());
    (&text[..end], text[end..].trim_ascii_start())
}

/// Returns the text before the first semicolon outside quotation marks, and the rest.
fn operation(text: &str) -> Option<(&str, &str)> {
    let mut quoted = false;
    let end = text.find(|c: char| {
        quoted ^= c == '"';
        c == ';' && !quoted
    })?;
    Some((text[..end].trim_ascii(), text[end + 1..].trim_ascii_start()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_are_told_from_fields() {
        let fields = Fields::split(" 8/8 w  - -  bm e2e4 d2d4; id \"a; b\"; hmvc 7;fmvn 9; ", 4);
        let fields = fields.expect("it is well-formed");
        assert_eq!(fields.tokens, ["8/8", "w", "-", "-"]);
        assert_eq!((fields.halfmove, fields.fullmove), (Some(7), Some(9)));
        let fields = Fields::split("8/8 w - - 3 4", 4).expect("it is well-formed");
        assert_eq!(fields.tokens, ["8/8", "w", "-", "-", "3", "4"]);
        assert_eq!((fields.halfmove, fields.fullmove), (None, None));
    }

    #[test]
    fn bad_operations_are_refused() {
        for (text, reason) in [
            ("8/8 w - - bm e2e4", "not ended"),
            ("8/8 w - - id \"a;", "not ended"),
            ("8/8 w - - bm e2e4; 5;", "without a name"),
            ("8/8 w - - bm e2e4;;", "without a name"),
            ("8/8 w - - hmvc x;", "no number of moves"),
            ("8/8 w - - fmvn;", "no number of moves"),
        ] {
            let error = Fields::split(text, 4).expect_err(text).to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
