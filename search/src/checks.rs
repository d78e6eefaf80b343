//! Which moves give check, asked before they are played.

use rotunda_movegen::{AsMove, Bitboard, Position, Rules};

/// Whether a move of a duel attacks the king with the piece that moves; checks by pieces behind it and by
/// series of jumps are not seen.
#[inline]
pub(crate) fn gives_check<R: Rules<W>, const W: usize>(
    position: &Position<W>,
    mv: &R::Move,
) -> bool {
    if !R::ALTERNATES {
        return false;
    }
    let seat = position.turn();
    let king = position.king_cell(seat.opponent());
    let occupied = position.occupied() - Bitboard::of(mv.from());
    let becomes = mv.promotes_to().unwrap_or(position.piece(mv.from()).kind());
    position.would_attack(seat, becomes, mv.to(), king, occupied)
}
