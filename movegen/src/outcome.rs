//! How games end, and what each ending is worth.

use std::fmt;

use crate::{SEATS, Seat};

/// Points of the whole that are shared out at the end of a game.
pub const FULL: u16 = 100;
/// A duelist's share of a drawn game.
pub const HALF: u16 = FULL / 2;

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// A king has come round to its goal.
    Goal,
    /// No mate is possible with the pieces that are left.
    InsufficientMaterial,
    /// The position has occurred three times.
    Threefold,
    /// The position has occurred three times, with a check at every move of one side.
    PerpetualCheck,
    /// Fifty moves by each player left without a capture or a pawn move.
    FiftyMoves,
    /// Only one player, or one team, still has a king.
    LastStanding,
    /// All players left have passed one after the other.
    AllPass,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::Goal => "goal",
            Self::InsufficientMaterial => "insufficient-material",
            Self::Threefold => "threefold",
            Self::PerpetualCheck => "perpetual-check",
            Self::FiftyMoves => "fifty-moves",
            Self::LastStanding => "last-king",
            Self::AllPass => "all-pass",
        })
    }
}

/// How a game ended: the reason, and every seat's points of [`FULL`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// Why the game ended.
    pub reason: Reason,
    points: [u16; SEATS],
}

impl Outcome {
    /// A duel that gives `seat` these points of [`FULL`] and its opponent the rest.
    #[must_use]
    pub fn duel(reason: Reason, seat: Seat, share: u16) -> Self {
        let mut points = [0; SEATS];
        points[seat.index()] = share;
        points[seat.opponent().index()] = FULL - share;
        Self { reason, points }
    }

    /// An ending that gives every seat these points of [`FULL`].
    #[must_use]
    pub const fn shared(reason: Reason, points: [u16; SEATS]) -> Self {
        Self { reason, points }
    }

    /// A drawn duel.
    #[must_use]
    pub fn draw(reason: Reason) -> Self {
        Self::duel(reason, Seat::WHITE, HALF)
    }

    /// The points of a seat.
    #[must_use]
    pub const fn points(&self, seat: Seat) -> u16 {
        self.points[seat.index()]
    }
}

/// What the partial wins of a variant are worth, in points of [`FULL`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Scoring {
    /// The share of the side that leaves its opponent without a move, though not in check.
    pub stalemate: u16,
    /// The share of each side when it alone gave check with every move of a threefold repetition.
    pub perpetual: [u16; 2],
    /// The share that a side may claim while its opponent has nothing but the king; `None` if
    /// there is no such claim.
    pub bare_king: Option<u16>,
}

impl Scoring {
    /// Chess as FIDE has it: whatever is not mate is a draw.
    pub const CLASSIC: Self = Self { stalemate: HALF, perpetual: [HALF, HALF], bare_king: None };
    /// Savard's Dynamic Scoring in its latest form (docs/rules/ordinary-nocheckers.md).
    pub const DYNAMIC: Self = Self { stalemate: 60, perpetual: [HALF, 51], bare_king: Some(52) };
}
