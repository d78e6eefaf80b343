//! Why something that is written cannot be read.

use std::io;

use rotunda_movegen::{FenError, UnknownVariant, quoted};

/// Why a text is not a move of a position.
///
/// ```
/// use rotunda_movegen::Variant;
/// use rotunda_notation::{MoveError, Notation};
/// let chess = Variant::by_name("chess")?;
/// let error = Notation::of(chess).read(&chess.game(), "Ke3").unwrap_err();
/// assert!(matches!(error, MoveError::Illegal { .. }));
/// # Ok::<(), rotunda_movegen::UnknownVariant>(())
/// ```
#[derive(thiserror::Error, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MoveError {
    /// No legal move is written so.
    #[error("{} is not legal in {fen}", quoted(text))]
    Illegal {
        /// What is written.
        text: String,
        /// The position string.
        fen: String,
    },
    /// Several legal moves are written so.
    #[error("{} may be {} in {fen}", quoted(text), moves.join(" or "))]
    Ambiguous {
        /// What is written.
        text: String,
        /// The moves in the game's own notation.
        moves: Vec<String>,
        /// The position string.
        fen: String,
    },
}

/// Why a game of a PGN file cannot be read.
#[derive(thiserror::Error, Debug)]
#[non_exhaustive]
pub enum GameFault {
    /// A comment in braces has no end before the next game.
    #[error("a comment has no closing brace")]
    UnclosedComment,
    /// Variations stand within variations, deeper than [`MAX_DEPTH`](crate::pgn::MAX_DEPTH).
    #[error("the variations are nested too deeply")]
    TooDeep,
    /// A tag names a game that is not known.
    #[error(transparent)]
    Variant(#[from] UnknownVariant),
    /// The position of the tag `FEN` is malformed or impossible.
    #[error("bad position: {0}")]
    Position(#[from] FenError),
    /// A move is not legal.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// A word is no move, no result and no sign.
    #[error("{} is no move", quoted(.0))]
    Word(String),
    /// The file cannot be read any further.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// A game of a PGN file that cannot be read: which, where, and why.
#[derive(thiserror::Error, Debug)]
#[error("game {number}, line {line}: {fault}")]
pub struct GameError {
    /// The number of the game in its file, from 1.
    pub number: usize,
    /// The line of the file, from 1.
    pub line: usize,
    /// What is wrong.
    pub fault: GameFault,
}

/// Why a line is neither a position nor a list of moves.
#[derive(thiserror::Error, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LineError {
    /// The position is malformed or impossible.
    #[error("bad position: {0}")]
    Position(#[from] FenError),
    /// A move is not legal.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// A quotation mark has no other one that ends it.
    #[error("a quotation mark is not closed")]
    UnclosedQuote,
    /// A number of moves to mate is missing or out of range.
    #[error("{} is no number of moves to mate", quoted(.0))]
    Mate(String),
}
