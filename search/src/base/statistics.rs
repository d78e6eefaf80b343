//! [`Statistics`]: the quality of move ordering and reductions in a search.

use std::ops::AddAssign;

/// The quality of move ordering and reductions in a search, without quiescence.
///
/// ```
/// use rotunda_search::{Limits, Searcher, StopHandle};
/// let game = rotunda_movegen::Variant::by_name("chess")?.game();
/// let result = Searcher::new()?.run(&game, &Limits::depth(6), &StopHandle::new(), |_| ());
/// let statistics = result.statistics;
/// assert!(statistics.first_cuts <= statistics.cuts && statistics.searched_again <= statistics.reduced);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Statistics {
    /// The nodes that were cut by a move.
    pub cuts: u64,
    /// The nodes that were cut by the first move.
    pub first_cuts: u64,
    /// The moves that were first searched with a reduction.
    pub reduced: u64,
    /// The reduced moves that were searched again, since they were better than expected.
    pub searched_again: u64,
}

impl AddAssign for Statistics {
    fn add_assign(&mut self, other: Self) {
        self.cuts += other.cuts;
        self.first_cuts += other.first_cuts;
        self.reduced += other.reduced;
        self.searched_again += other.searched_again;
    }
}
