//! What a search for a mate learns and keeps from one slice to the next.

use super::habits::Habits;
use super::table::ProofTable;

/// What a search for a mate has learned.
pub(super) struct Knowledge {
    /// What is proven and refuted of positions.
    pub table: ProofTable,
    /// How often moves have settled a node.
    pub habits: Habits,
    /// Whether moves were left out, of which there were too many.
    pub left_out: bool,
}

impl Knowledge {
    /// Nothing yet.
    pub fn new() -> Self {
        Self { table: ProofTable::new(), habits: Habits::new(), left_out: false }
    }
}
