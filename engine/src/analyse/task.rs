//! [`Task`]: what is looked at.

use rotunda_movegen::Variant;

/// A position of a file, with what is said about it there.
#[derive(Clone, Debug)]
pub struct Task {
    /// The file and the line, or the number of the game.
    pub place: String,
    pub variant: &'static Variant,
    pub fen: Option<String>,
    /// The moves that lead to the position.
    pub moves: Vec<String>,
    /// The move that was played here.
    pub played: Option<String>,
    /// One of these is right, if there are any.
    pub best: Vec<String>,
    /// None of these is right.
    pub avoid: Vec<String>,
    /// What the file calls it.
    pub id: Option<String>,
}
