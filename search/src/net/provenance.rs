//! [`Provenance`]: the origin of a net.

use serde::{Deserialize, Serialize};

/// The provenance of a net.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Provenance {
    /// The version of the program that trained it.
    pub version: String,
    /// The variant whose games it learned from.
    pub variant: String,
    /// The names of the files that it learned from.
    pub data: Vec<String>,
    /// The number of positions that it learned from.
    pub positions: u64,
    /// The options of the training.
    pub settings: String,
}
