//! The alpha-beta node: principal variation search with the usual prunings.

use std::ops::ControlFlow;

use rotunda_movegen::{AsMove, CheckInfo, Duty, Position, Rules};

use super::node::{Child, MovePlace, Node, NodeResult};
use super::perspective::MultiSearch;
use super::pruning::{Singular, Skip};
use super::search_thread::{SearchThread, Searched};
use crate::base::params as p;
use crate::base::score::{MAX_PLY, Score, WON, is_decisive, lost_in, won_in};
use crate::base::window::Window;
use crate::ordering::histories::piece_to;
use crate::ordering::picker::{PickKind, ScoredMove};
use crate::table::tt::TtEntry;

impl<R: Rules<W>, const W: usize> SearchThread<'_, R, W> {
    /// Searches a position to a depth and returns its score within the window.
    pub fn alpha_beta<const PV: bool>(
        &mut self,
        position: &Position<W>,
        check_info: &CheckInfo<W>,
        window: Window,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Searched<Score> {
        if depth <= 0 {
            return self.quiesce::<PV>(position, check_info, window, ply);
        }
        self.enter(ply)?;
        if PV {
            self.pv[ply].clear();
        }
        let excluded = self.stack[ply].excluded;
        let window = match self.settle(position, check_info, window, ply) {
            ControlFlow::Continue(window) => window,
            ControlFlow::Break(score) => return Ok(score),
        };
        let key = self.key(position, ply);
        let entry = if excluded == 0 { self.shared.tt.probe(key) } else { None };
        if !PV
            && let Some(entry) = entry
            && let Some(score) = self.table_cutoff((key, entry), window, depth, ply)
        {
            return Ok(score);
        }
        let left = if ply > 0 { self.left(position) } else { Window::FULL };
        if left.alpha >= window.beta || left.alpha == left.beta {
            return Ok(left.alpha);
        }
        if left.beta <= window.alpha {
            return Ok(left.beta);
        }
        let node = Node {
            window: window.within(left),
            depth,
            ply,
            cut_node,
            entry,
            tt_pv: PV || entry.is_some_and(|entry| entry.tt_pv),
            ..Self::blank(check_info)
        };
        self.note_structures(position, ply);
        let node = self.with_eval(position, node);
        let duty = self.duty(position, check_info, ply);
        if !PV
            && excluded == 0
            && !node.in_check
            && !duty.as_ref().is_some_and(|duty| duty.binds)
            && let Some(score) = self.prune(position, check_info, &node)?
        {
            let score = left.clamp(score);
            if entry.is_none() && score >= window.beta && !is_decisive(score) {
                self.store_evaluation(key, node.raw_eval, score, ply);
            }
            return Ok(score);
        }
        let without_entry = entry.is_none_or(|entry| entry.fingerprint == 0);
        let reduced = i32::from(without_entry && depth >= p::IIR_DEPTH && (PV || cut_node));
        let node = Node { depth: depth - reduced, ..node };
        let found = self.moves::<PV>(position, check_info, &node, duty)?;
        let Some(found) = found else {
            // A node without other moves than the excluded one is singular.
            let stuck = || self.no_moves_score(position, check_info, ply);
            return Ok(if excluded == 0 { stuck() } else { window.alpha });
        };
        let best = Self::tempered(left.clamp(found.best), window.beta, depth);
        if excluded == 0 && !found.is_multi_cut {
            self.store_result(position, &node, &found, best, window.alpha);
        }
        self.pool.return_moves(found.quiets);
        self.pool.return_moves(found.noisy);
        Ok(best)
    }

    /// Returns the score of a node that needs no search, or the part of the window that can matter.
    fn settle(
        &mut self,
        position: &Position<W>,
        check_info: &CheckInfo<W>,
        window: Window,
        ply: usize,
    ) -> ControlFlow<Score, Window> {
        if ply == 0 {
            return ControlFlow::Continue(window);
        }
        if self.stack[ply].excluded == 0
            && let Some(score) = self.ended(position, check_info, ply)
        {
            return ControlFlow::Break(score);
        }
        if ply + 1 >= MAX_PLY {
            return ControlFlow::Break(self.evaluate(position, ply));
        }
        // No line from here is better than an immediate win or worse than an immediate loss.
        let mut alpha = window.alpha.max(lost_in(ply));
        if self.stack[ply].excluded == 0 {
            alpha = self.at_least_drawn(position, check_info, alpha, ply);
        }
        let beta = window.beta.min(won_in(ply + 1));
        if alpha >= beta {
            ControlFlow::Break(alpha)
        } else {
            ControlFlow::Continue(Window { alpha, beta })
        }
    }

    /// Returns the score of the table's entry, if it is deep enough and decides the node.
    #[inline]
    fn table_cutoff(
        &self,
        (key, entry): (u64, TtEntry),
        window: Window,
        depth: i32,
        ply: usize,
    ) -> Option<Score> {
        if i32::from(entry.depth) < depth {
            return None;
        }
        entry.cutoff(window, ply).or_else(|| {
            let aside = self.shared.tt.probe_aside(key, entry.depth)?;
            (i32::from(aside.depth) >= depth).then(|| aside.cutoff(window, ply)).flatten()
        })
    }

    /// Returns a score that fails high, drawn towards beta. The shallower the search, the less it
    /// is trusted.
    fn tempered(score: Score, beta: Score, depth: i32) -> Score {
        if score < beta || is_decisive(score) || is_decisive(beta) {
            return score;
        }
        (score * depth + beta) / (depth + 1)
    }

    fn blank(check_info: &CheckInfo<W>) -> Node {
        Node {
            window: Window::FULL,
            depth: 0,
            ply: 0,
            cut_node: false,
            in_check: check_info.in_check(),
            raw_eval: 0,
            eval: 0,
            improving: false,
            tt_pv: false,
            hash_noisy: false,
            entry: None,
        }
    }

    /// Adds the evaluation to a node.
    fn with_eval(&mut self, position: &Position<W>, node: Node) -> Node {
        let ply = node.ply;
        if node.in_check {
            self.stack[ply].eval = None;
            return node;
        }
        let raw_eval = match node.entry {
            Some(entry) => entry.eval.into(),
            // A search without the hash move has the same position, so the evaluation is known.
            None if self.stack[ply].excluded != 0 => self.stack[ply].raw_eval,
            None => self.evaluate(position, ply),
        };
        self.stack[ply].raw_eval = raw_eval;
        let corrected = self.corrected(ply, raw_eval);
        self.stack[ply].eval = Some(corrected);
        if R::ALTERNATES && ply > 0 && self.stack[ply].excluded == 0 {
            self.reward_by_eval(corrected, ply - 1);
        }
        let round = if R::ALTERNATES { 2 } else { position.living_count() as usize };
        let before = ply.checked_sub(round).and_then(|ply| self.stack[ply].eval);
        let eval = node.entry.map_or(corrected, |entry| entry.refine(corrected, ply));
        let improving = before.is_none_or(|before| corrected > before);
        Node { raw_eval, eval, improving, ..node }
    }

    /// Searches the moves of a node; `None` if there is none.
    fn moves<const PV: bool>(
        &mut self,
        position: &Position<W>,
        check_info: &CheckInfo<W>,
        node: &Node,
        duty: Option<Duty<R::Move>>,
    ) -> Searched<Option<NodeResult<R::Move, W>>> {
        let ply = node.ply;
        let excluded = self.stack[ply].excluded;
        let fingerprint = node.entry.map_or(0, |entry| entry.fingerprint);
        let mut picker = self.picker((position, check_info), ply, PickKind::All, duty, fingerprint);
        let mut found = NodeResult::nothing(&mut self.pool);
        let mut node = *node;
        let mut alpha = node.window.alpha;
        let mut number = 0;
        let mut skip_quiets = false;
        while let Some(scored) = self.next_move(&mut picker, skip_quiets) {
            let print = scored.mv.fingerprint();
            if excluded != 0 && print == excluded || ply == 0 && !self.is_open(&scored.mv) {
                continue;
            }
            number += 1;
            if number > 1 && self.has_one_choice(position, ply) {
                break;
            }
            if !scored.noisy {
                found.threats = self.threats(&mut picker);
            }
            let mut place = MovePlace {
                number,
                alpha,
                extension: 0,
                bad_noisy: picker.is_bad_noisy(),
                threat_class: found.threats.class(&scored.mv),
                is_left_alone: !scored.noisy && found.threats.leaves_alone(&scored.mv),
            };
            if ply > 0 && found.best > -WON && !node.in_check {
                match self.skips(position, &node, &scored, place) {
                    Skip::No => {}
                    Skip::This => continue,
                    Skip::Quiets => {
                        skip_quiets = true;
                        continue;
                    }
                }
            }
            let is_hash_move = print == fingerprint && fingerprint != 0;
            node.hash_noisy |= is_hash_move && scored.noisy;
            if is_hash_move && ply > 0 && excluded == 0 {
                match self.singular(position, check_info, &node)? {
                    Singular::Deeper(plies) => place.extension = plies,
                    Singular::Cut(score) => {
                        picker.release(&mut self.pool);
                        return Ok(Some(NodeResult { best: score, is_multi_cut: true, ..found }));
                    }
                }
            }
            let nodes = self.nodes;
            let score = self.play_and_search::<PV>(position, &node, &scored, place)?;
            if ply == 0 {
                self.record_root_move(&scored.mv, score, (number, alpha), nodes);
            }
            if score > found.best {
                found.best = score;
                if score > alpha {
                    alpha = score;
                    found.mv = Some(scored.mv.clone());
                    if PV {
                        self.extend_pv(ply, &scored.mv);
                    }
                    if score >= node.window.beta {
                        self.statistics.cuts += 1;
                        self.statistics.first_cuts += u64::from(number == 1);
                        break;
                    }
                }
            }
            let list = if scored.noisy { &mut found.noisy } else { &mut found.quiets };
            list.push(scored.mv);
        }
        picker.release(&mut self.pool);
        Ok((number > 0).then_some(found))
    }

    /// Plays a move and searches the position after it.
    fn play_and_search<const PV: bool>(
        &mut self,
        position: &Position<W>,
        node: &Node,
        scored: &ScoredMove<R::Move>,
        place: MovePlace,
    ) -> Searched<Score> {
        let ply = node.ply;
        self.stack[ply].piece_to = Some(piece_to(position, &scored.mv));
        let class = place.threat_class;
        self.stack[ply].main_history =
            self.histories.main_index(position.turn(), &scored.mv, class);
        self.stack[ply].is_noisy = scored.noisy;
        self.stack[ply + 1].double_extensions =
            self.stack[ply].double_extensions + u8::from(place.extension > 1);
        let mut child = position.clone();
        let child_check_info = self.descend(&mut child, &scored.mv);
        self.stack[ply + 1].replied = self.is_reply(position, &child, (ply, place.number));
        let child = Child {
            position: &child,
            check_info: &child_check_info,
            ply: ply + 1,
            flips_sign: self.perspective.flips_sign::<R, W>(position, &child),
            depth: node.depth - 1,
        };
        let score = self.search_move::<PV>(&child, node, scored, place);
        self.history.pop();
        score
    }

    /// Returns whether the mover is one of several enemies, and another has already chosen its
    /// reply, so the mover plays the move that looks best.
    pub fn has_one_choice(&self, position: &Position<W>, ply: usize) -> bool {
        self.stack[ply].replied && self.is_replier(position)
    }

    /// Returns whether the mover is one of several enemies, only one of whom may choose its reply.
    fn is_replier(&self, position: &Position<W>) -> bool {
        !R::ALTERNATES
            && self.perspective.mode == MultiSearch::BestReply
            && !self.perspective.is_ours(position)
            && !position.is_two_sided()
    }

    /// Returns whether one of several enemies has chosen its reply after this move. Every move but
    /// the one that looks best is such a choice.
    fn is_reply(
        &self,
        position: &Position<W>,
        child: &Position<W>,
        (ply, number): (usize, usize),
    ) -> bool {
        self.is_replier(position)
            && self.is_replier(child)
            && (self.stack[ply].replied || number > 1)
    }

    /// Searches a child and returns its score for the parent's mover, within that mover's window.
    /// `cut_node` is whether the child is expected to fail high for the other side. The extensions
    /// of a line are at most the iteration's depth. An expensive iteration is reduced outside the
    /// principal variation.
    fn search_child<const PV: bool>(
        &mut self,
        child: &Child<'_, W>,
        window: Window,
        depth: i32,
        cut_node: bool,
    ) -> Searched<Score> {
        let Child { position, check_info, ply, flips_sign, depth: unextended } = *child;
        let before = self.stack[ply - 1].extended;
        let extension = (depth - unextended).min(self.iteration - before).max(0);
        let reduction = if PV { 0 } else { self.iteration_cost.reduction() };
        let depth = depth.min(unextended + extension) - reduction;
        self.stack[ply].extended = before + extension;
        if R::ALTERNATES || flips_sign {
            Ok(-self.alpha_beta::<PV>(position, check_info, -window, depth, ply, cut_node)?)
        } else {
            self.alpha_beta::<PV>(position, check_info, window, depth, ply, !PV && !cut_node)
        }
    }

    /// Searches one move. Later moves are searched with a null window and reduced depth first.
    fn search_move<const PV: bool>(
        &mut self,
        child: &Child<'_, W>,
        node: &Node,
        scored: &ScoredMove<R::Move>,
        place: MovePlace,
    ) -> Searched<Score> {
        let MovePlace { number, alpha, extension, .. } = place;
        let window = Window { alpha, ..node.window };
        let mut depth = node.depth - 1 + extension;
        if number == 1 {
            return if PV {
                self.search_child::<true>(child, window, depth, false)
            } else {
                self.search_child::<false>(child, window, depth, !node.cut_node)
            };
        }
        let mut score = alpha + 1;
        let mut full = true;
        if node.depth >= p::LATE_REDUCTION.0 && number > p::LATE_REDUCTION.1 {
            let reduction = self.reduction::<PV>(child, node, scored, place);
            let deeper = number <= p::LATE_DEEPER.0 && reduction < p::LATE_DEEPER.1;
            let reduced = (depth - reduction).clamp(1.min(depth), depth + i32::from(deeper));
            score = self.search_child::<false>(child, Window::null(alpha), reduced, true)?;
            full = score > alpha && reduced < depth;
            self.statistics.reduced += u64::from(reduced < depth);
            if full {
                self.statistics.searched_again += 1;
                depth += i32::from(score > alpha + p::deeper_margin());
            }
        }
        if full {
            let is_again = score > alpha && node.depth >= p::LATE_REDUCTION.0;
            score =
                self.search_child::<false>(child, Window::null(alpha), depth, !node.cut_node)?;
            if is_again && score > alpha && !scored.noisy {
                self.reward_again(node);
            }
        }
        if PV && score > alpha {
            score = self.search_child::<true>(child, window, depth, false)?;
        }
        Ok(score)
    }
}
