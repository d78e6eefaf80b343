//! Which moves give check, asked before they are played.

use rotunda_movegen::{AsMove, Bitboard, Cell, Kind, Position, Rules};

/// Whether a move of a duel attacks the king with the piece that moves; checks by pieces behind it and by
/// series of jumps are not seen.
#[inline]
pub(crate) fn gives_check<R: Rules<W>, const W: usize>(
    position: &Position<W>,
    mv: &R::Move,
) -> bool {
    let moves = position.piece(mv.from()).kind();
    R::ALTERNATES && gives_check_to::<R, W>(position, enemy_king(position), (mv, moves))
}

/// The same of a move of a piece of this kind in a duel, the king being on this cell.
#[inline]
pub(crate) fn gives_check_to<R: Rules<W>, const W: usize>(
    position: &Position<W>,
    king: Cell,
    (mv, moves): (&R::Move, Kind),
) -> bool {
    let occupied = position.occupied() - Bitboard::of(mv.from());
    let becomes = mv.promotes_to().unwrap_or(moves);
    position.would_attack(position.turn(), becomes, mv.to(), king, occupied)
}

/// The cell of the other side's king in a duel.
#[inline]
pub(crate) fn enemy_king<const W: usize>(position: &Position<W>) -> Cell {
    position.king_cell(position.turn().opponent())
}
