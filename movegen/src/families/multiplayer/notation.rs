//! Position strings of circular chess: `board turn alive teams rules halfmove fullmove`
//! (multiplayer-circular.md 7).

use super::letters::{seat_letter, seat_of};
use super::rows::{board_text, parse_board};
use super::{KING_LOSS_ELIMINATES, is_byzantine};
use crate::geometry::Bitboard;
use crate::position::{
    FenError, FenField, FenReason, Fields, Players, Position, clock_text, offset_in, parse_clock,
    quoted, refuse, seats,
};
use crate::tables::{Kind, Role, Seat, VariantTables};

/// The fields, in order.
const FIELDS: [FenField; 7] = {
    use FenField::{Alive, Board, Fullmove, Halfmove, Rules, Teams, Turn};
    [Board, Turn, Alive, Teams, Rules, Halfmove, Fullmove]
};
/// The number of clocks among them, which come last.
const CLOCKS: usize = 2;
/// The number of fields at the beginning that are required.
const NEEDED: usize = 2;

/// Parses the fields of a position string.
///
/// # Errors
/// Returns an error if the string is malformed, or the position is impossible: living pieces of
/// eliminated players, single players without exactly one king, team players with two kings,
/// players without pieces or teams without a king, Byzantine single players with only the king, or
/// pawns where none can stand.
pub(crate) fn parse<'v, const W: usize>(
    variant: &'v VariantTables<W>,
    fen: &str,
) -> Result<Position<'v, W>, FenError> {
    let given = Fields::split(fen, FIELDS.len() - CLOCKS)?;
    let tokens = &given.tokens;
    if let Some(extra) = tokens.get(FIELDS.len()) {
        return refuse(FenReason::Surplus, format!("{} after the last field", quoted(extra)))
            .map_err(|error: FenError| error.moved(offset_in(fen, extra)));
    }
    if tokens.len() < NEEDED {
        let field = FIELDS[tokens.len()];
        return refuse(FenReason::Missing, format!("the field {} is missing", name_of(field)))
            .map_err(|error: FenError| error.shifted(field, fen.len()));
    }
    let mut position = Position::empty(variant);
    position.halfmove = given.halfmove.unwrap_or(0);
    position.fullmove = given.fullmove.unwrap_or(1);
    for (token, field) in tokens.iter().zip(FIELDS) {
        parse_field(&mut position, field, token)
            .map_err(|error| error.shifted(field, offset_in(fen, token)))?;
    }
    // Missing teams and rules are those of the variant's start.
    let start = variant.start.split_ascii_whitespace().zip(FIELDS).skip(tokens.len());
    for (token, field) in start {
        match field {
            FenField::Alive => live_with_pieces(&mut position),
            FenField::Teams | FenField::Rules => parse_field(&mut position, field, token)?,
            _ => {}
        }
    }
    validate(&position)?;
    position.key = position.key_from_scratch();
    Ok(position)
}

/// Returns the name of a field in errors.
fn name_of(field: FenField) -> String {
    format!("{field:?}").to_ascii_lowercase()
}

fn parse_field<const W: usize>(
    position: &mut Position<W>,
    field: FenField,
    token: &str,
) -> Result<(), FenError> {
    match field {
        FenField::Turn => position.turn = parse_turn(position.variant, token)?,
        FenField::Alive => parse_alive(position, token)?,
        FenField::Teams => parse_teams(position, token)?,
        FenField::Rules => parse_rules(position, token)?,
        FenField::Halfmove => position.halfmove = parse_clock(token, 0)?,
        FenField::Fullmove => position.fullmove = parse_clock(token, 1)?,
        _ => parse_board(position, token)?,
    }
    Ok(())
}

fn parse_turn<const W: usize>(variant: &VariantTables<W>, token: &str) -> Result<Seat, FenError> {
    let mut letters = token.chars();
    let seat = letters.next().and_then(|letter| seat_of(variant, letter));
    if let (Some(seat), None) = (seat, letters.next()) {
        return Ok(seat);
    }
    let last = seat_letter(Seat(variant.seats() as u8 - 1));
    refuse(
        FenReason::Unknown,
        format!("the player to move is {} and none of a to {last}", quoted(token)),
    )
}

/// Returns the mask of the seats with these letters. No letter may come twice.
fn parse_seats<const W: usize>(variant: &VariantTables<W>, token: &str) -> Result<u8, FenError> {
    let mut mask = 0;
    for letter in token.chars() {
        let Some(seat) = seat_of(variant, letter) else {
            return refuse(
                FenReason::Unknown,
                format!("unknown player {letter:?} in {}", quoted(token)),
            );
        };
        if mask >> seat.0 & 1 != 0 {
            return refuse(
                FenReason::Repeated,
                format!("the player {letter:?} stands twice in {}", quoted(token)),
            );
        }
        mask |= 1 << seat.0;
    }
    Ok(mask)
}

fn parse_alive<const W: usize>(position: &mut Position<W>, token: &str) -> Result<(), FenError> {
    position.players.alive = parse_seats(position.variant, token)?;
    Ok(())
}

/// Marks the players with living pieces as alive.
fn live_with_pieces<const W: usize>(position: &mut Position<W>) {
    let all = seats(u8::MAX).take(position.variant.seats());
    let living = all.filter(|seat| !position.seat(*seat).is_empty());
    position.players.alive = living.fold(0, |mask, seat| mask | 1 << seat.0);
}

fn parse_teams<const W: usize>(position: &mut Position<W>, token: &str) -> Result<(), FenError> {
    let players = &mut position.players;
    if token == "-" {
        return Ok(());
    }
    let all = Players::all(position.variant.seats()).alive;
    let mut seen = 0;
    for group in token.split('.') {
        let mask = parse_seats(position.variant, group)?;
        if mask == 0 || mask & seen != 0 || mask == all {
            return refuse(
                FenReason::Malformed,
                format!("{} does not part the players into teams", quoted(token)),
            );
        }
        seen |= mask;
        players.teams |= !mask.is_power_of_two();
        seats(mask).for_each(|seat| players.sides[seat.index()] = mask);
    }
    if seen != all || !players.teams {
        return refuse(
            FenReason::Malformed,
            format!("{} does not part the players into teams", quoted(token)),
        );
    }
    Ok(())
}

/// Returns the letter of a variant's rules.
const fn rules_letter<const W: usize>(variant: &VariantTables<W>) -> char {
    if is_byzantine(variant) { 'b' } else { 'm' }
}

fn parse_rules<const W: usize>(position: &mut Position<W>, token: &str) -> Result<(), FenError> {
    let letter = rules_letter(position.variant);
    match token.strip_prefix(letter) {
        Some("") => Ok(()),
        Some("f") => {
            // A player without team mates is out without a king anyway.
            if position.has_teams() {
                position.flags |= KING_LOSS_ELIMINATES;
            }
            Ok(())
        }
        _ => refuse(
            FenReason::Malformed,
            format!("the rules are {} where this game has {letter}", quoted(token)),
        ),
    }
}

fn validate<const W: usize>(position: &Position<W>) -> Result<(), FenError> {
    let variant = position.variant;
    if !position.is_alive(position.turn) {
        return refuse(
            FenReason::Impossible,
            format!("the player to move, {:?}, is eliminated", seat_letter(position.turn)),
        );
    }
    for seat in seats(u8::MAX).take(variant.seats()) {
        let name = seat_letter(seat);
        let pieces = position.seat(seat);
        let kings = position.pieces(seat, variant.king).len();
        if !position.is_alive(seat) {
            if !pieces.is_empty() {
                return refuse(
                    FenReason::Impossible,
                    format!("{name:?} is eliminated but has living pieces"),
                );
            }
            continue;
        }
        let each_needs_one = !position.has_teams() || position.flags & KING_LOSS_ELIMINATES != 0;
        if kings > 1 || kings == 0 && each_needs_one {
            return refuse(FenReason::Impossible, format!("{name:?} has {kings} kings"));
        }
        if pieces.is_empty() {
            return refuse(FenReason::Impossible, format!("{name:?} plays but has no pieces"));
        }
        if is_byzantine(variant) && !position.has_teams() && pieces.is_single() {
            return refuse(
                FenReason::Impossible,
                format!("{name:?} plays but has nothing but the king"),
            );
        }
        if !position.friends(seat).meets(position.all_of(variant.king)) {
            return refuse(
                FenReason::Impossible,
                format!("the team of {name:?} plays but has no king"),
            );
        }
        validate_places(position, seat)?;
    }
    Ok(())
}

/// Checks that no piece stands on a closed cell, and no pawn where it must have promoted.
fn validate_places<const W: usize>(position: &Position<W>, seat: Seat) -> Result<(), FenError> {
    let variant = position.variant;
    for (index, spec) in variant.kinds.iter().enumerate() {
        let kind = Kind(index as u8);
        let closed: Bitboard<W> = spec.closed[seat.index()].iter().copied().collect();
        let is_pawn = spec.role == Role::Pawn;
        let forced = variant.promotion_zone(seat, kind) - variant.cells_of_becoming(seat, kind);
        let barred = if is_pawn { closed | forced } else { closed };
        let lost = position.pieces(seat, kind) & barred;
        if let Some(cell) = lost.first() {
            let (name, letter) = (variant.grid.name(cell), seat_letter(seat));
            let what = if is_pawn { "pawn" } else { "piece" };
            return refuse(
                FenReason::Impossible,
                format!("no {what} \"{letter}{}\" can stand on {name}", spec.letter),
            );
        }
    }
    Ok(())
}

/// The position string.
pub(crate) fn print<const W: usize>(position: &Position<W>) -> String {
    let letters = |mask: u8| seats(mask).map(seat_letter).collect::<String>();
    let players = &position.players;
    let alive = letters(players.alive);
    let rules = rules_letter(position.variant);
    let teams = if players.teams {
        teams(position).into_iter().map(letters).collect::<Vec<_>>().join(".")
    } else {
        "-".to_owned()
    };
    let option = if position.flags & KING_LOSS_ELIMINATES == 0 { "" } else { "f" };
    format!(
        "{} {} {alive} {teams} {rules}{option} {} {}",
        board_text(position),
        seat_letter(position.turn),
        clock_text(position.halfmove),
        clock_text(position.fullmove),
    )
}

/// The masks of the teams, in the order of their first members.
fn teams<const W: usize>(position: &Position<W>) -> Vec<u8> {
    let all = seats(u8::MAX).take(position.variant.seats());
    let firsts = all.filter(|seat| position.side_of(*seat) == seat.index());
    firsts.map(|seat| position.players.sides[seat.index()]).collect()
}
