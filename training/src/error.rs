//! [`DataError`]: why training data cannot be read or written.

use std::io;

use thiserror::Error;

/// Why training data cannot be read or written.
#[derive(Error, Debug)]
#[non_exhaustive]
pub enum DataError {
    /// The file cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The bytes are no training data, or of a version that this program does not know.
    #[error("is no training data of a version that is known here")]
    Foreign,
    /// The file ends in the middle of the block that begins at this byte: its writer was killed, or
    /// is still at work.
    #[error("ends within the block at byte {offset}")]
    Torn {
        /// Where the block begins.
        offset: u64,
    },
    /// The block that begins at this byte is not what was written.
    #[error("is damaged: the checksum of the block at byte {offset} is wrong")]
    Damaged {
        /// Where the block begins.
        offset: u64,
    },
    /// A block or a game is well-checked, but what it says makes no sense.
    #[error("is malformed: {0}")]
    Malformed(&'static str),
}
