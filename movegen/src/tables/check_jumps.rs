//! Checks of the kind that jumps in series: it is the only one, and its jumps can be told from its
//! other moves.

use super::spec::{KindSpec, Spec};
use super::spec_error::SpecError;
use crate::geometry::{Board, Cell, Grid, Path};

/// Refuses a kind that jumps on a board with holes, that promotes or changes, whose other moves may
/// end where jumps do, or beside which another kind jumps.
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
    Ok(())
}

/// Returns whether a series of jumps may lead from a cell to another: each jump changes file and
/// rank by 0 or 2.
fn may_jump(grid: &Grid, from: Cell, to: Cell) -> bool {
    let ((file, rank), (other_file, other_rank)) = (grid.place(from), grid.place(to));
    file.abs_diff(other_file) % 2 == 0 && rank.abs_diff(other_rank) % 2 == 0
}
