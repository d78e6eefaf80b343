//! The summary of a game: the loss of each player, and the marked moves.

use std::fmt;

use rotunda_movegen::{Seat, Variant};
use serde::Serialize;

use super::verdict::MARKS;

/// The most centipawns that one move counts in an average.
const MOST: i32 = 1000;

/// A game as a whole.
#[derive(Clone, Serialize, Debug)]
pub struct Summary {
    #[serde(rename = "place")]
    game: String,
    variant: &'static str,
    /// The players by seat.
    players: Vec<Player>,
}

/// The loss of a player.
#[derive(Clone, Serialize, Debug)]
struct Player {
    name: &'static str,
    moves: usize,
    /// Centipawns that a move has given away on average; more than ten pawns count as ten.
    loss: i32,
    /// The moves that have each mark, with their numbers.
    marked: Vec<Marked>,
    #[serde(skip)]
    total: i32,
}

/// The moves that have a mark.
#[derive(Clone, Serialize, Debug)]
struct Marked {
    mark: &'static str,
    moves: Vec<String>,
}

impl Player {
    fn new(name: &'static str) -> Self {
        Self { name, moves: 0, loss: 0, marked: Vec::new(), total: 0 }
    }

    fn add(&mut self, shown: &str, loss: i32, mark: &'static str) {
        self.moves += 1;
        self.total += loss.min(MOST);
        self.loss = self.total / self.moves as i32;
        if mark.is_empty() {
            return;
        }
        match self.marked.iter_mut().find(|marked| marked.mark == mark) {
            Some(marked) => marked.moves.push(shown.to_owned()),
            None => self.marked.push(Marked { mark, moves: vec![shown.to_owned()] }),
        }
        let severity = |marked: &Marked| MARKS.iter().position(|(_, mark)| *mark == marked.mark);
        self.marked.sort_by_key(severity);
    }
}

impl Summary {
    /// The summary of a game none of whose moves has been judged yet.
    pub fn new(game: &str, variant: &'static Variant) -> Self {
        let colours = variant.layout().colours;
        let players = (0..variant.seats).map(|seat| Player::new(colours[seat].name));
        Self { game: game.to_owned(), variant: variant.name, players: players.collect() }
    }

    /// Adds a move as it is shown, with the centipawns that it gives away and its mark.
    pub fn add(&mut self, seat: Seat, shown: &str, loss: i32, mark: &'static str) {
        self.players[seat.index()].add(shown, loss, mark);
    }

    /// Returns whether no move has been judged.
    pub fn is_empty(&self) -> bool {
        self.players.iter().all(|player| player.moves == 0)
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let players = self.players.iter().filter(|player| player.moves > 0);
        for (index, player) in players.enumerate() {
            let Player { name, moves, .. } = player;
            let (loss, line) = (f64::from(player.loss) / 100.0, if index > 0 { "\n" } else { "" });
            let plural = if *moves == 1 { "" } else { "s" };
            write!(f, "{line}{}: {name}: {loss:.2} a move in {moves} move{plural}", self.game)?;
            for Marked { mark, moves } in &player.marked {
                write!(f, "; {mark} {}", moves.join(", "))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_listed_the_worst_first() {
        let mut summary = Summary::new("g.pgn: game 1", Variant::by_name("chess").expect("known"));
        for (shown, loss, mark) in
            [("1. e4", 0, ""), ("2. f3", 60, "?!"), ("3. g4", 99_999, "??"), ("4. h4", 70, "?!")]
        {
            summary.add(Seat::WHITE, shown, loss, mark);
        }
        assert_eq!(
            summary.to_string(),
            "g.pgn: game 1: White: 2.82 a move in 4 moves; ?? 3. g4; ?! 2. f3, 4. h4"
        );
    }
}
