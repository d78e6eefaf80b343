//! [`GameResult`]: the result of a game: its moves, its eliminations, its end.

use std::fmt;

use serde::{Deserialize, Serialize};

use rotunda_movegen::{Forfeit, Reason};
use rotunda_notation::termination;
use rotunda_protocol::uci_client::SearchInfo;

use crate::base::fault::Fault;

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// The rules ended it, for this reason.
    Rules(Reason),
    /// A player made a claim that the rules allow.
    Claim {
        /// The player's seat.
        seat: usize,
    },
    /// A player's own scores say that it has lost, and only one side was left.
    Resigned {
        /// The player's seat.
        seat: usize,
    },
    /// Drawn by the scores of all players.
    Adjudicated,
    /// Drawn because it lasted long enough.
    MaxMoves,
    /// A player has committed a fault, and only one side was left.
    Fault {
        /// The player's seat.
        seat: usize,
        /// The fault.
        fault: Fault,
    },
}

impl End {
    /// The word for it in tables.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Rules(reason) => reason.word(),
            Self::Claim { .. } => "claim",
            Self::Resigned { .. } => Cause::RESIGNED,
            Self::Adjudicated => "adjudicated draw",
            Self::MaxMoves => "move limit",
            Self::Fault { fault, .. } => fault.kind.text(),
        }
    }

    /// Returns the reason, in the terms of every game.
    #[must_use]
    pub fn reason(&self) -> Reason {
        match self {
            Self::Rules(reason) => *reason,
            Self::Claim { .. } => Reason::BareKing,
            Self::Adjudicated | Self::MaxMoves => Reason::Adjudication,
            Self::Resigned { .. } => Reason::Resignation,
            Self::Fault { fault, .. } => fault.kind.forfeit().into(),
        }
    }

    /// The word for it in the tag `Termination` of PGN.
    #[must_use]
    pub fn termination(&self) -> &'static str {
        termination(self.reason())
    }

    /// The seat whose player brought the end about, if it was one.
    #[must_use]
    pub const fn seat(&self) -> Option<usize> {
        match self {
            Self::Claim { seat } | Self::Resigned { seat } | Self::Fault { seat, .. } => {
                Some(*seat)
            }
            Self::Rules(_) | Self::Adjudicated | Self::MaxMoves => None,
        }
    }
}

/// The reason why a player leaves the table before the rules make it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// Its own scores say that it has lost.
    Resigned,
    /// It has committed a fault.
    Fault(Fault),
}

impl Cause {
    /// The word for a resignation.
    const RESIGNED: &'static str = "resigned";

    /// The word for it in tables.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Resigned => Self::RESIGNED,
            Self::Fault(fault) => fault.kind.text(),
        }
    }

    /// Returns how the player forfeits the game.
    #[must_use]
    pub const fn forfeit(&self) -> Forfeit {
        match self {
            Self::Resigned => Forfeit::Resignation,
            Self::Fault(fault) => fault.kind.forfeit(),
        }
    }

    /// The end of a game that cannot go on without the player at a seat.
    pub(crate) fn end(self, seat: usize) -> End {
        match self {
            Self::Resigned => End::Resigned { seat },
            Self::Fault(fault) => End::Fault { seat, fault },
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Resigned => f.write_str(Self::RESIGNED),
            Self::Fault(fault) => fault.fmt(f),
        }
    }
}

/// The elimination of a player of more than two, after which the game goes on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Elimination {
    /// The player's seat.
    pub seat: usize,
    /// The number of moves since the opening.
    pub after: usize,
    /// The reason why it leaves.
    pub cause: Cause,
}

/// A move of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayedMove {
    /// Its text.
    #[serde(rename = "m")]
    pub text: String,
    /// The facts about the player's search.
    #[serde(flatten)]
    pub info: SearchInfo,
    /// Milliseconds that it took.
    #[serde(rename = "t")]
    pub time: u64,
}

/// The result of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct GameResult {
    /// The moves after the opening.
    pub moves: Vec<PlayedMove>,
    /// The players who left before the end, in this order.
    pub eliminations: Vec<Elimination>,
    /// The end.
    pub end: End,
    /// Every seat's points of [`rotunda_movegen::FULL`]; all members of a team have its points.
    pub points: Vec<u16>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::fault::FaultKind;

    #[test]
    fn each_end_has_its_word_of_pgn() {
        let fault = |kind: FaultKind| End::Fault { seat: 1, fault: kind.with("so") };
        for (end, word) in [
            (End::Rules(Reason::Checkmate), "normal"),
            (End::Claim { seat: 0 }, "normal"),
            (End::Resigned { seat: 0 }, "normal"),
            (End::Adjudicated, "adjudication"),
            (End::MaxMoves, "adjudication"),
            (fault(FaultKind::TimeForfeit), "time forfeit"),
            (fault(FaultKind::IllegalMove), "rules infraction"),
            (fault(FaultKind::Crash), "abandoned"),
        ] {
            assert_eq!(end.termination(), word, "{end:?}");
        }
    }
}
