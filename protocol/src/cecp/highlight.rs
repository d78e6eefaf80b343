//! [`Selection`]: the piece that somebody holds, and where it may go.

use rotunda_movegen::{Game, GameMove};

use crate::cecp::notation::{Notation, SHOWN_STATES, STRONGEST};

/// The piece that the user has picked up: its cell, and the victims that the pointer has marked
/// since.
#[derive(Clone, Default, Debug)]
pub struct Selection {
    way: Vec<String>,
}

impl Selection {
    /// Picks up a piece, or continues a move from a victim.
    pub fn lift(&mut self, game: &Game, notation: Notation, cell: &str) {
        self.way.push(cell.to_owned());
        if self.moves(game, notation).next().is_none() {
            self.way = vec![cell.to_owned()];
        }
    }

    /// Returns the legal moves that continue the selection, with their ways; none where there are
    /// too many series.
    fn moves<'a>(
        &self,
        game: &'a Game,
        notation: Notation,
    ) -> impl Iterator<Item = (GameMove, Vec<String>)> + use<'a> {
        let held = self.way.clone();
        let begins = move |way: &Vec<String>| way.len() > held.len() && way.starts_with(&held);
        let from = self.way.first().cloned().unwrap_or_default();
        let moves = game.legal_moves_within(SHOWN_STATES).unwrap_or_default().into_iter();
        let moves = moves.filter(move |mv| notation.text(&mv.to_string()).starts_with(&from));
        let with_way = move |mv| {
            let way = notation.way(game, &mv);
            (mv, way)
        };
        moves.map(with_way).filter(move |(_, way)| begins(way))
    }

    /// Returns the cells to mark, each with the letter of its colour: yellow for a move, red for a
    /// capture, magenta for a choice of promotions, cyan for a victim on the way.
    #[must_use]
    pub fn marks(&self, game: &Game, notation: Notation) -> Vec<(String, char)> {
        let mut marks: Vec<(String, char)> = Vec::new();
        for (mv, way) in self.moves(game, notation) {
            let next = &way[self.way.len()];
            let is_last = self.way.len() + 1 == way.len();
            let colour = match (is_last, mv.promotion().is_some(), mv.is_capture()) {
                (false, ..) => 'C',
                (true, true, _) => 'M',
                (true, false, false) => 'Y',
                (true, false, true) => 'R',
            };
            if !marks.iter().any(|(cell, _)| cell == next) {
                marks.push((next.clone(), colour));
            }
        }
        marks
    }

    /// Returns the victims, other than on the cell itself, of the captures that end there.
    #[must_use]
    pub fn victims(&self, game: &Game, notation: Notation, cell: &str) -> Vec<String> {
        let ends = |way: &[String]| way.last().is_some_and(|last| last == cell);
        let ways = self.moves(game, notation).map(|(_, way)| way).filter(|way| ends(way));
        ways.flat_map(|way| way[1..way.len() - 1].to_vec()).collect()
    }

    /// Returns the letters of the piece's promotions on a cell, the strongest first.
    #[must_use]
    pub fn promotions(&self, game: &Game, notation: Notation, cell: &str) -> String {
        let kinds = game.kinds();
        let letter = |(mv, way): (GameMove, Vec<String>)| {
            let kind = mv.promotion().filter(|_| way.last().is_some_and(|last| last == cell))?;
            kinds.get(kind.index()).map(|(letter, _)| *letter)
        };
        let mut letters: Vec<char> = self.moves(game, notation).filter_map(letter).collect();
        letters.sort_by_key(|letter| STRONGEST.find(*letter).unwrap_or(usize::MAX));
        letters.into_iter().collect()
    }
}
