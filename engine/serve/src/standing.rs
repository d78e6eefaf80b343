//! [`Standing`]: a game as it stands, and what can happen to it.

use std::fmt;

use rotunda_movegen::{FULL, Game, Outcome, Reason, Seat, Variant};
use rotunda_notation::sentence;
use serde::{Deserialize, Serialize};

use crate::scene::Scene;

/// Why a player leaves the table before the rules make it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Why {
    /// The player gives up.
    Resigned,
    /// The player's time is over.
    Time,
}

/// What happens between two positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Act {
    /// A move, in the game's notation.
    Move(String),
    /// The claim that was open.
    Claim,
    /// A player leaves.
    Leave(u8, Why),
}

/// A game and who has left it.
pub struct Standing {
    /// The game.
    pub game: Game,
    variant: &'static Variant,
    /// Who has ended a duel by leaving, and why.
    left: Option<(Seat, Why)>,
}

/// How a game has ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Ending {
    /// In words.
    pub text: String,
    /// Every seat's points of 100.
    pub points: Vec<u16>,
}

impl Clone for Standing {
    fn clone(&self) -> Self {
        Self { game: self.game.clone(), variant: self.variant, left: self.left }
    }
}

impl fmt::Debug for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Standing").field(&self.game.fen()).field(&self.left).finish()
    }
}

impl Standing {
    /// A game that goes on.
    pub const fn new(variant: &'static Variant, game: Game) -> Self {
        Self { game, variant, left: None }
    }

    /// How the game has ended, or `None` while it goes on.
    pub fn ending(&self) -> Option<Ending> {
        if let Some((seat, why)) = self.left {
            let outcome = Outcome::duel(Reason::LastStanding, seat, 0);
            let name = Scene::of(self.variant).colour(seat.index());
            let winner = Scene::of(self.variant).colour(seat.opponent().index());
            let does = match why {
                Why::Resigned => "resigns",
                Why::Time => "has no time left",
            };
            let text = format!("{name} {does}: {winner} wins.");
            return Some(Ending { text, points: self.points(&outcome) });
        }
        let outcome = self.game.outcome()?;
        let text = sentence(self.variant, &outcome);
        Some(Ending { text, points: self.points(&outcome) })
    }

    fn points(&self, outcome: &Outcome) -> Vec<u16> {
        (0..self.variant.seats).map(|seat| outcome.points(Seat(seat as u8)).min(FULL)).collect()
    }

    /// Lets something happen; whether it was possible.
    pub fn act(&mut self, act: &Act) -> bool {
        if self.left.is_some() {
            return false;
        }
        match act {
            Act::Move(text) => self.game.play_text(text).is_ok(),
            Act::Claim => {
                let claim = self.game.claim();
                claim.is_some_and(|claim| self.game.make_claim(claim.seat).is_some())
            }
            Act::Leave(seat, _) if usize::from(*seat) >= self.variant.seats => false,
            Act::Leave(..) if self.game.outcome().is_some() => false,
            Act::Leave(seat, why) if self.variant.is_duel() => {
                self.left = Some((Seat(*seat), *why));
                true
            }
            Act::Leave(seat, _) => self.game.eliminate(Seat(*seat)),
        }
    }
}
