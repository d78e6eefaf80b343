//! [`Room`]: how much input may wait for its turn.

use std::sync::{Condvar, Mutex, PoisonError};

/// Bytes of input that may wait before no more is read.
const ROOM: usize = 16 << 20;
/// What a line costs beside its text, in bytes: about the size of a parsed command.
const OVERHEAD: usize = 512;

/// The bytes that a line takes up until it is dealt with.
pub(crate) const fn cost(line: &[u8]) -> usize {
    line.len() + OVERHEAD
}

/// A bound on the bytes of the lines that were read and not yet dealt with: whoever sends
/// commands without end while a search runs must wait, and the memory stays free.
#[derive(Default)]
pub(crate) struct Room {
    taken: Mutex<usize>,
    freed: Condvar,
}

impl Room {
    /// Takes room for a line, once there is any.
    pub fn take(&self, bytes: usize) {
        let taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.freed.wait_while(taken, |taken| *taken > ROOM);
        *waited.unwrap_or_else(PoisonError::into_inner) += bytes;
    }

    /// Gives back the room of a line.
    pub fn free(&self, bytes: usize) {
        *self.taken.lock().unwrap_or_else(PoisonError::into_inner) -= bytes;
        self.freed.notify_one();
    }
}
