//! [`Table`]: a current game: its clocks, its engines, and its watchers.

mod following;
mod guests;
mod keeping;
mod offers;
mod presence;
mod state;
mod thinking;
mod watcher;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rotunda_movegen::{Forfeit, GameRecord, Variant};
use rotunda_search::Searcher;
use tokio::sync::broadcast;

use self::state::{Stage, State};
use crate::action::{Refusal, WrittenAction};
use crate::pgn_write::pgn;
use crate::protocol::{Reply, game_reply};
use crate::record::{Player, Record};
use crate::search::Pool;
use crate::store::Store;
use crate::tree::{MAX_COMMENT, Verdict};
use crate::view::PositionView;
pub use following::{GameEvent, GameUpdate};
pub use watcher::{Guest, Watcher};

/// The number of messages that a page may be behind before it gets the whole game again.
const BEHIND: usize = 64;
/// Moves of a line that is added at once, at most.
const MAX_LINE: usize = 100;

/// A game that is played and looked at.
pub struct Table {
    name: String,
    events: broadcast::Sender<Arc<str>>,
    /// The same, as far as it is for players and watchers from elsewhere.
    guests: broadcast::Sender<Arc<str>>,
    pool: Pool,
    store: Arc<Store>,
    searcher: Mutex<Option<Searcher>>,
    state: Mutex<State>,
}

impl Table {
    /// A table with a game.
    pub fn new(name: String, record: Record, kept: bool, pool: Pool, store: Arc<Store>) -> Self {
        let state = State::new(record, kept);
        let (events, _) = broadcast::channel(BEHIND);
        let guests = guests::channel(BEHIND);
        Self {
            name,
            events,
            guests,
            pool,
            store,
            searcher: Mutex::new(None),
            state: Mutex::new(state),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The name of the game.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The variant that is played.
    pub fn variant(&self) -> &'static Variant {
        self.state().record.tree.variant()
    }

    /// Returns whether it has no watchers, no running clock and no search.
    pub fn is_deserted(&self) -> bool {
        let state = self.state();
        state.watchers == 0 && !state.is_under_way()
    }

    /// Joins the table as the owner.
    pub fn watch(self: &Arc<Self>) -> Watcher {
        let events = self.events.subscribe();
        self.come();
        Watcher::new(self, events, None)
    }

    /// Counts one more watcher of the table.
    fn come(self: &Arc<Self>) {
        let mut state = self.state();
        state.watchers += 1;
        if state.watchers == 1 && !state.is_going() {
            self.go_on(&mut state);
        }
    }

    /// Returns the whole game as a message.
    pub fn game_message(&self) -> String {
        let state = self.state();
        self.game_message_of(&state)
    }

    /// The position at a node.
    ///
    /// # Errors
    /// Returns an error if there is no such node.
    pub fn look(&self, node: usize) -> Result<PositionView, Refusal> {
        let tree = self.state().record.tree.clone();
        tree.node(node).ok_or(Refusal("there is no such position"))?;
        Ok(PositionView::of(&tree, node))
    }

    /// The position after some moves from a node, which become no part of the game.
    ///
    /// # Errors
    /// Returns an error if there is no such node, or a move is not legal.
    pub fn preview(&self, node: usize, moves: &[String]) -> Result<PositionView, Refusal> {
        let mut tree = self.state().record.tree.clone();
        tree.node(node).ok_or(Refusal("there is no such position"))?;
        let mut standing = tree.standing(node);
        let mut at = node;
        for text in moves.iter().take(MAX_LINE) {
            at = tree.add_to(&mut standing, at, &WrittenAction::Move(text.clone()))?.0;
        }
        Ok(PositionView::of(&tree, at))
    }

    /// Never saves the game.
    pub fn never_keep(&self) {
        self.state().is_deleted = true;
    }

    /// The game at a node, to search it.
    ///
    /// # Errors
    /// Returns an error if there is no such node, or the game is over there.
    pub fn standing(&self, node: usize) -> Result<GameRecord, Refusal> {
        let state = self.state();
        state.record.tree.node(node).ok_or(Refusal("there is no such position"))?;
        let standing = state.record.tree.standing(node);
        match standing.outcome() {
            Some(_) => Err(Refusal("the game is over there")),
            None => Ok(standing),
        }
    }

    /// Returns whether people who are invited play the game now.
    pub fn is_contested(&self) -> bool {
        let state = self.state();
        let record = &state.record;
        state.goes_on_alone() && record.tree.standing(record.live).outcome().is_none()
    }

    /// The game as PGN.
    pub fn pgn(&self) -> String {
        pgn(&self.state().record)
    }

    fn send(&self, reply: &Reply<'_>) {
        let _ = self.events.send(reply.text().into());
        self.send_to_guests(reply);
    }

    /// Reports the current node or an added one, and saves the game.
    fn send_node(self: &Arc<Self>, state: &mut State, node: usize) {
        let position = PositionView::of(&state.record.tree, node);
        let entry = &state.record.tree.nodes()[node];
        let clocks = state.clocks(state.mover());
        let live = state.record.live;
        let played =
            Reply::Played { node, tree_node: entry, live, position: &position, clocks }.text();
        // A client that gets the move may ask another server for the game, so it is saved first.
        self.keep(state);
        let _ = self.events.send(played.into());
        self.send_node_to_guests(state, node);
    }

    fn game_message_of(&self, state: &State) -> String {
        let is_so = (state.paused, state.follows.is_some());
        game_reply(&self.name, &state.record, is_so, state.clocks(state.mover()))
    }

    fn send_game(&self, state: &State) {
        let _ = self.events.send(self.game_message_of(state).into());
        self.send_game_to_guests(state);
    }

    /// Plays a move at a node: at the current node it is the game's, elsewhere a variation.
    ///
    /// # Errors
    /// Returns an error if the move is not legal, or an engine's.
    pub fn play(self: &Arc<Self>, node: usize, text: &str) -> Result<(), Refusal> {
        self.act(node, &WrittenAction::Move(text.to_owned()))
    }

    /// Adds moves one after the other from a node on; the current node stays.
    ///
    /// # Errors
    /// Returns an error if one is not legal; those before it are there.
    pub fn line(&self, node: usize, moves: &[String]) -> Result<(), Refusal> {
        let mut state = self.state();
        let mut at = node;
        let mut add = |text: &String| {
            at = state.record.tree.add(at, &WrittenAction::Move(text.clone()))?.0;
            Ok(())
        };
        let added = moves.iter().take(MAX_LINE).try_for_each(&mut add);
        self.keep(&mut state);
        self.send_game(&state);
        added
    }

    /// Makes the claim of the current position, whichever side is to move.
    ///
    /// # Errors
    /// Returns an error if none is open, or it is an engine's.
    pub fn claim(self: &Arc<Self>) -> Result<(), Refusal> {
        let live = self.state().record.live;
        self.act(live, &WrittenAction::Claim)
    }

    /// Gives up for a seat.
    ///
    /// # Errors
    /// Returns an error if the seat does not play.
    pub fn resign(self: &Arc<Self>, seat: u8) -> Result<(), Refusal> {
        let live = self.state().record.live;
        self.act(live, &WrittenAction::Forfeit(seat, Forfeit::Resignation))
    }

    fn act(self: &Arc<Self>, node: usize, action: &WrittenAction) -> Result<(), Refusal> {
        self.act_in(&mut self.state(), node, action)
    }

    fn act_in(
        self: &Arc<Self>,
        state: &mut State,
        node: usize,
        action: &WrittenAction,
    ) -> Result<(), Refusal> {
        if state.follows.is_some() && !matches!(action, WrittenAction::Move(_)) {
            return Err(following::ELSEWHERE);
        }
        if state.stage == Stage::BrokenOff {
            return Err(Refusal("the game has been broken off"));
        }
        let is_live = node == state.record.live && state.follows.is_none();
        let mover = state.mover();
        let claimant = || state.record.tree.standing(node).game().claim().map(|claim| claim.seat.0);
        let actor =
            if *action == WrittenAction::Claim { claimant().unwrap_or(mover) } else { mover };
        let of_engine = is_live && !state.paused && state.record.is_engine(actor.into());
        if of_engine && !matches!(action, WrittenAction::Forfeit(..) | WrittenAction::Agreement) {
            return Err(Refusal("it is the engine's turn"));
        }
        let (next, _) = state.record.tree.add(node, action)?;
        if is_live {
            let timed = matches!(action, WrittenAction::Move(_)).then_some(mover);
            if timed.is_none() {
                // A player who leaves or claims gives the mover no time back.
                let clocks = state.clocks(mover).map(|clocks| clocks.left);
                if let Some(entry) = state.record.tree.node_mut(next) {
                    entry.clocks = clocks;
                }
            }
            if timed.is_some_and(|seat| state.agreed.get(usize::from(seat)) != Some(&true)) {
                self.withdraw(state);
            }
            state.stand_at(next, timed);
            self.go_on(state);
        }
        self.send_node(state, next);
        Ok(())
    }

    /// Makes a node the current one; the game goes on from there.
    ///
    /// # Errors
    /// Returns an error if there is no such node.
    pub fn live(self: &Arc<Self>, node: usize) -> Result<(), Refusal> {
        let mut state = self.state();
        if state.follows.is_some() {
            return Err(following::ELSEWHERE);
        }
        if !state.record.tree.is_reachable(node) {
            return Err(Refusal("there is no such position"));
        }
        self.withdraw(&mut state);
        state.stand_at(node, None);
        self.go_on(&mut state);
        self.send_node(&mut state, node);
        Ok(())
    }

    /// Changes the players.
    ///
    /// # Errors
    /// Returns an error if the number or the times make no sense.
    pub fn players(self: &Arc<Self>, players: Vec<Player>) -> Result<(), Refusal> {
        let mut state = self.state();
        if state.follows.is_some() {
            return Err(following::ELSEWHERE);
        }
        self.set_players(&mut state, players)
    }

    fn set_players(
        self: &Arc<Self>,
        state: &mut State,
        players: Vec<Player>,
    ) -> Result<(), Refusal> {
        let clock = state.record.clock;
        state.record = state.record.clone().with(players, clock)?;
        state.rest();
        self.go_on(state);
        self.keep(state);
        self.send_game(state);
        Ok(())
    }

    /// Pauses engines and clocks, or ends the pause.
    pub fn pause(self: &Arc<Self>, on: bool) {
        let mut state = self.state();
        if state.stage == Stage::BrokenOff {
            return;
        }
        state.paused = on;
        state.rest();
        self.go_on(&mut state);
        self.send_game(&state);
    }

    /// Ends the search of the engine that thinks for a seat: it plays the best move found so far.
    pub fn hurry(&self) {
        if let Some(stop) = &self.state().stop {
            stop.stop();
        }
    }

    /// Cuts a node off.
    ///
    /// # Errors
    /// Returns an error if it cannot be.
    pub fn prune(self: &Arc<Self>, node: usize) -> Result<(), Refusal> {
        let mut state = self.state();
        if state.follows.is_some() && state.record.tree.line(state.record.live).contains(&node) {
            return Err(following::ELSEWHERE);
        }
        let parent = state.record.tree.prune(node)?;
        if !state.record.tree.is_reachable(state.record.live) {
            state.stand_at(parent, None);
            self.go_on(&mut state);
        }
        self.keep(&mut state);
        self.send_game(&state);
        Ok(())
    }

    /// Makes the line to a node the main one.
    ///
    /// # Errors
    /// Returns an error if there is no such node.
    pub fn promote(&self, node: usize) -> Result<(), Refusal> {
        let mut state = self.state();
        state.record.tree.promote(node)?;
        self.keep(&mut state);
        self.send_game(&state);
        Ok(())
    }

    /// Comments on a node.
    ///
    /// # Errors
    /// Returns an error if there is no such node.
    pub fn comment(&self, node: usize, text: &str) -> Result<(), Refusal> {
        let mut state = self.state();
        let entry = state.record.tree.node_mut(node).ok_or(Refusal("there is no such position"))?;
        let kept = text.chars().filter(|letter| !letter.is_control() && !"{}[]".contains(*letter));
        let kept: String = kept.take(MAX_COMMENT).collect();
        kept.trim().clone_into(&mut entry.comment);
        self.keep(&mut state);
        self.send_game(&state);
        Ok(())
    }

    /// Keeps the verdict of a search on a node, if no deeper one has judged it before.
    pub fn judge(&self, node: usize, verdict: Verdict) {
        let mut state = self.state();
        let Some(entry) = state.record.tree.node_mut(node) else { return };
        if entry.verdict.as_ref().is_some_and(|old| old.depth > verdict.depth) {
            return;
        }
        self.send(&Reply::Verdict { node, verdict: &verdict });
        entry.verdict = Some(verdict);
        if state.kept {
            self.keep(&mut state);
        }
    }
}

#[cfg(test)]
mod tests;
