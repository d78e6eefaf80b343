//! [`DataError`]: why training data cannot be read or written.

use std::fmt;
use std::io;

/// Why training data cannot be read or written.
#[derive(Debug)]
pub enum DataError {
    /// The file cannot be read or written.
    Io(io::Error),
    /// The bytes are no training data, or of a version that this program does not know.
    Foreign,
    /// The file ends in the middle of the block that begins at this byte: its writer was killed, or
    /// is still at work.
    Torn {
        /// Where the block begins.
        offset: u64,
    },
    /// The block that begins at this byte is not what was written.
    Damaged {
        /// Where the block begins.
        offset: u64,
    },
    /// A block or a game is well-checked, but what it says makes no sense.
    Malformed(&'static str),
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Foreign => f.write_str("is no training data of a version that is known here"),
            Self::Torn { offset } => write!(f, "ends within the block at byte {offset}"),
            Self::Damaged { offset } => {
                write!(f, "is damaged: the checksum of the block at byte {offset} is wrong")
            }
            Self::Malformed(what) => write!(f, "is malformed: {what}"),
        }
    }
}

impl std::error::Error for DataError {}

impl From<io::Error> for DataError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}
