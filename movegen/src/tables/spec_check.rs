//! Checks whether a specification can be compiled to tables.

use super::check_becoming::check_becoming;
use super::check_castlings::check_castlings;
use super::check_jumps::check_jumps;
use super::piece::{KINDS, Kind, PAWN_KINDS, SEATS};
use super::spec::{KindSpec, MOST_VALUE, Role, Spec};
use super::spec_error::{FLAGS, SpecError};
use super::starts::pass_too_many;
use crate::geometry::{Board, Cell, Mode, Path};

/// Refuses a specification that cannot be compiled to tables for boards of `room` cells.
pub(super) fn check(spec: &Spec, room: usize) -> Result<(), SpecError> {
    let cells = spec.grid.cells();
    if cells > room {
        return Err(SpecError::TooManyCells(cells));
    }
    if spec.kinds.len() > KINDS {
        return Err(SpecError::TooManyKinds(spec.kinds.len()));
    }
    let count = |role| spec.kinds.iter().filter(|kind| kind.role == role).count();
    let (royal, pawns) = (count(Role::King), count(Role::Pawn));
    if royal != 1 {
        return Err(SpecError::RoyalKinds(royal));
    }
    if pawns > PAWN_KINDS {
        return Err(SpecError::TooManyPawns(pawns));
    }
    let flags = spec.castlings.len() + spec.laps.len();
    if flags > FLAGS {
        return Err(SpecError::TooManyFlags(flags));
    }
    if !spec.limits.are_sound() {
        return Err(SpecError::Limits);
    }
    if !spec.scoring.is_sound() {
        return Err(SpecError::Points);
    }
    let seats = spec.kinds[0].paths.len();
    for (index, kind) in spec.kinds.iter().enumerate() {
        check_kind(spec, kind, seats)?;
        if spec.kinds[..index].iter().any(|other| other.letter == kind.letter) {
            return Err(SpecError::LetterTwice(kind.letter));
        }
    }
    check_dead(spec)?;
    check_flags(spec, seats)
}

/// Refuses material that is dead on cells of one colour if the kind can leave its colour.
fn check_dead(spec: &Spec) -> Result<(), SpecError> {
    let Some(kind) = spec.dead.one_colour.and_then(|kind| spec.kinds.get(kind.index())) else {
        return Ok(());
    };
    let shade = |cell: Cell| {
        let (file, rank) = spec.grid.place(cell);
        (file + rank) % 2
    };
    let leaves = |paths: &Vec<Vec<Path>>| {
        spec.grid.all().any(|from| {
            let mut targets = paths[from.index()].iter().flat_map(Path::targets);
            targets.any(|to| shade(*to) != shade(from))
        })
    };
    if kind.paths.iter().any(leaves) { Err(SpecError::OneColour(kind.letter)) } else { Ok(()) }
}

fn check_kind(spec: &Spec, kind: &KindSpec, seats: usize) -> Result<(), SpecError> {
    let (cells, letter) = (spec.grid.cells(), kind.letter);
    let lengths = [&kind.promotes_on, &kind.declines_on, &kind.closed].map(Vec::len);
    let lengths = lengths.into_iter().chain([kind.choices.len()]);
    let is_wrong = |length: &usize| *length != seats;
    if !(1..=SEATS).contains(&seats)
        || is_wrong(&kind.paths.len())
        || lengths.into_iter().any(|length| is_wrong(&length))
    {
        return Err(SpecError::Seats(letter));
    }
    let wrong_lines = !kind.faces.is_empty() && kind.faces.len() != seats;
    if wrong_lines || kind.paths.iter().chain(&kind.faces).any(|by_cell| by_cell.len() != cells) {
        return Err(SpecError::Paths(letter));
    }
    let all: Vec<&Path> = kind.paths.iter().flatten().flatten().collect();
    let changes = kind.changes.iter().flat_map(|(cells, _)| cells);
    let zones = kind.promotes_on.iter().chain(&kind.closed).chain(&kind.regions).flatten();
    let facing = kind.faces.iter().flatten().flatten();
    let named = all.iter().copied().chain(facing).flat_map(|path| &path.cells);
    let mut named = named.chain(changes).chain(zones);
    let becomes = kind.changes.iter().map(|(_, kind)| kind);
    let mut kinds = kind.choices.iter().flatten().chain(becomes);
    let is_outside = |kind: &Kind| kind.index() >= spec.kinds.len();
    let is_supplied = |choices: &Vec<Kind>| kind.supply.len() == choices.len();
    let supplied = kind.supply.is_empty() || kind.choices.iter().all(is_supplied);
    if named.any(|cell| cell.index() >= cells) || kinds.any(is_outside) || !supplied {
        return Err(SpecError::Outside(letter));
    }
    let declines = kind.declines_on.iter().zip(kind.promotes_on.iter().zip(&kind.closed));
    let is_vain =
        |cell: &Cell, on: &[Cell], closed: &[Cell]| !on.contains(cell) || closed.contains(cell);
    if declines
        .into_iter()
        .any(|(cells, (on, closed))| cells.iter().any(|c| is_vain(c, on, closed)))
    {
        return Err(SpecError::Declines(letter));
    }
    let has_twice = |all: &Vec<Kind>| (1..all.len()).any(|n| all[..n].contains(&all[n]));
    if kind.choices.iter().any(has_twice) {
        return Err(SpecError::ChoiceTwice(letter));
    }
    let slides =
        |path: &&Path| path.mode == Mode::Lame || path.mode != Mode::Quiet && path.cells.len() > 1;
    if kind.role == Role::Pawn && all.iter().any(slides) {
        return Err(SpecError::SlidingPawn(letter));
    }
    if kind.role == Role::Pawn && pass_too_many(kind) {
        return Err(SpecError::LongStart(letter));
    }
    let steps = |path: &&Path| path.mode == Mode::Both && path.cells.len() == 1;
    if kind.role == Role::King && !all.iter().all(steps) {
        return Err(SpecError::King(letter));
    }
    let is_sound = |value: &u16| (1..=MOST_VALUE).contains(value) && kind.role != Role::King;
    if !kind.value.iter().all(is_sound) {
        return Err(SpecError::Value(letter));
    }
    if kind.role != Role::King && !kind.faces.is_empty() {
        return Err(SpecError::Faces(letter));
    }
    check_becoming(spec, kind)?;
    check_jumps(spec, kind)
}

fn check_flags(spec: &Spec, seats: usize) -> Result<(), SpecError> {
    let is_cell = |cell: &Cell| cell.index() < spec.grid.cells();
    for castling in &spec.castlings {
        let pairs = [castling.code, castling.king, castling.rook];
        let named = castling.empty.iter().chain(&castling.safe);
        let sound = castling.seat.index() < seats
            && pairs.iter().all(|(from, to)| is_cell(from) && is_cell(to))
            && named.into_iter().all(is_cell);
        if !sound {
            return Err(SpecError::FlagOutside(castling.right));
        }
    }
    check_castlings(spec)?;
    for lap in &spec.laps {
        let cells = lap.before.iter().chain(&lap.after).chain(&lap.goals);
        if lap.seat.index() >= seats || !cells.into_iter().all(is_cell) {
            return Err(SpecError::FlagOutside(lap.letter));
        }
    }
    Ok(())
}
