//! The end of deepening: by the clock, by a mate, or since nothing is left to find.

use rotunda_movegen::{AsMove, Rules};

use crate::base::limits::Limits;
use crate::base::report::Bound;
use crate::base::score::{MATE, MAX_PLY, Score, is_decisive};
use crate::mate::MateGoal;
use crate::tree::search_thread::SearchThread;

/// The plies to search beyond a mate's own depth on the clock, since reductions may hide a quicker
/// mate.
const MATE_SLACK: i32 = 4;
/// The same plies where the search has no limit of time.
const LONG_MATE_SLACK: i32 = 12;
/// The plies beyond the depth of the wanted mate at which the selective search gives up.
const GOAL_SLACK: usize = 2;
/// The number of iterations in a row without a change after which the tree counts as exhausted.
const UNCHANGED: u32 = 8;
/// The constants that turn the best move's part of the nodes into budget. At this part and below,
/// the search goes on for longest.
const NODE_SHARE: (f64, f64) = (2.0, 1.35);
/// The extra budget after each change of the best move, and the factor by which it fades.
const CHANGE: (f64, f64) = (0.35, 0.6);
/// The centipawns of a falling score that double the budget, and its bounds.
const FALL: (f64, f64, f64) = (180.0, 0.85, 1.6);
/// The least and greatest budget.
const EFFORT: (f64, f64) = (0.45, 2.4);

/// The depth at which the search ends in any case.
pub(crate) fn deepest(limits: &Limits, goal: Option<MateGoal>) -> i32 {
    let max = MAX_PLY as i32 - 1;
    let for_mate = goal.map(|goal| (goal.plies + GOAL_SLACK) as i32);
    let asked = limits.depth.map(|depth| i32::try_from(depth.max(1)).unwrap_or(max));
    [asked, for_mate].into_iter().flatten().fold(max, i32::min)
}

/// The result of an iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Iteration {
    nodes: u64,
    selective_depth: usize,
    score: Score,
}

/// The state that decides whether deepening goes on.
pub(crate) struct Stopping {
    goal: Option<MateGoal>,
    stability: Stability,
    last: Option<Iteration>,
    unchanged: u32,
}

impl Stopping {
    pub fn new(goal: Option<MateGoal>) -> Self {
        Self { goal, stability: Stability::default(), last: None, unchanged: 0 }
    }

    /// Returns whether the tree is exhausted: further plies search the same nodes.
    fn is_exhausted(&mut self, iteration: Iteration) -> bool {
        self.unchanged = if self.last == Some(iteration) { self.unchanged + 1 } else { 0 };
        self.last = Some(iteration);
        self.unchanged >= UNCHANGED
    }
}

impl<R: Rules<W>, const W: usize> SearchThread<'_, R, W> {
    /// Returns whether to begin no further iteration after one with so many nodes for so many
    /// lines.
    pub fn is_enough(
        &mut self,
        (depth, nodes, lines): (i32, u64, usize),
        stopping: &mut Stopping,
    ) -> bool {
        let limits = self.shared.limits;
        if limits.soft_nodes.is_some_and(|soft| self.all_nodes() >= soft) {
            return true;
        }
        let best = &self.root.all()[0];
        let score = best.score;
        if stopping.goal.is_some_and(|goal| best.reported(Bound::Exact).0 >= goal.score()) {
            return true;
        }
        let iteration = Iteration { nodes, selective_depth: best.selective_depth, score };
        let bounded = limits.depth.is_some() || limits.nodes.is_some() || limits.mate.is_some();
        if !bounded && limits.move_time.is_none() {
            let mut found = self.root.all()[..lines].iter();
            let settled = found.all(|line| is_proven(line.score, depth, LONG_MATE_SLACK));
            if stopping.is_exhausted(iteration) || settled {
                return true;
            }
        }
        let all: u64 = self.root.all().iter().map(|root| root.nodes).sum();
        let share = best.nodes as f64 / all.max(1) as f64;
        let budget = stopping.stability.budget(best.mv.fingerprint(), score, share);
        let only = self.root.len() == 1 && limits.clock.is_some() && depth > 1;
        let proven = limits.clock.is_some()
            && (best.proven.is_some() && depth > 1 || is_proven(score, depth, MATE_SLACK));
        let stop = self.shared.stop;
        let Some(timer) = self.timer.as_mut() else { return false };
        limits.may_answer(stop) && (only || proven) || timer.is_enough(stop, budget)
    }
}

/// Returns whether a score is a mate, and the search has gone well beyond its depth.
fn is_proven(score: Score, depth: i32, slack: i32) -> bool {
    is_decisive(score) && depth > MATE - score.abs() + slack
}

/// The stability of the root from one iteration to the next.
#[derive(Default)]
struct Stability {
    best: u16,
    score: Option<Score>,
    changes: f64,
}

impl Stability {
    /// Returns the part of the usual time that the search should take.
    fn budget(&mut self, best: u16, score: Score, share: f64) -> f64 {
        self.changes = self.changes * CHANGE.1 + if best == self.best { 0.0 } else { CHANGE.0 };
        let fall = f64::from(self.score.unwrap_or(score) - score);
        self.best = best;
        self.score = Some(score);
        let by_nodes = (NODE_SHARE.0 - share * NODE_SHARE.1).max(EFFORT.0);
        let by_fall = (1.0 + fall / FALL.0).clamp(FALL.1, FALL.2);
        (by_nodes * (1.0 + self.changes) * by_fall).clamp(EFFORT.0, EFFORT.1)
    }
}
