//! Boards of duels as text for people.

use std::fmt::Write;

use crate::families::drawing::Drawing;
use crate::geometry::file_letter;
use crate::position::Position;
use crate::tables::{Piece, Seat};

/// The board as a grid of letters, capitals for White, holes left blank, triangles between
/// slashes, the highest rank on top, and under it what the grid cannot show.
pub(in crate::families) fn draw<const W: usize>(position: &Position<W>) -> Drawing {
    let grid = position.variant().grid();
    let mut text = String::new();
    for rank in (0..grid.ranks()).rev() {
        border(&mut text, position, rank + 1, rank);
        for file in 0..grid.files() {
            let left = file.checked_sub(1).and_then(|file| grid.cell(file, rank));
            let cell = grid.cell(file, rank);
            let wall = if left.or(cell).is_some() { '|' } else { ' ' };
            let piece = cell.map_or(' ', |cell| match position.piece(cell) {
                Piece::NONE => ' ',
                piece => position.variant().letter_of(piece),
            });
            let (before, after) = match cell.is_some_and(|cell| grid.is_triangle(cell)) {
                true if rank < grid.ranks() / 2 => ('\\', '/'),
                true => ('/', '\\'),
                false => (' ', ' '),
            };
            let _ = write!(text, "{wall}{before}{piece}{after}");
        }
        let wall = if grid.cell(grid.files() - 1, rank).is_some() { '|' } else { ' ' };
        let home = if position.turn() == Seat::WHITE { 0 } else { grid.ranks() - 1 };
        let mark = if rank == home { " *" } else { "" };
        let _ = writeln!(text, "{wall} {}{mark}", rank + 1);
    }
    border(&mut text, position, 0, grid.ranks());
    let letters: Vec<String> =
        (0..grid.files()).map(|file| file_letter(file).to_string()).collect();
    let _ = writeln!(text, "  {}", letters.join("   "));
    if !position.variant().note().is_empty() {
        let _ = writeln!(text, "\n{}", position.variant().note());
    }
    text.into()
}

/// The line between two ranks, drawn where either has a cell.
fn border<const W: usize>(text: &mut String, position: &Position<W>, above: usize, below: usize) {
    let grid = position.variant().grid();
    let drawn = |file: usize| grid.cell(file, above).or(grid.cell(file, below)).is_some();
    for file in 0..grid.files() {
        let corner = drawn(file) || file.checked_sub(1).is_some_and(drawn);
        text.push(if corner { '+' } else { ' ' });
        text.push_str(if drawn(file) { "---" } else { "   " });
    }
    text.push_str(if drawn(grid.files() - 1) { "+\n" } else { "\n" });
}
