//! [`Watcher`]: a page that looks at a table, and how much of the game it may see.

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use rotunda_movegen::GameRecord;
use tokio::sync::broadcast;

use super::Table;
use crate::action::Refusal;
use crate::view::PositionView;

/// A player or a watcher from elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Guest {
    /// The seat that it plays; `None` for a watcher.
    pub seat: Option<u8>,
}

impl Guest {
    /// Returns the seat that the guest plays.
    ///
    /// # Errors
    /// Returns an error if it plays none.
    pub fn player(self) -> Result<u8, Refusal> {
        self.seat.ok_or(Refusal("watchers do not play"))
    }
}

/// A watcher of a table. When the last one goes, the table rests.
pub struct Watcher {
    table: Arc<Table>,
    /// The events of the table.
    pub events: broadcast::Receiver<Arc<str>>,
    /// The guest; `None` for the owner.
    guest: Option<Guest>,
    /// The time that a message of the page is on its way, there and back.
    pub lag: Duration,
}

impl Watcher {
    /// A watcher that has joined a table.
    pub(super) fn new(
        table: &Arc<Table>,
        events: broadcast::Receiver<Arc<str>>,
        guest: Option<Guest>,
    ) -> Self {
        Self { table: Arc::clone(table), events, guest, lag: Duration::ZERO }
    }

    /// The table.
    pub const fn table(&self) -> &Arc<Table> {
        &self.table
    }

    /// The guest that watches; `None` for the owner.
    pub const fn guest(&self) -> Option<Guest> {
        self.guest
    }

    /// Returns the game, as far as the watcher may see it, as a message.
    pub fn game_message(&self) -> String {
        if self.guest.is_some() { self.table.guest_message() } else { self.table.game_message() }
    }

    /// Returns the position at a node.
    ///
    /// # Errors
    /// Returns an error if there is no such node, or the watcher may not see it.
    pub fn look(&self, node: usize) -> Result<PositionView, Refusal> {
        if self.guest.is_some() { self.table.look_shown(node) } else { self.table.look(node) }
    }

    /// Returns the game at a node.
    ///
    /// # Errors
    /// Returns an error if there is no such node, the game is over there, or the watcher may not
    /// see it.
    pub fn standing(&self, node: usize) -> Result<GameRecord, Refusal> {
        if self.guest.is_some() {
            self.table.standing_shown(node)
        } else {
            self.table.standing(node)
        }
    }

    /// Returns the game, as far as the watcher may see it, as PGN.
    pub fn pgn(&self) -> String {
        if self.guest.is_some() { self.table.pgn_shown() } else { self.table.pgn() }
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        let mut state = self.table.state();
        state.watchers -= 1;
        if let Some(guest) = self.guest {
            self.table.part(&mut state, guest);
        }
        if state.watchers == 0 && !state.goes_on_alone() {
            state.rest();
            drop(state);
            *self.table.searcher.lock().unwrap_or_else(PoisonError::into_inner) = None;
        }
    }
}
