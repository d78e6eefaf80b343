//! [`TrainingError`]: the reasons why data are not generated, or nets not trained, checked or
//! judged.

use std::io;
use std::path::{Path, PathBuf};

use rotunda_movegen::{FenError, UnknownVariant};
use rotunda_search::TableError;
use rotunda_search::net::{EvalFileError, NetError};
use thiserror::Error;

use super::error::DataError;
use super::header::{EXTENSION, Header};

/// The reason why data are not generated, or nets not trained, checked or judged.
#[derive(Error, Debug)]
#[non_exhaustive]
pub enum TrainingError {
    /// A file has a problem.
    #[error("{}: {problem}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The problem.
        problem: FileProblem,
    },
    /// Results cannot be written to a file.
    #[error("{}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: DataError,
    },
    /// The results cannot be written.
    #[error(transparent)]
    Output(#[from] io::Error),
    /// No file is given.
    #[error("no files")]
    NoFiles,
    /// The files hold too few games.
    #[error("too few games to learn from")]
    TooFewGames,
    /// The files hold too few positions of some phase.
    #[error("too few games: only {found} positions of all phases alike")]
    TooFewPositions {
        /// The number of positions.
        found: usize,
    },
    /// The evaluation to play with belongs to another game.
    #[error("the file of the evaluation {0}")]
    Evaluation(EvalFileError),
    /// The first net does not fit the training.
    #[error("{net}: a training cannot begin with it, {conflict}")]
    Origin {
        /// The name of its file.
        net: String,
        /// The reason.
        conflict: OriginConflict,
    },
    /// No epoch was trained.
    #[error("no epoch")]
    NoEpoch,
    /// The observer has ended the training, which can continue later.
    #[error("ended early")]
    Stopped,
    /// A position has no score.
    #[error("{fen}: {problem}")]
    Position {
        /// The position.
        fen: String,
        /// The reason.
        problem: PositionProblem,
    },
    /// No memory is left.
    #[error(transparent)]
    Memory(#[from] TableError),
    /// No threads can be started.
    #[error("{0}")]
    Threads(String),
    /// A thread has failed.
    #[error("{0}")]
    Player(String),
}

impl TrainingError {
    /// Returns the error for a file.
    pub(crate) fn file(path: &Path, problem: impl Into<FileProblem>) -> Self {
        Self::File { path: path.to_owned(), problem: problem.into() }
    }

    /// Returns the error for a failed write to a file.
    pub(crate) fn write(path: &Path, source: impl Into<DataError>) -> Self {
        Self::Write { path: path.to_owned(), source: source.into() }
    }
}

/// The problem of a file.
#[derive(Error, Debug)]
#[non_exhaustive]
pub enum FileProblem {
    /// It cannot be opened or read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It has no data, or damaged data.
    #[error(transparent)]
    Data(#[from] DataError),
    /// It has no net, or one of another game.
    #[error(transparent)]
    Net(#[from] NetError),
    /// Another process has it open.
    #[error("another process is writing to it")]
    InUse,
    /// It has games, and the configuration does not resume it.
    #[error("holds games; --resume goes on with them")]
    NotResumed,
    /// It has games of another recipe.
    #[error("holds other games: {}, not {}", json(found), json(asked))]
    OtherGames {
        /// The file's header.
        found: Box<Header>,
        /// The header of the data to generate.
        asked: Box<Header>,
    },
    /// A block before the last one is short.
    #[error("holds a short block before its last one")]
    ShortBlock,
    /// A block is damaged; the file is intact up to there.
    #[error("{}; cut to {offset} bytes it can be gone on with", DataError::Damaged { offset: *offset })]
    DamagedBlock {
        /// The byte at which the block begins.
        offset: u64,
    },
    /// The folder holds no data.
    #[error("holds no file *.{EXTENSION}")]
    EmptyFolder,
    /// It belongs to another variant than the files before.
    #[error("is of another variant than the files before")]
    OtherVariant,
    /// It is not a checkpoint, or belongs to another training.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointProblem),
    /// It is not named after a variant.
    #[error(transparent)]
    Name(#[from] UnknownVariant),
    /// A line is not a position with a verdict.
    #[error("line {line}: {problem}")]
    Verdict {
        /// The line, counted from 1.
        line: usize,
        /// The problem.
        problem: VerdictProblem,
    },
    /// It cannot be drawn.
    #[error("{0}")]
    Drawing(String),
}

/// Returns a header as JSON.
fn json(header: &Header) -> String {
    serde_json::to_string(header).unwrap_or_default()
}

/// The reason why a checkpoint cannot be used.
#[derive(Error, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CheckpointProblem {
    /// The file is not a checkpoint.
    #[error("is no checkpoint")]
    Foreign,
    /// It has another version.
    #[error("is a checkpoint of another version")]
    Version,
    /// It is damaged.
    #[error("is damaged")]
    Damaged,
    /// It belongs to a training with other settings or files.
    #[error("has other {what}: {found}, not {asked}")]
    OtherTask {
        /// The part that differs.
        what: &'static str,
        /// The value of the checkpoint.
        found: String,
        /// The value of the training.
        asked: String,
    },
    /// The positions or scores of the files have changed.
    #[error("has other positions or scores")]
    OtherExamples,
    /// It has a net of another size.
    #[error("is of a net of another size")]
    OtherSize,
}

/// The problem of a line of verdicts.
#[derive(Error, Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum VerdictProblem {
    /// The operation `ce` is missing.
    #[error("has no verdict, 'ce'")]
    Missing,
    /// The operand of `ce` is not a number of centipawns.
    #[error("{0} is no verdict")]
    NoNumber(String),
    /// The position is malformed or impossible.
    #[error(transparent)]
    Position(#[from] FenError),
}

/// The reason why a training cannot begin with a net.
#[derive(Error, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum OriginConflict {
    /// It belongs to a game that has other seats, turns or symmetries of seats, or no piece and
    /// cell in common with this one.
    #[error("it is of {0}, whose seats or turns differ, or which shares no piece and cell")]
    OtherGame(
        /// The name of its game.
        String,
    ),
    /// It belongs to a game that is not known, or has changed since.
    #[error("it is of {0}, a game that is not loaded, or has changed")]
    UnknownGame(
        /// The name of its game.
        String,
    ),
    /// It has another size.
    #[error("it has {hidden} neurons and {buckets} buckets")]
    Size {
        /// The number of its neurons.
        hidden: usize,
        /// The number of its buckets.
        buckets: usize,
    },
    /// It has other regions.
    #[error("it has {0} regions")]
    Regions(
        /// The number of its regions.
        usize,
    ),
}

/// The reason why a search finds no score.
#[derive(Error, Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum PositionProblem {
    /// The position is malformed or impossible.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// No move was searched to the end.
    #[error("the game is over, or so many nodes are too few")]
    NoScore,
}
