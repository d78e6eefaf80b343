//! The pieces on the cells at the start of a duel.

use rotunda_movegen::{Cell, Grid};

/// Returns the letter that stands on a cell at the start of a duel.
pub fn at_start(grid: &Grid, start: &str, cell: Cell) -> Option<char> {
    let (file, rank) = grid.place(cell);
    let board = start.split(' ').next()?;
    let mut row = board.split('/').rev().nth(rank)?.chars().peekable();
    let mut at = 0;
    while let Some(letter) = row.next() {
        let mut run = letter.to_digit(10).map(|digit| digit as usize);
        while let Some((before, digit)) = run.zip(row.peek().and_then(|next| next.to_digit(10))) {
            run = Some(before * 10 + digit as usize);
            row.next();
        }
        at += run.unwrap_or(1);
        if at > file {
            return Some(letter).filter(char::is_ascii_alphabetic);
        }
    }
    None
}
