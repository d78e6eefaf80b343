//! Draws that players agree on, and games that are broken off before everybody has moved.

use std::sync::Arc;

use rotunda_movegen::{Action, Seat};

use super::Table;
use super::following::ELSEWHERE;
use super::state::{Stage, State};
use crate::action::{Refusal, WrittenAction};
use crate::protocol::Reply;

/// Moves of each seat before which no engine agrees to a draw.
const EARLY: usize = 10;

impl Table {
    /// Records whether the person of a seat agrees to a draw. The game is drawn when all people who
    /// still play agree and no engine expects more. A move of somebody who does not agree ends the
    /// offer, and so does a refusal.
    ///
    /// # Errors
    /// Returns an error if no person plays the seat, the game is over, or an engine plays on.
    pub fn draw(self: &Arc<Self>, seat: u8, agrees: bool) -> Result<(), Refusal> {
        let mut state = self.state();
        if state.follows.is_some() {
            return Err(ELSEWHERE);
        }
        let live = state.record.live;
        let standing = state.record.tree.standing(live);
        if standing.outcome().is_some() {
            return Err(Refusal("the game is over"));
        }
        let seats = state.record.players.len();
        let is_alive = |seat: usize| standing.game().is_alive(Seat(seat as u8));
        let is_person = |seat: usize| is_alive(seat) && !state.record.is_engine(seat);
        if usize::from(seat) >= seats || !is_person(seat.into()) {
            return Err(Refusal("no person plays that seat"));
        }
        let people: Vec<usize> = (0..seats).filter(|seat| is_person(*seat)).collect();
        let unwilling = (0..seats)
            .filter(|seat| is_alive(*seat) && state.record.is_engine(*seat))
            .any(|seat| !is_content(&state, seat));
        if !agrees {
            self.withdraw(&mut state);
            return Ok(());
        }
        state.agreed.resize(seats, false);
        state.agreed[usize::from(seat)] = true;
        if !people.iter().all(|seat| state.agreed[*seat]) {
            self.send_offers(&state);
            return Ok(());
        }
        self.withdraw(&mut state);
        if unwilling {
            return Err(Refusal("the engine plays on"));
        }
        self.act_in(&mut state, live, &WrittenAction::Agreement)
    }

    /// Ends the offer of a draw, if there is one.
    pub(super) fn withdraw(&self, state: &mut State) {
        if state.agreed.contains(&true) {
            state.agreed.clear();
            self.send_offers(state);
        }
    }

    fn send_offers(&self, state: &State) {
        self.send_to_all(&Reply::Offers { seats: &state.agreed });
    }

    /// Returns who agrees to a draw, as a message; `None` if nobody does.
    pub fn offers_message(&self) -> Option<String> {
        let state = self.state();
        state.agreed.contains(&true).then(|| Reply::Offers { seats: &state.agreed }.text())
    }

    /// Breaks the game off, if not everybody has moved yet: it has no result and is not kept.
    ///
    /// # Errors
    /// Returns an error if everybody has moved, or the game is over or played elsewhere.
    pub fn abort(&self) -> Result<(), Refusal> {
        let mut state = self.state();
        if state.follows.is_some() {
            return Err(ELSEWHERE);
        }
        let tree = &state.record.tree;
        if tree.standing(state.record.live).outcome().is_some() {
            return Err(Refusal("the game is over"));
        }
        let line = tree.line(state.record.live);
        let moves = line.iter().filter(|node| matches!(tree.action(**node), Some(Action::Move(_))));
        if moves.count() >= state.record.players.len() {
            return Err(Refusal("everybody has moved: the game can only be resigned"));
        }
        state.rest();
        state.paused = true;
        state.is_deleted = true;
        state.stage = Stage::BrokenOff;
        self.send_to_all(&Reply::Aborted);
        Ok(())
    }

    /// Lets a player, or the host, say one of the known phrases.
    ///
    /// # Errors
    /// Returns an error if nobody is invited.
    pub fn say(&self, seat: Option<u8>, phrase: u8) -> Result<(), Refusal> {
        if !self.state().is_shared() {
            return Err(Refusal("nobody else is here"));
        }
        self.send_to_all(&Reply::Phrase { seat, phrase });
        Ok(())
    }

    fn send_to_all(&self, reply: &Reply<'_>) {
        let text: Arc<str> = reply.text().into();
        let _ = self.events.send(Arc::clone(&text));
        let _ = self.guests.send(text);
    }
}

/// Returns whether the engine of a seat expects no more than a draw by its last verdict, in a game
/// that is no longer new.
fn is_content(state: &State, seat: usize) -> bool {
    let (tree, seats) = (&state.record.tree, state.record.players.len());
    let line = tree.line(state.record.live);
    if line.len() <= EARLY * seats {
        return false;
    }
    let mover =
        |at: usize| line.get(at + 1).map_or_else(|| state.mover(), |next| tree.nodes()[*next].seat);
    let recent = (line.len().saturating_sub(2 * seats)..line.len()).rev();
    let opinion = recent.into_iter().find_map(|at| {
        let verdict = tree.nodes()[line[at]].verdict.as_ref()?;
        if verdict.shares.len() == seats {
            return Some(usize::from(verdict.shares[seat]) * seats <= 1000);
        }
        let is_own = usize::from(mover(at)) == seat;
        let score = verdict.cp.or(verdict.mate).filter(|_| is_own)?;
        Some(score <= 0)
    });
    opinion.unwrap_or(false)
}
