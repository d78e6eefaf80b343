//! [`Backpressure`]: the limit of waiting input.

use std::sync::{Condvar, Mutex, PoisonError};

/// The bytes of waiting input at which reading pauses.
const LIMIT: usize = 16 << 20;
/// The bytes that a line costs besides its text: about the size of a parsed command.
const OVERHEAD: usize = 512;

/// Returns the bytes that a line takes until it is handled.
pub(crate) const fn cost(line: &[u8]) -> usize {
    line.len() + OVERHEAD
}

/// A bound on the bytes of the lines that were read and not yet handled. A sender of endless
/// commands during a search must wait, so the memory stays free.
#[derive(Default)]
pub(crate) struct Backpressure {
    waiting: Mutex<usize>,
    released: Condvar,
}

impl Backpressure {
    /// Waits until the limit allows it, and counts the bytes of a line as waiting.
    pub fn reserve(&self, bytes: usize) {
        let waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let within = self.released.wait_while(waiting, |waiting| *waiting > LIMIT);
        *within.unwrap_or_else(PoisonError::into_inner) += bytes;
    }

    /// Counts the bytes of a line as handled.
    pub fn release(&self, bytes: usize) {
        *self.waiting.lock().unwrap_or_else(PoisonError::into_inner) -= bytes;
        self.released.notify_one();
    }
}
