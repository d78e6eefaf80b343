//! The look of a rectangle: lines instead of squares, and the colours of the pieces.

use std::ops::Range;

use rotunda_movegen::{Cell, Colour, Grid, Layout};

use crate::cells;
use crate::plane::{Plane, Seating};
use crate::problem::Problem;
use crate::source::{Board, Lines, Text};

/// The colours that pieces may have.
const COLOURS: [Colour; 7] = [
    Colour::WHITE,
    Colour::BLACK,
    Colour::RED,
    Colour::YELLOW,
    Colour::GREEN,
    Colour::BLUE,
    Colour::PURPLE,
];

/// Returns the board with the lines and the colours that the file gives.
pub fn dressed(
    mut plane: Plane,
    board: &Board,
    seating: Seating,
    span: Range<usize>,
) -> Result<Plane, Problem> {
    if let Some(lines) = &board.lines {
        plane.layout = on_lines(&plane, lines, span)?;
    }
    if let Some(text) = &board.colours {
        if seating != Seating::Duel {
            let message = "only games of White and Black name their colours";
            return Err(Problem::new(text.span(), message, "\"Red Black\""));
        }
        plane.layout.colours = colours(text)?;
    }
    Ok(plane)
}

/// Returns the layout with lines through the middles of the cells.
fn on_lines(plane: &Plane, lines: &Lines, span: Range<usize>) -> Result<Layout, Problem> {
    let grid = &plane.grid;
    let river = lines.river;
    if river.is_some_and(|rank| !(1..grid.ranks()).contains(&rank)) {
        let message = "the river is after one of the ranks, and not after the last";
        return Err(Problem::new(span, message, "lines = { river = 5 }"));
    }
    let palaces = lines.palaces.as_ref().map(|text| palaces(grid, text)).transpose()?;
    let rivers: Vec<usize> = river.into_iter().collect();
    Ok(plane.layout.clone().on_lines(grid, &rivers, &palaces.unwrap_or_default()))
}

/// Returns the opposite corners of the blocks that a text names.
fn palaces(grid: &Grid, text: &Text) -> Result<Vec<[Cell; 2]>, Problem> {
    let block = |word: &str| {
        let (first, last) = word.split_once('-').unwrap_or((word, word));
        Ok([cells::cell(grid, first, text)?, cells::cell(grid, last, text)?])
    };
    text.get_ref().split_whitespace().map(block).collect()
}

/// Returns the two colours that a text names.
fn colours(text: &Text) -> Result<Vec<Colour>, Problem> {
    let named = |word: &str| COLOURS.into_iter().find(|colour| colour.name == word);
    let found: Option<Vec<Colour>> = text.get_ref().split_whitespace().map(named).collect();
    found.filter(|found| found.len() == 2 && found[0] != found[1]).ok_or_else(|| {
        let known = COLOURS.map(|colour| colour.name).join(", ");
        let message = format!("two different colours are needed; there are {known}");
        Problem::new(text.span(), message, "\"Red Black\"")
    })
}
