//! [`MatchObserver`]: what a program can follow of a match, and [`MatchStop`], which ends one.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::game_record::GameRecord;
use crate::standings::Standings;

/// What a program can follow of a match. Every method does nothing unless it is written anew.
///
/// `()` follows nothing.
pub trait MatchObserver {
    /// The match begins, or goes on with the games of its record. `total` is the number of all its
    /// games, unless a test decides.
    fn begins(&mut self, standings: &Standings, total: Option<u64>) {
        let _ = (standings, total);
    }

    /// A game has ended, and counts in the standings.
    fn finished(&mut self, game: &GameRecord, standings: &Standings) {
        let _ = (game, standings);
    }

    /// No more games are played.
    fn ends(&mut self, standings: &Standings) {
        let _ = standings;
    }
}

impl MatchObserver for () {}

/// Ends a match or a tuning from elsewhere: another thread, an observer, a handler of signals.
/// Clones are handles to the same match.
///
/// ```
/// use rotunda_arena::MatchStop;
/// let handle = MatchStop::new();
/// handle.clone().finish();
/// assert!(handle.is_finishing() && !handle.is_aborting());
/// ```
#[derive(Clone, Default, Debug)]
pub struct MatchStop(Arc<Stops>);

/// What is to stop.
#[derive(Default, Debug)]
struct Stops {
    finish: AtomicBool,
    abort: AtomicBool,
}

impl MatchStop {
    /// Returns the handle to a match that goes on.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Lets no more games begin. Those that run are played to their ends.
    pub fn finish(&self) {
        self.0.finish.store(true, Ordering::Relaxed);
    }

    /// Breaks off the games that run, too; they are not recorded.
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
