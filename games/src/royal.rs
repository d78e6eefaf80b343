//! Checks of kings: they do not promote or change, and begin on their own cells.

use rotunda_movegen::Seat;

use crate::begin::at_start;
use crate::cells;
use crate::plane::Plane;
use crate::problem::Problem;
use crate::source::{self, Piece};

/// Refuses a king with keys of other pieces, one that begins outside its `within`, and any piece
/// whose `within` names no cell, or that has `regions` but is no king.
pub fn check(plane: &Plane, game: &source::Game) -> Result<(), Problem> {
    for piece in &game.piece {
        let Some(within) = &piece.within else { continue };
        if cells::by_seat(plane, Some(within))?.iter().any(Vec::is_empty) {
            let message = "'within' names no cell";
            return Err(Problem::new(within.span(), message, "within = \"d1-f3\""));
        }
    }
    let others = game.piece.iter().filter(|piece| !piece.royal);
    if let Some(region) = others.flat_map(|piece| &piece.regions).next() {
        let message = "only a king has regions that it must not leave while it is in check";
        return Err(Problem::new(region.span(), message, "royal = true"));
    }
    let Some(king) = game.piece.iter().find(|piece| piece.royal) else { return Ok(()) };
    let promotes = king.promotes_on.is_some() || king.declines_on.is_some();
    let keys = [
        (king.pawn, "a king is no pawn"),
        (promotes || king.becomes.is_some(), "a king promotes nowhere"),
        (king.double.is_some() || king.start.is_some(), "a king has no start steps"),
        (king.changes.is_some(), "a king changes into nothing"),
        (king.jumps, "a king does not jump in series"),
    ];
    if let Some((_, message)) = keys.iter().find(|(is_wrong, _)| *is_wrong) {
        let example = "letter = \"K\", moves = \"K\", royal = true";
        return Err(Problem::new(king.letter.span(), *message, example));
    }
    begins_within(plane, game, king)
}

/// Refuses a king of a duel that begins outside the cells that it never leaves.
fn begins_within(plane: &Plane, game: &source::Game, king: &Piece) -> Result<(), Problem> {
    let Some(within) = king.within.as_ref().filter(|_| !plane.seating.is_table()) else {
        return Ok(());
    };
    let letter = *king.letter.get_ref();
    let home = cells::by_seat(plane, Some(within))?;
    for (seat, letter) in [(Seat::WHITE, letter), (Seat::BLACK, letter.to_ascii_lowercase())] {
        let stands = |cell: &rotunda_movegen::Cell| {
            at_start(&plane.grid, game.start.get_ref(), *cell) == Some(letter)
        };
        if let Some(cell) = plane.grid.all().find(stands)
            && !home[seat.index()].contains(&cell)
        {
            let name = plane.grid.name(cell);
            let message = format!("the king {letter:?} begins on {name}, outside its 'within'");
            return Err(Problem::new(within.span(), message, "within = \"d1-f3\""));
        }
    }
    Ok(())
}
