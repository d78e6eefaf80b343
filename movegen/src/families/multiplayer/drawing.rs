//! Circular boards as text for people: the rings unrolled, the outermost on top.

use super::RINGS;
use super::notation::{letters_of, seat_letter};
use crate::families::drawing::{Drawing, Mark};
use crate::geometry::file_letter;
use crate::position::{Position, seats};
use crate::tables::{Piece, Seat};

/// Most sectors side by side: a block of these fits a terminal of a hundred columns.
const BLOCK: usize = 24;
/// Sectors of each player; the dotted line runs between the second and the third.
const PITCH: usize = 8;
/// The sector of each player's home that the dotted line follows.
const BEFORE_LINE: usize = 1;

/// The board unrolled from a seat's first sector on, in blocks if it is long, and under it who plays.
pub(super) fn draw<const W: usize>(position: &Position<W>, from: Seat) -> Drawing {
    let sectors = position.variant().grid().ranks();
    let blocks = sectors.div_ceil(BLOCK);
    let width = sectors.div_ceil(blocks);
    let mut drawing = Drawing::default();
    let order: Vec<usize> =
        (0..sectors).map(|sector| (sector + from.index() * PITCH) % sectors).collect();
    for part in order.chunks(width) {
        block(&mut drawing, position, part);
        drawing.push("\n");
    }
    for seat in seats(u8::MAX).take(position.variant().seats()) {
        player(&mut drawing, position, seat);
    }
    drawing
}

/// Some sectors of all rings, with the dotted lines on which pawns promote drawn as colons.
fn block<const W: usize>(drawing: &mut Drawing, position: &Position<W>, sectors: &[usize]) {
    let border = format!("  {}+\n", "+---".repeat(sectors.len()));
    drawing.push(&border);
    for ring in (0..usize::from(RINGS)).rev() {
        drawing.push(&format!("{} ", file_letter(ring)));
        for &sector in sectors {
            let before = (sector + PITCH - 1) % PITCH;
            drawing.push(if before == BEFORE_LINE { ":" } else { "|" });
            let cell = position.variant().grid().cell(ring, sector);
            let piece = cell.map_or(Piece::NONE, |cell| position.piece(cell));
            square(drawing, position, piece);
        }
        drawing.push("|\n");
    }
    drawing.push(&border);
    drawing.push(" ");
    for sector in sectors {
        drawing.push(&format!("{:>4}", sector + 1));
    }
    drawing.push("\n");
}

/// Three columns with what stands on a cell.
fn square<const W: usize>(drawing: &mut Drawing, position: &Position<W>, piece: Piece) {
    if piece == Piece::NONE {
        drawing.push("   ");
        return;
    }
    let mark = if piece.is_dead() { Mark::Dead } else { Mark::Living(piece.seat()) };
    drawing.push_marked(&format!("{:>3}", letters_of(position.variant(), piece)), mark);
}

/// A line on a player: whose turn it is, who is dead, who plays with whom.
fn player<const W: usize>(drawing: &mut Drawing, position: &Position<W>, seat: Seat) {
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
