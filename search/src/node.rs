//! The alpha-beta node: principal variation search with the usual prunings.

use rotunda_movegen::{AsMove, Position, Rules, Survey};

use crate::Bound;
use crate::exchange::gains_at_least;
use crate::params as p;
use crate::picker::{Picker, Scored, Wanted, arrival, victim};
use crate::quiescence::{bound, cut, sharpened};
use crate::score::{
    INFINITE, MAX_PLY, Score, WON, from_table, is_decisive, lost_in, of_outcome, to_table, won_in,
};
use crate::table::Known;
use crate::worker::{Searched, Worker};

/// What is known of a node before its moves are looked at.
#[derive(Clone, Copy, Debug)]
struct Node {
    alpha: Score,
    beta: Score,
    depth: i32,
    ply: usize,
    /// Whether the node is expected to fail high.
    cut: bool,
    in_check: bool,
    /// The evaluation, sharpened by what the table knows; meaningless in check.
    eval: Score,
    /// Whether the evaluation has risen since the mover's last turn.
    improving: bool,
    known: Option<Known>,
}

/// What a node has learned from its moves.
struct Found<M> {
    best: Score,
    played: Option<M>,
    quiets: Vec<M>,
    noisy: Vec<M>,
}

impl<R: Rules<W>, const W: usize> Worker<'_, R, W> {
    /// The score of a position within the window, searched to a depth.
    pub fn node<const PV: bool>(
        &mut self,
        position: &Position<W>,
        survey: &Survey<W>,
        (alpha, beta): (Score, Score),
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Searched<Score> {
        if depth <= 0 {
            return self.quiesce::<PV>(position, survey, (alpha, beta), ply);
        }
        self.enter(ply)?;
        if PV {
            self.pv[ply].clear();
        }
        let (mut alpha, mut beta) = (alpha, beta);
        let excluded = self.frames[ply].excluded;
        if ply > 0 {
            if excluded == 0
                && let Some(score) = self.ended(position, survey, ply)
            {
                return Ok(score);
            }
            if ply + 1 >= MAX_PLY {
                return Ok(self.evaluate(position));
            }
            // No line from here is better than a win at once or worse than a loss at once.
            alpha = alpha.max(lost_in(ply));
            beta = beta.min(won_in(ply + 1));
            if alpha >= beta {
                return Ok(alpha);
            }
        }
        let known = if excluded == 0 { self.shared.table.probe(position.key()) } else { None };
        if let Some(known) = known
            && !PV
            && i32::from(known.depth) >= depth
            && position.halfmove() < p::CLOCK_MATTERS
            && let Some(score) = cut(known, ply, alpha, beta)
        {
            return Ok(score);
        }
        let mut floor = -INFINITE;
        if ply > 0
            && let Some(claim) = Self::claim(position)
        {
            if claim >= beta {
                return Ok(claim);
            }
            floor = claim;
        }
        let node = Node {
            alpha: alpha.max(floor),
            beta,
            depth,
            ply,
            cut: cut_node,
            known,
            ..Self::blank(survey)
        };
        let (node, raw) = self.with_eval(position, node);
        if !PV
            && excluded == 0
            && !node.in_check
            && let Some(score) = self.prune(position, survey, &node)?
        {
            return Ok(score);
        }
        let unknown = known.is_none_or(|known| known.fingerprint == 0);
        let reduced = i32::from(unknown && depth >= p::REDUCE_UNKNOWN && (PV || cut_node));
        let node = Node { depth: depth - reduced, ..node };
        let found = self.moves::<PV>(position, survey, &node)?;
        let Some(found) = found else {
            // Without any move but the excluded one, that one is singular.
            let stuck = R::stuck(position, survey);
            let lost = if excluded != 0 { alpha } else { of_outcome(&stuck, position.turn(), ply) };
            return Ok(lost);
        };
        let best = found.best.max(floor);
        if excluded == 0 {
            self.learn(position, &node, &found, best, raw, alpha);
        }
        self.pool.return_moves(found.quiets);
        self.pool.return_moves(found.noisy);
        Ok(best)
    }

    fn blank(survey: &Survey<W>) -> Node {
        Node {
            alpha: 0,
            beta: 0,
            depth: 0,
            ply: 0,
            cut: false,
            in_check: survey.in_check(),
            eval: 0,
            improving: false,
            known: None,
        }
    }

    /// Adds the evaluation to a node; also returns it as it was before any correction.
    fn with_eval(&mut self, position: &Position<W>, node: Node) -> (Node, Score) {
        let ply = node.ply;
        if node.in_check {
            self.frames[ply].eval = None;
            return (node, 0);
        }
        let stored = node.known.map(|known| Score::from(known.eval));
        let raw = stored.unwrap_or_else(|| self.evaluate(position));
        let corrected = self.corrected(position, raw);
        self.frames[ply].eval = Some(corrected);
        let before = ply.checked_sub(2).and_then(|ply| self.frames[ply].eval);
        let eval = node.known.map_or(corrected, |known| sharpened(corrected, known, ply));
        (Node { eval, improving: before.is_none_or(|before| corrected > before), ..node }, raw)
    }

    /// Tries to settle a node without looking at its moves.
    fn prune(
        &mut self,
        position: &Position<W>,
        survey: &Survey<W>,
        node: &Node,
    ) -> Searched<Option<Score>> {
        let Node { alpha, beta, depth, ply, eval, .. } = *node;
        let spared = depth - i32::from(node.improving);
        if depth <= p::REVERSE_FUTILITY.0
            && eval - p::REVERSE_FUTILITY.1 * spared >= beta
            && !is_decisive(eval)
            && beta > -WON
        {
            return Ok(Some(i32::midpoint(eval, beta)));
        }
        if depth <= p::RAZORING.0 && eval + p::RAZORING.1 * depth < alpha && alpha < WON {
            let score = self.quiesce::<false>(position, survey, (alpha, alpha + 1), ply)?;
            if score <= alpha {
                return Ok(Some(score));
            }
        }
        if R::NULL_MOVE
            && depth >= p::NULL_MOVE.0
            && eval >= beta
            && beta > -WON
            && self.frames[ply - 1].arrival.is_some()
            && self.has_pieces(position)
        {
            return self.try_pass(position, node);
        }
        Ok(None)
    }

    /// Lets the opponent move twice: a node that stays above beta even so is cut.
    fn try_pass(&mut self, position: &Position<W>, node: &Node) -> Searched<Option<Score>> {
        let Node { beta, depth, ply, eval, .. } = *node;
        let surplus = ((eval - beta) / p::NULL_MARGIN).min(p::NULL_MOST);
        let reduced = depth - p::NULL_MOVE.1 - depth / p::NULL_DEPTH_SHARE - surplus;
        let mut child = position.clone();
        R::pass(&mut child);
        let survey = Survey::of(&child);
        self.history.push(child.key(), survey.in_check());
        self.frames[ply].arrival = None;
        let score =
            self.node::<false>(&child, &survey, (-beta, -beta + 1), reduced, ply + 1, !node.cut);
        self.history.pop();
        let score = -score?;
        let proven = if is_decisive(score) { beta } else { score };
        Ok((score >= beta).then_some(proven))
    }

    /// Whether the mover has more than king and pawns, without which passing could be a boon.
    fn has_pieces(&self, position: &Position<W>) -> bool {
        let turn = position.turn();
        self.weights.pieces().iter().any(|kind| !position.men(turn, *kind).is_empty())
    }

    /// Searches the moves of a node; `None` if there is none.
    fn moves<const PV: bool>(
        &mut self,
        position: &Position<W>,
        survey: &Survey<W>,
        node: &Node,
    ) -> Searched<Option<Found<R::Move>>> {
        let (ply, beta) = (node.ply, node.beta);
        let excluded = self.frames[ply].excluded;
        let fingerprint = node.known.map_or(0, |known| known.fingerprint);
        let before = self.before(ply);
        let mut picker = Picker::<R, W>::new(
            (position, survey),
            self.weights,
            (self.histories, &mut self.pool),
            before,
            Wanted::All,
            fingerprint,
        );
        let mut found =
            Found { best: -INFINITE, played: None, quiets: Vec::new(), noisy: Vec::new() };
        let mut alpha = node.alpha;
        let mut number = 0;
        let mut skip_quiets = false;
        while let Some(scored) = picker.next(self.histories, skip_quiets) {
            let print = scored.played.fingerprint();
            if excluded != 0 && print == excluded || ply == 0 && !self.is_open(&scored.played) {
                continue;
            }
            number += 1;
            if ply > 0 && found.best > -WON && !node.in_check {
                let losing = picker.is_losing();
                match self.skips(position, node, &scored, (number, alpha, losing)) {
                    Skip::No => {}
                    Skip::This => continue,
                    Skip::Quiets => {
                        skip_quiets = true;
                        continue;
                    }
                }
            }
            let extension = if print == fingerprint && ply > 0 && excluded == 0 {
                self.singular(position, survey, node)?
            } else {
                0
            };
            let nodes = self.nodes;
            self.frames[ply].arrival = Some(arrival(position, &scored.played));
            let (child, child_survey) = self.descend(position, &scored.played);
            let score = self.child::<PV>(
                (position, &child, &child_survey),
                node,
                &scored,
                (number, alpha, extension),
            );
            self.history.pop();
            let score = score?;
            if ply == 0 {
                self.note_root(&scored.played, score, (number, alpha), nodes);
            }
            if score > found.best {
                found.best = score;
                if score > alpha {
                    alpha = score;
                    found.played = Some(scored.played.clone());
                    if PV {
                        self.extend_pv(ply, &scored.played);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
            let list = if scored.noisy { &mut found.noisy } else { &mut found.quiets };
            list.push(scored.played);
        }
        picker.release(&mut self.pool);
        Ok((number > 0).then_some(found))
    }

    /// Searches one move: later ones with a null window and less deep first.
    fn child<const PV: bool>(
        &mut self,
        (position, child, survey): (&Position<W>, &Position<W>, &Survey<W>),
        node: &Node,
        scored: &Scored<R::Move>,
        (number, alpha, extension): (usize, Score, i32),
    ) -> Searched<Score> {
        let (ply, beta) = (node.ply + 1, node.beta);
        let depth = node.depth - 1 + extension;
        let null = (-alpha - 1, -alpha);
        if number == 1 {
            return if PV {
                Ok(-self.node::<true>(child, survey, (-beta, -alpha), depth, ply, false)?)
            } else {
                Ok(-self.node::<false>(child, survey, (-beta, -alpha), depth, ply, !node.cut)?)
            };
        }
        let mut score = alpha + 1;
        let mut full = true;
        if node.depth >= p::LATE_REDUCTION.0 && number > p::LATE_REDUCTION.1 {
            let reduction = self.reduction::<PV>(position, survey, node, scored, number);
            let reduced = (depth - reduction).clamp(1.min(depth), depth);
            score = -self.node::<false>(child, survey, null, reduced, ply, true)?;
            full = score > alpha && reduced < depth;
        }
        if full {
            score = -self.node::<false>(child, survey, null, depth, ply, !node.cut)?;
        }
        if PV && score > alpha {
            score = -self.node::<true>(child, survey, (-beta, -alpha), depth, ply, false)?;
        }
        Ok(score)
    }

    /// How many plies less deep a late move is searched.
    fn reduction<const PV: bool>(
        &self,
        position: &Position<W>,
        survey: &Survey<W>,
        node: &Node,
        scored: &Scored<R::Move>,
        number: usize,
    ) -> i32 {
        let mut reduction = self.shared.reductions.at(node.depth, number);
        if scored.noisy {
            reduction /= 2;
        } else {
            let now = arrival(position, &scored.played);
            let before = self.before(node.ply);
            let history = self.histories.quiet(position.turn(), &scored.played, now, before);
            reduction -= history / p::HISTORY_PER_PLY;
        }
        reduction += i32::from(node.cut) + i32::from(!node.improving) - i32::from(PV);
        reduction - i32::from(survey.in_check()) - i32::from(node.in_check)
    }

    /// Whether a move is too unlikely to matter to be searched at all.
    fn skips(
        &self,
        position: &Position<W>,
        node: &Node,
        scored: &Scored<R::Move>,
        (number, alpha, losing): (usize, Score, bool),
    ) -> Skip {
        let depth = node.depth;
        if scored.noisy {
            let bad = losing
                && depth <= p::EXCHANGE.0
                && !gains_at_least(position, self.weights, &scored.played, p::EXCHANGE.2 * depth);
            return if bad { Skip::This } else { Skip::No };
        }
        let late = p::LATE_MOVES.1 + depth * depth / if node.improving { 1 } else { 2 };
        if depth <= p::LATE_MOVES.0 && number as i32 > late {
            return Skip::Quiets;
        }
        let (most, margin, per_ply) = p::FUTILITY;
        if depth <= most && node.eval + margin + per_ply * depth <= alpha && !is_decisive(alpha) {
            return Skip::Quiets;
        }
        let now = arrival(position, &scored.played);
        let before = self.before(node.ply);
        let history = self.histories.quiet(position.turn(), &scored.played, now, before);
        if depth <= p::BAD_HISTORY.0 && history < p::BAD_HISTORY.1 * depth {
            return Skip::This;
        }
        let sound = depth > p::EXCHANGE.0
            || gains_at_least(position, self.weights, &scored.played, p::EXCHANGE.1 * depth);
        if sound { Skip::No } else { Skip::This }
    }

    /// How much deeper the hash move is searched because every other move is much worse; negative
    /// if several moves seem to fail high.
    fn singular(
        &mut self,
        position: &Position<W>,
        survey: &Survey<W>,
        node: &Node,
    ) -> Searched<i32> {
        let Some(known) = node.known else { return Ok(0) };
        let score = from_table(known.score, node.ply);
        if node.depth < p::SINGULAR_DEPTH
            || known.bound == Bound::Upper
            || i32::from(known.depth) < node.depth - p::SINGULAR_AGE
            || is_decisive(score)
        {
            return Ok(0);
        }
        let target = score - p::SINGULAR_MARGIN * node.depth;
        let depth = (node.depth - 1) / 2;
        self.frames[node.ply].excluded = known.fingerprint;
        let window = (target - 1, target);
        let others = self.node::<false>(position, survey, window, depth, node.ply, node.cut);
        self.frames[node.ply].excluded = 0;
        let others = others?;
        Ok(if others < target - p::DOUBLE_MARGIN && node.beta - node.alpha == 1 {
            2
        } else if others < target {
            1
        } else if score >= node.beta {
            -1
        } else {
            0
        })
    }

    /// Records the result of a root move.
    fn note_root(
        &mut self,
        played: &R::Move,
        score: Score,
        (number, alpha): (usize, Score),
        nodes: u64,
    ) {
        let spent = self.nodes - nodes;
        let selective_depth = self.selective_depth;
        let (root_pv, lower) = self.pv.split_at(1);
        debug_assert!(root_pv.len() == 1);
        let Some(root) = self.root.iter_mut().find(|root| root.played == *played) else { return };
        root.nodes += spent;
        if number == 1 || score > alpha {
            root.score = score;
            root.selective_depth = selective_depth;
            root.pv.clear();
            root.pv.push(played.clone());
            root.pv.extend(lower[0].iter().cloned());
        } else {
            root.score = -INFINITE;
        }
    }

    /// Teaches the histories, and the table, what a node has found.
    fn learn(
        &mut self,
        position: &Position<W>,
        node: &Node,
        found: &Found<R::Move>,
        best: Score,
        raw: Score,
        alpha: Score,
    ) {
        let Node { beta, depth, ply, .. } = *node;
        if let Some(played) = &found.played
            && best >= beta
        {
            self.reward(position, node, found, played);
        }
        let bound = bound(best, alpha, beta);
        let quiet = found.played.as_ref().is_none_or(|played| {
            victim(position, played).is_none() && played.promotes_to().is_none()
        });
        let contradicts = match bound {
            Bound::Exact => true,
            Bound::Lower => best > node.eval,
            Bound::Upper => best < node.eval,
        };
        if !node.in_check && quiet && contradicts && !is_decisive(best) {
            let error = best - raw;
            self.histories.teach_correction(position, depth, error);
        }
        if ply > 0 || self.settled == 0 {
            let known = Known {
                fingerprint: found.played.as_ref().map_or(0, AsMove::fingerprint),
                score: to_table(best, ply),
                eval: raw as i16,
                depth: depth.clamp(0, i32::from(u8::MAX)) as u8,
                bound,
            };
            self.shared.table.store(position.key(), known);
        }
    }

    /// Rewards the move that cut and punishes those tried before it.
    fn reward(
        &mut self,
        position: &Position<W>,
        node: &Node,
        found: &Found<R::Move>,
        cutting: &R::Move,
    ) {
        let bonus = (p::BONUS.0 * node.depth).min(p::BONUS.1);
        let before = self.before(node.ply);
        let seat = position.turn();
        let is_noisy = found.noisy.last() == Some(cutting)
            || victim(position, cutting).is_some()
            || cutting.promotes_to().is_some();
        let mut teach = |played: &R::Move, bonus: i32, noisy: bool| {
            let now = arrival(position, played);
            if noisy {
                let victim = victim(position, played).unwrap_or(now.kind);
                self.histories.teach_noisy(now, victim, bonus);
            } else {
                self.histories.teach_quiet(seat, played, now, before, bonus);
            }
        };
        teach(cutting, bonus, is_noisy);
        for played in found.noisy.iter().filter(|played| *played != cutting) {
            teach(played, -bonus, true);
        }
        if !is_noisy {
            for played in found.quiets.iter().filter(|played| *played != cutting) {
                teach(played, -bonus, false);
            }
        }
    }
}

/// What to do with a move that looks unlikely to matter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Skip {
    /// Search it.
    No,
    /// Leave it out.
    This,
    /// Leave it and all later quiet moves out.
    Quiets,
}
