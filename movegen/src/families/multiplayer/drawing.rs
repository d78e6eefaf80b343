//! Circular boards as text for people: the rings unrolled, the outermost on top.

use std::fmt::Write;

use super::RINGS;
use super::notation::{letters_of, seat_letter};
use crate::families::duel::drawing::Ink;
use crate::geometry::file_letter;
use crate::position::{Position, seats};
use crate::tables::{Piece, Seat};

/// Most sectors side by side: a block of these fits a terminal of a hundred columns.
const BLOCK: usize = 24;
/// Sectors of each player; the dotted line runs between the second and the third.
const PITCH: usize = 8;
/// The sector of each player's home that the dotted line follows.
const BEFORE_LINE: usize = 1;

/// The escape sequences of the seats: colours that can be told apart on dark and light screens.
const COLOURS: [&str; 6] =
    ["\x1b[1;33m", "\x1b[1;32m", "\x1b[1;31m", "\x1b[1;34m", "\x1b[1;35m", "\x1b[1;36m"];
/// The escape sequence of dead pieces and eliminated players.
const DIM: &str = "\x1b[2m";
/// The escape sequence that ends all others.
const PLAIN: &str = "\x1b[0m";

/// The board unrolled, in blocks if it is long, and under it who plays.
pub(crate) fn draw<const W: usize>(position: &Position<W>, ink: Ink) -> String {
    let sectors = position.variant().grid().ranks();
    let blocks = sectors.div_ceil(BLOCK);
    let width = sectors.div_ceil(blocks);
    let mut text = String::new();
    for first in (0..sectors).step_by(width) {
        block(&mut text, position, first..sectors.min(first + width), ink);
        text.push('\n');
    }
    for seat in seats(u8::MAX).take(position.variant().seats()) {
        player(&mut text, position, seat, ink);
    }
    text
}

/// Some sectors of all rings, with the dotted lines on which pawns promote drawn as colons.
fn block<const W: usize>(
    text: &mut String,
    position: &Position<W>,
    sectors: std::ops::Range<usize>,
    ink: Ink,
) {
    let border = format!("  {}+\n", "+---".repeat(sectors.len()));
    text.push_str(&border);
    for ring in (0..usize::from(RINGS)).rev() {
        let _ = write!(text, "{} ", file_letter(ring));
        for sector in sectors.clone() {
            let before = (sector + PITCH - 1) % PITCH;
            text.push(if before == BEFORE_LINE { ':' } else { '|' });
            let cell = position.variant().grid().cell(ring, sector);
            text.push_str(&square(
                position,
                cell.map_or(Piece::NONE, |cell| position.piece(cell)),
                ink,
            ));
        }
        text.push_str("|\n");
    }
    text.push_str(&border);
    text.push(' ');
    for sector in sectors {
        let _ = write!(text, "{:>4}", sector + 1);
    }
    text.push('\n');
}

/// Three columns with what stands on a cell.
fn square<const W: usize>(position: &Position<W>, piece: Piece, ink: Ink) -> String {
    if piece == Piece::NONE {
        return " ".repeat(3);
    }
    let letters = format!("{:>3}", letters_of(position.variant(), piece));
    let colour = if piece.is_dead() { DIM } else { COLOURS[piece.seat().index()] };
    inked(&letters, colour, ink)
}

fn inked(text: &str, colour: &str, ink: Ink) -> String {
    match ink {
        Ink::Plain => text.to_owned(),
        Ink::Coloured => format!("{colour}{text}{PLAIN}"),
    }
}

/// A line on a player: whose turn it is, who is dead, who plays with whom.
fn player<const W: usize>(text: &mut String, position: &Position<W>, seat: Seat, ink: Ink) {
    let alive = position.is_alive(seat);
    let mark = if position.turn() == seat && alive { '*' } else { ' ' };
    let colour = if alive { COLOURS[seat.index()] } else { DIM };
    let name = inked(&seat_letter(seat).to_string(), colour, ink);
    let mut facts = Vec::new();
    if position.has_teams() {
        let team: String = seats(position.players.sides[seat.index()]).map(seat_letter).collect();
        facts.push(format!("team {team}"));
    }
    if !alive {
        facts.push("dead".to_owned());
    } else if position.pieces(seat, position.variant().king()).is_empty() {
        facts.push("no king".to_owned());
    }
    if mark == '*' {
        facts.push("to move".to_owned());
    }
    let _ = writeln!(text, "{}", format!("{mark} {name}  {}", facts.join(", ")).trim_end());
}
