//! Boards of duels as text for people.

use std::fmt::Write;

use crate::families::drawing::{Drawing, Trail};
use crate::geometry::{Cell, Grid};
use crate::position::Position;
use crate::tables::{Piece, Seat};

/// The columns beside a board whose ranks continue beyond its edges.
const INDENT: usize = 4;

/// Returns the board as a grid of letters, capitals for White. Holes are blank, and triangles stand
/// between slashes. The highest rank is on top, for Black the lowest. Facts that the grid cannot
/// show follow below. Where ranks continue beyond the edge, the next cells are drawn outside.
pub(in crate::families) fn draw<const W: usize>(
    position: &Position<W>,
    from: Seat,
    trail: Trail,
) -> Drawing {
    let grid = position.variant().grid();
    let mut text = String::new();
    let (files, mut ranks) = order(grid, from);
    ranks.reverse();
    for (index, &rank) in ranks.iter().enumerate() {
        let above = index.checked_sub(1).map(|index| ranks[index]);
        border(&mut text, grid, &files, [above, Some(rank)]);
        row(&mut text, position, &files, rank, (from, trail));
    }
    border(&mut text, grid, &files, [ranks.last().copied(), None]);
    let letters: Vec<String> = files.iter().map(|file| grid.letter(*file).to_string()).collect();
    let _ = writeln!(text, "{}  {}", indent(grid), letters.join("   "));
    if !position.variant().note().is_empty() {
        let _ = writeln!(text, "\n{}", position.variant().note());
    }
    text.into()
}

/// Returns the files from left to right and the ranks from the bottom, as a seat sees them.
fn order(grid: &Grid, from: Seat) -> (Vec<usize>, Vec<usize>) {
    let mut order = ((0..grid.files()).collect::<Vec<_>>(), (0..grid.ranks()).collect::<Vec<_>>());
    if from == Seat::BLACK {
        order.0.reverse();
        order.1.reverse();
    }
    order
}

/// Adds the pieces of a rank, its number, and a mark at the home of the side to move.
fn row<const W: usize>(
    text: &mut String,
    position: &Position<W>,
    files: &[usize],
    rank: usize,
    (from, trail): (Seat, Trail),
) {
    let grid = position.variant().grid();
    let letter = |cell: Cell| match position.piece(cell) {
        Piece::NONE => ' ',
        piece => position.variant().letter_of(piece),
    };
    let beyond = |file: usize| grid.beyond(file, rank).map(|cell| format!("({})", letter(cell)));
    let is_round = grid.is_twisted();
    if is_round {
        let _ = write!(text, "{:>INDENT$}", beyond(files[0]).unwrap_or_default());
    }
    let mut left = None;
    for &file in files {
        let cell = grid.cell(file, rank);
        let wall = if left.or(cell).is_some() { "|" } else { " " };
        let wall = trail.edge([left, cell]).unwrap_or(wall);
        let piece = cell.map_or(' ', letter);
        let is_triangle = cell.is_some_and(|cell| grid.is_triangle(cell));
        let is_low = (rank < grid.ranks() / 2) == (from != Seat::BLACK);
        let (before, after) = match is_triangle {
            true if is_low => ('\\', '/'),
            true => ('/', '\\'),
            false => (' ', ' '),
        };
        let passed = cell.filter(|cell| piece == ' ' && trail.passes(*cell));
        let _ = match passed {
            Some(cell) => write!(text, "{wall}{:^3}", grid.name(cell)),
            None => write!(text, "{wall}{before}{piece}{after}"),
        };
        left = cell;
    }
    let wall = if left.is_some() { "|" } else { " " };
    let wall = trail.edge([left, None]).unwrap_or(wall);
    let outside = files.last().filter(|_| is_round).map(|file| beyond(*file).unwrap_or_default());
    let outside = outside.map_or_else(String::new, |outside| format!("{outside:<INDENT$}"));
    let home = if position.turn() == Seat::WHITE { 0 } else { grid.ranks() - 1 };
    let mark = if rank == home { " *" } else { "" };
    let _ = writeln!(text, "{wall}{outside} {}{mark}", rank + 1);
}

/// Returns the indent of lines without cells.
fn indent(grid: &Grid) -> String {
    " ".repeat(if grid.is_twisted() { INDENT } else { 0 })
}

/// Adds the line between two ranks, drawn where either has a cell.
fn border(text: &mut String, grid: &Grid, files: &[usize], ranks: [Option<usize>; 2]) {
    let drawn = |file: usize| ranks.iter().flatten().any(|rank| grid.cell(file, *rank).is_some());
    let mut left = false;
    text.push_str(&indent(grid));
    for &file in files {
        text.push(if left || drawn(file) { '+' } else { ' ' });
        text.push_str(if drawn(file) { "---" } else { "   " });
        left = drawn(file);
    }
    text.push_str(if left { "+\n" } else { "\n" });
}
