//! The ways that pieces take over the board in a move.

use crate::geometry::{Cell, Mode, Path};
use crate::position::{AsMove, MoveKind, Position};

/// The cells that one piece passes in a move, from the first to the last.
pub type Way = Vec<Cell>;

/// Returns the ways of the pieces in a legal move other than a series of jumps: one, two for
/// castling, none for a pass or a removal.
pub fn ways<M: AsMove, const W: usize>(position: &Position<W>, mv: &M) -> Vec<Way> {
    match mv.kind() {
        MoveKind::Pass | MoveKind::Removal => Vec::new(),
        MoveKind::Castle => castling(position, (mv.from(), mv.to())),
        _ => vec![way(position, mv.from(), mv.to())],
    }
}

/// Returns the ways of king and rook in the castling with two cells as its text.
fn castling<const W: usize>(position: &Position<W>, code: (Cell, Cell)) -> Vec<Way> {
    let castlings = position.variant.sides[position.turn.index()].castlings.iter();
    let mut meant = castlings.filter(|castling| {
        castling.code == code && position.king(position.turn) == Some(castling.king.0)
    });
    let ways = meant.next().map(|castling| [castling.king, castling.rook]);
    ways.into_iter().flatten().map(|(from, to)| vec![from, to]).collect()
}

/// Returns the shortest open path of the piece on a cell to another. It is only the two cells if no
/// path of the piece leads there, or if the first cell is empty.
pub fn way<const W: usize>(position: &Position<W>, from: Cell, to: Cell) -> Way {
    let piece = position.piece(from);
    let straight = vec![from, to];
    if !piece.is_some() {
        return straight;
    }
    let kind = &position.variant.kinds[piece.kind().index()];
    let paths = kind.paths[piece.seat().index()][from.index()].iter();
    let open = paths.filter_map(|path| open_part(position, path, to));
    let shortest = open.min_by_key(|cells| cells.len());
    shortest.map_or(straight, |cells| [&[from], cells].concat())
}

/// Returns the part of a path that ends on a cell, if the piece may go so far.
fn open_part<'a, const W: usize>(
    position: &Position<W>,
    path: &'a Path,
    to: Cell,
) -> Option<&'a [Cell]> {
    let end = path.cells.iter().position(|cell| *cell == to)?;
    if !path.targets().contains(&to) {
        return None;
    }
    let occupied = position.occupied();
    let pieces = path.cells[..end].iter().filter(|cell| occupied.has(**cell)).count();
    let hurdles = usize::from(path.mode == Mode::Hop);
    (pieces == hurdles).then(|| &path.cells[..=end])
}
