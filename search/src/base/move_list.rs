//! [`MoveList`]: moves that are handed out the best first.

/// The longest list out of which moves are selected one by one.
const SELECTED: usize = 256;

/// Moves, and separately their order. The list is searched for the best order again and again, so
/// the orders lie in few cache lines and are compared by SIMD.
#[derive(Debug)]
pub(crate) struct MoveList<M> {
    moves: Vec<M>,
    orders: Vec<i32>,
    /// Whether the list is sorted, with the best moves at the end.
    is_sorted: bool,
}

impl<M> MoveList<M> {
    pub const fn new() -> Self {
        Self { moves: Vec::new(), orders: Vec::new(), is_sorted: false }
    }

    pub fn clear(&mut self) {
        self.moves.clear();
        self.orders.clear();
        self.is_sorted = false;
    }

    /// Adds a move. A greater order is better.
    #[inline]
    pub fn push(&mut self, mv: M, order: i32) {
        self.moves.push(mv);
        self.orders.push(order);
    }

    /// Takes out the first wanted move, with its order.
    pub fn take(&mut self, is_wanted: impl FnMut(&M) -> bool) -> Option<(M, i32)> {
        let place = self.moves.iter().position(is_wanted)?;
        Some(self.take_at(place))
    }

    /// Takes out the best move, with its order.
    ///
    /// Most nodes want a few of a few dozen moves, for which selection is cheaper than sorting.
    #[inline]
    pub fn take_best(&mut self) -> Option<(M, i32)> {
        if self.moves.len() > SELECTED && !self.is_sorted {
            self.sort();
        }
        let place = if self.is_sorted { self.moves.len().checked_sub(1) } else { self.best() };
        place.map(|place| self.take_at(place))
    }

    fn take_at(&mut self, place: usize) -> (M, i32) {
        let order = self.orders.swap_remove(place);
        (self.moves.swap_remove(place), order)
    }

    /// Returns the index of the best move, the last one of equals.
    #[inline]
    fn best(&self) -> Option<usize> {
        // One number holds order and index, which avoids an unpredictable branch.
        let ranks =
            self.orders.iter().zip(0..).map(|(order, place)| i64::from(*order) << 32 | place);
        ranks.max().map(|best| best as u32 as usize)
    }

    fn sort(&mut self) {
        let mut pairs: Vec<(i32, M)> = self.orders.drain(..).zip(self.moves.drain(..)).collect();
        pairs.sort_by_key(|(order, _)| *order);
        (self.orders, self.moves) = pairs.into_iter().unzip();
        self.is_sorted = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_and_long_lists_hand_out_the_best_first() {
        for count in [0, 1, 30, SELECTED, SELECTED + 1, 3 * SELECTED] {
            let mut list = MoveList::new();
            let order = |mv: usize| (mv * 7919 % 101) as i32 - 50;
            (0..count).for_each(|mv| list.push(mv, order(mv)));
            let mut left = count;
            if count > 5 {
                assert_eq!(list.take(|mv| *mv == 5), Some((5, order(5))));
                assert_eq!(list.take(|mv| *mv == 5), None);
                left -= 1;
            }
            let out: Vec<_> = std::iter::from_fn(|| list.take_best()).collect();
            assert_eq!(out.len(), left);
            assert!(out.iter().all(|(mv, given)| *given == order(*mv)));
            assert!(out.is_sorted_by_key(|(_, order)| -order));
        }
    }
}
