//! Pictures of how pieces move, in letters.

use std::collections::BTreeMap;
use std::fmt::Write;

use rotunda_movegen::{Cell, KindSpec, Mode, Seat};

use crate::plane::Plane;

/// What a piece may do on a cell of an empty board, from the letters that pictures have for it.
const LEGEND: &str = "o moves and takes, m moves, x takes, h takes beyond one piece, * the piece";

/// The moves of each kind of White's pieces from a cell.
pub fn picture(plane: &Plane, kinds: &[KindSpec], from: Cell) -> String {
    let whose = if plane.seating.is_table() { "The first player's" } else { "White's" };
    let mut text = format!("{whose} moves from {}: {LEGEND}\n", plane.grid.name(from));
    for kind in kinds {
        let marks = marks(kind, from);
        let name = if kind.name.is_empty() { String::new() } else { format!(" {}", kind.name) };
        let _ = write!(text, "\n{}{name}\n{}", kind.letter, board(plane, &marks));
    }
    text
}

/// A letter for each cell that a kind's paths pass.
fn marks(kind: &KindSpec, from: Cell) -> BTreeMap<Cell, char> {
    let mut modes: BTreeMap<Cell, Vec<Mode>> = BTreeMap::new();
    for path in &kind.paths[Seat::WHITE.index()][from.index()] {
        // A hop needs a piece before the one that it takes.
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

/// The board with letters on cells; where files stand between ranks, each has half a line's offset.
fn board(plane: &Plane, marks: &BTreeMap<Cell, char>) -> String {
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
