//! Pruning and reductions: the moves that the search skips or searches less deeply.

use rotunda_movegen::{AsMove, CheckInfo, Position, Rules};

use super::node::{Child, MovePlace, Node};
use super::search_thread::{SearchThread, Searched};
use crate::base::params as p;
use crate::base::report::Bound;
use crate::base::score::{Score, WON, from_table, is_decisive, to_table};
use crate::base::window::Window;
use crate::ordering::checks::gives_check;
use crate::ordering::exchange::gains_at_least;
use crate::ordering::histories::piece_to;
use crate::ordering::picker::{PickKind, ScoredMove};
use crate::table::tt::TtEntry;

/// The decision about a move that is unlikely to matter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Skip {
    /// The move is searched.
    No,
    /// The move is skipped.
    This,
    /// The move and all later quiet moves are skipped.
    Quiets,
}

/// The result of the search of all other moves for the hash move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Singular {
    /// The extension of the hash move, since every other move is much worse; negative if several
    /// moves seem to fail high.
    Deeper(i32),
    /// Another move also fails high at this score, so the node is cut.
    Cut(Score),
}

impl<R: Rules<W>, const W: usize> SearchThread<'_, R, W> {
    /// Tries to cut a node without looking at its moves.
    pub fn prune(
        &mut self,
        position: &Position<W>,
        check_info: &CheckInfo<W>,
        node: &Node,
    ) -> Searched<Option<Score>> {
        let Node { window: Window { alpha, beta }, depth, ply, eval, .. } = *node;
        if !R::ALTERNATES && !position.is_two_sided() {
            // Several enemies move in a row there, so no margin is safe.
            return Ok(None);
        }
        let spared = depth - i32::from(node.improving);
        if depth <= p::REVERSE_FUTILITY
            && eval - p::reverse_futility() * spared >= beta
            && !is_decisive(eval)
            && beta > -WON
        {
            return Ok(Some(i32::midpoint(eval, beta)));
        }
        if depth <= p::RAZORING && eval + p::razoring() * depth < alpha && alpha < WON {
            let score = self.quiesce::<false>(position, check_info, Window::null(alpha), ply)?;
            if score <= alpha {
                return Ok(Some(score));
            }
        }
        if R::NULL_MOVE
            && depth >= p::NULL_MOVE.0
            && ply >= self.null_from
            && eval >= beta
            && beta > -WON
            && self.stack[ply - 1].piece_to.is_some()
            && self.has_pieces(position)
        {
            let proven = self.try_pass(position, check_info, node)?;
            if proven.is_some() {
                return Ok(proven);
            }
        }
        if is_decisive(beta) {
            return Ok(None);
        }
        let far_above = beta + p::small_probcut();
        if node.entry.is_some_and(|entry| Self::promises(entry, depth, far_above, ply)) {
            return Ok(Some(far_above));
        }
        if depth >= p::PROBCUT.0 {
            return self.try_captures(position, check_info, node);
        }
        Ok(None)
    }

    /// Returns whether the table's entry proves a score of at least `target` by a search that is
    /// not much shallower.
    fn promises(entry: TtEntry, depth: i32, target: Score, ply: usize) -> bool {
        let score = from_table(entry.score, ply);
        entry.bound != Bound::Upper
            && i32::from(entry.depth) >= depth - p::PROBCUT.1
            && score >= target
            && !is_decisive(score)
    }

    /// Searches for a capture whose score is far above beta even in a shallow search (`ProbCut`:
    /// Buro, ICCA Journal 18/2, 1995).
    fn try_captures(
        &mut self,
        position: &Position<W>,
        check_info: &CheckInfo<W>,
        node: &Node,
    ) -> Searched<Option<Score>> {
        let Node { window: Window { beta, .. }, depth, ply, eval, entry, .. } = *node;
        let target = beta + p::probcut();
        let shallow = depth - p::PROBCUT.1;
        let is_refuted = |entry: TtEntry| {
            i32::from(entry.depth) > shallow && from_table(entry.score, ply) < target
        };
        if entry.is_some_and(is_refuted) {
            return Ok(None);
        }
        let fingerprint = entry.map_or(0, |entry| entry.fingerprint);
        let pick_kind = PickKind::GoodNoisy;
        let mut picker = self.picker((position, check_info), ply, pick_kind, None, fingerprint);
        let mut proven = None;
        while let Some(ScoredMove { mv, .. }) = self.next_move(&mut picker, false) {
            if !gains_at_least::<R, W>(position, self.weights, &mv, target - eval) {
                continue;
            }
            let mut child = position.clone();
            let child_check_info = self.descend(&mut child, &mv);
            if self.perspective.flips_sign::<R, W>(position, &child) {
                self.stack[ply].piece_to = Some(piece_to(position, &mv));
                self.stack[ply].is_noisy = true;
                self.stack[ply + 1].replied = false;
                self.pass_extensions_on(ply);
                let (child, null) = ((&child, &child_check_info), Window::null(-target));
                let score = self.confirm(child, null, shallow, (ply + 1, !node.cut_node));
                self.history.pop();
                let score = score?;
                if score >= target {
                    let entry = TtEntry {
                        fingerprint: mv.fingerprint(),
                        score: to_table(score, ply),
                        eval: node.raw_eval as i16,
                        depth: (shallow + 1) as u8,
                        bound: Bound::Lower,
                        tt_pv: node.tt_pv,
                    };
                    let key = self.key(position, ply);
                    self.shared.tt.store(key, entry);
                    proven = Some(score);
                    break;
                }
            } else {
                self.history.pop();
            }
        }
        picker.release(&mut self.pool);
        Ok(proven)
    }

    /// Returns the score of a child for the parent's mover: that of quiescence, and then of a
    /// search unless quiescence refutes the move.
    fn confirm(
        &mut self,
        (child, check_info): (&Position<W>, &CheckInfo<W>),
        window: Window,
        depth: i32,
        (ply, cut_node): (usize, bool),
    ) -> Searched<Score> {
        let score = -self.quiesce::<false>(child, check_info, window, ply)?;
        if score < -window.alpha || depth <= 1 {
            return Ok(score);
        }
        Ok(-self.alpha_beta::<false>(child, check_info, window, depth - 1, ply, cut_node)?)
    }

    /// Tries a null move: a node that stays above beta when the opponent moves twice is cut.
    fn try_pass(
        &mut self,
        position: &Position<W>,
        own_check_info: &CheckInfo<W>,
        node: &Node,
    ) -> Searched<Option<Score>> {
        let Node { window: Window { beta, .. }, depth, ply, eval, .. } = *node;
        let surplus = ((eval - beta) * p::PLY / p::null_margin()).min(p::NULL_MAX * p::PLY);
        let reduced = depth - (p::null_base() + depth * p::null_share() + surplus) / p::PLY;
        let mut child = position.clone();
        R::pass(&mut child);
        if !self.perspective.flips_sign::<R, W>(position, &child) {
            return Ok(None);
        }
        let check_info = R::check_info(&child);
        self.stack[ply + 1].replied = false;
        self.pass_extensions_on(ply);
        self.history.push(child.key(), check_info.in_check());
        self.stack[ply].piece_to = None;
        let null = Window::null(-beta);
        let score =
            self.alpha_beta::<false>(&child, &check_info, null, reduced, ply + 1, !node.cut_node);
        self.history.pop();
        let score = -score?;
        let proven = if is_decisive(score) { beta } else { score };
        if score < beta {
            return Ok(None);
        }
        if depth < p::NULL_MOVE.1 || self.null_from > 0 {
            return Ok(Some(proven));
        }
        // In zugzwang passing would be better than any move. So a deep null move is verified by a
        // search without null moves in the next plies.
        self.null_from = ply + reduced.max(0) as usize * 3 / 4 + 1;
        let null = Window::null(beta - 1);
        let verified =
            self.alpha_beta::<false>(position, own_check_info, null, reduced, ply, false);
        self.null_from = 0;
        Ok((verified? >= beta).then_some(proven))
    }

    /// Returns whether the mover has more than king and pawns. Without pieces zugzwang is likely.
    fn has_pieces(&self, position: &Position<W>) -> bool {
        let turn = position.turn();
        self.weights.other_kinds().iter().any(|kind| !position.pieces(turn, *kind).is_empty())
    }

    /// Returns the reduction of a late move in plies.
    pub fn reduction<const PV: bool>(
        &self,
        child: &Child<'_, W>,
        node: &Node,
        scored: &ScoredMove<R::Move>,
        place: MovePlace,
    ) -> i32 {
        let mut reduction = self.shared.reductions.at(node.depth, place.number);
        if !scored.noisy {
            reduction -= scored.order * p::PLY / p::reduction_history();
        } else if !place.bad_noisy {
            reduction = reduction * p::reduction_noisy() / 100;
        }
        let mut add = |condition: bool, amount: i32| reduction += i32::from(condition) * amount;
        add(node.cut_node, p::reduction_cut());
        add(!node.improving, p::reduction_worse());
        add(node.hash_noisy, p::reduction_hash_noisy());
        add(PV, -p::reduction_open());
        add(node.tt_pv, -p::reduction_tt_pv());
        add(child.check_info.in_check(), -p::reduction_check());
        add(node.in_check, -p::reduction_evasion());
        reduction.div_euclid(p::PLY)
    }

    /// Returns whether a move is too unlikely to matter to be searched.
    pub fn skips(
        &self,
        position: &Position<W>,
        node: &Node,
        scored: &ScoredMove<R::Move>,
        place: MovePlace,
    ) -> Skip {
        let MovePlace { number, alpha, bad_noisy, is_left_alone, .. } = place;
        let depth = node.depth;
        let loses = |most: Score| {
            !is_left_alone && !gains_at_least::<R, W>(position, self.weights, &scored.mv, -most)
        };
        if scored.noisy {
            let bad = bad_noisy && depth <= p::EXCHANGE && loses(p::exchange_noisy() * depth);
            return if bad { Skip::This } else { Skip::No };
        }
        let late =
            p::lmp_base() + depth * depth * p::lmp_square() / if node.improving { 1 } else { 2 };
        if depth <= p::LMP_DEPTH && number as i32 > late / 16 {
            return Skip::Quiets;
        }
        let history = scored.order;
        let reduction =
            self.shared.reductions.at(depth, number) - history * p::PLY / p::reduction_history();
        let left = (depth - reduction.div_euclid(p::PLY)).clamp(0, depth);
        let hope = node.eval + p::futility() + p::futility_ply() * left;
        let is_dull = depth <= p::HISTORY_PRUNING_DEPTH && history < -p::history_pruning() * depth
            || left <= p::FUTILITY && hope <= alpha && !is_decisive(alpha)
            || left <= p::EXCHANGE && loses(p::exchange_quiet() * (left * left + 1));
        // Sacrifices with check are treated like captures.
        if is_dull
            && (!gives_check::<R, W>(position, &scored.mv) || loses(p::exchange_noisy() * depth))
        {
            return Skip::This;
        }
        Skip::No
    }

    /// Tests whether the hash move is the only good one, by a shallower search of all others
    /// against a score somewhat below its own.
    pub fn singular(
        &mut self,
        position: &Position<W>,
        check_info: &CheckInfo<W>,
        node: &Node,
    ) -> Searched<Singular> {
        let Some(entry) = node.entry else { return Ok(Singular::Deeper(0)) };
        let score = from_table(entry.score, node.ply);
        if node.depth < p::SINGULAR_DEPTH
            || self.has_one_choice(position, node.ply)
            || entry.bound == Bound::Upper
            || i32::from(entry.depth) < node.depth - p::SINGULAR_AGE
            || is_decisive(score)
        {
            return Ok(Singular::Deeper(0));
        }
        let target = score - p::singular_margin() * node.depth / 16;
        let depth = (node.depth - 1) / 2;
        self.stack[node.ply].excluded = entry.fingerprint;
        let window = Window::null(target - 1);
        let others =
            self.alpha_beta::<false>(position, check_info, window, depth, node.ply, node.cut_node);
        self.stack[node.ply].excluded = 0;
        let others = others?;
        let beta = node.window.beta;
        let may_double =
            node.window.is_null() && self.stack[node.ply].double_extensions < p::DOUBLE_EXTENSIONS;
        Ok(if others < target - p::double_margin() && may_double {
            Singular::Deeper(2)
        } else if others < target {
            Singular::Deeper(1)
        } else if others >= beta && node.window.is_null() && !is_decisive(others) {
            Singular::Cut(others)
        } else if score >= beta {
            Singular::Deeper(-2)
        } else {
            Singular::Deeper(-i32::from(node.cut_node))
        })
    }
}
