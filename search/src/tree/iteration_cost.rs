//! [`IterationCost`]: the bound of an iteration's nodes.

/// The nodes of the most expensive iteration that count at least. Below them iterations grow as
/// they like.
const FLOOR: u64 = 16_384;
/// The multiple of the most expensive iteration before it from which an iteration is cut short.
const MULTIPLE: u64 = 4;
/// The parts of a multiple after which each further ply is taken away.
const PARTS: u64 = 4;

/// The nodes of the iterations of a thread. An iteration that takes many times as many as those
/// before it has lost itself: it proves a mate against every defence, or one position after the
/// other is not in the table. From there on it searches moves outside the principal variation less
/// deeply, by more plies the longer it lasts.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct IterationCost {
    /// The nodes of the thread at the begin of the iteration.
    begun: u64,
    /// The nodes of the most expensive finished iteration.
    most: u64,
    /// The plies by which the iteration searches less deeply now.
    reduction: i32,
}

impl IterationCost {
    /// Begins the next iteration when the thread has searched so many nodes.
    pub fn begin(&mut self, nodes: u64) {
        self.most = self.most.max(nodes - self.begun);
        self.begun = nodes;
        self.reduction = 0;
    }

    /// Updates the reduction when the thread has searched so many nodes.
    pub fn update(&mut self, nodes: u64) {
        let parts = (nodes - self.begun) * PARTS / self.most.max(FLOOR);
        self.reduction = parts.saturating_sub(MULTIPLE * PARTS) as i32;
    }

    /// The plies by which moves outside the principal variation are searched less deeply.
    pub fn reduction(&self) -> i32 {
        self.reduction
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_iteration_is_reduced_more_and_more() {
        let mut cost = IterationCost::default();
        cost.begin(0);
        cost.begin(100_000);
        let reduction = |nodes| {
            let mut cost = cost;
            cost.update(nodes);
            cost.reduction()
        };
        assert_eq!([500_000, 525_000, 600_000, 900_000].map(reduction), [0, 1, 4, 16]);
        cost.update(900_000);
        cost.begin(900_000);
        assert_eq!(cost.reduction(), 0);
        cost.update(900_000 + 4 * 800_000);
        assert_eq!(cost.reduction(), 0);
    }

    #[test]
    fn short_iterations_grow_as_they_like() {
        let mut cost = IterationCost::default();
        cost.begin(0);
        cost.begin(10);
        cost.update(MULTIPLE * FLOOR);
        assert_eq!(cost.reduction(), 0);
    }
}
