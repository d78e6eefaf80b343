//! [`Base`]: the part of the derived evaluation that a net adds to.

use serde::{Deserialize, Serialize};

/// The part of the derived evaluation that a net adds to.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Base {
    /// The whole derived evaluation.
    #[default]
    Full,
    /// The part that needs no attacks of pieces other than pawns. It has no mobility, of king
    /// danger only whether the king is en prise, and of threats only those by pawns and jumps.
    Summary,
    /// Nothing: the net stands alone.
    None,
}
