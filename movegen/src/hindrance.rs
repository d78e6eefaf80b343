//! [`Hindrance`]: the reason why a piece has no legal move to a cell that it could reach.

use crate::families::{GenBudget, Rules};
use crate::family_game::FamilyGame;
use crate::geometry::{Bitboard, Cell};
use crate::position::{AsMove, CheckInfo};

/// The most states of jump series that are looked at.
const STATES: usize = 200_000;

/// The reason why a step that a piece could make is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hindrance {
    /// The king could be captured after it.
    ExposesKing,
    /// It is a king move that is forbidden in check: castling, or a step across a castle wall.
    InCheck,
    /// A duty to capture applies, and the move does not fulfil it.
    Duty,
}

/// Returns the reason why no legal move leads from one cell to another; `None` if one does, or if
/// the piece could not go there anyway.
pub fn hindrance<R: Rules<W>, const W: usize>(
    game: &FamilyGame<R, W>,
    from: Cell,
    to: Cell,
) -> Option<Hindrance> {
    let position = game.position();
    let real = R::check_info(position);
    if leads(game, &real, from, to) {
        return None;
    }
    let mut dutiless = real;
    dutiless.en_prise = Bitboard::EMPTY;
    if leads(game, &dutiless, from, to) {
        return Some(Hindrance::Duty);
    }
    let seat = position.turn();
    let is_king = position.king(seat) == Some(from);
    if leads(game, &CheckInfo::free(), from, to) {
        return Some(if is_king { Hindrance::InCheck } else { Hindrance::ExposesKing });
    }
    let is_step = is_king && R::attackers(position, to, seat).has(from);
    let exposes = is_step && position.has_check_rules() && !position.seat(seat).has(to);
    exposes.then_some(Hindrance::ExposesKing)
}

/// Returns whether a move from one cell to another is legal, given these threats to the king.
fn leads<R: Rules<W>, const W: usize>(
    game: &FamilyGame<R, W>,
    check_info: &CheckInfo<W>,
    from: Cell,
    to: Cell,
) -> bool {
    let (mut budget, mut moves) = (GenBudget::new(STATES, STATES), Vec::new());
    R::generate_from(game.position(), check_info, from, &mut budget, &mut moves);
    moves.iter().any(|mv| mv.from() == from && mv.to() == to)
}

/// Returns whether a duty to capture forbids moves that would be legal without it, or demands one.
pub fn is_bound<R: Rules<W>, const W: usize>(game: &FamilyGame<R, W>) -> bool {
    let position = game.position();
    let mut budget = GenBudget::new(STATES, STATES);
    let duty = R::duty(position, &R::check_info(position), &mut budget);
    duty.is_some_and(|duty| duty.binds)
}
