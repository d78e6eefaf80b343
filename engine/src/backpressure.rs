//! [`Backpressure`]: how much input may wait for its turn.

use std::sync::{Condvar, Mutex, PoisonError};

/// Bytes of input that may wait before no more is read.
const LIMIT: usize = 16 << 20;
/// What a line costs beside its text, in bytes: about the size of a parsed command.
const OVERHEAD: usize = 512;

/// The bytes that a line takes up until it has been dealt with.
pub(crate) const fn cost(line: &[u8]) -> usize {
    line.len() + OVERHEAD
}

/// A bound on the bytes of the lines that were read and not yet dealt with: whoever sends
/// commands without end while a search runs must wait, and the memory stays free.
#[derive(Default)]
pub(crate) struct Backpressure {
    waiting: Mutex<usize>,
    released: Condvar,
}

impl Backpressure {
    /// Counts the bytes of a line as waiting, once no more than the limit wait.
    pub fn reserve(&self, bytes: usize) {
        let waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let within = self.released.wait_while(waiting, |waiting| *waiting > LIMIT);
        *within.unwrap_or_else(PoisonError::into_inner) += bytes;
    }

    /// Counts the bytes of a line as dealt with.
    pub fn release(&self, bytes: usize) {
        *self.waiting.lock().unwrap_or_else(PoisonError::into_inner) -= bytes;
        self.released.notify_one();
    }
}
