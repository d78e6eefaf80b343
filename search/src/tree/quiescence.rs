//! Quiescence: a search of captures, so that the evaluation applies to quiet positions.

use rotunda_movegen::{AsMove, CheckInfo, Duty, Kind, Position, Rules};

use super::worker::{Searched, Worker};
use crate::base::params as p;
use crate::base::report::Bound;
use crate::base::score::{MAX_PLY, Score, WON, is_decisive, lost_in, to_table};
use crate::base::window::Window;
use crate::ordering::capture::capture_value;
use crate::ordering::checks::gives_check;
use crate::ordering::histories::piece_to;
use crate::ordering::picker::{ScoredMove, Selection};
use crate::table::tt::TtEntry;

/// The facts about a quiescence node before its moves are looked at.
struct QuiescenceNode {
    window: Window,
    ply: usize,
    /// Whether every move is searched: in check, or under a duty.
    forced: bool,
    /// The score without a move: standing pat, or a claim.
    stand_pat: Score,
    fingerprint: u16,
}

impl<R: Rules<W>, const W: usize> Worker<'_, R, W> {
    /// Searches only captures and returns the score within the window. In check and under a duty it
    /// searches every move, since there is no standing pat.
    ///
    /// On crowded boards captures can go on almost for ever, so after a number of nodes it returns
    /// the evaluation.
    pub fn quiesce<const PV: bool>(
        &mut self,
        position: &Position<W>,
        check_info: &CheckInfo<W>,
        window: Window,
        ply: usize,
    ) -> Searched<Score> {
        self.quiescence_end = self.nodes + p::QUIESCENCE_NODES;
        self.quiesce_on::<PV>(position, check_info, window, ply)
    }

    /// Searches a position after a capture.
    fn quiesce_on<const PV: bool>(
        &mut self,
        position: &Position<W>,
        check_info: &CheckInfo<W>,
        window: Window,
        ply: usize,
    ) -> Searched<Score> {
        self.enter(ply)?;
        if PV {
            self.pv[ply].clear();
        }
        if let Some(score) = self.ended(position, check_info, ply) {
            return Ok(score);
        }
        let window = Window {
            alpha: self.at_least_drawn(position, check_info, window.alpha, ply),
            ..window
        };
        if window.alpha >= window.beta {
            return Ok(window.alpha);
        }
        if ply + 1 >= MAX_PLY {
            return Ok(self.evaluate(position, ply));
        }
        let key = self.key(position, ply);
        let entry = self.shared.tt.probe(key);
        if let Some(entry) = entry
            && !PV
            && let Some(score) = entry.cutoff(window, ply)
        {
            return Ok(score);
        }
        self.note_structures(position, ply);
        let in_check = check_info.in_check();
        let duty = self.duty(position, check_info, ply);
        let forced = in_check || duty.as_ref().is_some_and(|duty| duty.binds);
        let (mut stand_pat, mut raw_eval) = (lost_in(ply), 0);
        if !in_check {
            raw_eval =
                entry.map_or_else(|| self.evaluate(position, ply), |entry| entry.eval.into());
        }
        if !forced {
            let corrected = self.corrected(ply, raw_eval);
            stand_pat = entry.map_or(corrected, |entry| entry.refine(corrected, ply));
        }
        let left = self.left(position);
        if left.beta <= window.alpha || left.beta == left.alpha {
            return Ok(left.beta);
        }
        let window = Window { beta: window.beta.min(left.beta), ..window };
        stand_pat = left.clamp(stand_pat);
        if stand_pat >= window.beta {
            if entry.is_none() && !in_check {
                self.store_evaluation(key, raw_eval, stand_pat, ply);
            }
            return Ok(stand_pat);
        }
        if self.nodes > self.quiescence_end {
            return Ok(if forced { self.evaluate(position, ply) } else { stand_pat });
        }
        let fingerprint = entry.map_or(0, |entry| entry.fingerprint);
        let raised = Window { alpha: window.alpha.max(stand_pat), ..window };
        let node = QuiescenceNode { window: raised, ply, forced, stand_pat, fingerprint };
        let (best, best_print) = self.play_on::<PV>((position, check_info), &node, duty)?;
        let best = left.clamp(best);
        let bound = window.bound(best);
        let entry = TtEntry {
            fingerprint: best_print,
            score: to_table(best, ply),
            eval: raw_eval as i16,
            depth: 0,
            bound: if bound == Bound::Exact { Bound::Upper } else { bound },
            was_open: entry.is_some_and(|entry| entry.was_open),
        };
        self.shared.tt.store(key, entry);
        Ok(best)
    }

    /// Stores the static evaluation of a node whose moves were not searched, as a lower bound.
    pub fn store_evaluation(&self, key: u64, raw_eval: Score, score: Score, ply: usize) {
        let entry = TtEntry {
            fingerprint: 0,
            score: to_table(score, ply),
            eval: raw_eval as i16,
            depth: 0,
            bound: Bound::Lower,
            was_open: false,
        };
        self.shared.tt.store(key, entry);
    }

    /// Returns the best score of a node's captures or evasions, and the fingerprint of that move.
    fn play_on<const PV: bool>(
        &mut self,
        (position, check_info): (&Position<W>, &CheckInfo<W>),
        node: &QuiescenceNode,
        duty: Option<Duty<R::Move>>,
    ) -> Searched<(Score, u16)> {
        let QuiescenceNode { mut window, ply, forced, stand_pat, fingerprint } = *node;
        let selection = if forced { Selection::All } else { Selection::GoodNoisy };
        let evades = check_info.in_check() && duty.is_none();
        let mut picker = self.picker((position, check_info), ply, selection, duty, fingerprint);
        let (mut best, mut best_print, mut count) = (stand_pat, 0, 0);
        let mut quiet_evasions = 0;
        while let Some(ScoredMove { mv, noisy, .. }) = self.next_move(&mut picker, false) {
            count += 1;
            let in_vain = || {
                self.is_worthless(position, &mv)
                    || self.is_hopeless(position, &mv, stand_pat + p::delta(), window.alpha)
                        && !gives_check::<R, W>(position, &mv)
            };
            if !forced && noisy && in_vain() {
                continue;
            }
            if evades && !noisy {
                if best > -WON && quiet_evasions >= p::QUIET_EVASIONS {
                    continue;
                }
                quiet_evasions += 1;
            }
            let mut child = position.clone();
            let child_check_info = self.descend(&mut child, &mv);
            self.frames[ply].piece_to = Some(piece_to(position, &mv));
            self.frames[ply].is_noisy = noisy;
            self.frames[ply + 1].replied = false;
            let score = if self.perspective.flips_sign::<R, W>(position, &child) {
                self.quiesce_on::<PV>(&child, &child_check_info, -window, ply + 1).map(|s| -s)
            } else {
                self.quiesce_on::<PV>(&child, &child_check_info, window, ply + 1)
            };
            self.history.pop();
            let score = score?;
            if score <= best {
                continue;
            }
            best = score;
            if score > window.alpha {
                window.alpha = score;
                best_print = mv.fingerprint();
                if PV {
                    self.extend_pv(ply, &mv);
                }
                if score >= window.beta {
                    break;
                }
            }
        }
        picker.release(&mut self.pool);
        if forced && count == 0 {
            best = self.no_moves_score(position, check_info, ply);
        }
        Ok((best, best_print))
    }

    /// Returns whether a noisy move gains nothing, since it captures only dead pieces.
    #[inline]
    pub fn is_worthless(&self, position: &Position<W>, mv: &R::Move) -> bool {
        !R::ALTERNATES
            && mv.promotes_to().is_none()
            && capture_value::<R, W>(position, self.weights, mv).value == 0
    }

    /// Returns whether even the gain of a capture cannot raise the score to alpha.
    fn is_hopeless(&self, position: &Position<W>, mv: &R::Move, hope: Score, alpha: Score) -> bool {
        let value = |kind: Kind| self.weights.values[kind.index()];
        let gain = capture_value::<R, W>(position, self.weights, mv).value
            + mv.promotes_to().map_or(0, value);
        hope + gain <= alpha && !is_decisive(alpha)
    }
}
