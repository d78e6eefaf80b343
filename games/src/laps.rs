//! Kings' races, and whether a king alone can win one.

use rotunda_movegen::{Bitboard, Cell, KindSpec, LapSpec, Path, Role};

use crate::cells;
use crate::plane::Plane;
use crate::problem::Problem;
use crate::source::{self, Text};

/// Returns the races that a file lists.
pub fn laps(plane: &Plane, list: &[source::Lap]) -> Result<Vec<LapSpec>, Problem> {
    let lap = |it: &source::Lap| {
        let goals = cells::list(&plane.grid, &it.goal)?;
        let named = |text: &Option<Text>| {
            text.as_ref().map(|text| cells::list(&plane.grid, text)).transpose()
        };
        // Without a line, a king that reaches the goal counts as having crossed it.
        let others = || plane.grid.all().filter(|cell| !goals.contains(cell)).collect();
        Ok(LapSpec {
            seat: cells::seat(plane, &it.seat)?,
            letter: it.letter,
            before: named(&it.before)?.unwrap_or_else(others),
            after: named(&it.after)?.unwrap_or_else(|| goals.clone()),
            goals,
        })
    };
    list.iter().map(lap).collect()
}

/// Returns whether a king, on an empty board, can cross its line and reach a goal.
pub fn may_be_run(kinds: &[KindSpec], laps: &[LapSpec]) -> bool {
    let king = kinds.iter().find(|kind| kind.role == Role::King);
    king.is_some_and(|king| laps.iter().any(|lap| may_run(king, lap)))
}

/// Returns whether a king can win this race from some cell.
fn may_run(king: &KindSpec, lap: &LapSpec) -> bool {
    let set = |cells: &[Cell]| cells.iter().copied().collect::<Bitboard<2>>();
    let (before, after, goals) = (set(&lap.before), set(&lap.after), set(&lap.goals));
    let closed = set(&king.closed[lap.seat.index()]);
    let steps = |from: Cell| {
        let paths = king.paths[lap.seat.index()][from.index()].iter();
        set(&paths.flat_map(Path::targets).copied().collect::<Vec<_>>()) - closed
    };
    let crossing = before.iter().map(|from| steps(from) & after);
    let mut crossed = crossing.fold(Bitboard::EMPTY, |all, cells| all | cells);
    let mut fresh = crossed;
    while let Some(from) = fresh.first() {
        fresh -= Bitboard::of(from);
        // A step back over the line undoes it.
        let on = if after.has(from) { steps(from) - before } else { steps(from) };
        fresh |= on - crossed;
        crossed |= on;
    }
    crossed.meets(goals)
}
