//! [`Thinker`]: a searching player of any variant, for callers that ask once a command.

use std::fmt;

use rotunda_movegen::{AnyGame, FenError};

use crate::{Control, Event, Limits, Settings, TranspositionTable, Verdict};

/// Why a position could not be set up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SetupError {
    /// The position string is malformed or impossible.
    Fen(FenError),
    /// The move with this index, counted from 0, is not legal.
    Move(usize),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fen(error) => error.fmt(f),
            Self::Move(index) => write!(f, "move {} is not legal", index + 1),
        }
    }
}

impl std::error::Error for SetupError {}

/// A searching player of any variant.
pub trait Thinker: Send {
    /// The game at its current position.
    fn game(&self) -> &dyn AnyGame;

    /// Sets up a position, the variant's start if there is no position string, and plays moves.
    ///
    /// # Errors
    /// If the position is refused or a move is not legal; the game is unchanged.
    fn set_up(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<(), SetupError>;

    /// Forgets what was learned from earlier searches, apart from the table.
    fn forget(&mut self);

    /// Searches the current position until a limit is reached or it is stopped.
    ///
    /// A panic in a search thread is caught and reported as a note; the verdict then is the best
    /// move known before it.
    fn think(
        &mut self,
        table: &TranspositionTable,
        settings: &Settings,
        limits: &Limits,
        control: &Control,
        report: &mut (dyn FnMut(Event) + Send),
    ) -> Verdict;

    /// The static evaluation of the current position, term by term, as text for people.
    fn explain(&self) -> String;
}
