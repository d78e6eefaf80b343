//! [`Step`]: a step that a piece makes by its nature, whoever is to move, and the reason if it is
//! not legal.

use crate::families::{GenBudget, Rules};
use crate::family_game::FamilyGame;
use crate::geometry::{Bitboard, Cell};
use crate::hindrance::{self, Hindrance};
use crate::position::{AsMove, CheckInfo, Position};
use crate::tables::{Piece, Seat};

/// States of jump series that are looked at.
const STATES: usize = 2000;

/// A step that a piece makes by its nature; a whole series of jumps is one step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The step in the game's notation.
    pub text: String,
    /// The cell that the piece ends on.
    pub to: Cell,
    /// The cells of the pieces that the step takes.
    pub captured: Vec<Cell>,
    /// The reason why the step is not legal; `None` if it is, or if the piece is not the mover's.
    pub hindrance: Option<Hindrance>,
    /// The enemy pieces that could take the mover's king after the step, where that hinders it.
    pub exposers: Vec<Cell>,
}

/// Returns the steps of the living piece on a cell, as if it were its owner's turn; none from an
/// empty cell.
pub fn reach<R: Rules<W>, const W: usize>(game: &FamilyGame<R, W>, from: Cell) -> Vec<Step> {
    let position = game.position();
    let piece = position.piece(from);
    if piece == Piece::NONE || piece.is_dead() || game.is_claimed() {
        return Vec::new();
    }
    let seat = piece.seat();
    let turned = turned(position, seat);
    let real = R::check_info(position);
    let legal = if seat == position.turn() { moves::<R, W>(position, &real, from) } else { vec![] };
    let natural = moves::<R, W>(&turned, &CheckInfo::free(), from);
    let texts = R::to_uci(&turned, &natural);
    let legal_texts = R::to_uci(position, &legal);
    let mut found: Vec<Step> = natural
        .iter()
        .zip(texts)
        .map(|(mv, text)| {
            let is_hindered = seat == position.turn() && !legal_texts.contains(&text);
            let why = is_hindered.then(|| hindrance::hindrance(game, from, mv.to())).flatten();
            let exposers = why.map_or(Bitboard::EMPTY, |_| after::<R, W>(position, mv));
            let captured = R::captured(&turned, mv).iter().collect();
            let exposers = exposers.iter().collect();
            Step { text, to: mv.to(), captured, hindrance: why, exposers }
        })
        .collect();
    found.extend(king_steps(game, from, &found));
    found
}

/// The position with a seat to move, which has no right to capture en passant then.
fn turned<'v, const W: usize>(position: &Position<'v, W>, seat: Seat) -> Position<'v, W> {
    let mut turned = position.clone();
    if seat != position.turn() {
        turned.turn = seat;
        turned.en_passant = None;
    }
    turned
}

fn moves<R: Rules<W>, const W: usize>(
    position: &Position<W>,
    check_info: &CheckInfo<W>,
    from: Cell,
) -> Vec<R::Move> {
    let (mut budget, mut moves) = (GenBudget::new(STATES, STATES), Vec::new());
    R::generate_from(position, check_info, from, &mut budget, &mut moves);
    moves
}

/// The enemy pieces that attack the mover's king after a move that may leave it attacked.
fn after<R: Rules<W>, const W: usize>(position: &Position<W>, mv: &R::Move) -> Bitboard<W> {
    let mut next = position.clone();
    R::play(&mut next, mv);
    R::threats(&next, position.turn())
}

/// The steps of the mover's king onto attacked cells, which no list of moves has.
fn king_steps<R: Rules<W>, const W: usize>(
    game: &FamilyGame<R, W>,
    from: Cell,
    found: &[Step],
) -> Vec<Step> {
    let position = game.position();
    let seat = position.turn();
    if position.king(seat) != Some(from) || !position.has_check_rules() {
        return Vec::new();
    }
    let grid = position.variant().grid();
    let enemies =
        || position.living().filter(|other| position.side_of(*other) != position.side_of(seat));
    let free = grid.all().filter(|to| !found.iter().any(|step| step.to == *to));
    let onto =
        free.filter(|to| hindrance::hindrance(game, from, *to) == Some(Hindrance::ExposesKing));
    onto.map(|to| {
        let is_full = position.occupied().has(to);
        let without = position.occupied() - Bitboard::of(from);
        let attackers = enemies()
            .map(|enemy| position.attackers_through(to, enemy, without) - Bitboard::of(to));
        let exposers = attackers.fold(Bitboard::EMPTY, |all, more| all | more);
        Step {
            text: format!("{}{}", grid.name(from), grid.name(to)),
            to,
            captured: if is_full { vec![to] } else { Vec::new() },
            hindrance: Some(Hindrance::ExposesKing),
            exposers: exposers.iter().collect(),
        }
    })
    .collect()
}
