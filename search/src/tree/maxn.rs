//! max^n (Luckhardt and Irani, 1986): every player plays for its own share of the point.
//!
//! The shares add up to a constant, so a line is cut once it leaves too little for the player above
//! (shallow pruning; Korf, Multi-player alpha-beta pruning, 1991). This search is the baseline for
//! measuring the others, and is also for analysis.

use rotunda_movegen::{AsMove, CheckInfo, Position, Rules, SEATS, Seat};

use super::expected::{Expected, WHOLE, expected};
use super::search_thread::{SearchThread, Searched};
use crate::base::report::Bound;
use crate::base::score::{MAX_PLY, Score, lost_in, of_expected, to_table, won_in};
use crate::eval::shares;
use crate::ordering::histories::piece_to;
use crate::ordering::picker::{PickKind, ScoredMove};
use crate::table::tt::TtEntry;

/// The plies of captures beyond the depth.
const CAPTURES: i32 = 4;

impl<R: Rules<W>, const W: usize> SearchThread<'_, R, W> {
    /// Searches every open root move to a depth.
    pub fn maxn_root(&mut self, position: &Position<W>, depth: i32) -> Searched<()> {
        let seat = position.turn();
        self.selective_depth = 0;
        for place in self.pv_index..self.root.len() {
            let mv = self.root.all()[place].mv.clone();
            let nodes = self.nodes;
            let mut child = position.clone();
            let check_info = self.descend(&mut child, &mv);
            self.stack[0].piece_to = Some(piece_to(position, &mv));
            let found = self.maxn(&child, &check_info, (seat, 0), depth - 1, 1);
            self.history.pop();
            let share = f64::from(found?[seat.index()]) / f64::from(WHOLE);
            let (spent, selective_depth) = (self.nodes - nodes, self.selective_depth);
            let lower = self.pv[1].clone();
            let root = self.root.at(place);
            root.score = score(share);
            root.nodes += spent;
            root.selective_depth = selective_depth;
            root.pv.truncate(1);
            root.pv.extend(lower);
        }
        self.root.sort(self.pv_index..self.root.len());
        Ok(())
    }

    /// Returns every seat's expected share of a position. `above` is the seat that chooses one move
    /// before, with the share that it has without this move.
    pub(super) fn maxn(
        &mut self,
        position: &Position<W>,
        check_info: &CheckInfo<W>,
        above: (Seat, i32),
        depth: i32,
        ply: usize,
    ) -> Searched<Expected> {
        self.enter(ply)?;
        self.pv[ply].clear();
        if let Some(end) = self.maxn_end(position, check_info) {
            return Ok(end);
        }
        let seat = position.turn();
        let own = seat.index();
        let quiet = depth <= 0 && !check_info.in_check();
        let mut best = [-1; SEATS];
        if quiet || ply + 1 >= MAX_PLY {
            best = shares(position, &self.seat_values(position, ply), WHOLE);
            if depth <= -CAPTURES || ply + 1 >= MAX_PLY {
                return Ok(best);
            }
        }
        let key = self.key(position, ply);
        let fingerprint = self.shared.tt.probe(key).map_or(0, |entry| entry.fingerprint);
        let duty = self.duty(position, check_info, ply);
        let pick_kind = if quiet { PickKind::GoodNoisy } else { PickKind::All };
        let mut picker = self.picker((position, check_info), ply, pick_kind, duty, fingerprint);
        let mut best_print = 0;
        while let Some(ScoredMove { mv, noisy, .. }) = self.next_move(&mut picker, false) {
            if quiet && noisy && self.is_worthless(position, &mv) {
                continue;
            }
            // A line that gives more than this to the mover leaves too little for the player above.
            let apart = position.side_of(above.0) != position.side_of(seat);
            if apart && best[own] >= WHOLE - above.1 {
                break;
            }
            let mut child = position.clone();
            let child_check_info = self.descend(&mut child, &mv);
            self.stack[ply].piece_to = Some(piece_to(position, &mv));
            let found =
                self.maxn(&child, &child_check_info, (seat, best[own].max(0)), depth - 1, ply + 1);
            self.history.pop();
            let found = found?;
            if found[own] > best[own] {
                best = found;
                best_print = mv.fingerprint();
                self.extend_pv(ply, &mv);
            }
        }
        picker.release(&mut self.pool);
        if best[own] < 0 {
            return Ok(expected(&R::no_moves_outcome(position, check_info)));
        }
        let entry = TtEntry {
            fingerprint: best_print,
            score: to_table(0, ply),
            eval: 0,
            depth: depth.clamp(0, i32::from(u8::MAX)) as u8,
            bound: Bound::Exact,
            tt_pv: true,
        };
        self.shared.tt.store(key, entry);
        Ok(best)
    }

    /// Returns every seat's share if the game is over here even though moves may remain.
    pub(super) fn maxn_end(
        &self,
        position: &Position<W>,
        check_info: &CheckInfo<W>,
    ) -> Option<Expected> {
        if let Some(outcome) = R::ended(position) {
            return Some(expected(&outcome));
        }
        let repeated = R::occurrences(position).is_some()
            && self.history.earlier(position.reversible_plies()).next().is_some();
        let over = repeated || position.halfmove() >= R::quiet_limit(position);
        let stuck = || check_info.in_check() && !R::has_move(position);
        (over && !stuck()).then(|| expected(&R::no_progress_outcome(position)))
    }
}

/// Returns an expected share as a score.
fn score(share: f64) -> Score {
    if share >= 1.0 {
        won_in(MAX_PLY)
    } else if share <= 0.0 {
        lost_in(MAX_PLY)
    } else {
        of_expected(share)
    }
}
