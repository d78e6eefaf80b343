//! [`DataError`]: the reasons why training data cannot be read or written.

use std::io;

use thiserror::Error;

/// The reason why training data cannot be read or written.
#[derive(Error, Debug)]
#[non_exhaustive]
pub enum DataError {
    /// The file cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The bytes are not training data, or have a version that this program does not know.
    #[error("is no training data of a version that is known here")]
    Foreign,
    /// The file ends in the middle of the block that begins at this byte: its writer was killed, or
    /// is still at work.
    #[error("ends within the block at byte {offset}")]
    Torn {
        /// The byte at which the block begins.
        offset: u64,
    },
    /// The block that begins at this byte is damaged.
    #[error("is damaged: the checksum of the block at byte {offset} is wrong")]
    Damaged {
        /// The byte at which the block begins.
        offset: u64,
    },
    /// A block or a game has a right checksum, but its contents are wrong.
    #[error("is malformed: {0}")]
    Malformed(&'static str),
}
