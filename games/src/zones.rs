//! Pictures in letters of cells with a meaning: where pieces promote, begin with long steps or
//! cannot stand, and castlings and goals.

use std::collections::BTreeMap;
use std::fmt::Write;

use rotunda_movegen::{CastlingSpec, Cell, KindSpec, Mode, Role, Seat, Spec};

use crate::moves::{board, whose};
use crate::plane::Plane;

/// The meanings of the letters in pictures of cells.
const LEGEND: &str =
    "P promotes, p promotes or stays, s goes several steps, # cannot stand, G goal";

/// Returns pictures of the special cells of each kind, one for each group of players that share
/// them, and the castlings; empty if there are none.
pub fn picture(plane: &Plane, spec: &Spec) -> String {
    let mut text = String::new();
    for kind in &spec.kinds {
        let mut ways: Vec<(Vec<Seat>, BTreeMap<Cell, char>)> = Vec::new();
        for seat in plane.seats() {
            let marks = marks(spec, kind, seat);
            match ways.iter_mut().find(|(_, others)| *others == marks) {
                Some((seats, _)) => seats.push(seat),
                None => ways.push((vec![seat], marks)),
            }
        }
        let name = if kind.name.is_empty() { String::new() } else { format!(" {}", kind.name) };
        let is_one = ways.len() == 1;
        for (seats, marks) in ways.iter().filter(|(_, marks)| !marks.is_empty()) {
            let whose = if is_one { String::new() } else { whose(plane, seats) };
            let _ = write!(text, "\n{}{name}{whose}\n{}", kind.letter, board(plane, marks));
        }
    }
    if !text.is_empty() {
        text = format!("Cells: {LEGEND}\n{text}");
    }
    if !spec.castlings.is_empty() {
        let gap = if text.is_empty() { "" } else { "\n" };
        let _ = writeln!(text, "{gap}Castlings");
        for castling in &spec.castlings {
            let _ = writeln!(text, "  {}", description(plane, castling));
        }
    }
    text
}

/// Returns the special cells of a seat's pieces of a kind.
fn marks(spec: &Spec, kind: &KindSpec, seat: Seat) -> BTreeMap<Cell, char> {
    let mut marks = BTreeMap::new();
    let index = seat.index();
    for (from, paths) in (0..=u8::MAX).map(Cell).zip(&kind.paths[index]) {
        let starts = |mode: Mode, cells: usize| mode == Mode::Quiet && cells > 1;
        if kind.role == Role::Pawn && paths.iter().any(|path| starts(path.mode, path.cells.len())) {
            marks.insert(from, 's');
        }
    }
    if kind.role == Role::King {
        let goals = spec.laps.iter().filter(|lap| lap.seat == seat).flat_map(|lap| &lap.goals);
        marks.extend(goals.map(|cell| (*cell, 'G')));
    }
    marks.extend(kind.closed[index].iter().map(|cell| (*cell, '#')));
    if !kind.choices[index].is_empty() {
        marks.extend(kind.promotes_on[index].iter().map(|cell| (*cell, 'P')));
        marks.extend(kind.declines_on[index].iter().map(|cell| (*cell, 'p')));
    }
    marks
}

/// Describes a castling in words.
fn description(plane: &Plane, castling: &CastlingSpec) -> String {
    let name = |cell: Cell| plane.grid.name(cell);
    let pair = |(from, to): (Cell, Cell)| format!("{} to {}", name(from), name(to));
    let written = name(castling.code.0) + &name(castling.code.1);
    let whose = if castling.seat == Seat::WHITE { "White" } else { "Black" };
    format!(
        "{}: {whose}'s king {}, the piece on {}, written {written}",
        castling.right,
        pair(castling.king),
        pair(castling.rook),
    )
}
