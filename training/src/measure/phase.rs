//! [`Phase`]: the phase of a game, by the number of pieces left.

use std::fmt;

/// The phase of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    /// More than two thirds of the pieces of the start are on the board.
    Opening,
    /// More than one third.
    Middlegame,
    Endgame,
}

impl Phase {
    pub const ALL: [Self; 3] = [Self::Opening, Self::Middlegame, Self::Endgame];

    /// The phase with `men` pieces of `start`.
    pub const fn of(men: usize, start: usize) -> Self {
        if 3 * men > 2 * start {
            Self::Opening
        } else if 3 * men > start {
            Self::Middlegame
        } else {
            Self::Endgame
        }
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Opening => "opening",
            Self::Middlegame => "middlegame",
            Self::Endgame => "endgame",
        })
    }
}
