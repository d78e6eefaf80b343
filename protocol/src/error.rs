//! [`CommandError`]: the reason why a command was refused, on one line.

use std::fmt;

use rotunda_movegen::{FenError, quoted};
use rotunda_search::TableError;
use rotunda_search::net::EvalFileError;

/// The refusal of a command: the command, the token if there is one, and the reason.
///
/// Its text is always one line of ASCII.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandError {
    command: String,
    token: Option<String>,
    reason: Reason,
}

/// The reason to refuse a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// No command has this name.
    UnknownCommand,
    /// The command does not know this word.
    UnknownWord,
    /// The command ends where it needs the thing in the text.
    Missing(&'static str),
    /// The word is not a whole number.
    NotANumber,
    /// The number is outside these bounds, which are allowed themselves.
    OutOfRange(i64, i64),
    /// The list has more entries than there are seats.
    TooMany(usize),
    /// The list has fewer entries than the number of the seat to move.
    TooFew(usize),
    /// The word is a command of its own and cannot stand beside others.
    NotAlone,
    /// No option has this name.
    UnknownOption,
    /// The option takes one of the values in the text.
    WrongValue(String),
    /// No variant has this name.
    UnknownVariant,
    /// The position string is malformed or impossible.
    Fen(FenError),
    /// The move is not legal. The number is its place in a list of moves, counted from 1.
    IllegalMove(usize),
    /// Fewer moves than that have been played since the position was set up.
    TooFewMoves(usize),
    /// No seat has a claim.
    NothingToClaim,
    /// There is no memory for the hash table.
    Table(TableError),
    /// A file of games cannot be used, as the text says.
    Games(String),
    /// The evaluation of a file cannot be used.
    EvalFile(EvalFileError),
    /// The latest position was refused for this reason, so there is nothing to search.
    NoPosition(String),
    /// The machine has not enough memory left for the command.
    NoMemory,
    /// The line has more than this many bytes.
    TooLong(usize),
    /// The engine itself failed, as the text says.
    Internal(String),
}

impl CommandError {
    /// Creates the refusal of a command as a whole.
    #[must_use]
    pub fn new(command: impl Into<String>, reason: Reason) -> Self {
        Self { command: command.into(), token: None, reason }
    }

    /// Creates the refusal of a command because of one of its tokens.
    #[must_use]
    pub fn at(command: impl Into<String>, token: &str, reason: Reason) -> Self {
        Self { command: command.into(), token: Some(quoted(token)), reason }
    }

    /// The name of the command.
    #[must_use]
    pub fn command(&self) -> &str {
        &self.command
    }

    /// Returns the reason.
    #[must_use]
    pub const fn reason(&self) -> &Reason {
        &self.reason
    }
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", one_line(&self.command))?;
        if let Some(token) = &self.token {
            write!(f, "{token}: ")?;
        }
        f.write_str(&one_line(&self.reason.to_string()))
    }
}

impl std::error::Error for CommandError {}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownCommand => f.write_str("unknown command, 'help' lists them"),
            Self::UnknownWord => f.write_str("unknown word"),
            Self::Missing(what) => write!(f, "{what} is missing"),
            Self::NotANumber => f.write_str("not a whole number"),
            Self::OutOfRange(min, max) => write!(f, "not between {min} and {max}"),
            Self::TooMany(seats) => write!(f, "more than {seats} numbers"),
            Self::TooFew(seat) => {
                write!(f, "fewer than {seat} numbers, and seat {seat} is to move")
            }
            Self::NotAlone => f.write_str("goes with no other word"),
            Self::UnknownOption => f.write_str("unknown option"),
            Self::WrongValue(right) => write!(f, "the value is {right}"),
            Self::UnknownVariant => f.write_str("unknown variant"),
            Self::Fen(error) => error.fmt(f),
            Self::IllegalMove(number) => write!(f, "move {number} is not legal"),
            Self::TooFewMoves(played) => write!(f, "{played} moves have been played"),
            Self::NothingToClaim => f.write_str("there is nothing to claim"),
            Self::Table(error) => error.fmt(f),
            Self::Games(why) => f.write_str(why),
            Self::EvalFile(error) => error.fmt(f),
            Self::NoPosition(why) => {
                write!(f, "there is no position, the latest was refused: {why}")
            }
            Self::NoMemory => f.write_str("too little memory is left"),
            Self::TooLong(bytes) => write!(f, "more than {bytes} bytes"),
            Self::Internal(what) => write!(f, "internal error: {what}"),
        }
    }
}

/// Returns a text without line breaks and other control characters.
pub(crate) fn one_line(text: &str) -> String {
    text.trim_end().chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_one_line() {
        let error = CommandError::at("go", "x", Reason::Internal("first\nsecond\r\n".into()));
        assert_eq!(error.to_string(), r#"go: "x": internal error: first second"#);
    }
}
