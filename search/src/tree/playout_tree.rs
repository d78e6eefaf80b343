//! [`Tree`]: the tree that the playouts of a Monte Carlo search grow.

use rotunda_movegen::{AsMove, SEATS, Seat};

use super::expected::{Expected, WHOLE};

/// The weight of the bonus for moves with few playouts, in parts of the whole point.
const EXPLORATION: f32 = 0.15;
/// The share below the node's own mean that a move without playouts counts as, in parts of the
/// whole point.
const UNTRIED: f32 = 0.015;
/// The offset of a move's number in its prior, which is inversely proportional to their sum.
const RANK_OFFSET: f32 = 3.0;
/// The most moves that the tree keeps; a full tree values its leaves anew.
const MOST_EDGES: usize = 1 << 22;
/// The index of the root.
pub(super) const ROOT: u32 = 0;

/// A move of a node, and the node after it once a playout has chosen it.
pub(crate) struct Edge<M> {
    pub mv: M,
    pub node: Option<u32>,
}

/// A node of the tree.
pub(crate) struct Node<M> {
    pub visits: u32,
    /// The sum of each seat's share over all playouts, in parts of the whole point.
    sums: [f32; SEATS],
    /// Every seat's share, if the game is over here.
    pub end: Option<Expected>,
    /// The moves, best first by the order of the other searches; empty until the second playout.
    pub edges: Vec<Edge<M>>,
}

impl<M> Node<M> {
    const fn new() -> Self {
        Self { visits: 0, sums: [0.0; SEATS], end: None, edges: Vec::new() }
    }

    /// Returns a seat's mean share, in parts of the whole point.
    pub fn mean(&self, seat: Seat) -> f32 {
        self.sums[seat.index()] / self.visits.max(1) as f32
    }

    pub fn add(&mut self, shares: &Expected) {
        self.visits += 1;
        for (sum, share) in self.sums.iter_mut().zip(shares) {
            *sum += *share as f32 / WHOLE as f32;
        }
    }
}

/// The tree of one search.
pub(crate) struct Tree<M> {
    nodes: Vec<Node<M>>,
    /// The number of all nodes' moves.
    edges: usize,
}

impl<M> Default for Tree<M> {
    fn default() -> Self {
        Self { nodes: vec![Node::new()], edges: 0 }
    }
}

impl<M: AsMove> Tree<M> {
    pub fn node(&self, index: u32) -> &Node<M> {
        &self.nodes[index as usize]
    }

    pub fn node_mut(&mut self, index: u32) -> &mut Node<M> {
        &mut self.nodes[index as usize]
    }

    pub fn visits(&self, edge: &Edge<M>) -> u32 {
        edge.node.map_or(0, |node| self.node(node).visits)
    }

    /// Returns whether the tree keeps no further moves.
    pub const fn is_full(&self) -> bool {
        self.edges >= MOST_EDGES
    }

    /// Gives a node its moves.
    pub fn expand(&mut self, index: u32, moves: Vec<M>) {
        self.edges += moves.len();
        self.node_mut(index).edges = moves.into_iter().map(|mv| Edge { mv, node: None }).collect();
    }

    /// Returns the number of the edge that a seat chooses. The root tries every move once first.
    pub fn choose(&self, index: u32, seat: Seat) -> usize {
        let node = self.node(index);
        let count = node.edges.len() as f32;
        // The sum of all priors, by the integral in its place.
        let priors = ((count + RANK_OFFSET) / RANK_OFFSET).ln();
        let bonus = EXPLORATION * (node.visits as f32).sqrt() / priors;
        let untried = if index == ROOT { f32::INFINITY } else { node.mean(seat) - UNTRIED };
        let value = |rank: usize, edge: &Edge<M>| {
            let after = edge.node.map(|after| self.node(after)).filter(|after| after.visits > 0);
            let mean = after.map_or(untried, |after| after.mean(seat));
            let tries = 1 + after.map_or(0, |after| after.visits);
            mean + bonus / ((rank as f32 + RANK_OFFSET) * tries as f32)
        };
        let mut best = (0, f32::NEG_INFINITY);
        for (rank, edge) in node.edges.iter().enumerate() {
            let value = value(rank, edge);
            if value > best.1 {
                best = (rank, value);
            }
        }
        best.0
    }

    /// Returns the node after an edge, and makes it if need be.
    pub fn follow(&mut self, index: u32, edge: usize) -> u32 {
        if let Some(after) = self.node(index).edges[edge].node {
            return after;
        }
        let after = self.nodes.len() as u32;
        self.nodes.push(Node::new());
        self.node_mut(index).edges[edge].node = Some(after);
        after
    }

    /// Returns the line that most playouts took after an edge of the root.
    pub fn line(&self, first: &Edge<M>) -> Vec<M> {
        let mut line = vec![first.mv.clone()];
        let mut at = first.node;
        while let Some(node) = at {
            let tried = self.node(node).edges.iter().filter(|edge| self.visits(edge) > 0);
            // Of equal moves the first is the best.
            let Some(best) = tried.rev().max_by_key(|edge| self.visits(edge)) else { break };
            line.push(best.mv.clone());
            at = best.node;
        }
        line
    }
}
