//! The letters of seats and pieces in position strings.

use crate::geometry::file_letter;
use crate::position::seats;
use crate::tables::{Kind, Piece, Seat, VariantTables};

/// Returns the piece of a seat's letter and a kind's letter; it is dead after an `x`.
pub(super) fn piece_of<const W: usize>(variant: &VariantTables<W>, token: &str) -> Option<Piece> {
    let living = token.strip_prefix('x').unwrap_or(token);
    let mut letters = living.chars();
    let seat = seat_of(variant, letters.next()?)?;
    let letter = letters.next()?;
    let kind = variant.kinds.iter().position(|kind| kind.letter == letter)?;
    let piece = Piece::new(seat, Kind(kind as u8));
    Some(if living == token { piece } else { piece.dead() })
}

/// The letters of a piece in position strings.
pub(super) fn letters_of<const W: usize>(variant: &VariantTables<W>, piece: Piece) -> String {
    let mark = if piece.is_dead() { "x" } else { "" };
    format!("{mark}{}{}", seat_letter(piece.seat()), variant.kinds[piece.kind().index()].letter)
}

/// The letter of a seat.
pub(super) fn seat_letter(seat: Seat) -> char {
    file_letter(seat.index())
}

/// The seat with a letter.
pub(super) fn seat_of<const W: usize>(variant: &VariantTables<W>, letter: char) -> Option<Seat> {
    seats(u8::MAX).take(variant.seats()).find(|seat| seat_letter(*seat) == letter)
}
