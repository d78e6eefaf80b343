//! [`State`]: a game at a table: its position, its clocks, its search.

use std::time::{Duration, Instant};

use rotunda_search::StopHandle;
use tokio::task::AbortHandle;

use super::presence::Presence;
use crate::protocol::Clocks;
use crate::record::Record;

/// The most time that a clock gets back for a move on a slow network.
pub const MOST_LAG: Duration = Duration::from_millis(500);

/// The stage of a game: whether it can go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// It is played, or over by its rules.
    Played,
    /// It was broken off before everybody had moved.
    BrokenOff,
}

/// A game at a table, its clocks and its search.
pub struct State {
    /// The game.
    pub record: Record,
    /// Whether it is saved in a file.
    pub kept: bool,
    /// Whether that file was deleted: a deleted game is not saved again.
    pub is_deleted: bool,
    /// Whether the game can go on.
    pub stage: Stage,
    /// The seats whose people agree to a draw, by number; empty if nobody does.
    pub agreed: Vec<bool>,
    /// The number of pages that show it.
    pub watchers: usize,
    /// Whether engines and clocks rest although a page shows the game.
    pub paused: bool,
    /// Rises whenever the game goes on or pauses.
    pub turn: u64,
    /// The search for the seat to move.
    pub stop: Option<StopHandle>,
    /// Time that the mover has used before `since`.
    pub spent: Duration,
    /// The time when the mover's clock started.
    pub since: Option<Instant>,
    /// The timer for the end of the mover's time.
    pub timer: Option<AbortHandle>,
    /// The clocks of a game that is played elsewhere and followed here.
    pub follows: Option<Elsewhere>,
    /// The presence of the seats' players; empty if nobody is invited.
    pub present: Vec<Presence>,
    /// The number of the turn whose clock runs or whose engine thinks.
    pub going: Option<u64>,
}

/// The clocks of a game that is played elsewhere.
#[derive(Clone, Debug)]
pub struct Elsewhere {
    /// Milliseconds that were left to every seat after the last move; none where no clock runs.
    pub left: Vec<u64>,
    /// The time of that move.
    pub since: Instant,
}

impl State {
    /// A game that rests.
    pub const fn new(record: Record, kept: bool) -> Self {
        Self {
            record,
            kept,
            is_deleted: false,
            stage: Stage::Played,
            agreed: Vec::new(),
            watchers: 0,
            paused: false,
            turn: 0,
            stop: None,
            spent: Duration::ZERO,
            since: None,
            timer: None,
            follows: None,
            present: Vec::new(),
            going: None,
        }
    }

    /// Returns whether others are invited.
    pub const fn is_shared(&self) -> bool {
        !self.present.is_empty()
    }

    /// Returns whether the turn of the mover has begun and has not ended.
    pub fn is_going(&self) -> bool {
        self.going == Some(self.turn)
    }

    /// Returns whether the game continues when nobody watches: its players may be away.
    pub fn goes_on_alone(&self) -> bool {
        self.is_shared() && (0..self.record.players.len()).any(|seat| !self.record.is_engine(seat))
    }

    /// Returns whether a clock runs or an engine thinks, so that the table must stay.
    pub fn is_under_way(&self) -> bool {
        let events = self.timer.is_some() || self.record.is_engine(self.mover().into());
        self.is_going() && self.goes_on_alone() && events
    }

    /// Ends the search and stops the clock.
    pub fn rest(&mut self) {
        self.turn += 1;
        if let Some(stop) = self.stop.take() {
            stop.stop();
        }
        if let Some(timer) = self.timer.take() {
            timer.abort();
        }
        self.spent += self.since.take().map_or(Duration::ZERO, |since| since.elapsed());
    }

    /// Gives the mover back the time that its move took over the network: not more than it has
    /// used, and not more than [`MOST_LAG`].
    pub fn forgive(&mut self, lag: Duration) {
        let lag = lag.min(MOST_LAG);
        self.since = self.since.map(|since| (since + lag).min(Instant::now()));
    }

    fn used(&self) -> Duration {
        self.spent + self.since.map_or(Duration::ZERO, |since| since.elapsed())
    }

    /// The clocks now.
    pub fn clocks(&self, mover: u8) -> Option<Clocks> {
        if let Some(elsewhere) = &self.follows {
            let mut left = elsewhere.left.clone();
            let mine = left.get_mut(usize::from(mover))?;
            *mine = mine.saturating_sub(elsewhere.since.elapsed().as_millis() as u64);
            return Some(Clocks { left, running: Some(mover) });
        }
        let mut left = self.record.clocks()?;
        let mine = &mut left[usize::from(mover)];
        *mine = mine.saturating_sub(self.used().as_millis() as u64);
        Some(Clocks { left, running: self.since.map(|_| mover) })
    }

    /// The seat to move where the game stands.
    pub fn mover(&self) -> u8 {
        self.record.tree.standing(self.record.live).game().turn().0
    }

    /// Makes a node the current one; it may be a new one that the mover has just reached.
    pub fn stand_at(&mut self, node: usize, mover: Option<u8>) {
        if let (Some(mover), Some(rule)) = (mover, self.record.clock) {
            let clocks = self.clocks(mover).map(|mut clocks| {
                clocks.left[usize::from(mover)] += rule.increment;
                clocks.left
            });
            if let Some(entry) = self.record.tree.node_mut(node) {
                entry.clocks = clocks;
            }
        }
        self.rest();
        self.spent = Duration::ZERO;
        self.record.live = node;
    }
}
