//! [`MatchObserver`]: the reports of a match to a program, and [`MatchStop`], which ends one.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::standings::Standings;
use crate::record::game_record::GameRecord;

/// The reports of a match to a program. Every method does nothing by default.
///
/// `()` ignores all reports.
pub trait MatchObserver {
    /// Reports that the match begins, or continues with the games of its record. `total` is the
    /// number of all its games, unless a test decides.
    fn begins(&mut self, standings: &Standings, total: Option<u64>) {
        let _ = (standings, total);
    }

    /// Reports that a game has ended and counts in the standings.
    fn finished(&mut self, game: &GameRecord, standings: &Standings) {
        let _ = (game, standings);
    }

    /// Reports that the match has ended.
    fn ends(&mut self, standings: &Standings) {
        let _ = standings;
    }
}

impl MatchObserver for () {}

/// The handle that ends a match or a tuning from another thread, an observer, or a signal handler.
/// Its clones end the same match.
///
/// ```
/// use rotunda_arena::MatchStop;
/// let handle = MatchStop::new();
/// handle.clone().finish();
/// assert!(handle.is_finishing() && !handle.is_aborting());
/// ```
#[derive(Clone, Default, Debug)]
pub struct MatchStop(Arc<Stops>);

/// The flags that stop games and the match.
#[derive(Default, Debug)]
struct Stops {
    finish: AtomicBool,
    abort: AtomicBool,
}

impl MatchStop {
    /// Creates a handle that stops nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Lets no more games begin. Running games are finished.
    pub fn finish(&self) {
        self.0.finish.store(true, Ordering::Relaxed);
    }

    /// Lets no more games begin and breaks off the running games, which are not recorded.
    pub fn abort(&self) {
        self.finish();
        self.0.abort.store(true, Ordering::Relaxed);
    }

    /// Returns whether no more games begin.
    #[must_use]
    pub fn is_finishing(&self) -> bool {
        self.finish_flag().load(Ordering::Relaxed)
    }

    /// Returns whether the games that run are broken off.
    #[must_use]
    pub fn is_aborting(&self) -> bool {
        self.abort_flag().load(Ordering::Relaxed)
    }

    /// Returns the flag for games that have not begun.
    pub(crate) fn finish_flag(&self) -> &AtomicBool {
        &self.0.finish
    }

    /// Returns the flag for games that run.
    pub(crate) fn abort_flag(&self) -> &AtomicBool {
        &self.0.abort
    }
}
