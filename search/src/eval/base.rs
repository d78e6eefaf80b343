//! [`Base`]: the part of the derived evaluation that a net adds to.

use serde::{Deserialize, Serialize};

/// The part of the derived evaluation that a net adds to.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Base {
    /// All of it.
    #[default]
    Full,
    /// What needs no look at the cells that pieces other than pawns attack: no mobility, no danger
    /// to kings but being open to capture, and of threats those by pawns and jumps.
    Summary,
}
