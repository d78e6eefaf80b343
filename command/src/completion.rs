//! [`Completion`] and [`RunError`]: how a command of the command line ends.

use std::fmt;
use std::io;

/// How a command that was carried out has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Completion {
    /// Everything was done, and no check failed.
    Success,
    /// A check has failed: a wrong count, a damaged file, a fault under `--strict`.
    CheckFailed,
    /// A signal has ended it early.
    Interrupted,
}

/// Why a command was not carried out, or not to its end.
#[derive(Debug)]
pub enum RunError {
    /// What was asked for makes no sense: a bad position string, an unreadable file.
    Usage(String),
    /// The machine lacks what it takes.
    Machine(String),
    /// The results cannot be written.
    Output(io::Error),
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(what) | Self::Machine(what) => f.write_str(what),
            Self::Output(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RunError {}

impl From<io::Error> for RunError {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}
