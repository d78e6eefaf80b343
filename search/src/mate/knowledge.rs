//! The results of a search for a mate that it keeps from one slice to the next.

use super::habits::Habits;
use super::table::ProofTable;

/// The results of a search for a mate.
pub(super) struct Knowledge {
    /// The proofs and refutations of positions.
    pub table: ProofTable,
    /// The counts of how often moves have settled a node.
    pub habits: Habits,
    /// Whether moves were left out since there were too many.
    pub left_out: bool,
}

impl Knowledge {
    /// Creates empty results.
    pub fn new() -> Self {
        Self { table: ProofTable::new(), habits: Habits::new(), left_out: false }
    }
}
