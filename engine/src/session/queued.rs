//! [`Queued`]: a command of a UCI conversation that waits.

use rotunda_protocol::{Command, CommandError};

/// A command that waits for its turn, or why it is none.
pub(super) struct Queued {
    pub command: Result<Command, CommandError>,
    /// The backpressure that it takes up, in bytes.
    pub bytes: usize,
    /// The number of the read of the input that it came with.
    pub read: u64,
}
