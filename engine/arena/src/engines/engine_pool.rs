//! [`EnginePool`]: the engines of a worker, kept running from game to game.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use super::conversation::PlayerError;
use super::player::Player;
use crate::base::fault::FaultKind;
use crate::plan::match_plan::EngineSpec;
use crate::plan::schedule::Seating;

/// An engine's index, and the number of its process: an engine at two seats has two processes.
type Key = (usize, usize);

/// The engines of a worker, kept running from game to game.
pub(crate) struct EnginePool<'a> {
    specs: &'a [EngineSpec],
    stop: &'a AtomicBool,
    players: HashMap<Key, Player<'a>>,
}

impl<'a> EnginePool<'a> {
    /// Creates a pool whose engines start on demand. `stop` ends the waiting for them.
    pub fn new(specs: &'a [EngineSpec], stop: &'a AtomicBool) -> Self {
        Self { specs, stop, players: HashMap::new() }
    }

    /// Prepares the player at a seat for a game of a variant.
    ///
    /// # Errors
    /// Returns an error if it fails, or the match is to end.
    pub fn prepare(
        &mut self,
        seating: &Seating,
        seat: usize,
        variant: &str,
    ) -> Result<(), PlayerError> {
        let key = key(seating, seat);
        if !self.players.contains_key(&key) {
            self.players.insert(key, Player::start(&self.specs[key.0], self.stop)?);
        }
        self.player(seating, seat)?.new_game(variant)
    }

    /// Returns the player at a seat.
    ///
    /// # Errors
    /// Returns an error if it has not been prepared.
    pub fn player(
        &mut self,
        seating: &Seating,
        seat: usize,
    ) -> Result<&mut Player<'a>, PlayerError> {
        let player = self.players.get_mut(&key(seating, seat));
        player.ok_or_else(|| FaultKind::FailedStart.with("it is not running").into())
    }

    /// Ends the process of the player at a seat; it will be started again.
    pub fn discard(&mut self, seating: &Seating, seat: usize) {
        self.players.remove(&key(seating, seat));
    }

    /// Asks all players to quit.
    pub fn quit(self) {
        self.players.into_values().for_each(Player::quit);
    }
}

fn key(seating: &Seating, seat: usize) -> Key {
    let engine = seating[seat];
    (engine, seating[..seat].iter().filter(|&&other| other == engine).count())
}
