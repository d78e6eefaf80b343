//! The results of a node: its entry in the table, updates of the histories, lines at the root.

use rotunda_movegen::{AsMove, Position, Rules};

use super::node::{Node, NodeResult};
use super::search_thread::{SearchThread, StackEntry};
use crate::base::params as p;
use crate::base::report::Bound;
use crate::base::score::{INFINITE, Score, is_decisive, to_table};
use crate::base::window::Window;
use crate::ordering::capture::capture_value;
use crate::ordering::histories::piece_to;
use crate::table::tt::TtEntry;

/// Returns the reward of a good move at some depth.
fn bonus(depth: i32) -> i32 {
    (p::bonus_ply() * depth).min(p::bonus_max())
}

impl<R: Rules<W>, const W: usize> SearchThread<'_, R, W> {
    /// Records the result of a root move.
    pub fn record_root_move(
        &mut self,
        mv: &R::Move,
        score: Score,
        (number, alpha): (usize, Score),
        nodes: u64,
    ) {
        let spent = self.nodes - nodes;
        let selective_depth = self.selective_depth;
        let (root_pv, lower) = self.pv.split_at(1);
        debug_assert!(root_pv.len() == 1);
        let Some(place) = self.root.place(mv) else { return };
        let root = self.root.at(place);
        root.nodes += spent;
        if number == 1 || score > alpha {
            root.score = score;
            root.selective_depth = selective_depth;
            root.pv.clear();
            root.pv.push(mv.clone());
            root.pv.extend(lower[0].iter().cloned());
            if score > alpha {
                self.raised_alpha = Some(mv.clone());
            }
        } else {
            root.score = -INFINITE;
        }
    }

    /// Updates the histories and the table with the result of a node.
    pub fn store_result(
        &mut self,
        position: &Position<W>,
        node: &Node,
        found: &NodeResult<R::Move, W>,
        best: Score,
        alpha: Score,
    ) {
        let Node { window: Window { beta, .. }, depth, ply, .. } = *node;
        if let Some(mv) = &found.mv
            && best >= beta
        {
            self.reward(position, node, found, mv);
        } else if best <= alpha {
            self.reward_move_before(node);
        }
        let bound = Window::new(alpha, beta).bound(best);
        let quiet = found
            .mv
            .as_ref()
            .is_none_or(|mv| R::captured(position, mv).is_empty() && mv.promotes_to().is_none());
        let eval = self.stack[ply].eval.unwrap_or(node.eval);
        let contradicts = match bound {
            Bound::Exact => true,
            Bound::Lower => best > eval,
            Bound::Upper => best < eval,
        };
        if !node.in_check && quiet && contradicts && !is_decisive(best) {
            let error = best - node.raw_eval;
            self.histories.update_correction(self.stack[ply].correction_keys, depth, error);
        }
        if ply > 0 || self.pv_index == 0 {
            let entry = TtEntry {
                fingerprint: found.mv.as_ref().map_or(0, AsMove::fingerprint),
                score: to_table(best, ply),
                eval: node.raw_eval as i16,
                depth: depth.clamp(0, i32::from(u8::MAX)) as u8,
                bound,
                tt_pv: node.tt_pv,
            };
            let key = self.key(position, ply);
            self.shared.tt.store(key, entry);
        }
    }

    /// Rewards the quiet move before a node that failed low.
    fn reward_move_before(&mut self, node: &Node) {
        let Some(above) = node.ply.checked_sub(1) else { return };
        let StackEntry { piece_to: Some(mv), is_noisy: false, .. } = self.stack[above] else {
            return;
        };
        let bonus = bonus(node.depth) * p::bonus_fail_low() / 100;
        self.histories.update_continuations(mv, self.previous_moves(above), bonus);
    }

    /// Rewards a quiet move that was searched again and was still good, in the continuation
    /// histories.
    pub fn reward_again(&mut self, node: &Node) {
        let Some(mv) = self.stack[node.ply].piece_to else { return };
        let bonus = bonus(node.depth) * p::bonus_again() / 100;
        self.histories.update_continuations(mv, self.previous_moves(node.ply), bonus);
    }

    /// Rewards a quiet move of a duel by the rise of the evaluation. `eval` is the opponent's
    /// evaluation after the move.
    pub fn reward_by_eval(&mut self, eval: Score, ply: usize) {
        let StackEntry {
            piece_to: Some(_), is_noisy: false, main_history, eval: Some(before), ..
        } = self.stack[ply]
        else {
            return;
        };
        let bonus = -(before + eval) * p::bonus_eval() / 16;
        let bonus = bonus.clamp(-p::BONUS_EVAL_MAX, p::BONUS_EVAL_MAX);
        self.histories.update_main(main_history, bonus);
    }

    /// Rewards the move that caused the cutoff and punishes those tried before it.
    fn reward(
        &mut self,
        position: &Position<W>,
        node: &Node,
        found: &NodeResult<R::Move, W>,
        cutting: &R::Move,
    ) {
        let bonus = bonus(node.depth);
        let place = (self.previous_moves(node.ply), self.stack[node.ply].correction_keys);
        let seat = position.turn();
        let is_noisy = found.noisy.last() == Some(cutting)
            || !R::captured(position, cutting).is_empty()
            || cutting.promotes_to().is_some();
        let mut teach = |mv: &R::Move, bonus: i32, noisy: bool| {
            let now = piece_to(position, mv);
            if noisy {
                let taken = capture_value::<R, W>(position, self.weights, mv).kind;
                let victim = taken.unwrap_or(now.kind);
                self.histories.update_noisy(now, victim, bonus);
            } else {
                let main = self.histories.main_index(seat, mv, found.threats.class(mv));
                self.histories.update_quiet(main, now, place, bonus);
            }
        };
        teach(cutting, bonus, is_noisy);
        let malus = bonus * p::malus() / 100;
        for mv in found.noisy.iter().filter(|mv| *mv != cutting) {
            teach(mv, -malus, true);
        }
        if !is_noisy {
            for mv in found.quiets.iter().filter(|mv| *mv != cutting) {
                teach(mv, -malus, false);
            }
        }
    }
}
