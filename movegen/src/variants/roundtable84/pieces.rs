//! The moves of the pieces of Round Table Chess 84 (docs/rules/round-table-84.md 3).

use super::board::{Across, CirSquare, Link};
use crate::geometry::{Cell, Mode, Path};
use crate::tables::Seat;

/// The index of the upper side of a square, which is forward for White on the battlefield.
const UP: usize = 0;
/// The index of the lower side of a square.
const DOWN: usize = 2;

/// Returns the paths of a slider, all of which both move and capture.
pub(super) fn slides(board: &CirSquare, from: Cell, across: &[Across]) -> Vec<Path> {
    let lines = across.iter().flat_map(|across| board.lines(from, *across));
    lines.map(|cells| Path { cells, mode: Mode::Both }).collect()
}

/// Returns a king's steps across sides and corners.
pub(super) fn king_steps(board: &CirSquare, from: Cell) -> Vec<Path> {
    let links = board.sides(from).iter().chain(board.corners(from)).flatten();
    links.map(|link| Path::leap(link.to, Mode::Both)).collect()
}

/// Returns a knight's leaps: across a side, a turn, and two cells straight on; or two cells
/// straight on, a turn, and one cell. No path goes straight on through a triangle.
pub(super) fn knight_leaps(board: &CirSquare, from: Cell) -> Vec<Path> {
    let step = |at: Cell, exit: usize| board.sides(at)[exit];
    let straight = |link: Link| -> Option<Link> {
        match board.onward(link.to, link.entry)[..] {
            [exit] => step(link.to, exit),
            _ => None,
        }
    };
    let turned = |link: Link| {
        board.turns(link.to, link.entry).into_iter().filter_map(move |exit| step(link.to, exit))
    };
    let mut targets: Vec<Cell> = Vec::new();
    for first in board.sides(from).iter().copied().flatten() {
        targets.extend(turned(first).filter_map(straight).map(|link| link.to));
        targets.extend(straight(first).into_iter().flat_map(turned).map(|link| link.to));
    }
    targets.sort_unstable();
    targets.dedup();
    targets.into_iter().map(|to| Path::leap(to, Mode::Both)).collect()
}

/// The side of a castle's cell that is part of the castle wall.
fn wall(board: &CirSquare, cell: Cell) -> Option<usize> {
    board.castle(cell)?;
    board.sides(cell).iter().position(|link| link.is_some_and(|l| board.castle(l.to).is_none()))
}

/// The cells of a seat's castle along its wall.
pub(super) fn pawn_row(board: &CirSquare, seat: Seat) -> Vec<Cell> {
    let row = board.grid().all();
    row.filter(|cell| board.castle(*cell) == Some(seat) && wall(board, *cell).is_some()).collect()
}

/// Returns the side that is forward for a pawn: out of its own castle across the wall, then
/// straight on to the other castle, where the pawn ends.
fn forward(board: &CirSquare, seat: Seat, from: Cell) -> Option<usize> {
    match board.castle(from) {
        Some(castle) if castle == seat => wall(board, from),
        Some(_) => None,
        None => Some(if seat == Seat::WHITE { UP } else { DOWN }),
    }
}

/// Returns the paths of a pawn: its step, its double step out of its castle, and its captures
/// across the two corners at the ends of its forward side.
pub(super) fn pawn_paths(board: &CirSquare, seat: Seat, from: Cell) -> Vec<Path> {
    let Some(exit) = forward(board, seat, from) else { return Vec::new() };
    let corners = board.corners(from);
    let captures = [corners[exit], corners[(exit + corners.len() - 1) % corners.len()]];
    let captures = captures.into_iter().flatten();
    let mut paths: Vec<Path> = captures.map(|link| Path::leap(link.to, Mode::Capture)).collect();
    let ahead = |at: Cell| {
        let exit = forward(board, seat, at)?;
        board.sides(at)[exit].map(|link| link.to)
    };
    let mut cells: Vec<Cell> = ahead(from).into_iter().collect();
    if board.castle(from) == Some(seat) {
        cells.extend(cells.first().copied().and_then(ahead));
    }
    if !cells.is_empty() {
        paths.push(Path { cells, mode: Mode::Quiet });
    }
    paths
}
