//! [`Limits`]: the limits of a search.

use std::time::Duration;

use rotunda_movegen::GameMove;

use super::stop::StopHandle;

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
    /// The time that is added after each move.
    pub increment: Duration,
    /// The number of moves to the time control; `None` for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// The limits of a search. It ends at the first limit that it reaches; without limits it does not
/// end.
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
    /// The depth in full plies.
    pub depth: Option<u32>,
    /// The nodes of all threads together.
    pub nodes: Option<u64>,
    /// The nodes of all threads together after which no iteration begins. The last iteration is
    /// finished, so the score is that of a whole iteration.
    pub soft_nodes: Option<u64>,
    /// The number of the mover's moves within which to find a mate. The search ends with such a
    /// mate, or with the proof that there is none.
    pub mate: Option<u32>,
    /// The exact time, less the overhead.
    pub move_time: Option<Duration>,
    /// The mover's clock, from which the search takes its share.
    pub clock: Option<Clock>,
    /// Whether to search until stopped, even after a mate.
    pub infinite: bool,
    /// Whether to search on the opponent's time. Clocks and [`Limits::move_time`] count from the
    /// ponder hit.
    pub ponder: bool,
    /// The only moves to consider at the root; empty for all legal ones.
    pub search_moves: Vec<GameMove>,
}

impl Limits {
    /// Returns the limits of a search of so many full plies.
    #[must_use]
    pub fn depth(plies: u32) -> Self {
        Self { depth: Some(plies), ..Self::default() }
    }

    /// Returns the limits of a search of so many nodes, all threads together.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// Returns the limits of a search that begins no new iteration after so many nodes.
    #[must_use]
    pub fn soft_nodes(nodes: u64) -> Self {
        Self { soft_nodes: Some(nodes), ..Self::default() }
    }

    /// Returns the limits of a search that takes so long.
    #[must_use]
    pub fn move_time(time: Duration) -> Self {
        Self { move_time: Some(time), ..Self::default() }
    }

    /// Returns the limits of a search by the mover's clock.
    #[must_use]
    pub fn clock(clock: Clock) -> Self {
        Self { clock: Some(clock), ..Self::default() }
    }

    /// Returns the limits of a search that runs until it is stopped.
    #[must_use]
    pub fn infinite() -> Self {
        Self { infinite: true, ..Self::default() }
    }

    /// Returns whether only its handle ends the search.
    #[must_use]
    pub fn is_endless(&self, stop: &StopHandle) -> bool {
        let Self { depth, nodes, soft_nodes, mate, move_time, clock, .. } = self;
        let by_nodes = nodes.is_some() || soft_nodes.is_some();
        let counted = depth.is_some() || by_nodes || mate.is_some();
        let ends = counted || move_time.is_some() || clock.is_some();
        !ends || !self.may_answer(stop)
    }

    /// Returns whether a search may give its answer: an infinite one only after a stop, a pondering
    /// one after a stop or the ponder hit.
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
