//! Checks by moves, computed before the move is played.

use rotunda_movegen::{AsMove, Bitboard, Cell, Position, Rules};

/// Returns whether a move of a duel attacks the king with the piece that moves. It does not see
/// discovered checks and checks by series of jumps.
#[inline]
pub(crate) fn gives_check<R: Rules<W>, const W: usize>(
    position: &Position<W>,
    mv: &R::Move,
) -> bool {
    if !R::ALTERNATES {
        return false;
    }
    let occupied = position.occupied() - Bitboard::of(mv.from());
    let kind = mv.promotes_to().unwrap_or(position.piece(mv.from()).kind());
    position.would_attack(position.turn(), kind, mv.to(), enemy_king(position), occupied)
}

/// The cell of the other side's king in a duel.
#[inline]
pub(crate) fn enemy_king<const W: usize>(position: &Position<W>) -> Cell {
    position.king_cell(position.turn().opponent())
}
