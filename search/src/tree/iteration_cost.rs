//! [`IterationCost`]: the bound of an iteration's nodes.

/// The least cost that counts as the most expensive one. Cheaper iterations grow without a bound.
const FLOOR: u64 = 16_384;
/// The multiple of the most expensive iteration before it from which an iteration is reduced.
const MULTIPLE: u64 = 4;
/// The plies of reduction for each further multiple.
const PLIES_PER_MULTIPLE: u64 = 4;

/// The nodes of a thread's iterations. An iteration that takes many times as many as all before it
/// proves a mate against every defence, or meets few positions that are in the table. From then on
/// the search reduces moves outside the principal variation, by more plies the longer it lasts.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct IterationCost {
    /// The nodes of the thread at the start of the iteration.
    start: u64,
    /// The nodes of the most expensive finished iteration.
    most: u64,
    /// The reduction of the present iteration in plies.
    reduction: i32,
}

impl IterationCost {
    /// Begins an iteration of a thread that has searched so many nodes.
    pub fn begin(&mut self, nodes: u64) {
        self.start = nodes;
        self.reduction = 0;
    }

    /// Ends the iteration and returns its nodes.
    pub fn end(&mut self, nodes: u64) -> u64 {
        let cost = nodes - self.start;
        self.most = self.most.max(cost);
        cost
    }

    /// Updates the reduction for a thread that has searched so many nodes.
    pub fn update(&mut self, nodes: u64) {
        let cost = nodes - self.start;
        let plies = cost * PLIES_PER_MULTIPLE / self.most.max(FLOOR);
        self.reduction = plies.saturating_sub(MULTIPLE * PLIES_PER_MULTIPLE) as i32;
    }

    /// Returns the reduction of moves outside the principal variation in plies.
    pub fn reduction(&self) -> i32 {
        self.reduction
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the cost after a first iteration of so many nodes.
    fn after(first: u64) -> IterationCost {
        let mut cost = IterationCost::default();
        cost.begin(0);
        assert_eq!(cost.end(first), first);
        cost.begin(first);
        cost
    }

    /// Returns the reduction of an iteration that has taken so many nodes.
    fn reduction(mut cost: IterationCost, nodes: u64) -> i32 {
        cost.update(cost.start + nodes);
        cost.reduction()
    }

    #[test]
    fn a_long_iteration_is_reduced_more_and_more() {
        let cost = after(100_000);
        let reductions = [400_000, 425_000, 500_000, 800_000].map(|nodes| reduction(cost, nodes));
        assert_eq!(reductions, [0, 1, 4, 16]);
    }

    #[test]
    fn the_most_expensive_iteration_counts_and_the_nodes_between_iterations_do_not() {
        let mut cost = after(100_000);
        cost.end(900_000);
        cost.begin(5_000_000);
        assert_eq!([3_200_000, 3_400_000].map(|nodes| reduction(cost, nodes)), [0, 1]);
        cost.end(5_000_001);
        cost.begin(5_000_001);
        assert_eq!(reduction(cost, 3_200_000), 0);
    }

    #[test]
    fn short_iterations_grow_without_a_bound() {
        assert_eq!(reduction(after(10), MULTIPLE * FLOOR), 0);
    }
}
