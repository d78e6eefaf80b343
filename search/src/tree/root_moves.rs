//! [`RootMoves`]: the moves at the root, best first, with an index by move.

use std::ops::Range;

use rotunda_movegen::AsMove;
use rustc_hash::FxHashMap;

use crate::base::report::Bound;
use crate::base::score::{INFINITE, Score};

/// A legal move at the root, with its results.
#[derive(Clone, Debug)]
pub(crate) struct RootMove<M> {
    pub mv: M,
    pub score: Score,
    /// The certain score, if endgame tables give one.
    pub proven: Option<Score>,
    pub nodes: u64,
    pub pv: Vec<M>,
    pub selective_depth: usize,
}

impl<M: AsMove> RootMove<M> {
    pub fn new(mv: M) -> Self {
        let pv = vec![mv.clone()];
        Self { pv, mv, score: -INFINITE, proven: None, nodes: 0, selective_depth: 0 }
    }
}

impl<M> RootMove<M> {
    /// Returns the score to report with its bound, given the bound that the search has found.
    pub fn reported(&self, bound: Bound) -> (Score, Bound) {
        self.proven.map_or((self.score, bound), |proven| (proven, Bound::Exact))
    }
}

/// The moves at the root; there may be hundreds of thousands, so an index finds them.
pub(crate) struct RootMoves<M> {
    moves: Vec<RootMove<M>>,
    places: FxHashMap<M, usize>,
}

impl<M: AsMove> RootMoves<M> {
    pub fn new(moves: Vec<RootMove<M>>) -> Self {
        let mut root_moves = Self { moves, places: FxHashMap::default() };
        root_moves.find_places();
        root_moves
    }

    fn find_places(&mut self) {
        self.places.clear();
        let places = self.moves.iter().enumerate();
        self.places.extend(places.map(|(place, root)| (root.mv.clone(), place)));
    }

    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Returns all moves in order.
    pub fn all(&self) -> &[RootMove<M>] {
        &self.moves
    }

    /// Returns the index of a move in the order; `None` if it is not to be searched.
    pub fn place(&self, mv: &M) -> Option<usize> {
        self.places.get(mv).copied()
    }

    /// Returns the move at an index, with its results.
    pub fn at(&mut self, place: usize) -> &mut RootMove<M> {
        &mut self.moves[place]
    }

    /// Sorts the moves at some indices by their scores.
    pub fn sort(&mut self, places: Range<usize>) {
        self.moves[places].sort_by_key(|root| -root.score);
        self.find_places();
    }

    /// Moves the move at an index to the front and keeps the order of the others.
    pub fn bring_to_front(&mut self, place: usize) {
        self.moves[..=place].rotate_right(1);
        self.find_places();
    }

    /// Resets the number of nodes of each move.
    pub fn forget_nodes(&mut self) {
        for root in &mut self.moves {
            root.nodes = 0;
        }
    }
}
