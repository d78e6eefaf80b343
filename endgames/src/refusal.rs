//! [`Refusal`]: why there is no table.

use std::fmt;

/// Bytes that a table and those that it builds on may take together.
pub(crate) const MOST_BYTES: usize = 2 << 30;

/// Why there is no table of some material.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The game is not one of two sides that move by turns.
    NotADuel {
        /// The variant.
        variant: String,
    },
    /// A side has more than one race to run.
    Races,
    /// A game that goes on for ever is no draw.
    Endless,
    /// The men that jump in series are too many.
    Series,
    /// A pawn that can be taken en passant may pass over several cells, or come to a cell by
    /// several ways.
    StartSteps,
    /// Men that change their kind may become what they were.
    Circle,
    /// The table and those that it builds on would take more memory than is allowed.
    TooLarge {
        /// How many megabytes they would take.
        megabytes: usize,
    },
    /// It was stopped.
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
