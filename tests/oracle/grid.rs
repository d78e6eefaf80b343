//! Boards whose cells are named by files and ranks, and their part of a FEN.

use super::Piece;

/// A rectangle of files and ranks, some of whose cells may be missing.
///
/// Cells are numbered rank by rank from a1. A missing cell has a number too, but no piece stands on
/// it and no step leads there.
pub struct Grid {
    files: i32,
    ranks: i32,
    places: Vec<(i32, i32)>,
    names: Vec<String>,
    missing: Vec<bool>,
}

impl Grid {
    /// Returns the board that `rows` draw, last rank first: `*` is a missing cell, all else a cell.
    pub fn drawn(rows: &[&str]) -> Grid {
        let mut grid =
            Grid { files: 0, ranks: 0, places: Vec::new(), names: Vec::new(), missing: Vec::new() };
        for (rank, row) in (0..).zip(rows.iter().rev()) {
            for ((file, letter), mark) in (0..).zip('a'..='z').zip(row.chars()) {
                grid.places.push((file, rank));
                grid.names.push(format!("{letter}{}", rank + 1));
                grid.missing.push(mark == '*');
                grid.files = file + 1;
            }
            grid.ranks = rank + 1;
        }
        grid
    }

    /// Returns the number of cell numbers, those of missing cells included.
    pub fn numbers(&self) -> usize {
        self.places.len()
    }

    /// Returns all cells of the board.
    pub fn cells(&self) -> impl Iterator<Item = usize> {
        (0..self.numbers()).filter(|&cell| !self.missing[cell])
    }

    /// Returns file and rank of a cell, both counted from 0.
    pub fn place(&self, cell: usize) -> (i32, i32) {
        self.places[cell]
    }

    /// Returns the cell on a file and rank, both counted from 0, if there is one.
    pub fn at(&self, file: i32, rank: i32) -> Option<usize> {
        if !(0..self.files).contains(&file) || !(0..self.ranks).contains(&rank) {
            return None;
        }
        let cell = usize::try_from(rank * self.files + file).ok()?;
        (!self.missing[cell]).then_some(cell)
    }

    /// Returns the cell that lies `step` = (files, ranks) away, if there is one.
    pub fn step(&self, from: usize, step: (i32, i32)) -> Option<usize> {
        let (file, rank) = self.place(from);
        self.at(file + step.0, rank + step.1)
    }

    /// Returns the number of ranks.
    pub fn ranks(&self) -> i32 {
        self.ranks
    }

    /// Returns the name of a cell, as in `e4`.
    pub fn name(&self, cell: usize) -> &str {
        &self.names[cell]
    }

    /// Returns the cell with this name.
    pub fn cell(&self, name: &str) -> Option<usize> {
        self.cells().find(|&cell| self.names[cell] == name)
    }

    /// Reads the board field of a FEN; `kinds` are the capital letters of the known pieces.
    pub fn read(&self, text: &str, kinds: &str) -> Result<Vec<Option<Piece>>, String> {
        let rows: Vec<&str> = text.split('/').collect();
        let mut board = vec![None; self.numbers()];
        let mut cell = 0;
        for row in rows.iter().rev() {
            let marks = spread(row)?;
            if marks.len() != (0..self.files).count() || cell == self.numbers() {
                return Err(format!("wrong length or number of ranks at {row:?}"));
            }
            for mark in marks.chars() {
                if (mark == '*') != self.missing[cell] {
                    return Err(format!("{} in the wrong form", self.names[cell]));
                }
                if mark != '*' && mark != '.' {
                    let piece = Piece::of_letter(mark);
                    if !kinds.contains(piece.kind) {
                        return Err(format!("no piece has the letter {mark:?}"));
                    }
                    board[cell] = Some(piece);
                }
                cell += 1;
            }
        }
        if cell == self.numbers() {
            Ok(board)
        } else {
            Err(format!("board field {text:?} too short"))
        }
    }

    /// Writes the board field of a FEN.
    pub fn write(&self, board: &[Option<Piece>]) -> String {
        let mut rows = Vec::new();
        for rank in (0..self.ranks).rev() {
            let mut row = String::new();
            let mut run = 0;
            for cell in (0..self.numbers()).filter(|&cell| self.places[cell].1 == rank) {
                let mark = match board[cell] {
                    Some(piece) => piece.letter(),
                    None if self.missing[cell] => '*',
                    None => {
                        run += 1;
                        continue;
                    }
                };
                push_run(&mut row, run);
                run = 0;
                row.push(mark);
            }
            push_run(&mut row, run);
            rows.push(row);
        }
        rows.join("/")
    }
}

/// Appends the number of a run of empty cells, if there are any.
fn push_run(row: &mut String, run: u32) {
    if run > 0 {
        row.push_str(&run.to_string());
    }
}

/// Returns one rank of a FEN with each run of empty cells written out as dots.
fn spread(row: &str) -> Result<String, String> {
    let wrong = || format!("bad rank {row:?}");
    let mut marks = String::new();
    let mut digits = String::new();
    // A run at the end of the rank ends at the slash.
    for mark in row.chars().chain(['/']) {
        if mark.is_ascii_digit() {
            digits.push(mark);
            continue;
        }
        if !digits.is_empty() {
            if digits.starts_with('0') || digits.len() > 2 {
                return Err(wrong());
            }
            let run = digits.parse().map_err(|_| wrong())?;
            marks.extend(std::iter::repeat_n('.', run));
            digits.clear();
        }
        if !mark.is_ascii() || mark == '.' {
            return Err(wrong());
        }
        marks.push(mark);
    }
    marks.pop();
    Ok(marks)
}
