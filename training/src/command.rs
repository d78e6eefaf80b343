//! How the commands of this crate end.

use std::fmt;
use std::io;

/// How a command that was carried out has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finished {
    /// Everything was done.
    Completely,
    /// A file that was to be read is damaged.
    WithDamage,
    /// A signal has ended it early.
    Interrupted,
}

/// Why a command was not carried out, or not to its end.
#[derive(Debug)]
pub enum Failure {
    /// What was asked for makes no sense.
    Usage(String),
    /// The machine lacks what it takes.
    Machine(String),
    /// The results cannot be written.
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
