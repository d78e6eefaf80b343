//! What a search is asked: its limits and settings.

use std::sync::Arc;
use std::time::Duration;

use rotunda_movegen::GameMove;

use crate::net::Network;
use crate::{MultiSearch, StopHandle};

/// The mover's clock.
///
/// ```
/// use std::time::Duration;
/// use rotunda_search::{Clock, Limits};
/// let (left, increment) = (Duration::from_secs(60), Duration::from_millis(600));
/// let limits = Limits::clock(Clock { left, increment, moves_to_go: None });
/// assert!(limits.depth.is_none() && limits.clock.is_some());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// The time left.
    pub left: Duration,
    /// What is added after each move.
    pub increment: Duration,
    /// How many moves the time must do for; `None` for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// When a search ends; with several limits, at the first that is reached, with none never.
///
/// ```
/// use rotunda_search::{Limits, StopHandle};
/// let game = rotunda_movegen::Variant::by_name("chess")?.game();
/// // Four plies or a thousand nodes, whichever comes first, and one of two moves.
/// let search_moves = vec![game.parse_move("e2e4")?, game.parse_move("d2d4")?];
/// let limits = Limits { nodes: Some(1000), search_moves, ..Limits::depth(4) };
/// assert!(!limits.is_endless(&StopHandle::new()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Limits {
    /// Full plies.
    pub depth: Option<u32>,
    /// Nodes of all threads together.
    pub nodes: Option<u64>,
    /// The same, and the iteration that passes it is finished: the score is that of a whole
    /// iteration.
    pub soft_nodes: Option<u64>,
    /// A mate in this many moves of the mover, or fewer, has been found, or it is proven that there
    /// is none.
    pub mate: Option<u32>,
    /// Exactly this long, less the overhead.
    pub move_time: Option<Duration>,
    /// The mover's clock, from which the search takes its share.
    pub clock: Option<Clock>,
    /// Until stopped, whatever is found.
    pub infinite: bool,
    /// On the opponent's time: clocks and [`Limits::move_time`] count from the ponder hit.
    pub ponder: bool,
    /// The only moves to consider at the root; empty for all legal ones.
    pub search_moves: Vec<GameMove>,
}

impl Limits {
    /// A search of so many full plies.
    #[must_use]
    pub fn depth(plies: u32) -> Self {
        Self { depth: Some(plies), ..Self::default() }
    }

    /// A search of so many nodes, all threads together.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// A search that begins no new iteration after so many nodes.
    #[must_use]
    pub fn soft_nodes(nodes: u64) -> Self {
        Self { soft_nodes: Some(nodes), ..Self::default() }
    }

    /// A search that takes so long.
    #[must_use]
    pub fn move_time(time: Duration) -> Self {
        Self { move_time: Some(time), ..Self::default() }
    }

    /// A search by the mover's clock.
    #[must_use]
    pub fn clock(clock: Clock) -> Self {
        Self { clock: Some(clock), ..Self::default() }
    }

    /// A search until it is stopped.
    #[must_use]
    pub fn infinite() -> Self {
        Self { infinite: true, ..Self::default() }
    }

    /// Whether nothing but its handle ends the search.
    #[must_use]
    pub fn is_endless(&self, stop: &StopHandle) -> bool {
        let Self { depth, nodes, soft_nodes, mate, move_time, clock, .. } = self;
        let by_nodes = nodes.is_some() || soft_nodes.is_some();
        let counted = depth.is_some() || by_nodes || mate.is_some();
        let ends = counted || move_time.is_some() || clock.is_some();
        !ends || !self.may_answer(stop)
    }

    /// Whether a search may give its answer: an infinite one only after a stop, a pondering one
    /// after a stop or the ponder hit.
    #[must_use]
    pub fn may_answer(&self, stop: &StopHandle) -> bool {
        let pondering = self.ponder && !stop.is_ponder_hit();
        stop.is_stopped() || !self.infinite && !pondering
    }

    /// Sleeps until a search may give its answer.
    pub fn wait_to_answer(&self, stop: &StopHandle) {
        stop.wait_while(|| !self.may_answer(stop));
    }
}

/// What tells a position's worth before anything is played.
///
/// ```
/// use rotunda_search::{Evaluation, Settings};
/// assert_eq!(Settings::default().evaluation, Evaluation::Net);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Evaluation {
    /// The net of the game if there is one, else the derived evaluation.
    #[default]
    Net,
    /// The evaluation that is derived from how pieces move.
    Derived,
}

/// What stays from one search to the next.
///
/// ```
/// use rotunda_search::{Searcher, Settings};
/// let mut searcher = Searcher::new()?;
/// searcher.settings = Settings { multi_pv: 3, ..Settings::default() };
/// # Ok::<(), rotunda_search::TableError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// Search threads, 1 or more.
    pub threads: usize,
    /// How many of the best lines to report, 1 or more.
    pub multi_pv: usize,
    /// Time that a move costs beside the search.
    pub move_overhead: Duration,
    /// How positions of more than two sides are searched.
    pub multi_search: MultiSearch,
    /// What positions are evaluated with.
    pub evaluation: Evaluation,
    /// A net to use instead of the program's own, in games that it is for.
    pub eval_file: Option<Arc<Network>>,
    /// Whether moves at the root are chosen by endgame tables, those in the user's cache directory
    /// and others that are soon built, as far as one line is asked for and all strength.
    pub endgame_tables: bool,
    /// Playing strength in Elo, or `None` for all there is; see [`Settings::ELO`].
    pub elo: Option<u32>,
}

impl Settings {
    /// The range of [`Settings::elo`].
    pub const ELO: std::ops::RangeInclusive<u32> = 800..=2800;
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            threads: 1,
            multi_pv: 1,
            move_overhead: Duration::from_millis(10),
            multi_search: MultiSearch::default(),
            evaluation: Evaluation::default(),
            eval_file: None,
            endgame_tables: false,
            elo: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_waits_for_the_stop_or_the_ponder_hit() {
        let infinite = Limits::infinite();
        let ponder = Limits { ponder: true, ..Limits::default() };
        let both = Limits { infinite: true, ponder: true, ..Limits::default() };
        let stop = StopHandle::new();
        assert!(Limits::default().may_answer(&stop));
        assert!([&infinite, &ponder, &both].iter().all(|limits| !limits.may_answer(&stop)));
        stop.ponder_hit();
        assert!(ponder.may_answer(&stop) && !infinite.may_answer(&stop) && !both.may_answer(&stop));
        stop.stop();
        assert!([&infinite, &ponder, &both].iter().all(|limits| limits.may_answer(&stop)));
    }

    #[test]
    fn only_searches_without_any_limit_are_endless() {
        let stop = StopHandle::new();
        assert!(Limits::default().is_endless(&stop) && Limits::infinite().is_endless(&stop));
        assert!(!Limits::depth(1).is_endless(&stop) && !Limits::nodes(1).is_endless(&stop));
        assert!(!Limits::soft_nodes(1).is_endless(&stop));
        let pondering = Limits { ponder: true, ..Limits::depth(1) };
        assert!(pondering.is_endless(&stop));
        stop.ponder_hit();
        assert!(!pondering.is_endless(&stop));
    }
}
