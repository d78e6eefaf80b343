//! Positions that somebody sets up on a board: from pieces to position strings.

use std::fmt::Write;

use rotunda_movegen::{Cell, Grid, Options, Variant};

use crate::tree::Tree;
use crate::view::{Placed, PositionView};

/// Returns the position of a position string.
///
/// # Errors
/// Returns an error in words if the string makes no sense.
pub fn read(variant: &'static Variant, fen: &str) -> Result<PositionView, String> {
    let fen = variant.game_leniently(fen).map_err(|error| error.to_string())?.0.fen();
    let tree = Tree::new(variant, Options::default(), Some(fen));
    Ok(PositionView::of(&tree.map_err(|error| error.to_string())?, 0))
}

/// Returns the position with these pieces and this seat to move. Rights are those of the start, as
/// far as the pieces allow them.
///
/// # Errors
/// Returns an error in words if no game allows the position.
pub fn arrange(
    variant: &'static Variant,
    pieces: &[Placed],
    turn: usize,
) -> Result<PositionView, String> {
    let grid = variant.spec().grid;
    let is_known = |(cell, kind, seat): &Placed| {
        usize::from(*cell) < variant.cells()
            && *kind < variant.game().kinds().len()
            && (0..variant.seats as i8).contains(seat)
    };
    if turn >= variant.seats || !pieces.iter().all(is_known) {
        return Err("that is no piece or no seat of this game".to_owned());
    }
    let board: Vec<String> =
        rows(variant, &grid).into_iter().map(|row| row_text(variant, &row, pieces)).collect();
    let seat =
        if variant.is_duel() { ["w", "b"][turn].to_owned() } else { letter(turn).to_string() };
    let mut fields: Vec<String> = variant.start().split(' ').map(str::to_owned).collect();
    for (field, text) in fields.iter_mut().zip([board.join("/"), seat]) {
        *field = text;
    }
    // The pieces and the start decide the living players, the teams and the rules.
    if !variant.is_duel() {
        fields.truncate(2);
    }
    read(variant, &fields.join(" "))
}

/// Returns the letter of a seat round a table.
fn letter(seat: usize) -> char {
    char::from(b'a' + seat as u8)
}

/// Returns the cells of the rows of position strings, `None` for holes: ranks from the highest, or
/// rings from the outermost.
fn rows(variant: &Variant, grid: &Grid) -> Vec<Vec<Option<Cell>>> {
    let (files, ranks) = (0..grid.files(), 0..grid.ranks());
    if variant.is_duel() || grid.quarter_turns().is_some() {
        let row = |rank| files.clone().map(|file| grid.cell(file, rank)).collect();
        return ranks.rev().map(row).collect();
    }
    let ring = |ring| ranks.clone().map(|sector| grid.cell(ring, sector)).collect();
    files.rev().map(ring).collect()
}

/// Returns a row of a position string.
fn row_text(variant: &'static Variant, row: &[Option<Cell>], pieces: &[Placed]) -> String {
    let kinds = variant.game().kinds();
    let (mut text, mut empty) = (String::new(), 0);
    for place in row {
        let on_it = |cell: Cell| pieces.iter().find(|(at, ..)| usize::from(*at) == cell.index());
        let written = match place {
            None => "*".to_owned(),
            Some(cell) => match on_it(*cell) {
                None => {
                    empty += 1;
                    continue;
                }
                Some((_, kind, seat)) => {
                    let (kind, seat) = (kinds[*kind].0, *seat as usize);
                    match (variant.is_duel(), seat) {
                        (true, 0) => kind.to_string(),
                        (true, _) => kind.to_ascii_lowercase().to_string(),
                        (false, _) => format!("{}{kind}", letter(seat)),
                    }
                }
            },
        };
        if empty > 0 {
            let _ = write!(text, "{empty}");
            empty = 0;
        }
        text += &written;
    }
    if empty > 0 {
        let _ = write!(text, "{empty}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_of_every_game_can_be_set_up_by_its_pieces() {
        for variant in Variant::all() {
            let start = read(variant, variant.start()).expect("the start");
            let again = arrange(variant, &start.pieces, start.turn.into());
            let again = again.unwrap_or_else(|error| panic!("{}: {error}", variant.name));
            assert_eq!(again.fen, start.fen, "{}", variant.name);
        }
    }

    #[test]
    fn rights_that_the_pieces_do_not_allow_are_dropped() {
        let chess = Variant::by_name("chess").expect("known");
        let start = read(chess, chess.start()).expect("the start");
        let pieces: Vec<Placed> =
            start.pieces.iter().copied().filter(|(cell, ..)| *cell != 7).collect();
        let view = arrange(chess, &pieces, 1).expect("a position");
        assert_eq!(view.fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 b Qkq - 0 1");
    }

    #[test]
    fn impossible_positions_are_refused_in_words() {
        let chess = Variant::by_name("chess").expect("known");
        assert!(arrange(chess, &[(4, 5, 0)], 0).is_err_and(|error| !error.is_empty()));
        assert!(arrange(chess, &[(400, 5, 0)], 0).is_err() && arrange(chess, &[], 2).is_err());
        assert!(
            arrange(chess, &[(4, 99, 0)], 0).is_err() && arrange(chess, &[(4, 5, 9)], 0).is_err()
        );
    }
}
