//! Pictures in letters of the moves of pieces.

use std::collections::BTreeMap;
use std::fmt::Write;

use rotunda_movegen::{Cell, KindSpec, Mode, Path, Seat};

use crate::plane::{Plane, Seating};

/// The meanings of the letters in pictures.
const LEGEND: &str = "o moves and takes, m moves, x takes, h takes beyond one piece, * the piece";

/// Returns a picture of the moves of each kind from a cell, one for each group of players whose
/// pieces move alike.
pub fn picture(plane: &Plane, kinds: &[KindSpec], from: Cell) -> String {
    let mut text = format!("Moves from {}: {LEGEND}\n", plane.grid.name(from));
    for kind in kinds {
        let name = if kind.name.is_empty() { String::new() } else { format!(" {}", kind.name) };
        let ways = ways(plane, kind, from);
        for (seats, marks) in &ways {
            let whose = if ways.len() == 1 { String::new() } else { whose(plane, seats) };
            let _ = write!(text, "\n{}{name}{whose}\n{}", kind.letter, board(plane, marks));
        }
    }
    text
}

/// Returns the cells that a kind's paths pass, with the seats for which they are the same.
fn ways(plane: &Plane, kind: &KindSpec, from: Cell) -> Vec<(Vec<Seat>, BTreeMap<Cell, char>)> {
    let mut ways: Vec<(Vec<Seat>, BTreeMap<Cell, char>)> = Vec::new();
    for seat in plane.seats() {
        let marks = marks(&kind.paths[seat.index()][from.index()], from);
        match ways.iter_mut().find(|(_, others)| *others == marks) {
            Some((seats, _)) => seats.push(seat),
            None => ways.push((vec![seat], marks)),
        }
    }
    ways
}

/// Returns the names of seats as in position strings.
pub fn whose(plane: &Plane, seats: &[Seat]) -> String {
    let name = |seat: &Seat| match plane.seating {
        Seating::Duel if *seat == Seat::WHITE => "White".to_owned(),
        Seating::Duel => "Black".to_owned(),
        Seating::Ring(_) | Seating::Table(_) => char::from(b'a' + seat.0).to_string(),
    };
    format!(" of {}", seats.iter().map(name).collect::<Vec<_>>().join(", "))
}

/// Returns a letter for each cell that the paths from a cell pass.
fn marks(paths: &[Path], from: Cell) -> BTreeMap<Cell, char> {
    let mut modes: BTreeMap<Cell, Vec<Mode>> = BTreeMap::new();
    for path in paths {
        // A hop needs a piece before the one that it captures.
        let skipped = usize::from(path.mode == Mode::Hop);
        for cell in path.targets().iter().skip(skipped) {
            modes.entry(*cell).or_default().push(path.mode);
        }
    }
    let letter = |modes: Vec<Mode>| {
        let quiet = modes.iter().any(|mode| matches!(mode, Mode::Both | Mode::Quiet | Mode::Lame));
        let takes =
            modes.iter().any(|mode| matches!(mode, Mode::Both | Mode::Capture | Mode::Lame));
        match (quiet, takes) {
            (true, true) => 'o',
            (true, false) if modes.contains(&Mode::Hop) => 'o',
            (true, false) => 'm',
            (false, true) => 'x',
            (false, false) => 'h',
        }
    };
    let mut marks: BTreeMap<Cell, char> =
        modes.into_iter().map(|(cell, modes)| (cell, letter(modes))).collect();
    marks.insert(from, '*');
    marks
}

/// Returns the board with letters on cells. On hexagonal boards each file is offset by half a line.
pub fn board(plane: &Plane, marks: &BTreeMap<Cell, char>) -> String {
    let places: Vec<(usize, usize)> = plane.grid.all().map(|cell| plane.text_place(cell)).collect();
    let lines = places.iter().map(|(_, line)| line + 1).max().unwrap_or(0);
    let columns = places.iter().map(|(column, _)| column + 1).max().unwrap_or(0);
    let mut letters = vec![vec![' '; 2 * columns]; lines];
    for (cell, (column, line)) in plane.grid.all().zip(&places) {
        letters[lines - 1 - line][2 * column] = marks.get(&cell).copied().unwrap_or('.');
    }
    let line =
        |letters: Vec<char>| format!("  {}\n", letters.iter().collect::<String>().trim_end());
    letters.into_iter().map(line).collect()
}
