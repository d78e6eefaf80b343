//! Why a position string is refused, and the parts of position strings that all families share.

use std::fmt;

/// Why a position string was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FenError(String);

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for FenError {}

/// The refusal with this reason.
pub(crate) fn refuse<T>(reason: impl Into<String>) -> Result<T, FenError> {
    Err(FenError(reason.into()))
}

/// Longest part of the input that an error repeats, in characters.
const SHOWN: usize = 40;

/// The input as errors show it: quoted, escaped, shortened.
pub(crate) fn shown(token: &str) -> String {
    let short: String = token.chars().take(SHOWN).collect();
    if short.len() < token.len() { format!("{short:?}...") } else { format!("{short:?}") }
}

/// Largest value of either clock in position strings: far beyond any game, far below an overflow.
const CLOCK_LIMIT: u32 = 1_000_000;

/// A clock as position strings show it: it stays at the largest value that they may have.
pub(crate) fn clock_text(clock: u32) -> String {
    clock.min(CLOCK_LIMIT).to_string()
}

pub(crate) fn parse_clock(token: &str, min: u32) -> Result<u32, FenError> {
    match token.parse() {
        // Many tools write the first move as 0.
        Ok(0) => Ok(min),
        Ok(clock) if clock <= CLOCK_LIMIT => Ok(clock),
        _ => refuse(format!("{} is no number of moves", shown(token))),
    }
}
