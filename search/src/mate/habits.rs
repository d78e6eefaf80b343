//! [`Habits`]: the moves that have settled nodes, which other nodes try first.

use rotunda_movegen::AsMove;

/// The number of fingerprints of moves.
const FINGERPRINTS: usize = 1 << 16;

/// The counts of how often each move has settled a node, by a mate or by a refutation.
pub(super) struct Habits {
    ours: Vec<u32>,
    theirs: Vec<u32>,
}

impl Habits {
    pub fn new() -> Self {
        Self { ours: vec![0; FINGERPRINTS], theirs: vec![0; FINGERPRINTS] }
    }

    /// Returns how often a move has settled a node of the mating side, or of the others.
    pub fn of(&self, ours: bool, mv: &impl AsMove) -> u32 {
        let counts = if ours { &self.ours } else { &self.theirs };
        counts[usize::from(mv.fingerprint())]
    }

    /// Records that a move has settled a node.
    pub fn reward(&mut self, ours: bool, mv: &impl AsMove) {
        let counts = if ours { &mut self.ours } else { &mut self.theirs };
        let count = &mut counts[usize::from(mv.fingerprint())];
        *count = count.saturating_add(1);
    }
}
