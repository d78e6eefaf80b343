//! Checks of a kind that jumps in series. A game has at most one such kind, none of its other moves
//! ends on a cell that a series of jumps may reach, and nor does a pawn that a jump captures en
//! passant.

use super::spec::{KindSpec, Role, Spec};
use super::spec_error::SpecError;
use crate::geometry::{Board, Cell, Grid, Mode, Path};

/// Refuses a kind that jumps if the board has holes, if the kind promotes or changes, if one of its
/// other moves may end where a series of jumps ends, if another kind jumps too, or if a pawn that
/// it captures en passant may stand on such a cell.
pub(super) fn check_jumps(spec: &Spec, kind: &KindSpec) -> Result<(), SpecError> {
    if !kind.jumps {
        return Ok(());
    }
    let (grid, letter) = (&spec.grid, kind.letter);
    if grid.cells() != grid.files() * grid.ranks() {
        return Err(SpecError::JumpsAmongHoles(letter));
    }
    let mut zones = kind.promotes_on.iter().chain(&kind.declines_on).chain(&kind.closed);
    if kind.changes.is_some() || zones.any(|cells| !cells.is_empty()) {
        return Err(SpecError::JumpsBound(letter));
    }
    let goes_far = |paths: &Vec<Vec<Path>>| {
        grid.all().any(|from| {
            let mut targets = paths[from.index()].iter().flat_map(Path::targets);
            targets.any(|to| may_jump(grid, from, *to))
        })
    };
    if kind.paths.iter().any(goes_far) {
        return Err(SpecError::JumpsFar(letter));
    }
    if spec.kinds.iter().filter(|other| other.jumps).count() > 1 {
        return Err(SpecError::JumpsTwice(letter));
    }
    if spec.kinds.iter().any(|other| starts_among_jumps(grid, other)) {
        return Err(SpecError::JumpsPassing(letter));
    }
    Ok(())
}

/// Returns whether a series of jumps may lead from a cell to another. Each jump changes the file
/// and the rank by 0 or 2, so a series changes both by even numbers.
fn may_jump(grid: &Grid, from: Cell, to: Cell) -> bool {
    let ((file, rank), (other_file, other_rank)) = (grid.place(from), grid.place(to));
    file.abs_diff(other_file) % 2 == 0 && rank.abs_diff(other_rank) % 2 == 0
}

/// Returns whether a start step of a pawn may end on a cell that a series of jumps over one of the
/// passed cells may reach. A jump over the cell beside the pawn is harmless: it begins or lands
/// where the pawn stands, which is impossible.
fn starts_among_jumps(grid: &Grid, kind: &KindSpec) -> bool {
    let meets = |end: Cell, passed: Cell| {
        let ((file, rank), (other_file, other_rank)) = (grid.place(end), grid.place(passed));
        let (files, ranks) = (file.abs_diff(other_file), rank.abs_diff(other_rank));
        files + ranks != 1 && (files % 2 == 1 || ranks % 2 == 1)
    };
    let starts = |path: &Path| {
        path.mode != Mode::Capture
            && (1..path.cells.len()).any(|last| {
                path.cells[..last].iter().any(|passed| meets(path.cells[last], *passed))
            })
    };
    kind.role == Role::Pawn && kind.paths.iter().flatten().flatten().any(starts)
}
