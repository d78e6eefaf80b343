//! Findings about pieces that begin outside the cells that they never leave.

use rotunda_movegen::{Cell, Piece};

use crate::cells;
use crate::findings::names;
use crate::plane::Plane;
use crate::source;

/// Returns a line for each kind with pieces of the start outside its `within`.
pub fn strays(plane: &Plane, game: &source::Game, pieces: &[(Cell, Piece)]) -> Vec<String> {
    let mut found = Vec::new();
    for (index, piece) in game.piece.iter().enumerate() {
        let Some(within) = &piece.within else { continue };
        let Ok(home) = cells::by_seat(plane, Some(within)) else { continue };
        let is_stray = |(cell, on): &&(Cell, Piece)| {
            let home = home.get(on.seat().index());
            on.kind().index() == index && home.is_some_and(|home| !home.contains(cell))
        };
        let strays: Vec<Cell> = pieces.iter().filter(is_stray).map(|(cell, _)| *cell).collect();
        if !strays.is_empty() {
            let (letter, cells) = (piece.letter.get_ref(), names(plane, &strays));
            found.push(format!("{letter} begins outside its 'within' on {cells}"));
        }
    }
    found
}
