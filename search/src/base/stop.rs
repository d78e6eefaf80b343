//! [`StopHandle`]: the handle that stops a running search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// The handle of one search. Any clone of it can stop the search, or report the ponder hit.
///
/// A handle serves one search. It may be used before the search begins, which then ends at once.
///
/// ```
/// use rotunda_search::StopHandle;
/// let stop = StopHandle::new();
/// let other = stop.clone();
/// std::thread::spawn(move || other.stop()).join().unwrap();
/// assert!(stop.is_stopped());
/// ```
#[derive(Clone, Default, Debug)]
pub struct StopHandle(Arc<Shared>);

#[derive(Default, Debug)]
struct Shared {
    stopped: AtomicBool,
    ponder_hit: AtomicBool,
    /// The mutex for changes of the two flags, so that no waiting thread misses one.
    changing: Mutex<()>,
    changed: Condvar,
}

impl StopHandle {
    /// Creates a handle for a new search.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends the search as soon as it can.
    pub fn stop(&self) {
        self.set(&self.0.stopped);
    }

    /// Returns whether the search is to end.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.stopped.load(Ordering::Relaxed)
    }

    /// Notifies a pondering search that the expected move has been played.
    pub fn ponder_hit(&self) {
        self.set(&self.0.ponder_hit);
    }

    /// Returns whether the expected move has been played.
    #[must_use]
    pub fn is_ponder_hit(&self) -> bool {
        self.0.ponder_hit.load(Ordering::Relaxed)
    }

    /// Sleeps while a condition holds, which only a stop or a ponder hit can change.
    pub fn wait_while(&self, condition: impl Fn() -> bool) {
        let waiting = self.0.changed.wait_while(self.lock(), |()| condition());
        drop(waiting.unwrap_or_else(PoisonError::into_inner));
    }

    fn set(&self, flag: &AtomicBool) {
        let changing = self.lock();
        flag.store(true, Ordering::Relaxed);
        drop(changing);
        self.0.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, ()> {
        self.0.changing.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn who_waits_is_woken() {
        for end in [StopHandle::stop, StopHandle::ponder_hit] {
            let stop = StopHandle::new();
            let waits = || !stop.is_stopped() && !stop.is_ponder_hit();
            std::thread::scope(|scope| {
                let waiting = scope.spawn(|| stop.wait_while(waits));
                std::thread::sleep(Duration::from_millis(2));
                assert!(!waiting.is_finished());
                end(&stop);
            });
        }
    }
}
