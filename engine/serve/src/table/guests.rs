//! Guests, the players and watchers from elsewhere: their view of a game, their actions, and their
//! presence. The game continues without them.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rotunda_movegen::GameRecord;
use tokio::sync::broadcast;

use super::Table;
use super::following::ELSEWHERE;
use super::presence::Presence;
use super::state::State;
use super::watcher::{Guest, Watcher};
use crate::action::{Refusal, WrittenAction};
use crate::pgn_write::pgn;
use crate::protocol::{Progress, Reply, SeatRow, game_reply};
use crate::record::{Player, Record};
use crate::tree::Node;
use crate::view::PositionView;

/// The time that a player may be away before another one may let the engine play.
pub const KEPT: Duration = Duration::from_secs(60);
/// Milliseconds for a move of the engine that plays for somebody, where there is no clock.
const MOVE_TIME: u64 = 1000;
/// The refusal of everything that guests may not see.
const HIDDEN: Refusal = Refusal("there is no such position");
/// The refusal of a number that is no seat of the game.
const NO_SEAT: Refusal = Refusal("there is no such seat");

/// Returns a game as guests see it: the line that has been played, and all of it once it is over.
/// The owner's variations, comments and verdicts are hidden until then.
fn seen(record: &Record) -> Record {
    let mut shown = record.clone();
    let line = record.tree.line(record.live);
    if record.tree.standing(record.live).outcome().is_some() {
        return shown;
    }
    for number in 0..record.tree.nodes().len() {
        let Some(node) = shown.tree.node_mut(number) else { continue };
        let at = line.iter().position(|other| *other == number);
        node.children = at.and_then(|at| line.get(at + 1)).copied().into_iter().collect();
        for text in [&mut node.comment, &mut node.before] {
            text.clear();
        }
        node.nags.clear();
        node.commands.clear();
        node.verdict = None;
        if at.is_none() {
            hide(node);
        }
    }
    shown
}

/// Removes from a node everything that reveals its move.
fn hide(node: &mut Node) {
    (node.parent, node.seat, node.number, node.kind, node.takes) = (0, 0, 0, None, false);
    node.text.clear();
    node.notation.clear();
    node.ways.clear();
    node.cells.clear();
    node.clocks = None;
}

impl Table {
    /// Lets others in. From now on the game continues when nobody watches.
    ///
    /// # Errors
    /// Returns an error if it is played elsewhere.
    pub fn share(self: &Arc<Self>) -> Result<(), Refusal> {
        let mut state = self.state();
        if state.follows.is_some() {
            return Err(ELSEWHERE);
        }
        if !state.is_shared() {
            state.present = vec![Presence::expected(); state.record.players.len()];
            self.keep(&mut state);
            self.send_presence(&state);
        }
        Ok(())
    }

    /// Returns a new watcher from elsewhere.
    ///
    /// # Errors
    /// Returns an error if the seat is none of the game's.
    pub fn visit(self: &Arc<Self>, guest: Guest) -> Result<Watcher, Refusal> {
        if let Some(seat) = guest.seat {
            let mut state = self.state();
            let seat = state.present.get_mut(usize::from(seat)).ok_or(NO_SEAT)?;
            seat.pages += 1;
            self.send_presence(&state);
        }
        let events = self.guests.subscribe();
        self.come();
        Ok(Watcher::new(self, events, Some(guest)))
    }

    /// Records that a guest has gone.
    pub(super) fn part(&self, state: &mut State, guest: Guest) {
        let seat = guest.seat.and_then(|seat| state.present.get_mut(usize::from(seat)));
        if let Some(seat) = seat {
            *seat = Presence { pages: seat.pages.saturating_sub(1), since: Instant::now() };
            self.send_presence(state);
        }
    }

    fn presence_text(state: &State) -> String {
        let row = |seat: &Presence| SeatRow {
            here: seat.pages > 0,
            away: if seat.pages > 0 { 0 } else { seat.since.elapsed().as_millis() as u64 },
        };
        let seats: Vec<SeatRow> = state.present.iter().map(row).collect();
        Reply::Presence { seats: &seats }.text()
    }

    fn send_presence(&self, state: &State) {
        let text: Arc<str> = Self::presence_text(state).into();
        let _ = self.events.send(Arc::clone(&text));
        let _ = self.guests.send(text);
    }

    /// Returns the presence of the players as a message; `None` if nobody is invited.
    pub fn presence_message(&self) -> Option<String> {
        let state = self.state();
        state.is_shared().then(|| Self::presence_text(&state))
    }

    /// Sends a message to the guests, as far as it is for them.
    pub(super) fn send_to_guests(&self, reply: &Reply<'_>) {
        let text = match reply {
            // The engine's verdicts are hidden while the game is played.
            Reply::Thinking { seat, progress } => {
                let Progress { node, time, .. } = **progress;
                let progress = &Progress { node, time, done: progress.done, ..Progress::default() };
                Reply::Thinking { seat: *seat, progress }.text()
            }
            _ => return,
        };
        let _ = self.guests.send(text.into());
    }

    /// Sends the node to the guests if the game stands there now.
    pub(super) fn send_node_to_guests(&self, state: &State, node: usize) {
        if self.guests.receiver_count() == 0 {
            return;
        }
        let is_live = node == state.record.live;
        if !is_live || state.record.tree.standing(node).outcome().is_some() {
            return self.send_game_to_guests(state);
        }
        let shown = seen(&state.record);
        let (entry, position) = (&shown.tree.nodes()[node], PositionView::of(&shown.tree, node));
        let clocks = state.clocks(state.mover());
        let played =
            Reply::Played { node, tree_node: entry, live: node, position: &position, clocks };
        let _ = self.guests.send(played.text().into());
    }

    /// Sends the guests everything that they may see of the game.
    pub(super) fn send_game_to_guests(&self, state: &State) {
        if self.guests.receiver_count() > 0 {
            let _ = self.guests.send(self.guest_message_of(state).into());
        }
    }

    fn guest_message_of(&self, state: &State) -> String {
        let is_so = (state.paused, state.follows.is_some());
        game_reply(&self.name, &seen(&state.record), is_so, state.clocks(state.mover()))
    }

    /// Returns everything that guests may see of the game, as a message.
    pub fn guest_message(&self) -> String {
        self.guest_message_of(&self.state())
    }

    /// Returns the position at a node that guests may see.
    ///
    /// # Errors
    /// Returns an error if they may not see it.
    pub fn look_shown(&self, node: usize) -> Result<PositionView, Refusal> {
        let shown = self.shown_at(node)?;
        Ok(PositionView::of(&shown.tree, node))
    }

    /// Returns the game at a node that guests may see.
    ///
    /// # Errors
    /// Returns an error if they may not see it, or the game is over there.
    pub fn standing_shown(&self, node: usize) -> Result<GameRecord, Refusal> {
        let standing = self.shown_at(node)?.tree.standing(node);
        if standing.outcome().is_some() {
            Err(Refusal("the game is over there"))
        } else {
            Ok(standing)
        }
    }

    fn shown_at(&self, node: usize) -> Result<Record, Refusal> {
        let shown = seen(&self.state().record);
        if shown.tree.is_reachable(node) { Ok(shown) } else { Err(HIDDEN) }
    }

    /// Returns everything that guests may see of the game, as PGN.
    pub fn pgn_shown(&self) -> String {
        pgn(&seen(&self.state().record))
    }

    /// Plays the move of a seat at the current node. Its clock gets back the time that the move
    /// took over the network, within bounds.
    ///
    /// # Errors
    /// Returns an error if it is not the seat's turn, the game stands elsewhere, or the move is not
    /// legal.
    pub fn play_as(
        self: &Arc<Self>,
        seat: u8,
        node: usize,
        text: &str,
        lag: Duration,
    ) -> Result<(), Refusal> {
        let mut state = self.state();
        if node != state.record.live {
            return Err(Refusal("the game stands elsewhere by now"));
        }
        if state.mover() != seat {
            return Err(Refusal("it is not your turn"));
        }
        let before = state.since;
        state.forgive(lag);
        let played = self.act_in(&mut state, node, &WrittenAction::Move(text.to_owned()));
        if played.is_err() {
            state.since = before;
        }
        played
    }

    /// Makes the claim of a seat.
    ///
    /// # Errors
    /// Returns an error if it has none.
    pub fn claim_as(self: &Arc<Self>, seat: u8) -> Result<(), Refusal> {
        let mut state = self.state();
        let live = state.record.live;
        let claim = state.record.tree.standing(live).game().claim();
        if claim.is_none_or(|claim| claim.seat.0 != seat) {
            return Err(Refusal("you have nothing to claim"));
        }
        self.act_in(&mut state, live, &WrittenAction::Claim)
    }

    /// Lets the engine play for a seat. `by` is the seat that asks for it, or `None` for the owner.
    /// A player may do this for the own seat at any time, and for another seat whose player has
    /// been away for [`KEPT`].
    ///
    /// # Errors
    /// Returns an error if `by` may not do this, or the engine plays there already.
    pub fn hand(self: &Arc<Self>, by: Option<u8>, seat: u8) -> Result<(), Refusal> {
        let mut state = self.state();
        let at = usize::from(seat);
        let is_away = state.present.get(at).ok_or(NO_SEAT)?.is_away_for(KEPT);
        if by.is_some_and(|own| own != seat) && !is_away {
            return Err(Refusal("that player is there, or has been until a minute ago"));
        }
        if state.record.is_engine(at) {
            return Err(Refusal("the engine plays there already"));
        }
        self.replace(&mut state, at, Player::Engine { elo: None, time: MOVE_TIME })
    }

    /// Lets a person play for a seat again.
    ///
    /// # Errors
    /// Returns an error if a person plays there already.
    pub fn take(self: &Arc<Self>, seat: u8) -> Result<(), Refusal> {
        let mut state = self.state();
        let at = usize::from(seat);
        if at >= state.present.len() {
            return Err(NO_SEAT);
        }
        if !state.record.is_engine(at) {
            return Err(Refusal("a person plays there already"));
        }
        self.replace(&mut state, at, Player::PERSON)
    }

    fn replace(self: &Arc<Self>, state: &mut State, at: usize, by: Player) -> Result<(), Refusal> {
        let mut players = state.record.players.clone();
        players[at] = by;
        self.set_players(state, players)
    }
}

/// Returns a channel for the messages to guests.
pub(super) fn channel(behind: usize) -> broadcast::Sender<Arc<str>> {
    broadcast::channel(behind).0
}
