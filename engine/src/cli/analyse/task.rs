//! [`Task`]: a position to analyse.

use rotunda_movegen::{Game, GameMove, Variant};
use rotunda_notation::Goal;

/// A position of a file, with the file's facts about it.
pub struct Task {
    /// The file and the line, or the number of the game and the move.
    pub place: String,
    pub variant: &'static Variant,
    /// The position and the way to it.
    pub game: Game,
    /// The move that was played here, in positions of games.
    pub played: Option<GameMove>,
    /// The right moves or goals, if there are any.
    pub best: Vec<Goal>,
    /// The wrong moves.
    pub avoid: Vec<Goal>,
    /// The name in the file.
    pub id: Option<String>,
}
