//! [`Problem`]: a fault of a file, its place, and a correct example.

use std::fmt;
use std::ops::Range;

/// A problem at a place of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The bytes of the file that the problem is about; empty at the end of the file.
    pub span: Range<usize>,
    /// The problem, or the expected text.
    pub message: String,
    /// An example of correct text for the file; empty if there is none.
    pub example: String,
}

impl Problem {
    /// Creates a problem with an example of correct text.
    #[must_use]
    pub fn new(span: Range<usize>, message: impl Into<String>, example: impl Into<String>) -> Self {
        Self { span, message: message.into(), example: example.into() }
    }
}

/// The reason why a file of games cannot be used: one problem, shown with its line.
///
/// ```
/// let error = rotunda_games::read("mine.toml", "[[game]]\nnam = \"mine\"\n").unwrap_err();
/// let text = error.to_string();
/// assert!(text.starts_with("mine.toml:2:1: unknown field `nam`, expected one of `name`"));
/// assert!(text.contains("\n2 | nam = \"mine\"\n  | ^^^"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileError(Box<Parts>);

/// The parts of an error.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Parts {
    file: String,
    /// The line and the column, both counted from 1; `None` if the file could not be read at all.
    place: Option<(usize, usize)>,
    /// The line, and the number of its letters that the problem is about.
    line: String,
    width: usize,
    message: String,
    example: String,
}

/// The most letters of a line that an error shows.
const SHOWN: usize = 160;

impl FileError {
    /// Creates the error of a problem in a text.
    #[must_use]
    pub fn new(file: &str, text: &str, problem: Problem) -> Self {
        let floor =
            |at: usize| (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at));
        let at = floor(problem.span.start).unwrap_or(0);
        let begin = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let end = text[begin..].find('\n').map_or(text.len(), |length| begin + length);
        let last = floor(problem.span.end).unwrap_or(0).clamp(at, end.max(at));
        let column = text[begin..at].chars().count();
        Self(Box::new(Parts {
            file: file.to_owned(),
            place: Some((text[..begin].matches('\n').count() + 1, column + 1)),
            line: text[begin..end].chars().take(SHOWN).collect::<String>().trim_end().to_owned(),
            width: text[at..last].chars().count().clamp(1, SHOWN),
            message: problem.message,
            example: problem.example,
        }))
    }

    /// Creates the error of a file that could not be read.
    #[must_use]
    pub fn unread(file: &str, message: impl Into<String>) -> Self {
        Self(Box::new(Parts {
            file: file.to_owned(),
            place: None,
            line: String::new(),
            width: 0,
            message: message.into(),
            example: String::new(),
        }))
    }

    /// Returns the line and the column of the problem, both from 1; `None` if the file could not be
    /// read.
    ///
    /// ```
    /// let error = rotunda_games::read("mine.toml", "[[game]]\nnam = \"mine\"\n").unwrap_err();
    /// assert_eq!(error.place(), Some((2, 1)));
    /// ```
    #[must_use]
    pub fn place(&self) -> Option<(usize, usize)> {
        self.0.place
    }

    /// Returns the error in one line for readers without the file. It quotes the line instead of
    /// its number, and has no example.
    #[must_use]
    pub fn reason(&self) -> String {
        let line = self.0.line.trim();
        let place = if line.is_empty() { String::new() } else { format!(", in {line}") };
        let text = format!("{}{place}", self.0.message);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Returns the error in one line, without the line of the file.
    #[must_use]
    pub fn brief(&self) -> String {
        let place =
            self.0.place.map_or(String::new(), |(line, column)| format!("{line}:{column}:"));
        let example = match self.0.example.as_str() {
            "" => String::new(),
            example => format!("; for example {example}"),
        };
        let text = format!("{}:{place} {}{example}", self.0.file, self.0.message);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((line, column)) = self.0.place else {
            return write!(f, "{}: {}", self.0.file, self.0.message);
        };
        let margin = " ".repeat(line.to_string().len());
        writeln!(f, "{}:{line}:{column}: {}", self.0.file, self.0.message)?;
        writeln!(f, "{margin} |")?;
        writeln!(f, "{line} | {}", self.0.line)?;
        let before = " ".repeat(column.min(SHOWN) - 1);
        write!(f, "{margin} | {before}{}", "^".repeat(self.0.width))?;
        if !self.0.example.is_empty() {
            write!(f, "\n{margin} = for example: {}", self.0.example)?;
        }
        Ok(())
    }
}

impl std::error::Error for FileError {}
