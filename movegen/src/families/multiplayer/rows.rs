//! The board in position strings: a row for each ring, or for each rank of other boards, in which
//! two letters stand for each piece (multiplayer-circular.md 7).

use std::fmt::Write;

use super::letters::{letters_of, piece_of};
use crate::geometry::{Cell, Grid, file_letter};
use crate::position::{FenError, FenField, FenReason, Position, offset_in, quoted, refuse};
use crate::tables::Piece;

/// The words for the rows of a board and their places.
struct Words {
    rows: &'static str,
    place: &'static str,
    places: &'static str,
}

const RING: Words = Words { rows: "rings", place: "sector", places: "sectors" };
const RANK: Words = Words { rows: "rows", place: "file", places: "files" };

fn words(grid: &Grid) -> Words {
    if grid.quarter_turns().is_some() { RANK } else { RING }
}

/// A problem of a row.
type Fault = (FenReason, String);

/// Returns the places of each row in the order of position strings, with the row's name in errors.
/// Rows are rings from the outermost, or ranks from the highest, in which holes are places without
/// a cell.
fn rows(grid: &Grid) -> Vec<(String, Vec<Option<Cell>>)> {
    let (files, ranks) = (0..grid.files(), 0..grid.ranks());
    if grid.quarter_turns().is_some() {
        let row = |rank| files.clone().map(|file| grid.cell(file, rank)).collect();
        return ranks.rev().map(|rank| ("row".to_owned(), row(rank))).collect();
    }
    let row = |ring| ranks.clone().map(|sector| grid.cell(ring, sector)).collect();
    files.rev().map(|ring| (format!("ring {}", file_letter(ring)), row(ring))).collect()
}

/// Puts the pieces of the first field on the board.
///
/// # Errors
/// Returns an error if rows or places are too many or too few, a piece is unknown, or stars do not
/// stand exactly where the board has holes.
pub(super) fn parse_board<const W: usize>(
    position: &mut Position<W>,
    board: &str,
) -> Result<(), FenError> {
    let grid = &position.variant().grid;
    let (all, texts) = (rows(grid), board.split('/').collect::<Vec<_>>());
    if texts.len() != all.len() {
        let (found, rows) = (texts.len(), words(grid).rows);
        return refuse(
            FenReason::Malformed,
            format!("{found} {rows} where the board has {}", all.len()),
        );
    }
    for (text, (name, places)) in texts.into_iter().zip(all) {
        if let Err((reason, what)) = parse_row(position, text, &places) {
            let at = offset_in(board, text);
            return refuse(reason, format!("{what} in {name} {}", quoted(text)))
                .map_err(|error: FenError| error.shifted(FenField::Board, at));
        }
    }
    Ok(())
}

/// Puts the pieces of one row on the board, or returns its problem.
fn parse_row<const W: usize>(
    position: &mut Position<W>,
    row: &str,
    places: &[Option<Cell>],
) -> Result<(), Fault> {
    let variant = position.variant();
    let Words { place, places: plural, .. } = words(&variant.grid);
    let malformed = |what: String| Err((FenReason::Malformed, what));
    let mut next = 0;
    let mut rest = row;
    while !rest.is_empty() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            let run: usize = rest[..digits].parse().unwrap_or(usize::MAX);
            if run == 0 || run > places.len() - next {
                return malformed(format!(
                    "{} goes past the last {place}",
                    quoted(&rest[..digits])
                ));
            }
            if places[next..next + run].contains(&None) {
                return malformed(format!(
                    "{} where the board has a hole",
                    quoted(&rest[..digits])
                ));
            }
            next += run;
            rest = &rest[digits..];
            continue;
        }
        let Some(cell) = places.get(next) else {
            return malformed(format!("more than {} {plural}", places.len()));
        };
        let length = match rest.as_bytes()[0] {
            b'*' => 1,
            b'x' => 3,
            _ => 2,
        };
        let token: String = rest.chars().take(length).collect();
        match (cell, token == "*") {
            (None, true) => {}
            (None, false) => {
                return malformed(format!("{} where the board has a hole", quoted(&token)));
            }
            (Some(cell), true) => {
                return malformed(format!("'*' on the cell {}", variant.grid.name(*cell)));
            }
            (Some(cell), false) => match piece_of(variant, &token) {
                Some(piece) if piece.is_dead() => position.put_dead(*cell, piece),
                Some(piece) => position.put(*cell, piece),
                None => {
                    return Err((FenReason::Unknown, format!("unknown piece {}", quoted(&token))));
                }
            },
        }
        next += 1;
        rest = &rest[token.len()..];
    }
    if next < places.len() {
        return malformed(format!("only {next} of {} {plural}", places.len()));
    }
    Ok(())
}

/// The first field of the position string.
pub(super) fn board_text<const W: usize>(position: &Position<W>) -> String {
    let variant = position.variant();
    let texts = rows(&variant.grid).into_iter().map(|(_, places)| {
        let mut row = String::new();
        let mut run = 0;
        let end_run = |row: &mut String, run: &mut u32| {
            if *run > 0 {
                let _ = write!(row, "{run}");
                *run = 0;
            }
        };
        for place in places {
            let Some(cell) = place else {
                end_run(&mut row, &mut run);
                row.push('*');
                continue;
            };
            match position.piece(cell) {
                Piece::NONE => run += 1,
                piece => {
                    end_run(&mut row, &mut run);
                    row += &letters_of(variant, piece);
                }
            }
        }
        end_run(&mut row, &mut run);
        row
    });
    texts.collect::<Vec<_>>().join("/")
}
