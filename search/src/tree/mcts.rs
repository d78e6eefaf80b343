//! Monte Carlo tree search among more than two sides: UCT with a share for every seat (Sturtevant,
//! An Analysis of UCT in Multi-player Games, 2008).
//!
//! Each playout walks down the tree and adds one leaf. A max^n search of captures values the leaf,
//! and the playout adds the seats' shares to every node of its line. In each node the player to
//! move chooses by its own mean share and by the bonus of PUCT (Rosin, Multi-armed bandits with
//! episode context, 2011), with the order of moves as the prior. The search measures the others, as
//! max^n does, and is for analysis.

use arrayvec::ArrayVec;
use rotunda_movegen::{CheckInfo, Position, Rules, Seat};

use super::expected::{Expected, expected};
use super::playout_tree::{ROOT, Tree};
use super::search_thread::{SearchThread, Searched};
use crate::base::score::{MAX_PLY, of_expected};
use crate::ordering::histories::piece_to;
use crate::ordering::picker::{PickKind, ScoredMove};

/// The playouts of the tree after iteration `depth`: the first number times the second to the power
/// of the depth.
const PLAYOUTS: (f64, f64) = (4.0, 1.5);

/// The nodes from the root to the position of a playout.
type Line = ArrayVec<u32, { MAX_PLY + 1 }>;

impl<R: Rules<W>, const W: usize> SearchThread<'_, R, W> {
    /// Lets the tree grow to the playouts of an iteration, and sorts the root moves by them.
    pub fn mcts_root(&mut self, position: &Position<W>, depth: i32) -> Searched<()> {
        if self.pv_index > 0 {
            // The first line's playouts have given all moves their scores.
            return Ok(());
        }
        let mut tree = std::mem::take(&mut self.tree);
        self.selective_depth = 0;
        let grown = self.grow(&mut tree, position, depth);
        self.read_root(&tree, position.turn());
        self.tree = tree;
        grown
    }

    fn grow(
        &mut self,
        tree: &mut Tree<R::Move>,
        position: &Position<W>,
        depth: i32,
    ) -> Searched<()> {
        if tree.node(ROOT).edges.is_empty() {
            tree.expand(ROOT, self.root.all().iter().map(|root| root.mv.clone()).collect());
        }
        let least = self.root.len() as u32;
        let playouts = ((PLAYOUTS.0 * PLAYOUTS.1.powi(depth)) as u32).max(least);
        while tree.node(ROOT).visits < playouts {
            self.playout(tree, position)?;
        }
        Ok(())
    }

    /// Plays one line down the tree, values its end, and adds the shares to its nodes.
    fn playout(&mut self, tree: &mut Tree<R::Move>, root: &Position<W>) -> Searched<()> {
        let mut line = Line::from_iter([ROOT]);
        let valued = self.walk(tree, root, &mut line);
        for _ in 1..line.len() {
            self.history.pop();
        }
        let shares = valued?;
        for node in line {
            tree.node_mut(node).add(&shares);
        }
        Ok(())
    }

    /// Walks from the root to a leaf, and returns every seat's share there.
    fn walk(
        &mut self,
        tree: &mut Tree<R::Move>,
        root: &Position<W>,
        line: &mut Line,
    ) -> Searched<Expected> {
        let mut position = root.clone();
        let mut check_info = R::check_info(&position);
        let mut above = position.turn();
        let mut at = ROOT;
        loop {
            let ply = line.len() - 1;
            if let Some(end) = tree.node(at).end {
                self.enter(ply)?;
                return Ok(end);
            }
            let is_new = ply > 0 && tree.node(at).visits == 0;
            if is_new {
                tree.node_mut(at).end = self.maxn_end(&position, &check_info);
            }
            let is_full = tree.is_full() && tree.node(at).edges.is_empty();
            if is_new || is_full || ply + 1 >= MAX_PLY {
                return self.maxn(&position, &check_info, (above, 0), 0, ply);
            }
            if tree.node(at).edges.is_empty() {
                let moves = self.ordered_moves(&position, &check_info, ply);
                if moves.is_empty() {
                    let over = R::no_moves_outcome(&position, &check_info);
                    tree.node_mut(at).end = Some(expected(&over));
                    continue;
                }
                tree.expand(at, moves);
            }
            above = position.turn();
            let edge = tree.choose(at, above);
            let mv = tree.node(at).edges[edge].mv.clone();
            self.stack[ply].piece_to = Some(piece_to(&position, &mv));
            check_info = self.descend(&mut position, &mv);
            at = tree.follow(at, edge);
            line.push(at);
        }
    }

    /// Returns the legal moves of a node, best first.
    fn ordered_moves(
        &mut self,
        position: &Position<W>,
        check_info: &CheckInfo<W>,
        ply: usize,
    ) -> Vec<R::Move> {
        let duty = self.duty(position, check_info, ply);
        let mut picker = self.picker((position, check_info), ply, PickKind::All, duty, 0);
        let mut moves = Vec::new();
        while let Some(ScoredMove { mv, .. }) = self.next_move(&mut picker, false) {
            moves.push(mv);
        }
        picker.release(&mut self.pool);
        moves
    }

    /// Gives the root moves the scores and lines of their playouts, and sorts them by the number of
    /// playouts. A move has no higher score than those before it.
    fn read_root(&mut self, tree: &Tree<R::Move>, seat: Seat) {
        let edges = &tree.node(ROOT).edges;
        let mut tried: Vec<_> = edges.iter().filter(|edge| tree.visits(edge) > 0).collect();
        tried.sort_by_key(|edge| std::cmp::Reverse(tree.visits(edge)));
        self.raised_alpha = tried.first().map(|edge| edge.mv.clone());
        let mut highest = None;
        for edge in tried {
            let (Some(node), Some(place)) = (edge.node, self.root.place(&edge.mv)) else {
                continue;
            };
            let score = of_expected(f64::from(tree.node(node).mean(seat)));
            let score = highest.map_or(score, |highest| score.min(highest));
            highest = Some(score);
            let selective_depth = self.selective_depth;
            let root = self.root.at(place);
            root.score = score;
            root.nodes = u64::from(tree.visits(edge));
            root.selective_depth = selective_depth;
            root.pv = tree.line(edge);
        }
        self.root.sort(0..self.root.len());
    }
}
