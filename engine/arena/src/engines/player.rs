//! [`Player`]: an engine at a seat, in the protocol that it speaks.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use rotunda_protocol::uci_client::OfferedOption;
use rotunda_protocol::{GoOrder, PositionOrder};

use super::answer::Answer;
use super::clock::GameClock;
use super::conversation::PlayerError;
use super::uci_player::UciPlayer;
use super::xboard_player::XboardPlayer;
use crate::base::fault::{Fault, FaultKind};
use crate::plan::match_plan::{EngineProtocol, EngineSpec};

/// An engine at a seat.
pub(crate) enum Player<'a> {
    /// An engine that speaks UCI.
    Uci(Box<UciPlayer<'a>>),
    /// An engine that speaks the Chess Engine Communication Protocol.
    Xboard(Box<XboardPlayer<'a>>),
}

impl<'a> Player<'a> {
    /// Starts an engine and sends it its options.
    ///
    /// # Errors
    /// Returns an error if it does not start in time or lacks an option, or the match is to end.
    pub fn start(spec: &'a EngineSpec, stop: &'a AtomicBool) -> Result<Self, PlayerError> {
        let started = match spec.protocol {
            EngineProtocol::Uci => {
                UciPlayer::start(spec, stop).map(|player| Self::Uci(Box::new(player)))
            }
            EngineProtocol::Xboard => {
                XboardPlayer::start(spec, stop).map(|player| Self::Xboard(Box::new(player)))
            }
        };
        started.map_err(|error| match error {
            PlayerError::Fault(fault) if fault.kind != FaultKind::FailedStart => {
                FaultKind::FailedStart.with(fault.to_string()).into()
            }
            _ => error,
        })
    }

    /// Returns the options that it offers.
    pub fn offered(&self) -> &[OfferedOption] {
        match self {
            Self::Uci(player) => player.offered(),
            Self::Xboard(player) => player.offered(),
        }
    }

    /// Prepares for a game of a variant.
    ///
    /// # Errors
    /// Returns an error if the engine does not play the variant or does not answer.
    pub fn new_game(&mut self, variant: &str) -> Result<(), PlayerError> {
        match self {
            Self::Uci(player) => player.new_game(variant),
            Self::Xboard(player) => player.new_game(variant),
        }
    }

    /// Checks whether the engine offers a variant.
    ///
    /// # Errors
    /// Returns an error if it does not.
    pub fn check_variant(&self, variant: &str) -> Result<(), Fault> {
        match self {
            Self::Uci(player) => player.check_variant(variant),
            Self::Xboard(player) => player.check_variant(variant).map(|_| ()),
        }
    }

    /// Returns the engine's answer to a position and an order, and its time.
    ///
    /// # Errors
    /// Returns an error if there is none until the deadline.
    pub fn think(
        &mut self,
        position: &PositionOrder,
        go: &GoOrder,
        clock: &GameClock,
    ) -> Result<(Answer, Instant), PlayerError> {
        match self {
            Self::Uci(player) => {
                player.think(position, go, clock).map(|(best, at)| (Answer::Move(best), at))
            }
            Self::Xboard(player) => player.think(position, go, clock),
        }
    }

    /// Lets the engine think on its opponent's time, about an expected position.
    ///
    /// An engine over XBoard's protocol decides itself about what it thinks then.
    ///
    /// # Errors
    /// Returns an error if it has closed its input.
    pub fn ponder(&mut self, position: &PositionOrder, go: &GoOrder) -> Result<(), PlayerError> {
        match self {
            Self::Uci(player) => player.ponder(position, go),
            Self::Xboard(_) => Ok(()),
        }
    }

    /// Returns the answer of an engine that has pondered on the right position.
    ///
    /// # Errors
    /// Returns an error if there is none until the deadline, or it came too early.
    pub fn ponder_hit(
        &mut self,
        position: &PositionOrder,
        go: &GoOrder,
        clock: &GameClock,
    ) -> Result<(Answer, Instant), PlayerError> {
        match self {
            Self::Uci(player) => {
                player.ponder_hit(clock).map(|(best, at)| (Answer::Move(best), at))
            }
            Self::Xboard(player) => player.think(position, go, clock),
        }
    }

    /// Ends the pondering on a wrong position, and ignores the engine's answer.
    ///
    /// # Errors
    /// Returns an error if there is none until the deadline, or it came too early.
    pub fn stop_pondering(&mut self, deadline: Instant) -> Result<(), PlayerError> {
        match self {
            Self::Uci(player) => player.stop_pondering(deadline),
            Self::Xboard(_) => Ok(()),
        }
    }

    /// Asks the engine to quit.
    pub fn quit(self) {
        match self {
            Self::Uci(player) => player.quit(),
            Self::Xboard(player) => player.quit(),
        }
    }
}
