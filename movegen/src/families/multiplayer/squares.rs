//! Boards of files and ranks with players round them, as text for people.

use super::parts::{player, square};
use crate::families::drawing::{Drawing, Trail};
use crate::geometry::{Cell, Grid};
use crate::position::{Position, seats};

/// The columns of the numbers or letters at the left of a row.
const MARGIN: usize = 4;

/// A row of a drawing: the name at its left, and its places from left to right.
type Row = (String, Vec<Option<Cell>>);

/// Returns the board as a grid with blank holes and a seat's pieces at the bottom. Below it stand
/// the facts that the grid cannot show, and the players.
pub(super) fn draw<const W: usize>(position: &Position<W>, quarter: u8, trail: Trail) -> Drawing {
    let variant = position.variant();
    let (rows, columns) = turned(variant.grid(), quarter);
    let mut drawing = Drawing::default();
    let mut above: Vec<Option<Cell>> = vec![None; columns.len()];
    for (name, places) in rows {
        border(&mut drawing, &above, &places);
        row(&mut drawing, position, (&name, &places), trail);
        above = places;
    }
    border(&mut drawing, &above, &vec![None; columns.len()]);
    let names: Vec<String> = columns.iter().map(|name| format!("{name:>3}")).collect();
    drawing.push(&format!("{:MARGIN$}{}\n", "", names.join(" ")));
    if !variant.note().is_empty() {
        drawing.push(&format!("\n{}\n", variant.note()));
    }
    drawing.push("\n");
    for seat in seats(u8::MAX).take(variant.seats()) {
        player(&mut drawing, position, seat);
    }
    drawing
}

/// Returns the rows from the top and the names of the columns for a board that is turned
/// counter-clockwise by `quarter` quarter turns.
fn turned(grid: &Grid, quarter: u8) -> (Vec<Row>, Vec<String>) {
    let letters = (0..grid.files()).map(|file| grid.letter(file).to_string()).collect::<Vec<_>>();
    let numbers = (1..=grid.ranks()).map(|rank| rank.to_string()).collect::<Vec<_>>();
    // The rows of an upright board are ranks; those of a board on its side are files.
    let is_upright = quarter.is_multiple_of(2);
    let (files, ranks) = ((0..grid.files()).collect(), (0..grid.ranks()).collect());
    let (mut down, mut along): (Vec<usize>, Vec<usize>) =
        if is_upright { (ranks, files) } else { (files, ranks) };
    if matches!(quarter, 0 | 1) {
        down.reverse();
    }
    if matches!(quarter, 1 | 2) {
        along.reverse();
    }
    let (row_names, column_names) =
        if is_upright { (&numbers, &letters) } else { (&letters, &numbers) };
    let cell = |row: usize, column: usize| {
        if is_upright { grid.cell(column, row) } else { grid.cell(row, column) }
    };
    let row = |row: usize| {
        (row_names[row].clone(), along.iter().map(|column| cell(row, *column)).collect())
    };
    let columns = along.iter().map(|column| column_names[*column].clone()).collect();
    (down.into_iter().map(row).collect(), columns)
}

/// Adds a row: its name, and the pieces on its cells.
fn row<const W: usize>(
    drawing: &mut Drawing,
    position: &Position<W>,
    (name, places): (&str, &[Option<Cell>]),
    trail: Trail,
) {
    drawing.push(&format!("{name:>width$} ", width = MARGIN - 1));
    let mut left = None;
    let drawn = places.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
    for &place in &places[..drawn] {
        let wall = if left.or(place).is_some() { "|" } else { " " };
        drawing.push(trail.edge([left, place]).unwrap_or(wall));
        match place {
            Some(cell) => square(drawing, position, cell, trail),
            None => drawing.push("   "),
        }
        left = place;
    }
    drawing.push(trail.edge([left, None]).unwrap_or("|"));
    drawing.push("\n");
}

/// Adds the line between two rows, drawn where either has a cell.
fn border(drawing: &mut Drawing, above: &[Option<Cell>], below: &[Option<Cell>]) {
    let mut text = " ".repeat(MARGIN);
    let mut is_left_drawn = false;
    for (above, below) in above.iter().zip(below) {
        let is_drawn = above.or(*below).is_some();
        text.push(if is_left_drawn || is_drawn { '+' } else { ' ' });
        text.push_str(if is_drawn { "---" } else { "   " });
        is_left_drawn = is_drawn;
    }
    if is_left_drawn {
        text.push('+');
    }
    drawing.push(text.trim_end());
    drawing.push("\n");
}
