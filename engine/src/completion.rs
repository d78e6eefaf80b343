//! [`Completion`] and [`RunError`]: how a command of the command line ends.

use std::io;

use thiserror::Error;

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
#[derive(Error, Debug)]
pub enum RunError {
    /// What was asked for makes no sense: a bad position string, an unreadable file.
    #[error("{0}")]
    Usage(String),
    /// The machine lacks what it takes.
    #[error("{0}")]
    Machine(String),
    /// The results cannot be written.
    #[error(transparent)]
    Output(#[from] io::Error),
}
