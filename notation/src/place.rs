//! [`Place`]: the line and the column of a text.

use std::fmt;

/// A place in a text. Lines and columns count from 1, and columns count characters.
///
/// ```
/// use rotunda_notation::Place;
/// assert_eq!(Place { line: 9, column: 4 }.to_string(), "line 9, column 4");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl Place {
    /// Returns the first column of a line.
    #[must_use]
    pub const fn start_of(line: usize) -> Self {
        Self { line, column: 1 }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}
