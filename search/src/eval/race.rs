//! [`GoalRace`]: the steps of a king round the board to its goal.

use std::collections::VecDeque;

use rotunda_movegen::{Cell, LapSpec, Seat, VariantTables};

use super::tapered::Tapered;

/// The value of the steps left to the goal for one seat's king.
#[derive(Clone, Debug)]
pub(super) struct GoalRace {
    pub seat: Seat,
    /// The values by cell, before and after the line has been crossed.
    worth: [Vec<Tapered>; 2],
}

impl GoalRace {
    /// Returns the races of a variant. `near_goal` are the centipawns of a king one step before its
    /// goal, which are divided by the number of steps.
    pub fn all<const W: usize>(variant: &VariantTables<W>, near_goal: i32) -> Vec<Self> {
        variant.laps().iter().map(|lap| Self::of(variant, lap, near_goal)).collect()
    }

    fn of<const W: usize>(variant: &VariantTables<W>, lap: &LapSpec, near_goal: i32) -> Self {
        let steps = steps_to_goal(variant, lap);
        let worth = steps.map(|steps| {
            let of_steps =
                |steps: u32| (f64::from(near_goal) / f64::from(steps.max(1))).round() as i32;
            steps.into_iter().map(|steps| Tapered::new(of_steps(steps), of_steps(steps))).collect()
        });
        Self { seat: lap.seat, worth }
    }

    /// Returns the value of the race for a king on a cell.
    #[inline]
    pub fn worth(&self, king: Cell, has_lapped: bool) -> Tapered {
        self.worth[usize::from(has_lapped)][king.index()]
    }
}

/// Returns the king's steps to the goal on the empty board, by whether the line has been crossed
/// and by cell.
fn steps_to_goal<const W: usize>(variant: &VariantTables<W>, lap: &LapSpec) -> [Vec<u32>; 2] {
    let king = &variant.kinds()[variant.king().index()];
    let far = u32::from(u16::MAX);
    let mut steps = [vec![far; variant.cells()], vec![far; variant.cells()]];
    for goal in &lap.goals {
        steps[1][goal.index()] = 0;
    }
    let mut queue: VecDeque<(bool, Cell)> = lap.goals.iter().map(|goal| (true, *goal)).collect();
    while let Some((lapped, to)) = queue.pop_front() {
        let reached = steps[usize::from(lapped)][to.index()];
        for from in variant.grid().all() {
            let adjacent =
                king.paths[lap.seat.index()][from.index()].iter().any(|path| path.cells[0] == to);
            if !adjacent {
                continue;
            }
            for before in [false, true] {
                let crosses = lap.before.contains(&from) && lap.after.contains(&to);
                let returns = lap.after.contains(&from) && lap.before.contains(&to);
                let after = (before || crosses) && !returns;
                let known = &mut steps[usize::from(before)][from.index()];
                if after == lapped && *known == far {
                    *known = reached + 1;
                    queue.push_back((before, from));
                }
            }
        }
    }
    steps
}
