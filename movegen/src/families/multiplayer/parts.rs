//! The common parts of drawings of rings and of other boards: a cell, and a line on each player.

use super::letters::{letters_of, seat_letter};
use crate::families::drawing::{Drawing, Mark, Trail};
use crate::geometry::Cell;
use crate::position::{Position, seats};
use crate::tables::{Piece, Seat};

/// Adds three columns with the piece on a cell, or the cell's name where a piece has passed.
pub(super) fn square<const W: usize>(
    drawing: &mut Drawing,
    position: &Position<W>,
    cell: Cell,
    trail: Trail,
) {
    let piece = position.piece(cell);
    if piece == Piece::NONE {
        let name = position.variant().grid().name(cell);
        drawing.push(&format!("{:^3}", if trail.passes(cell) { &name } else { "" }));
        return;
    }
    let mark = if piece.is_dead() { Mark::Dead } else { Mark::Living(piece.seat()) };
    drawing.push_marked(&format!("{:>3}", letters_of(position.variant(), piece)), mark);
}

/// Adds a line on a player: whether it is to move or out, and its team mates.
pub(super) fn player<const W: usize>(drawing: &mut Drawing, position: &Position<W>, seat: Seat) {
    let alive = position.is_alive(seat);
    let to_move = position.turn() == seat && alive;
    drawing.push(if to_move { "* " } else { "  " });
    let mark = if alive { Mark::Living(seat) } else { Mark::Dead };
    drawing.push_marked(&seat_letter(seat).to_string(), mark);
    let mut facts = Vec::new();
    if position.has_teams() {
        let team: String = seats(position.players.sides[seat.index()]).map(seat_letter).collect();
        facts.push(format!("team {team}"));
    }
    if !alive {
        facts.push("dead".to_owned());
    } else if position.king(seat).is_none() {
        facts.push("no king".to_owned());
    }
    if to_move {
        facts.push("to move".to_owned());
    }
    let gap = if facts.is_empty() { "" } else { "  " };
    drawing.push(&format!("{gap}{}\n", facts.join(", ")));
}
