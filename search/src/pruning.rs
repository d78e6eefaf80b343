//! What the search leaves out or looks at less deeply, because it is unlikely to matter.

use rotunda_movegen::{CheckInfo, Position, Rules};

use crate::Bound;
use crate::exchange::gains_at_least;
use crate::histories::piece_to;
use crate::node::Node;
use crate::params as p;
use crate::picker::ScoredMove;
use crate::score::{Score, WON, from_table, is_decisive};
use crate::window::Window;
use crate::worker::{Searched, Worker};

/// What to do with a move that looks unlikely to matter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Skip {
    /// Search it.
    No,
    /// Leave it out.
    This,
    /// Leave it and all later quiet moves out.
    Quiets,
}

impl<R: Rules<W>, const W: usize> Worker<'_, R, W> {
    /// Tries to settle a node without looking at its moves.
    pub fn prune(
        &mut self,
        position: &Position<W>,
        check_info: &CheckInfo<W>,
        node: &Node,
    ) -> Searched<Option<Score>> {
        let Node { window: Window { alpha, beta }, depth, ply, eval, .. } = *node;
        if !R::ALTERNATES && !position.is_two_sided() {
            // Several enemies move in a row there: no margin says what they can do.
            return Ok(None);
        }
        let spared = depth - i32::from(node.improving);
        if depth <= p::REVERSE_FUTILITY.0
            && eval - p::REVERSE_FUTILITY.1 * spared >= beta
            && !is_decisive(eval)
            && beta > -WON
        {
            return Ok(Some(i32::midpoint(eval, beta)));
        }
        if depth <= p::RAZORING.0 && eval + p::RAZORING.1 * depth < alpha && alpha < WON {
            let score = self.quiesce::<false>(position, check_info, Window::null(alpha), ply)?;
            if score <= alpha {
                return Ok(Some(score));
            }
        }
        if R::NULL_MOVE
            && depth >= p::NULL_MOVE.0
            && eval >= beta
            && beta > -WON
            && self.frames[ply - 1].piece_to.is_some()
            && self.has_pieces(position)
        {
            return self.try_pass(position, node);
        }
        Ok(None)
    }

    /// Lets the opponent move twice: a node that stays above beta even so is cut.
    fn try_pass(&mut self, position: &Position<W>, node: &Node) -> Searched<Option<Score>> {
        let Node { window: Window { beta, .. }, depth, ply, eval, .. } = *node;
        let surplus = ((eval - beta) / p::NULL_MARGIN).min(p::NULL_MAX);
        let reduced = depth - p::NULL_MOVE.1 - depth / p::NULL_DEPTH_SHARE - surplus;
        let mut child = position.clone();
        R::pass(&mut child);
        if !self.perspective.flips_sign::<R, W>(position, &child) {
            return Ok(None);
        }
        let check_info = R::check_info(&child);
        self.frames[ply + 1].replied = false;
        self.history.push(child.key(), check_info.in_check());
        self.frames[ply].piece_to = None;
        let null = Window::null(-beta);
        let score =
            self.alpha_beta::<false>(&child, &check_info, null, reduced, ply + 1, !node.cut);
        self.history.pop();
        let score = -score?;
        let proven = if is_decisive(score) { beta } else { score };
        Ok((score >= beta).then_some(proven))
    }

    /// Whether the mover has more than king and pawns, without which passing could be a boon.
    fn has_pieces(&self, position: &Position<W>) -> bool {
        let turn = position.turn();
        self.weights.other_kinds().iter().any(|kind| !position.pieces(turn, *kind).is_empty())
    }

    /// How many plies less deep a late move is searched.
    pub fn reduction<const PV: bool>(
        &self,
        position: &Position<W>,
        check_info: &CheckInfo<W>,
        node: &Node,
        scored: &ScoredMove<R::Move>,
        number: usize,
    ) -> i32 {
        let mut reduction = self.shared.reductions.at(node.depth, number);
        if scored.noisy {
            reduction /= 2;
        } else {
            let now = piece_to(position, &scored.mv);
            let before = self.before(node.ply);
            let history = self.histories.quiet(position.turn(), &scored.mv, now, before);
            reduction -= history / p::HISTORY_PER_PLY;
        }
        reduction += i32::from(node.cut) + i32::from(!node.improving) - i32::from(PV);
        reduction - i32::from(check_info.in_check()) - i32::from(node.in_check)
    }

    /// Whether a move is too unlikely to matter to be searched at all.
    pub fn skips(
        &self,
        position: &Position<W>,
        node: &Node,
        scored: &ScoredMove<R::Move>,
        (number, alpha, bad_noisy): (usize, Score, bool),
    ) -> Skip {
        let depth = node.depth;
        if scored.noisy {
            let bad = bad_noisy
                && depth <= p::EXCHANGE.0
                && !gains_at_least::<R, W>(
                    position,
                    self.weights,
                    &scored.mv,
                    p::EXCHANGE.2 * depth,
                );
            return if bad { Skip::This } else { Skip::No };
        }
        let late = p::LATE_MOVES.1 + depth * depth / if node.improving { 1 } else { 2 };
        if depth <= p::LATE_MOVES.0 && number as i32 > late {
            return Skip::Quiets;
        }
        let (max, margin, per_ply) = p::FUTILITY;
        if depth <= max && node.eval + margin + per_ply * depth <= alpha && !is_decisive(alpha) {
            return Skip::Quiets;
        }
        let now = piece_to(position, &scored.mv);
        let before = self.before(node.ply);
        let history = self.histories.quiet(position.turn(), &scored.mv, now, before);
        if depth <= p::BAD_HISTORY.0 && history < p::BAD_HISTORY.1 * depth {
            return Skip::This;
        }
        let sound = depth > p::EXCHANGE.0
            || gains_at_least::<R, W>(position, self.weights, &scored.mv, p::EXCHANGE.1 * depth);
        if sound { Skip::No } else { Skip::This }
    }

    /// How much deeper the hash move is searched because every other move is much worse; negative
    /// if several moves seem to fail high.
    pub fn singular(
        &mut self,
        position: &Position<W>,
        check_info: &CheckInfo<W>,
        node: &Node,
    ) -> Searched<i32> {
        let Some(entry) = node.entry else { return Ok(0) };
        let score = from_table(entry.score, node.ply);
        if node.depth < p::SINGULAR_DEPTH
            || self.has_one_choice(position, node.ply)
            || entry.bound == Bound::Upper
            || i32::from(entry.depth) < node.depth - p::SINGULAR_AGE
            || is_decisive(score)
        {
            return Ok(0);
        }
        let target = score - p::SINGULAR_MARGIN * node.depth;
        let depth = (node.depth - 1) / 2;
        self.frames[node.ply].excluded = entry.fingerprint;
        let window = Window::null(target - 1);
        let others =
            self.alpha_beta::<false>(position, check_info, window, depth, node.ply, node.cut);
        self.frames[node.ply].excluded = 0;
        let others = others?;
        Ok(if others < target - p::DOUBLE_MARGIN && node.window.is_null() {
            2
        } else if others < target {
            1
        } else if score >= node.window.beta {
            -1
        } else {
            0
        })
    }
}
