//! [`TrainingError`]: why data are not generated, or nets not trained, checked or judged.

use std::io;
use std::path::{Path, PathBuf};

use rotunda_movegen::{FenError, UnknownVariant};
use rotunda_search::TableError;
use rotunda_search::net::NetError;
use thiserror::Error;

use crate::error::DataError;
use crate::header::{EXTENSION, Header};

/// Why data are not generated, or nets not trained, checked or judged.
#[derive(Error, Debug)]
#[non_exhaustive]
pub enum TrainingError {
    /// A file is not what it should be.
    #[error("{}: {problem}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
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
    /// Whoever takes the results takes no more.
    #[error(transparent)]
    Output(#[from] io::Error),
    /// No file is named.
    #[error("no files")]
    NoFiles,
    /// The files hold too few games.
    #[error("too few games to learn from")]
    TooFewGames,
    /// The files hold too few positions of some phase.
    #[error("too few games: only {found} positions of all phases alike")]
    TooFewPositions {
        /// How many there are.
        found: usize,
    },
    /// The net to play with is one of another game.
    #[error("the net {0}")]
    Net(NetError),
    /// The net to begin with does not go with the training.
    #[error("{net}: a training cannot begin with it, {conflict}")]
    Origin {
        /// The name of its file.
        net: String,
        /// Why.
        conflict: OriginConflict,
    },
    /// No epoch was trained.
    #[error("no epoch")]
    NoEpoch,
    /// The observer has ended the training, which can be gone on with.
    #[error("ended early")]
    Stopped,
    /// A position has no score.
    #[error("{fen}: {problem}")]
    Position {
        /// The position.
        fen: String,
        /// Why.
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

    /// Returns the error for a file that takes no more.
    pub(crate) fn write(path: &Path, source: impl Into<DataError>) -> Self {
        Self::Write { path: path.to_owned(), source: source.into() }
    }
}

/// What is wrong with a file.
#[derive(Error, Debug)]
#[non_exhaustive]
pub enum FileProblem {
    /// It cannot be opened or read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It holds no data, or damaged ones.
    #[error(transparent)]
    Data(#[from] DataError),
    /// It holds no net, or one of another game.
    #[error(transparent)]
    Net(#[from] NetError),
    /// Another process has it open.
    #[error("another process is writing to it")]
    InUse,
    /// It holds games, and nobody asked to resume it.
    #[error("holds games; --resume goes on with them")]
    NotResumed,
    /// It holds games that are played otherwise.
    #[error("holds other games: {}, not {}", json(found), json(asked))]
    OtherGames {
        /// The file's header.
        found: Box<Header>,
        /// The header of what is to be generated.
        asked: Box<Header>,
    },
    /// A block before the last one is short.
    #[error("holds a short block before its last one")]
    ShortBlock,
    /// A block is damaged; the file is sound up to there.
    #[error("{}; cut to {offset} bytes it can be gone on with", DataError::Damaged { offset: *offset })]
    DamagedBlock {
        /// Where the block begins.
        offset: u64,
    },
    /// The folder holds no data.
    #[error("holds no file *.{EXTENSION}")]
    EmptyFolder,
    /// It is of another variant than the files before.
    #[error("is of another variant than the files before")]
    OtherVariant,
    /// It is no checkpoint, or one of another training.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointProblem),
    /// It is not named after a variant.
    #[error(transparent)]
    Name(#[from] UnknownVariant),
    /// A line holds no position with a verdict.
    #[error("line {line}: {problem}")]
    Verdict {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong.
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

/// Why a checkpoint is of no use.
#[derive(Error, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CheckpointProblem {
    /// The file is none.
    #[error("is no checkpoint")]
    Foreign,
    /// It is one of another version.
    #[error("is a checkpoint of another version")]
    Version,
    /// It is damaged.
    #[error("is damaged")]
    Damaged,
    /// It is one of a training with other settings or files.
    #[error("has other {what}: {found}, not {asked}")]
    OtherTask {
        /// What differs.
        what: &'static str,
        /// The checkpoint's.
        found: String,
        /// The training's.
        asked: String,
    },
    /// The files hold other positions or scores than they did.
    #[error("has other positions or scores")]
    OtherExamples,
    /// It is of a net of another size.
    #[error("is of a net of another size")]
    OtherSize,
}

/// What is wrong with a line of verdicts.
#[derive(Error, Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum VerdictProblem {
    /// The operation `ce` is missing.
    #[error("has no verdict, 'ce'")]
    Missing,
    /// The operand of `ce` is no number of centipawns.
    #[error("{0} is no verdict")]
    NoNumber(String),
    /// The position is none.
    #[error(transparent)]
    Position(#[from] FenError),
}

/// Why a net cannot be begun with.
#[derive(Error, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum OriginConflict {
    /// It is one of another game.
    #[error("it is of another game")]
    OtherGame,
    /// It has another size.
    #[error("it has {hidden} neurons and {buckets} buckets")]
    Size {
        /// Its neurons.
        hidden: usize,
        /// Its buckets.
        buckets: usize,
    },
    /// It has other regions.
    #[error("it has {0} regions")]
    Regions(
        /// How many.
        usize,
    ),
}

/// Why a search finds no score.
#[derive(Error, Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum PositionProblem {
    /// The position is none.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// No move was searched to the end.
    #[error("the game is over, or so many nodes are too few")]
    NoScore,
}
