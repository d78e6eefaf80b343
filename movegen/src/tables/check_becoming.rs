//! Checks of promotions and changes: never to a king, and never on a cell where the new kind cannot
//! stand.

use super::piece::Seat;
use super::spec::{KindSpec, Role, Spec};
use super::spec_error::SpecError;
use super::starts::start_cells;
use crate::geometry::{Bitboard, Cell, Mode, Path};

/// Refuses promotions and changes of kings or to kings, changes by a move to a cell where the new
/// kind can never stand, and captures en passant on cells of promotion.
pub(super) fn check_becoming(spec: &Spec, kind: &KindSpec) -> Result<(), SpecError> {
    let is_royal = |kind: &KindSpec| kind.role == Role::King;
    let into = kind.changes.iter().map(|(_, into)| into);
    let mut becomes = kind.choices.iter().flatten().chain(into);
    let mut zones = kind.promotes_on.iter().chain(&kind.declines_on);
    let promotes = zones.any(|cells| !cells.is_empty());
    let changes = promotes || kind.changes.is_some() || !kind.choices.iter().all(Vec::is_empty);
    if is_royal(kind) && changes || becomes.any(|other| is_royal(&spec.kinds[other.index()])) {
        return Err(SpecError::Royal(kind.letter));
    }
    for seat in (0..kind.paths.len()).map(|seat| Seat(seat as u8)) {
        if changes_on_closed(spec, kind, seat) {
            return Err(SpecError::ChangeClosed(kind.letter));
        }
        if promotes_in_passing(spec, kind, seat) {
            return Err(SpecError::PassingPromotion(kind.letter));
        }
    }
    Ok(())
}

/// Returns some cells as a set, for boards of any size.
fn set(cells: &[Cell]) -> Bitboard<2> {
    cells.iter().copied().collect()
}

/// Returns whether a seat's piece changes by a move to a cell that is closed to the new kind,
/// without promoting there.
fn changes_on_closed(spec: &Spec, kind: &KindSpec, seat: Seat) -> bool {
    let Some((leaving, into)) = &kind.changes else { return false };
    let own = set(&kind.closed[seat.index()]) | set(&kind.promotes_on[seat.index()]);
    let closed = spec.kinds[into.index()].closed.get(seat.index());
    let closed = closed.map_or(Bitboard::EMPTY, |cells| set(cells)) - own;
    let paths = leaving.iter().flat_map(|from| &kind.paths[seat.index()][from.index()]);
    paths.flat_map(Path::targets).any(|to| closed.has(*to))
}

/// Returns whether a seat's piece can capture en passant, by a leap, where it must or may promote.
fn promotes_in_passing(spec: &Spec, kind: &KindSpec, seat: Seat) -> bool {
    let zone = set(&kind.promotes_on[seat.index()]);
    if !kind.en_passant || zone.is_empty() {
        return false;
    }
    let paths = kind.paths[seat.index()].iter().flatten();
    let takes = paths.filter(|path| path.mode == Mode::Capture && path.cells.len() == 1);
    let takes = set(&takes.map(|path| path.cells[0]).collect::<Vec<_>>());
    let passed = |pawn: &KindSpec| {
        let others = (0..pawn.paths.len()).filter(|other| *other != seat.index());
        others.fold(Bitboard::EMPTY, |all, other| all | start_cells(&pawn.paths[other]))
    };
    let pawns = spec.kinds.iter().filter(|kind| kind.role == Role::Pawn);
    pawns.map(passed).any(|passed| (passed & takes).meets(zone))
}
