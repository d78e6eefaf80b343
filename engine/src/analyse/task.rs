//! [`Task`]: what is looked at.

use rotunda_movegen::{Seat, Variant};

/// A position of a file, with what is said about it there.
#[derive(Clone, Debug)]
pub struct Task {
    /// The file and the line, or the number of the game and the move.
    pub place: String,
    pub variant: &'static Variant,
    pub fen: Option<String>,
    /// The moves that lead to the position.
    pub moves: Vec<String>,
    /// What was played here, in positions of games.
    pub played: Option<GameMove>,
    /// One of these is right, if there are any.
    pub best: Vec<String>,
    /// None of these is right.
    pub avoid: Vec<String>,
    /// What the file calls it.
    pub id: Option<String>,
}

/// A move of a game of a file.
#[derive(Clone, Debug)]
pub struct GameMove {
    /// The file and the number of the game.
    pub game: String,
    pub seat: Seat,
    /// The move in the game's notation.
    pub text: String,
    /// The move as the file has it, with its number.
    pub shown: String,
}
