//! [`Task`]: what is looked at.

use rotunda_movegen::{Game, GameMove, Variant};
use rotunda_notation::Goal;

/// A position of a file, with what is said about it there.
pub struct Task {
    /// The file and the line, or the number of the game and the move.
    pub place: String,
    pub variant: &'static Variant,
    /// The position and the way to it.
    pub game: Game,
    /// What was played here, in positions of games.
    pub played: Option<GameMove>,
    /// One of these is right, if there are any.
    pub best: Vec<Goal>,
    /// None of these is right.
    pub avoid: Vec<Goal>,
    /// What the file calls it.
    pub id: Option<String>,
}
