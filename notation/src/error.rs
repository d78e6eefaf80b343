//! The errors in reading moves, games and lines.

use std::io;

use rotunda_movegen::{FenError, UnknownVariant, quoted};

use crate::place::Place;

/// The reason why a text is not a move of a position.
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
    /// The text is not a legal move.
    #[error("{} is not legal in {fen}", quoted(text))]
    Illegal {
        /// The text.
        text: String,
        /// The position string.
        fen: String,
    },
    /// The text fits several legal moves.
    #[error("{} may be {} in {fen}", quoted(text), moves.join(" or "))]
    Ambiguous {
        /// The text.
        text: String,
        /// The moves in the game's own notation.
        moves: Vec<String>,
        /// The position string.
        fen: String,
    },
}

/// The reason why a game of a PGN file cannot be read.
#[derive(thiserror::Error, Debug)]
#[non_exhaustive]
pub enum GameFault {
    /// A comment in braces has no end before the next game.
    #[error("a comment has no closing brace")]
    UnclosedComment,
    /// Variations are nested deeper than [`MAX_DEPTH`](crate::pgn::MAX_DEPTH).
    #[error("the variations are nested too deeply")]
    TooDeep,
    /// A tag names an unknown game.
    #[error(transparent)]
    Variant(#[from] UnknownVariant),
    /// The position of the tag `FEN` is malformed or impossible.
    #[error("bad position: {0}")]
    Position(#[from] FenError),
    /// A move is not legal.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// A tag has no end, or a part of it is missing.
    #[error("{} is no tag: a tag is a line like [Event \"Name\"]", quoted(.0))]
    Tag(String),
    /// A word is not a move, a result or a sign.
    #[error("{} is no move", quoted(.0))]
    Word(String),
    /// Moves without tags follow a result and do not begin with number 1.
    #[error("these moves follow a result, without tags, and do not begin with number 1")]
    BehindResult,
    /// The file cannot be read to its end.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// The error about a game of a PGN file: its number, the place and the reason.
#[derive(thiserror::Error, Debug)]
#[error("game {number}, {place}: {fault}")]
pub struct GameError {
    /// The number of the game in its file, from 1.
    pub number: usize,
    /// The place of the fault; of a fault in the tags the beginning of the game.
    pub place: Place,
    /// The reason.
    pub fault: GameFault,
}

/// The reason why a line is neither a position nor a list of moves.
#[derive(thiserror::Error, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LineError {
    /// The position is malformed or impossible.
    #[error("bad position: {0}")]
    Position(#[from] FenError),
    /// The position can be read with a change alone, where none is made.
    #[error("the position is not exact: {0}")]
    Changed(String),
    /// A move is not legal.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// A line has neither a position, nor `startpos`, nor a move.
    #[error("the line has no move; the start alone is the word startpos")]
    NoMoves,
    /// A quotation mark is not closed.
    #[error("a quotation mark is not closed")]
    UnclosedQuote,
    /// An operation `bm`, `am` or `dm` has no operand.
    #[error("{0} has no operand")]
    NoGoal(String),
    /// A number of moves to mate is missing or out of range.
    #[error("{} is no number of moves to mate", quoted(.0))]
    Mate(String),
}
