//! [`WrittenAction`]: an action of a page or a file, [`Refusal`]: why there is none, and
//! [`Ending`]: the end of a game.

use rotunda_movegen::{Action, Forfeit, GameRecord, Seat};
use rotunda_notation::{MoveError, Notation, sentence};
use serde::Serialize;

/// The refusal of an action on a tree, in words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refusal(pub &'static str);

/// The refusal of a move that is not legal.
pub const NOT_LEGAL: Refusal = Refusal("that move is not legal");

/// An action in a game, as pages and files write it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WrittenAction {
    /// A move, as people write it.
    Move(String),
    /// The claim that is open.
    Claim,
    /// A player forfeits the game.
    Forfeit(u8, Forfeit),
    /// All players agree to a draw.
    Agreement,
}

impl WrittenAction {
    /// Returns its meaning in the current position.
    ///
    /// # Errors
    /// Returns an error if no legal move is written so, or several are, or there is no such seat.
    pub fn read(&self, standing: &GameRecord) -> Result<Action, Refusal> {
        let (variant, game) = (standing.variant(), standing.game());
        match self {
            Self::Move(text) => match Notation::of(variant).read(game, text) {
                Ok(mv) => Ok(Action::Move(mv)),
                Err(MoveError::Ambiguous { .. }) => Err(Refusal("several moves are written so")),
                Err(_) => Err(NOT_LEGAL),
            },
            Self::Claim => Ok(Action::Claim(game.claim().map_or(game.turn(), |claim| claim.seat))),
            Self::Forfeit(seat, forfeit) if usize::from(*seat) < variant.seats => {
                Ok(Action::Forfeit(Seat(*seat), *forfeit))
            }
            Self::Forfeit(..) => Err(Refusal("there is no such seat")),
            Self::Agreement => Ok(Action::Agreement),
        }
    }
}

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Ending {
    /// The sentence about the end.
    pub text: String,
    /// Every seat's points of 100.
    pub points: Vec<u16>,
}

impl Ending {
    /// Returns the end of a game, or `None` while it goes on.
    pub fn of(standing: &GameRecord) -> Option<Self> {
        let outcome = standing.outcome()?;
        let seats = 0..standing.variant().seats as u8;
        Some(Self {
            text: sentence(standing.variant(), &outcome),
            points: seats.map(|seat| outcome.points(Seat(seat))).collect(),
        })
    }
}
