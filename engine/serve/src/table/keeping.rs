//! The saving of a table's game to a file, which other servers may also write and delete.

use std::fs::File;
use std::io;

use super::Table;
use super::state::State;
use crate::merge::merge;
use crate::pgn_read;
use crate::pgn_write::pgn;
use crate::protocol::Reply;

impl Table {
    /// Saves the game, and merges the changes of another server.
    pub(super) fn keep(&self, state: &mut State) {
        if state.is_deleted {
            return;
        }
        if let Err(error) = self.store.lock().and_then(|lock| self.write(state, &lock)) {
            self.send(&Reply::refusal(&format!("the game is not kept: {error}")));
        }
    }

    /// Writes the game, merged with the changes of another server, under the lock of the store.
    fn write(&self, state: &mut State, _lock: &File) -> io::Result<()> {
        state.is_deleted = state.kept && self.store.is_gone(&self.name);
        if state.is_deleted {
            return Err(io::Error::other("it has been deleted"));
        }
        let is_merged = state.kept && self.merge(state)?;
        self.store.save(&self.name, &pgn(&state.record))?;
        state.kept = true;
        if is_merged {
            self.send_game(state);
        }
        Ok(())
    }

    /// Merges the changes of another server, and returns whether there were any. If no page shows
    /// the game here, its current node becomes the other server's.
    fn merge(&self, state: &mut State) -> io::Result<bool> {
        let Some(text) = self.store.changed(&self.name) else { return Ok(false) };
        let other = pgn_read::read(&text, pgn_read::usual()).map_err(io::Error::other)?;
        let places = merge(&mut state.record.tree, &other.tree)
            .ok_or_else(|| io::Error::other("its file holds another game"))?;
        self.store.note(&self.name, &text);
        if let Some(live) = places[other.live].filter(|_| state.watchers == 0) {
            state.record.tree.promote(live).map_err(|refusal| io::Error::other(refusal.0))?;
            state.stand_at(live, None);
        }
        Ok(true)
    }

    /// Merges the changes of another server to a saved game. Returns whether the game may still be
    /// opened: it may not if it was deleted and no page shows it here.
    pub fn catch_up(&self) -> bool {
        let mut state = self.state();
        if state.kept && matches!(self.merge(&mut state), Ok(true)) {
            self.send_game(&state);
        }
        let is_gone = state.kept && self.store.is_gone(&self.name);
        state.watchers > 0 || !is_gone
    }
}
