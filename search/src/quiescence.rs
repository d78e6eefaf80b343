//! Quiescence: captures until nothing is left to take, so that evaluations are of quiet positions.

use rotunda_movegen::{AsMove, CheckInfo, Duty, Kind, Position, Rules};

use crate::Bound;
use crate::params::DELTA;
use crate::picker::{Scored, Wanted, capture_value, piece_to};
use crate::score::{MAX_PLY, Score, from_table, is_decisive, lost_in, to_table};
use crate::tt::TtEntry;
use crate::worker::{Searched, Worker};

/// What is known of a quiescence node before its moves are looked at.
struct Rest {
    alpha: Score,
    beta: Score,
    ply: usize,
    /// Whether every move is played on: in check, or while a duty binds the mover.
    forced: bool,
    /// The score without a move: standing pat, or a claim.
    pat: Score,
    fingerprint: u16,
}

impl<R: Rules<W>, const W: usize> Worker<'_, R, W> {
    /// The score of a position within the window, captures alone played on; in check and under a
    /// duty every move is, since there is no standing pat then.
    pub fn quiesce<const PV: bool>(
        &mut self,
        position: &Position<W>,
        check_info: &CheckInfo<W>,
        (alpha, beta): (Score, Score),
        ply: usize,
    ) -> Searched<Score> {
        self.enter(ply)?;
        if PV {
            self.pv[ply].clear();
        }
        if let Some(score) = self.ended(position, check_info, ply) {
            return Ok(score);
        }
        if ply + 1 >= MAX_PLY {
            return Ok(self.evaluate(position));
        }
        let key = self.key(position, ply);
        let known = self.shared.tt.probe(key);
        if let Some(known) = known
            && !PV
            && let Some(score) = cut(known, ply, alpha, beta)
        {
            return Ok(score);
        }
        let in_check = check_info.in_check();
        let duty = R::duty(position, check_info);
        let forced = in_check || duty.as_ref().is_some_and(|duty| duty.binds);
        let (mut pat, mut raw) = (lost_in(ply), 0);
        if !in_check {
            raw = known.map_or_else(|| self.evaluate(position), |known| known.eval.into());
        }
        if !forced {
            let corrected = self.corrected(position, raw);
            pat = known.map_or(corrected, |known| sharpened(corrected, known, ply));
        }
        if let Some(claim) = Self::claim(position) {
            pat = pat.max(claim);
        }
        if pat >= beta {
            return Ok(pat);
        }
        let fingerprint = known.map_or(0, |known| known.fingerprint);
        let rest = Rest { alpha: alpha.max(pat), beta, ply, forced, pat, fingerprint };
        let (best, best_print) = self.play_on::<PV>((position, check_info), &rest, duty)?;
        let bound = bound(best, alpha, beta);
        let known = TtEntry {
            fingerprint: best_print,
            score: to_table(best, ply),
            eval: raw as i16,
            depth: 0,
            bound: if bound == Bound::Exact { Bound::Upper } else { bound },
        };
        self.shared.tt.store(key, known);
        Ok(best)
    }

    /// The best score of a node's captures, or evasions, and the fingerprint of the move that
    /// brings it.
    fn play_on<const PV: bool>(
        &mut self,
        (position, check_info): (&Position<W>, &CheckInfo<W>),
        rest: &Rest,
        duty: Option<Duty<R::Move>>,
    ) -> Searched<(Score, u16)> {
        let Rest { mut alpha, beta, ply, forced, pat, fingerprint } = *rest;
        let wanted = if forced { Wanted::All } else { Wanted::Winning };
        let mut picker = self.picker((position, check_info), ply, wanted, duty, fingerprint);
        let (mut best, mut best_print, mut count) = (pat, 0, 0);
        while let Some(Scored { mv, noisy, .. }) = picker.next(self.histories, false) {
            count += 1;
            let in_vain = || {
                self.is_worthless(position, &mv)
                    || self.is_hopeless(position, &mv, pat + DELTA, alpha)
            };
            if !forced && noisy && in_vain() {
                continue;
            }
            let (child, child_check_info) = self.descend(position, &mv);
            self.frames[ply].piece_to = Some(piece_to(position, &mv));
            self.frames[ply + 1].replied = false;
            let score = if self.perspective.flips_sign::<R, W>(position, &child) {
                self.quiesce::<PV>(&child, &child_check_info, (-beta, -alpha), ply + 1).map(|s| -s)
            } else {
                self.quiesce::<PV>(&child, &child_check_info, (alpha, beta), ply + 1)
            };
            self.history.pop();
            let score = score?;
            if score <= best {
                continue;
            }
            best = score;
            if score > alpha {
                alpha = score;
                best_print = mv.fingerprint();
                if PV {
                    self.extend_pv(ply, &mv);
                }
                if score >= beta {
                    break;
                }
            }
        }
        picker.release(&mut self.pool);
        if forced && count == 0 {
            best = self.stuck(position, check_info, ply);
        }
        Ok((best, best_print))
    }

    /// Whether a noisy move brings nothing: it takes dead pieces alone.
    #[inline]
    pub fn is_worthless(&self, position: &Position<W>, mv: &R::Move) -> bool {
        !R::ALTERNATES
            && mv.promotes_to().is_none()
            && capture_value::<R, W>(position, self.weights, mv).value == 0
    }

    /// Whether not even what a capture brings lifts the score to alpha.
    fn is_hopeless(&self, position: &Position<W>, mv: &R::Move, hope: Score, alpha: Score) -> bool {
        let value = |kind: Kind| self.weights.values[kind.index()];
        let gain = capture_value::<R, W>(position, self.weights, mv).value
            + mv.promotes_to().map_or(0, value);
        hope + gain <= alpha && !is_decisive(alpha)
    }
}

/// How a score relates to the true one after a search with this window.
pub(crate) fn bound(score: Score, alpha: Score, beta: Score) -> Bound {
    if score >= beta {
        Bound::Lower
    } else if score > alpha {
        Bound::Exact
    } else {
        Bound::Upper
    }
}

/// The score of an entry that settles the window.
pub(crate) fn cut(known: TtEntry, ply: usize, alpha: Score, beta: Score) -> Option<Score> {
    let score = from_table(known.score, ply);
    let settles = match known.bound {
        Bound::Exact => true,
        Bound::Lower => score >= beta,
        Bound::Upper => score <= alpha,
    };
    settles.then_some(score)
}

/// An evaluation, replaced by the score of an entry that says more.
pub(crate) fn sharpened(eval: Score, known: TtEntry, ply: usize) -> Score {
    let score = from_table(known.score, ply);
    let says_more = match known.bound {
        Bound::Exact => true,
        Bound::Lower => score > eval,
        Bound::Upper => score < eval,
    };
    if says_more && !is_decisive(score) { score } else { eval }
}
