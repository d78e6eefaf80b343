//! The turn of a seat: its clock runs, its engine thinks and plays.

use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use rotunda_movegen::Forfeit;
use rotunda_search::{Clock, Limits, Searcher, StopHandle};

use super::Table;
use super::state::State;
use crate::action::WrittenAction;
use crate::protocol::{Progress, Reply};
use crate::record::Player;
use crate::search::{Found, Job, search, verdict};

/// The most time that a move is held back, so that it can be seen, where only engines play.
const SHOWN: Duration = Duration::from_secs(1);

impl Table {
    /// Starts the mover's clock and its engine, if a page shows the game.
    pub(super) fn go_on(self: &Arc<Self>, state: &mut State) {
        let standing = state.record.tree.standing(state.record.live);
        let is_seen = state.watchers > 0 || state.goes_on_alone();
        if !is_seen || state.paused || standing.outcome().is_some() {
            return;
        }
        state.going = Some(state.turn);
        let mover = standing.game().turn().0;
        let is_engine = state.record.is_engine(mover.into());
        // People may look at the start as long as they like.
        if state.record.clock.is_some() && (is_engine || state.record.live != 0) {
            state.since = Some(Instant::now());
            let left = state.clocks(mover).map_or(0, |clocks| clocks.left[usize::from(mover)]);
            let (table, turn) = (Arc::clone(self), state.turn);
            let timer = tokio::spawn(async move {
                tokio::time::sleep(Duration::from_millis(left)).await;
                table.flag(turn, mover);
            });
            state.timer = Some(timer.abort_handle());
        }
        if is_engine {
            let (table, turn) = (Arc::clone(self), state.turn);
            tokio::spawn(async move { table.engine(turn, mover).await });
        }
    }

    /// The time of a seat is over.
    fn flag(self: &Arc<Self>, turn: u64, mover: u8) {
        let mut state = self.state();
        if state.turn != turn {
            return;
        }
        let live = state.record.live;
        if let Ok((node, _)) =
            state.record.tree.add(live, &WrittenAction::Forfeit(mover, Forfeit::FlagFall))
        {
            let clocks = state.clocks(mover).map(|clocks| clocks.left);
            if let Some(entry) = state.record.tree.node_mut(node) {
                entry.clocks = clocks;
            }
            state.stand_at(node, None);
            self.go_on(&mut state);
            self.send_node(&mut state, node);
        }
    }

    /// Thinks for a seat, and plays.
    async fn engine(self: Arc<Self>, turn: u64, mover: u8) {
        let permit = self.pool.seat().await;
        let Some((searcher, job, hold)) = self.order(turn, mover) else { return };
        let began = Instant::now();
        let table = Arc::clone(&self);
        let tell = move |progress: &Progress| {
            table.send(&Reply::Thinking { seat: mover, progress });
        };
        let mut found = search(searcher, job, tell).await;
        drop(permit);
        if let Some(searcher) = found.searcher.take().filter(|_| !self.is_deserted()) {
            *self.searcher.lock().unwrap_or_else(PoisonError::into_inner) = Some(searcher);
        }
        tokio::time::sleep(hold.saturating_sub(began.elapsed())).await;
        self.answer(turn, &found);
    }

    /// Returns the order for the engine, and the least time that its move is held back.
    fn order(&self, turn: u64, mover: u8) -> Option<(Searcher, Job, Duration)> {
        let kept = self.searcher.lock().unwrap_or_else(PoisonError::into_inner).take();
        let mut searcher = kept.map_or_else(Searcher::new, Ok).ok()?;
        let mut state = self.state();
        let Player::Engine { elo, time } = state.record.players[usize::from(mover)] else {
            return None;
        };
        if state.turn != turn {
            return None;
        }
        searcher.settings.elo = elo;
        let time = Duration::from_millis(time);
        let limits = match (state.record.clock, state.clocks(mover)) {
            (Some(rule), Some(clocks)) => Limits::clock(Clock {
                left: Duration::from_millis(clocks.left[usize::from(mover)]),
                increment: Duration::from_millis(rule.increment),
                moves_to_go: None,
            }),
            _ => Limits::move_time(time),
        };
        let only_engines = (0..state.record.players.len()).all(|seat| state.record.is_engine(seat));
        let holds = only_engines && state.record.clock.is_none();
        let hold = if holds { time.min(SHOWN) } else { Duration::ZERO };
        let stop = StopHandle::new();
        state.stop = Some(stop.clone());
        let node = state.record.live;
        let game = state.record.tree.standing(node).game().clone();
        Some((
            searcher,
            Job { variant: state.record.tree.variant(), game, node, limits, stop },
            hold,
        ))
    }

    /// Plays the engine's move, if the game still waits for it.
    fn answer(self: &Arc<Self>, turn: u64, found: &Found) {
        let mut state = self.state();
        if state.turn != turn {
            return;
        }
        let node = state.record.live;
        let mover = state.mover();
        let claims = |state: &State, node: usize| {
            let claim = state.record.tree.standing(node).game().claim();
            found.result.claim && claim.is_some_and(|claim| claim.seat.0 == mover)
        };
        let action = match &found.result.best {
            _ if claims(&state, node) => WrittenAction::Claim,
            Some(best) => WrittenAction::Move(best.to_string()),
            None => return self.send(&Reply::refusal("the engine found no move")),
        };
        if let Some(verdict) = verdict(&found.progress) {
            self.send(&Reply::Verdict { node, verdict: &verdict });
            if let Some(entry) = state.record.tree.node_mut(node) {
                entry.verdict = Some(verdict);
            }
        }
        match state.record.tree.add(node, &action) {
            Ok((next, _)) => {
                state.stand_at(next, Some(mover));
                if claims(&state, next)
                    && let Ok((end, _)) = state.record.tree.add(next, &WrittenAction::Claim)
                {
                    self.send_node(&mut state, next);
                    state.stand_at(end, None);
                    return self.send_node(&mut state, end);
                }
                self.go_on(&mut state);
                self.send_node(&mut state, next);
            }
            Err(refusal) => self.send(&Reply::refusal(refusal.0)),
        }
    }
}
