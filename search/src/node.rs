//! The alpha-beta node: principal variation search with the usual prunings.

use rotunda_movegen::{AsMove, CheckInfo, Duty, Position, Rules};

use crate::MultiSearch;
use crate::params as p;
use crate::picker::{Scored, Wanted, piece_to};
use crate::pruning::Skip;
use crate::quiescence::{cut, sharpened};
use crate::score::{INFINITE, MAX_PLY, Score, WON, lost_in, won_in};
use crate::tt::TtEntry;
use crate::worker::{Searched, Worker};

/// What is known of a node before its moves are looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub alpha: Score,
    pub beta: Score,
    pub depth: i32,
    pub ply: usize,
    /// Whether the node is expected to fail high.
    pub cut: bool,
    pub in_check: bool,
    /// The evaluation, sharpened by what the table knows; meaningless in check.
    pub eval: Score,
    /// Whether the evaluation has risen since the mover's last turn.
    pub improving: bool,
    pub known: Option<TtEntry>,
}

/// A position one move below a node.
struct Below<'a, const W: usize> {
    position: &'a Position<W>,
    check_info: &'a CheckInfo<W>,
    ply: usize,
    /// Whether its score is one for the other side.
    turned: bool,
}

/// What a node has learned from its moves.
pub(crate) struct Found<M> {
    pub best: Score,
    pub mv: Option<M>,
    pub quiets: Vec<M>,
    pub noisy: Vec<M>,
}

impl<R: Rules<W>, const W: usize> Worker<'_, R, W> {
    /// The score of a position within the window, searched to a depth.
    pub fn node<const PV: bool>(
        &mut self,
        position: &Position<W>,
        check_info: &CheckInfo<W>,
        (alpha, beta): (Score, Score),
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Searched<Score> {
        if depth <= 0 {
            return self.quiesce::<PV>(position, check_info, (alpha, beta), ply);
        }
        self.enter(ply)?;
        if PV {
            self.pv[ply].clear();
        }
        let (mut alpha, mut beta) = (alpha, beta);
        let excluded = self.frames[ply].excluded;
        if ply > 0 {
            if excluded == 0
                && let Some(score) = self.ended(position, check_info, ply)
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
        let key = self.key(position, ply);
        let known = if excluded == 0 { self.shared.tt.probe(key) } else { None };
        if let Some(known) = known
            && !PV
            && i32::from(known.depth) >= depth
            && position.halfmove() + p::CLOCK_MATTERS < R::quiet_limit(position)
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
            ..Self::blank(check_info)
        };
        let (node, raw) = self.with_eval(position, node);
        let duty = R::duty(position, check_info);
        if !PV
            && excluded == 0
            && !node.in_check
            && !duty.as_ref().is_some_and(|duty| duty.binds)
            && let Some(score) = self.prune(position, check_info, &node)?
        {
            return Ok(score);
        }
        let unknown = known.is_none_or(|known| known.fingerprint == 0);
        let reduced = i32::from(unknown && depth >= p::REDUCE_UNKNOWN && (PV || cut_node));
        let node = Node { depth: depth - reduced, ..node };
        let found = self.moves::<PV>(position, check_info, &node, duty)?;
        let Some(found) = found else {
            // Without any move but the excluded one, that one is singular.
            return Ok(if excluded != 0 { alpha } else { self.stuck(position, check_info, ply) });
        };
        let best = found.best.max(floor);
        if excluded == 0 {
            self.learn(position, &node, &found, best, raw, alpha);
        }
        self.pool.return_moves(found.quiets);
        self.pool.return_moves(found.noisy);
        Ok(best)
    }

    fn blank(check_info: &CheckInfo<W>) -> Node {
        Node {
            alpha: 0,
            beta: 0,
            depth: 0,
            ply: 0,
            cut: false,
            in_check: check_info.in_check(),
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
        let round = if R::ALTERNATES { 2 } else { position.living_count() as usize };
        let before = ply.checked_sub(round).and_then(|ply| self.frames[ply].eval);
        let eval = node.known.map_or(corrected, |known| sharpened(corrected, known, ply));
        (Node { eval, improving: before.is_none_or(|before| corrected > before), ..node }, raw)
    }

    /// Searches the moves of a node; `None` if there is none.
    fn moves<const PV: bool>(
        &mut self,
        position: &Position<W>,
        check_info: &CheckInfo<W>,
        node: &Node,
        duty: Option<Duty<R::Move>>,
    ) -> Searched<Option<Found<R::Move>>> {
        let (ply, beta) = (node.ply, node.beta);
        let excluded = self.frames[ply].excluded;
        let fingerprint = node.known.map_or(0, |known| known.fingerprint);
        let mut picker = self.picker((position, check_info), ply, Wanted::All, duty, fingerprint);
        let mut found = Found {
            best: -INFINITE,
            mv: None,
            quiets: self.pool.moves(),
            noisy: self.pool.moves(),
        };
        let mut alpha = node.alpha;
        let mut number = 0;
        let mut skip_quiets = false;
        while let Some(scored) = picker.next(self.histories, skip_quiets) {
            let print = scored.mv.fingerprint();
            if excluded != 0 && print == excluded || ply == 0 && !self.is_open(&scored.mv) {
                continue;
            }
            number += 1;
            if number > 1 && self.has_one_choice(position, ply) {
                break;
            }
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
            let is_hash_move = print == fingerprint && ply > 0 && excluded == 0;
            let extension =
                if is_hash_move { self.singular(position, check_info, node)? } else { 0 };
            let nodes = self.nodes;
            self.frames[ply].piece_to = Some(piece_to(position, &scored.mv));
            let (child, child_check_info) = self.descend(position, &scored.mv);
            self.frames[ply + 1].replied = self.is_reply(position, &child, (ply, number));
            let score = self.child::<PV>(
                (position, &child, &child_check_info),
                node,
                &scored,
                (number, alpha, extension),
            );
            self.history.pop();
            let score = score?;
            if ply == 0 {
                self.note_root(&scored.mv, score, (number, alpha), nodes);
            }
            if score > found.best {
                found.best = score;
                if score > alpha {
                    alpha = score;
                    found.mv = Some(scored.mv.clone());
                    if PV {
                        self.extend_pv(ply, &scored.mv);
                    }
                    if score >= beta {
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

    /// Whether the mover is one of several enemies of whom another has chosen its reply already,
    /// so that it plays what looks best.
    pub fn has_one_choice(&self, position: &Position<W>, ply: usize) -> bool {
        self.frames[ply].replied && self.is_replier(position)
    }

    /// Whether the mover is one of several enemies of whom one alone may choose its reply.
    fn is_replier(&self, position: &Position<W>) -> bool {
        !R::ALTERNATES
            && self.perspective.mode == MultiSearch::BestReply
            && !self.perspective.is_ours(position)
            && !position.is_two_sided()
    }

    /// Whether, after this move, one of several enemies has chosen its reply: any move but the one
    /// that looks best is such a choice.
    fn is_reply(
        &self,
        position: &Position<W>,
        child: &Position<W>,
        (ply, number): (usize, usize),
    ) -> bool {
        self.is_replier(position)
            && self.is_replier(child)
            && (self.frames[ply].replied || number > 1)
    }

    /// The score, for the mover before it, of a position within a window of that mover's; `cut`
    /// says whether it would be expected to fail high for the other side.
    fn below<const PV: bool>(
        &mut self,
        below: &Below<'_, W>,
        (alpha, beta): (Score, Score),
        depth: i32,
        cut: bool,
    ) -> Searched<Score> {
        let Below { position, check_info, ply, turned } = *below;
        if R::ALTERNATES || turned {
            Ok(-self.node::<PV>(position, check_info, (-beta, -alpha), depth, ply, cut)?)
        } else {
            self.node::<PV>(position, check_info, (alpha, beta), depth, ply, !PV && !cut)
        }
    }

    /// Searches one move: later ones with a null window and less deep first.
    fn child<const PV: bool>(
        &mut self,
        (position, child, check_info): (&Position<W>, &Position<W>, &CheckInfo<W>),
        node: &Node,
        scored: &Scored<R::Move>,
        (number, alpha, extension): (usize, Score, i32),
    ) -> Searched<Score> {
        let beta = node.beta;
        let depth = node.depth - 1 + extension;
        let null = (alpha, alpha + 1);
        let below = Below {
            position: child,
            check_info,
            ply: node.ply + 1,
            turned: self.perspective.flips_sign::<R, W>(position, child),
        };
        if number == 1 {
            return if PV {
                self.below::<true>(&below, (alpha, beta), depth, false)
            } else {
                self.below::<false>(&below, (alpha, beta), depth, !node.cut)
            };
        }
        let mut score = alpha + 1;
        let mut full = true;
        if node.depth >= p::LATE_REDUCTION.0 && number > p::LATE_REDUCTION.1 {
            let reduction = self.reduction::<PV>(position, check_info, node, scored, number);
            let reduced = (depth - reduction).clamp(1.min(depth), depth);
            score = self.below::<false>(&below, null, reduced, true)?;
            full = score > alpha && reduced < depth;
        }
        if full {
            score = self.below::<false>(&below, null, depth, !node.cut)?;
        }
        if PV && score > alpha {
            score = self.below::<true>(&below, (alpha, beta), depth, false)?;
        }
        Ok(score)
    }
}
