//! The places of a board: files and ranks, holes, and opposite cells.

use std::collections::BTreeSet;
use std::ops::Range;

use rotunda_movegen::{Cell, Grid};

use crate::cells;
use crate::problem::Problem;
use crate::source::Text;

/// The most cells of a board that tables can hold.
pub const CELLS: usize = 256;
/// The most files: a file is a letter.
const FILES: usize = 26;
/// The most ranks; a board of one file has no more cells.
const RANKS: usize = CELLS;

/// Checks the size of a grid and returns it without its holes.
pub fn grid(
    (files, ranks): (usize, usize),
    holes: Option<&Text>,
    span: Range<usize>,
) -> Result<Grid, Problem> {
    if !(1..=FILES).contains(&files) || !(1..=RANKS).contains(&ranks) {
        let message = format!(
            "{files} by {ranks} cells; files are 1 to {FILES} and ranks 1 to {RANKS}, with {CELLS} cells at most"
        );
        return Err(Problem::new(span, message, "files = 8, ranks = 8"));
    }
    let missing = match holes {
        None => Vec::new(),
        // The names of the holes need a number for every place.
        Some(text) if files * ranks > CELLS => {
            let message = format!("holes are cut out of {CELLS} places at most");
            return Err(Problem::new(text.span(), message, ""));
        }
        Some(text) => {
            let whole = Grid::new(files, ranks, |_, _| true);
            let cells: Vec<Cell> = cells::list(&whole, text)?;
            cells.into_iter().map(|cell| whole.place(cell)).collect()
        }
    };
    let count = files * ranks - missing.iter().collect::<BTreeSet<_>>().len();
    if count == 0 || count > CELLS {
        let message = format!("{count} cells, where 1 to {CELLS} are possible");
        return Err(Problem::new(span, message, "files = 8, ranks = 8"));
    }
    Ok(Grid::new(files, ranks, |file, rank| !missing.contains(&(file, rank))))
}

/// Returns the cell opposite to each cell, with the ranks reversed; `None` if a hole is there.
pub fn mirrored(grid: &Grid) -> Vec<Option<Cell>> {
    let opposite = |cell: Cell| {
        let (file, rank) = grid.place(cell);
        grid.cell(file, grid.ranks() - 1 - rank)
    };
    grid.all().map(opposite).collect()
}
