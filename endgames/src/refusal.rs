//! [`Refusal`]: the reason why there is no table.

use std::fmt;

/// The most bytes that a table and those that it needs may take together.
pub(crate) const MOST_BYTES: usize = 2 << 30;

/// The reason why there is no table of some material.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The game is not one of two sides that move by turns.
    NotADuel {
        /// The variant.
        variant: String,
    },
    /// A side has more than one race.
    Races,
    /// An endless game is not a draw.
    Endless,
    /// Too many pieces jump in series.
    Series,
    /// A pawn that can be captured en passant may pass several cells, or reach a cell by several
    /// paths.
    StartSteps,
    /// Pieces that change their kind may become their first kind again.
    Circle,
    /// The table and those that it builds on need more memory than is allowed.
    TooLarge {
        /// The megabytes that they need.
        megabytes: usize,
    },
    /// The observer stopped the work.
    Stopped,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotADuel { variant } => write!(
                f,
                "{variant} is not a game of two sides that move by turns, with nothing but moves: \
                 tables know neither removals and passes nor more than two players"
            ),
            Self::Races => f.write_str("tables know at most one race of each king"),
            Self::Endless => f.write_str(
                "tables take a game that goes on for ever for a draw, and here it has other points",
            ),
            Self::Series => f.write_str(
                "tables with pieces that jump in series have three men at most, kings included",
            ),
            Self::StartSteps => f.write_str(
                "tables with captures en passant know pawns whose start steps each pass over one cell, alone \
                 lead where they do, and promote nowhere",
            ),
            Self::Circle => f.write_str("pieces that may become what they were have no tables"),
            Self::TooLarge { megabytes } => write!(
                f,
                "the table and those that it builds on would take {megabytes} MB of memory, and {} \
                 are allowed",
                MOST_BYTES >> 20
            ),
            Self::Stopped => f.write_str("stopped"),
        }
    }
}

impl std::error::Error for Refusal {}
