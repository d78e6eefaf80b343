//! [`Completion`] and [`RunError`]: the ways in which a command of the command line ends.

use std::io;

use thiserror::Error;

/// The end of a command that was carried out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Completion {
    /// The work was done, and no check failed.
    Success,
    /// A check has failed: a wrong count, a damaged file, a fault under `--strict`.
    CheckFailed,
    /// A signal has ended it early.
    Interrupted,
}

/// The reason why a command was not carried out, or not to its end.
#[derive(Error, Debug)]
pub enum RunError {
    /// The request is wrong: a bad position string, an unreadable file.
    #[error("{0}")]
    Usage(String),
    /// The machine lacks the resources.
    #[error("{0}")]
    Machine(String),
    /// The results cannot be written.
    #[error(transparent)]
    Output(#[from] io::Error),
}
