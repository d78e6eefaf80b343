//! [`Fault`]: the faults of an engine.

use std::fmt;

use rotunda_movegen::Forfeit;
use serde::{Deserialize, Serialize};

/// The fault of an engine, which loses a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fault {
    /// The kind of fault.
    pub kind: FaultKind,
    /// The details on one line.
    pub detail: String,
}

/// Kinds of faults.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// It could not be started, or does not play the variant.
    FailedStart,
    /// It ended, or closed its output.
    Crash,
    /// It did not answer.
    Hang,
    /// It gave an answer without meaning.
    Nonsense,
    /// It wrote without end.
    Flood,
    /// It played a move that is not legal.
    IllegalMove,
    /// It took more time than it had.
    TimeForfeit,
}

impl FaultKind {
    /// The word for it in records, as people write it.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::FailedStart => "engine failed to start",
            Self::Crash => "crash",
            Self::Hang => "hang",
            Self::Nonsense => "nonsense",
            Self::Flood => "flood of output",
            Self::IllegalMove => "illegal move",
            Self::TimeForfeit => "time forfeit",
        }
    }

    /// Returns how the player forfeits the game by it.
    #[must_use]
    pub const fn forfeit(self) -> Forfeit {
        match self {
            Self::TimeForfeit => Forfeit::FlagFall,
            Self::IllegalMove | Self::Nonsense | Self::Flood => Forfeit::IllegalMove,
            Self::FailedStart | Self::Crash | Self::Hang => Forfeit::Disconnection,
        }
    }

    /// The fault with a detail.
    pub(crate) fn with(self, detail: impl Into<String>) -> Fault {
        Fault { kind: self, detail: detail.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind.text(), self.detail)
    }
}
