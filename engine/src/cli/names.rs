//! Names on the command line: variants and seats.

use rotunda_movegen::{Seat, Variant};

/// The variant with a name.
///
/// # Errors
/// Returns an error if there is none; the message lists those that there are.
pub fn named(name: &str) -> Result<&'static Variant, String> {
    Variant::by_name(name).map_err(|_| {
        let names: Vec<_> = Variant::known().map(|entry| entry.name).collect();
        format!("unknown variant; there are {}", names.join(", "))
    })
}

/// The letters of a variant's seats: `w` and `b` in duels, else `a` to `f`.
#[must_use]
pub fn seat_letter(variant: &'static Variant, seat: Seat) -> char {
    if variant.is_duel() { ['w', 'b'][seat.index()] } else { char::from(b'a' + seat.0) }
}

/// The seat with a letter or with the name of its colour.
///
/// # Errors
/// Returns an error if the variant has no such seat; the message lists those that it has.
pub fn seat_named(variant: &'static Variant, name: &str) -> Result<Seat, String> {
    let colours = variant.layout().colours;
    let seats = || (0..variant.seats).map(|seat| Seat(seat as u8));
    let letter = |seat| seat_letter(variant, seat).to_string();
    let is_it = |seat: &Seat| {
        letter(*seat) == name || colours[seat.index()].name.eq_ignore_ascii_case(name)
    };
    seats().find(is_it).ok_or_else(|| {
        let known: Vec<String> = seats()
            .map(|seat| format!("{} ({})", letter(seat), colours[seat.index()].name))
            .collect();
        format!("no seat is called {name:?}; there are {}", known.join(", "))
    })
}
