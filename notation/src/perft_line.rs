//! [`PerftLine`]: a line of a perft suite.

use std::fmt;
use std::str::FromStr;

/// A line of a perft suite: a position with its counts, `FEN ;D1 n ;D2 n ..`, and perhaps
/// `; # name` at its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PerftLine {
    /// The position string.
    pub fen: String,
    /// Depths, in plies, with the number of leaves at each.
    pub counts: Vec<(u32, u64)>,
    /// The name of the position; empty if it has none.
    pub name: String,
}

impl FromStr for PerftLine {
    type Err = PerftLineError;

    fn from_str(line: &str) -> Result<Self, PerftLineError> {
        parse(line).ok_or(PerftLineError)
    }
}

/// A line is not of the form `FEN ;D1 n ;D2 n .. [; # name]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PerftLineError;

impl fmt::Display for PerftLineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not of the form FEN ;D1 n ;D2 n ..")
    }
}

impl std::error::Error for PerftLineError {}

fn parse(line: &str) -> Option<PerftLine> {
    // A name may hold semicolons of its own.
    let (counts, name) = match line.split_once('#') {
        Some((counts, name)) => (counts.trim_end().strip_suffix(';')?, name.trim()),
        None => (line, ""),
    };
    let mut parts = counts.split(';').map(str::trim);
    let fen = parts.next()?.to_string();
    let mut line = PerftLine { fen, counts: Vec::new(), name: name.into() };
    for part in parts {
        let (depth, leaves) = part.strip_prefix('D')?.split_once(' ')?;
        line.counts.push((depth.parse().ok()?, leaves.trim().parse().ok()?));
    }
    (!line.fen.is_empty() && !line.counts.is_empty()).then_some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_a_position_counts_and_maybe_a_name() {
        let case = parse("8/8 w - - 0 1 ;D1 20 ;D3 8902 ; # two words; three").expect("right");
        assert_eq!(case.fen, "8/8 w - - 0 1");
        assert_eq!(case.counts, [(1, 20), (3, 8902)]);
        assert_eq!(case.name, "two words; three");
        for wrong in
            ["", "8/8 w", ";D1 3", "8/8 w ;D1", "8/8 w ;1 3", "8/8 w ;D1 x", "8/8 w ;D1 -1"]
        {
            assert!(parse(wrong).is_none(), "{wrong}");
        }
    }
}
