//! [`Statistics`]: how well moves were ordered and reduced in a search.

use std::ops::AddAssign;

/// How well moves were ordered and reduced in a search, quiescence apart.
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
    /// Nodes that a move cut.
    pub cuts: u64,
    /// Those that the first move searched cut.
    pub first_cuts: u64,
    /// Moves that were searched less deep at first.
    pub reduced: u64,
    /// Those that were searched again, since they turned out better than expected.
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
