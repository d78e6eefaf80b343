//! Positions that somebody sets up on a board: from pieces to position strings.

use std::fmt::Write;

use rotunda_movegen::{Cell, Game, Grid, Options, Piece, Variant};

use crate::tree::Tree;
use crate::view::{Placed, PositionView};

/// Returns the position of a position string, or of the start.
///
/// # Errors
/// Returns an error in words if the string makes no sense.
pub fn read(variant: &'static Variant, fen: Option<&str>) -> Result<PositionView, String> {
    let fen = game(variant, fen)?.fen();
    let tree = Tree::new(variant, Options::default(), Some(fen));
    Ok(PositionView::of(&tree.map_err(|error| error.to_string())?, 0))
}

/// Returns the position with these pieces and this seat to move. All else is that of a position
/// string, or of the start, as far as the pieces allow it: rights, the pawn that may be captured en
/// passant, counters, teams, the former owners of dead pieces.
///
/// # Errors
/// Returns an error in words if no game allows the position.
pub fn arrange(
    variant: &'static Variant,
    fen: Option<&str>,
    pieces: &[Placed],
    turn: usize,
) -> Result<PositionView, String> {
    let before = game(variant, fen)?;
    let owner = |seat: i8| (0..variant.seats as i8).contains(&seat) || is_dead(seat);
    let is_known = |(cell, kind, seat): &Placed| {
        usize::from(*cell) < variant.cells()
            && *kind < variant.game().kinds().len()
            && owner(*seat)
            && !(is_dead(*seat) && variant.is_duel())
    };
    if turn >= variant.seats || !pieces.iter().all(is_known) {
        return Err("that is no piece or no seat of this game".to_owned());
    }
    let letters = Letters::new(variant, &before, pieces);
    let rows = rows(variant, &variant.spec().grid);
    let board: Vec<String> = rows.into_iter().map(|row| letters.row(&row)).collect();
    let text = before.fen();
    let mut fields: Vec<String> = text.split(' ').map(str::to_owned).collect();
    fields[0] = board.join("/");
    if variant.is_duel() {
        ["w", "b"][turn].clone_into(&mut fields[1]);
    } else {
        fields[1] = letter(turn).to_string();
        let lives = |seat: &usize| pieces.iter().any(|(.., owner)| *owner == *seat as i8);
        fields[2] = (0..variant.seats).filter(lives).map(letter).collect();
        if fields[2].is_empty() {
            return Err("no player has a piece".to_owned());
        }
    }
    read(variant, Some(&fields.join(" ")))
}

/// Returns the game of a position string, or of the start.
fn game(variant: &'static Variant, fen: Option<&str>) -> Result<Game, String> {
    let fen = fen.unwrap_or(variant.start());
    Ok(variant.game_leniently(fen).map_err(|error| error.to_string())?.0)
}

/// Returns whether a piece of this seat is dead.
const fn is_dead(seat: i8) -> bool {
    seat == -1
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

/// The pieces as position strings write them.
struct Letters {
    /// By cell.
    texts: Vec<Option<String>>,
}

impl Letters {
    /// Writes pieces. A dead piece has the owner that it had before: that of its cell, or of a
    /// dead piece of its kind that has left its cell.
    fn new(variant: &'static Variant, before: &Game, pieces: &[Placed]) -> Self {
        let dead = |(_, piece): &(Cell, Piece)| piece.is_dead();
        let mut owners: Vec<(Cell, Piece)> = before.pieces().into_iter().filter(dead).collect();
        let stays = |(at, kind, seat): &Placed, (cell, piece): &(Cell, Piece)| {
            is_dead(*seat) && usize::from(*at) == cell.index() && *kind == piece.kind().index()
        };
        // Pieces that have stayed come first: a piece that moved takes none of their owners.
        let mut pieces = pieces.to_vec();
        pieces.sort_by_key(|placed| !owners.iter().any(|owner| stays(placed, owner)));
        let mut texts = vec![None; variant.cells()];
        for placed @ (cell, kind, seat) in pieces {
            let letter_of_kind = variant.game().kinds()[kind].0;
            texts[usize::from(cell)] = Some(match (variant.is_duel(), is_dead(seat)) {
                (true, _) if seat == 0 => letter_of_kind.to_string(),
                (true, _) => letter_of_kind.to_ascii_lowercase().to_string(),
                (false, false) => format!("{}{letter_of_kind}", letter(seat as usize)),
                (false, true) => {
                    let found = owners.iter().position(|owner| stays(&placed, owner));
                    let same = |(_, piece): &(Cell, Piece)| piece.kind().index() == kind;
                    let found = found.or_else(|| owners.iter().position(same));
                    let owner = found.map_or(0, |at| owners.remove(at).1.seat().index());
                    format!("x{}{letter_of_kind}", letter(owner))
                }
            });
        }
        Self { texts }
    }

    /// Returns a row of a position string.
    fn row(&self, row: &[Option<Cell>]) -> String {
        let (mut text, mut empty) = (String::new(), 0);
        for place in row {
            let written = match place {
                None => "*",
                Some(cell) => match &self.texts[cell.index()] {
                    None => {
                        empty += 1;
                        continue;
                    }
                    Some(letters) => letters,
                },
            };
            if empty > 0 {
                let _ = write!(text, "{empty}");
                empty = 0;
            }
            text += written;
        }
        if empty > 0 {
            let _ = write!(text, "{empty}");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_of_every_game_can_be_set_up_by_its_pieces() {
        for variant in Variant::all() {
            let start = read(variant, None).expect("the start");
            let again = arrange(variant, None, &start.pieces, start.turn.into());
            let again = again.unwrap_or_else(|error| panic!("{}: {error}", variant.name));
            assert_eq!(again.fen, start.fen, "{}", variant.name);
        }
    }

    #[test]
    fn rights_that_the_pieces_do_not_allow_are_dropped() {
        let chess = Variant::by_name("chess").expect("known");
        let start = read(chess, None).expect("the start");
        let pieces: Vec<Placed> =
            start.pieces.iter().copied().filter(|(cell, ..)| *cell != 7).collect();
        let view = arrange(chess, None, &pieces, 1).expect("a position");
        assert_eq!(view.fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 b Qkq - 0 1");
    }

    /// Returns the position string after a change of the pieces and of the seat to move.
    fn changed(
        name: &str,
        fen: &str,
        change: impl Fn(&mut Vec<Placed>),
        turn: usize,
    ) -> Result<String, String> {
        let variant = Variant::by_name(name).expect("known");
        let mut pieces = read(variant, Some(fen))?.pieces;
        change(&mut pieces);
        Ok(arrange(variant, Some(fen), &pieces, turn)?.fen)
    }

    #[test]
    fn what_a_change_of_the_pieces_leaves_possible_is_kept() {
        const PASSED: &str = "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b Qkq e3 7 30";
        let without = |cell| move |pieces: &mut Vec<Placed>| pieces.retain(|(at, ..)| *at != cell);
        let h7 = changed("chess", PASSED, without(55), 1).expect("a position");
        assert_eq!(h7, "rnbqkbnr/ppp1ppp1/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b Qkq e3 7 30");
        let e4 = changed("chess", PASSED, without(28), 1).expect("a position");
        assert_eq!(e4, "rnbqkbnr/ppp1pppp/8/8/3p4/8/PPPP1PPP/RNBQKBNR b Qkq - 7 30");
        let turn = changed("chess", PASSED, |_| (), 0).expect("a position");
        assert_eq!(turn, "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR w Qkq - 7 30");
        let lap = "2rbp2/2rkp2/2***2/1K***2/2***2/4R2/2PBR2 w K 5 9";
        let last =
            |pieces: &mut Vec<Placed>| pieces.retain(|(_, kind, seat)| (*kind, *seat) != (2, 1));
        let lap = changed("rollerball", lap, last, 1).expect("a position");
        assert!(lap.ends_with(" b K 5 9"), "{lap}");
    }

    #[test]
    fn dead_pieces_and_teams_are_kept_round_a_table() {
        // b has lost its king: its pieces stay as obstacles.
        let start = "aMaRaRaP4xbMxbRxbRxbP4cMcRcRcP4dMdRdRdP4/aMaNaNaP4xbMxbNxbNxbP4cMcNcNcP4dMdNdNdP4/aMaEaEaP4xbMxbExbExbP4cMcEcEcP4dMdEdEdP4/aMaGaKaP4xbMxbG1xbP4cMcGcKcP4dMdGdKdP4 c acd - b 3 9";
        let same = changed("byzantine4", start, |_| (), 2).expect("a position");
        assert_eq!(same, start);
        // A dead piece that goes keeps its owner.
        let variant = Variant::by_name("byzantine4").expect("known");
        let pieces = read(variant, Some(start)).expect("a position").pieces;
        let free = (0..1000).find(|cell| pieces.iter().all(|(at, ..)| at != cell)).expect("a cell");
        let goes = |pieces: &mut Vec<Placed>| {
            pieces.iter_mut().find(|(.., seat)| *seat == -1).expect("a dead piece").0 = free;
        };
        let moved = changed("byzantine4", start, goes, 2).expect("a position");
        assert_eq!(moved.matches("xb").count(), start.matches("xb").count());
        // Without its last pieces a player is out.
        let gone = |pieces: &mut Vec<Placed>| pieces.retain(|(.., seat)| *seat != 3);
        let gone = changed("byzantine4", start, gone, 2).expect("a position");
        assert!(gone.ends_with(" c ac - b 3 9"), "{gone}");
        let team =
            Variant::by_name("modern4-2v2").expect("known").start().replace(" ac.bd ", " ad.bc ");
        let again = changed("modern4-2v2", &team, |_| (), 1).expect("a position");
        assert!(again.contains(" b abcd ad.bc m "), "{again}");
    }

    #[test]
    fn impossible_positions_are_refused_in_words() {
        let chess = Variant::by_name("chess").expect("known");
        assert!(arrange(chess, None, &[(4, 5, 0)], 0).is_err_and(|error| !error.is_empty()));
        assert!(
            arrange(chess, None, &[(400, 5, 0)], 0).is_err()
                && arrange(chess, None, &[], 2).is_err()
        );
        assert!(
            arrange(chess, None, &[(4, 99, 0)], 0).is_err()
                && arrange(chess, None, &[(4, 5, 9)], 0).is_err()
        );
    }
}
