//! [`Ending`] and [`Failure`]: how a match, or a report of one, ends for whoever asked for it.

use std::fmt;
use std::io;

/// How a match that was played has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// All is well.
    Fine,
    /// `--strict` found faults.
    Failed,
    /// Somebody has ended it.
    Interrupted,
}

/// Why a match was not played, or not to its end.
#[derive(Debug)]
pub enum Failure {
    /// What was asked for makes no sense.
    Usage(String),
    /// The machine lacks what it takes.
    Machine(String),
    /// Games or the report cannot be written.
    Output(io::Error),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(what) | Self::Machine(what) => f.write_str(what),
            Self::Output(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Failure {}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}
