//! The ends of games, and their values.

use std::fmt;

use crate::tables::{FULL, HALF, SEATS, Seat};

/// The reason why a game ended.
///
/// ```
/// use rotunda_movegen::Reason;
/// assert_eq!(Reason::FiftyMoves.to_string(), "fifty-moves");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Reason {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// A king has reached the goal of its race.
    Goal,
    /// No mate is possible with the pieces that are left.
    InsufficientMaterial,
    /// The position has occurred three times.
    Threefold,
    /// The position has occurred so often that the game ends, and one side gave check at every
    /// move.
    PerpetualCheck,
    /// Fifty moves by each player left without a capture or a pawn move.
    FiftyMoves,
    /// A side has claimed the partial win against a king that has lost all other pieces.
    #[cfg_attr(feature = "serde", serde(rename = "bareking"))]
    BareKing,
    /// The position has occurred as often as the game's limit, which is not three.
    Repetition,
    /// The plies without a capture or a pawn move have reached the game's limit, which is not fifty
    /// moves by each player.
    NoProgress,
    /// Only one player, or one team, still has a king.
    #[cfg_attr(feature = "serde", serde(rename = "last-king"))]
    LastStanding,
    /// All remaining players have passed one after the other.
    AllPass,
    /// A player has resigned.
    Resignation,
    /// A player's time is over.
    TimeForfeit,
    /// The players have agreed on a draw.
    Agreement,
    /// An arbiter has ended the game.
    Adjudication,
    /// A player has made a move that is not legal, or broken the rules of the match.
    IllegalMove,
    /// A player has gone, or does not answer.
    Disconnection,
}

impl Reason {
    /// Returns its word in protocols and files.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::Goal => "goal",
            Self::InsufficientMaterial => "insufficient-material",
            Self::Threefold => "threefold",
            Self::PerpetualCheck => "perpetual-check",
            Self::FiftyMoves => "fifty-moves",
            Self::Repetition => "repetition",
            Self::NoProgress => "no-progress",
            Self::BareKing => "bareking",
            Self::LastStanding => "last-king",
            Self::AllPass => "all-pass",
            Self::Resignation => "resignation",
            Self::TimeForfeit => "time-forfeit",
            Self::Agreement => "agreement",
            Self::Adjudication => "adjudication",
            Self::IllegalMove => "illegal-move",
            Self::Disconnection => "disconnection",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The end of a game: the reason, and every seat's points of [`FULL`].
///
/// ```
/// use rotunda_movegen::{Reason, Seat, Variant};
/// let mut game = Variant::by_name("chess")?.game();
/// for mv in ["f2f3", "e7e5", "g2g4", "d8h4"] {
///     game.play_text(mv)?;
/// }
/// let outcome = game.outcome().expect("it is mate");
/// assert_eq!(outcome.reason, Reason::Checkmate);
/// assert_eq!((outcome.points(Seat::WHITE), outcome.points(Seat::BLACK)), (0, 100));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The reason of the end.
    pub reason: Reason,
    points: [u16; SEATS],
}

impl Outcome {
    /// Returns the same points for another reason.
    pub(crate) const fn because(self, reason: Reason) -> Self {
        Self { reason, ..self }
    }

    /// Returns the outcome of a duel that gives `seat` these points of [`FULL`] and its opponent
    /// the rest.
    #[must_use]
    pub fn duel(reason: Reason, seat: Seat, share: u16) -> Self {
        let mut points = [0; SEATS];
        points[seat.index()] = share;
        points[seat.opponent().index()] = FULL - share;
        Self { reason, points }
    }

    /// Returns an outcome that gives every seat these points of [`FULL`].
    #[must_use]
    pub const fn shared(reason: Reason, points: [u16; SEATS]) -> Self {
        Self { reason, points }
    }

    /// Returns a drawn duel.
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

/// A claim in a position: the seat that may end the game by it, and its share of [`FULL`].
///
/// At most one seat has a claim. It does not depend on the seat to move.
///
/// ```
/// use rotunda_movegen::{Claim, Seat, Variant};
/// let ordinary = Variant::by_name("ordinary")?;
/// let mut game = ordinary.game_from(Some("11k/10n1/12/12/12/12/12/12/10R1/K11 w - - 0 1"))?;
/// assert_eq!(game.claim(), None);
/// game.play_text("k2k9")?; // White takes the last piece beside the king and may claim at once
/// assert_eq!(game.claim(), Some(Claim { seat: Seat::WHITE, share: 52 }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Claim {
    /// The seat that may claim.
    pub seat: Seat,
    /// Its share of the point; the opponent gets the rest.
    pub share: u16,
}

impl Claim {
    /// Returns the outcome of the game by the claim.
    #[must_use]
    pub fn outcome(self) -> Outcome {
        Outcome::duel(Reason::BareKing, self.seat, self.share)
    }
}
