//! The movements of a game in Betza's notation, for interfaces that know it.

use rotunda_movegen::{CastlingSpec, Cell, KindSpec, Role, Seat};

use crate::lasting::lasting;
use crate::plane::Plane;
use crate::source::{self, Piece, TextOr};

/// Gives every kind its notation, if all kinds have one. That holds on rectangles where only kings
/// castle and pawns move as in chess.
pub fn set_notations(
    plane: &Plane,
    game: &source::Game,
    castlings: &[CastlingSpec],
    kinds: &mut [KindSpec],
) {
    let is_flat = game.board.get_ref().shape.get_ref() == "rectangle" && game.players.is_none();
    if !is_flat || !game.lap.is_empty() {
        return;
    }
    let words = game.piece.iter().zip(&*kinds);
    let words = words.map(|(piece, kind)| word(plane, piece, kind, castlings));
    let words: Option<Vec<String>> = words.collect();
    for (kind, word) in kinds.iter_mut().zip(words.into_iter().flatten()) {
        kind.notation = Some(lasting(&word));
    }
}

/// Returns the notation of a kind, if it has one.
fn word(
    plane: &Plane,
    piece: &Piece,
    kind: &KindSpec,
    castlings: &[CastlingSpec],
) -> Option<String> {
    let moves = match piece.moves.get_ref() {
        TextOr::Text(text) => text.clone(),
        TextOr::Other(list) => {
            let text = |motion: &source::Motion| match motion.get_ref() {
                TextOr::Text(text) => Some(text.clone()),
                TextOr::Other(_) => None,
            };
            list.iter().map(text).collect::<Option<Vec<_>>>()?.concat()
        }
    };
    let is_limited = piece.within.is_some() || piece.faces.is_some() || !piece.regions.is_empty();
    let changes = kind.changes.is_some() || kind.jumps;
    let promotes = kind.promotes_on.iter().any(|cells| !cells.is_empty());
    let closed = kind.closed.iter().any(|cells| !cells.is_empty());
    if is_limited || changes || kind.role != Role::Pawn && (promotes || closed || kind.en_passant) {
        return None;
    }
    match kind.role {
        Role::Pawn => pawn(plane, piece, kind, &moves),
        Role::King => Some(moves + &castling(plane, castlings)?),
        Role::Other => Some(moves),
    }
}

/// Returns the notation of a pawn of chess, with its double step and its captures en passant.
fn pawn(plane: &Plane, piece: &Piece, kind: &KindSpec, moves: &str) -> Option<String> {
    let last = |seat: Seat| if seat == Seat::WHITE { plane.grid.ranks() - 1 } else { 0 };
    let promotes_last = plane.seats().all(|seat| {
        let cells = kind.promotes_on[seat.index()].iter();
        let mut ranks = cells.map(|cell| plane.grid.place(*cell).1);
        ranks.all(|rank| rank == last(seat))
    });
    let starts = plane.seats().all(|seat| {
        let second = last(seat).abs_diff(plane.grid.ranks() - 2);
        let goes_far = |cell: Cell| {
            kind.paths[seat.index()][cell.index()].iter().any(|path| path.cells.len() > 1)
        };
        plane
            .grid
            .all()
            .filter(|cell| goes_far(*cell))
            .all(|cell| plane.grid.place(cell).1 == second)
    });
    if moves != "mfWcfF" || !promotes_last || piece.start.is_some() || !starts {
        return None;
    }
    let passing = if kind.en_passant { "ce" } else { "c" };
    let first = if piece.double.is_some() { "ifmnD" } else { "" };
    Some(format!("fmWf{passing}F{first}"))
}

/// Returns the notation of a king's castlings; empty if there are none. The king goes equally far
/// on both sides, both kings do the same, and the rook ends beside the king.
fn castling(plane: &Plane, castlings: &[CastlingSpec]) -> Option<String> {
    let mut length = None;
    for castling in castlings {
        let at = |cell: Cell| plane.grid.place(cell);
        let (from, to) = (at(castling.king.0), at(castling.king.1));
        let (rook, end) = (at(castling.rook.0), at(castling.rook.1));
        let is_corner = rook.0 == 0 || rook.0 + 1 == plane.grid.files();
        let is_row = from.1 == to.1 && from.1 == rook.1 && from.1 == end.1;
        let goes_to_rook = (to.0 > from.0) == (rook.0 > from.0) && from.0 != to.0;
        let crosses = end.0.abs_diff(to.0) == 1 && (end.0 > to.0) == (from.0 > to.0);
        let steps = from.0.abs_diff(to.0);
        let is_usual =
            is_corner && is_row && goes_to_rook && crosses && castling.code == castling.king;
        if !is_usual || length.is_some_and(|length| length != steps) {
            return None;
        }
        length = Some(steps);
    }
    Some(length.map_or_else(String::new, |steps| format!("isO{steps}")))
}
