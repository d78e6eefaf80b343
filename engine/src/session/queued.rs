//! [`Queued`]: a command of a UCI conversation that waits.

use rotunda_protocol::{Command, CommandError};

/// A command that waits for its turn, or the reason why it is refused.
pub(super) struct Queued {
    pub command: Result<Command, CommandError>,
    /// The bytes that it counts in the backpressure.
    pub bytes: usize,
    /// The number of the input's read that brought it.
    pub read: u64,
}
