//! [`ArenaError`]: the reasons why a match, a report or a tuning is refused, or ends early.

use std::fmt;
use std::io;
use std::path::PathBuf;

use rotunda_movegen::{Reason, Shard};
use rotunda_notation::{GameError, LineError};
use rotunda_search::TableError;
use thiserror::Error;

use super::fault::Fault;

/// The reason why a match, a report or a tuning is refused, or ends early.
#[derive(Error, Debug)]
#[non_exhaustive]
pub enum ArenaError {
    /// The plan contradicts itself, or names something that does not exist.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A book has an entry that is not an opening.
    #[error(transparent)]
    Book(#[from] BookError),
    /// The record of a match cannot be read or resumed.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// An output cannot be opened or written.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// Engines cannot play the match; no game has begun.
    #[error("{}", listed(.0))]
    Engines(Vec<EngineFault>),
    /// An engine could not be prepared for a game, which does not count.
    #[error(transparent)]
    NotStarted(EngineFault),
    /// A tuning cannot start or continue.
    #[error(transparent)]
    Tune(#[from] TuneError),
    /// No memory is left.
    #[error(transparent)]
    Memory(#[from] TableError),
}

/// Writes each fault on a line.
fn listed(faults: &[EngineFault]) -> String {
    let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
    lines.join("\n")
}

/// A fault of an engine.
#[derive(Error, Clone, PartialEq, Eq, Debug)]
#[error("{engine}: {fault}")]
pub struct EngineFault {
    /// The engine's name in the plan.
    pub engine: String,
    /// The fault.
    pub fault: Fault,
}

/// The reason why a [`Plan`](crate::Plan) cannot be played.
#[derive(Error, Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum PlanError {
    /// There are fewer than two engines.
    #[error("a match needs two engines")]
    TooFewEngines,
    /// Two engines have the same name.
    #[error("two engines are called {0}")]
    EqualNames(String),
    /// An engine has no program.
    #[error("an engine has no command")]
    NoCommand,
    /// An engine has no clock, no time, no nodes and no depth.
    #[error("{engine}: how long may it think?")]
    NoLimit {
        /// The engine's name.
        engine: String,
    },
    /// An engine that speaks XBoard's protocol has a limit of nodes.
    #[error("{engine}: XBoard's protocol cannot limit nodes")]
    NodesOverXboard {
        /// The engine's name.
        engine: String,
    },
    /// There is no variant to play.
    #[error("a match needs a variant")]
    NoVariant,
    /// No variant has the name.
    #[error("unknown variant {0}")]
    UnknownVariant(String),
    /// A variant is named twice.
    #[error("each variant once: {0}")]
    RepeatedVariant(String),
    /// A sequential test needs exactly two engines.
    #[error("a sequential test needs two engines")]
    SprtEngines,
    /// `elo0` is not less than `elo1`.
    #[error("elo0 must be less than elo1")]
    SprtElo,
    /// An error rate of a sequential test is out of range.
    #[error("alpha and beta must lie between 0 and 0.5")]
    SprtRates,
    /// The match has neither a number of rounds nor a test to end it.
    #[error("how many games?")]
    Endless,
}

/// The error about an entry of a book that is not an opening.
#[derive(Error, Debug)]
#[error("{path}{}: {problem}", place.map(|place| format!(", {place}")).unwrap_or_default())]
pub struct BookError {
    /// The file.
    pub path: String,
    /// The place in the file.
    pub place: Option<BookPlace>,
    /// The problem.
    pub problem: Box<BookProblem>,
}

/// A place in a book, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BookPlace {
    /// A line of a list.
    Line(usize),
    /// A game of a PGN file.
    Game(usize),
}

impl fmt::Display for BookPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(number) => write!(f, "line {number}"),
            Self::Game(number) => write!(f, "game {number}"),
        }
    }
}

/// The problem with a book.
#[derive(Error, Debug)]
#[non_exhaustive]
pub enum BookProblem {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The book is a folder, a pipe or a device.
    #[error("this is no file")]
    NoFile,
    /// A line is neither a position of the variant nor moves.
    #[error("no opening of {variant}: {error}")]
    Line {
        /// The variant.
        variant: &'static str,
        /// The error of the line.
        error: LineError,
    },
    /// A game cannot be read.
    #[error(transparent)]
    Game(#[from] GameError),
    /// A game is one of another variant.
    #[error("no opening of {variant}, but of {found}")]
    OtherVariant {
        /// The variant that is played.
        variant: &'static str,
        /// The game's own.
        found: &'static str,
    },
    /// A move is not legal in its position.
    #[error("no opening of {0}")]
    Illegal(&'static str),
    /// The game is over at the end of the opening.
    #[error("the game is over already: {0}")]
    Over(Reason),
    /// The book has no opening.
    #[error("no openings")]
    Empty,
}

/// The reason why the file of a match is refused.
#[derive(Error, Debug)]
#[error("{}{}: {problem}", path.display(), line.map(|line| format!(", line {line}")).unwrap_or_default())]
pub struct RecordError {
    /// The file.
    pub path: PathBuf,
    /// The line, counted from 1, if a line is wrong.
    pub line: Option<u64>,
    /// The problem.
    pub problem: RecordProblem,
}

/// The problem with the file of a match.
#[derive(Error, Debug)]
#[non_exhaustive]
pub enum RecordProblem {
    /// It cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Another match has it open.
    #[error("another match is writing to it")]
    InUse,
    /// It holds a match, and the command does not resume it.
    #[error("holds a match; --resume goes on with it")]
    NotResumed,
    /// It does not begin like the file of a match.
    #[error("no record of a match: {0}")]
    NoHeader(serde_json::Error),
    /// It has no line end, and does not begin like the file of this match.
    #[error("exists, and is no record of a match")]
    Foreign,
    /// It has no header.
    #[error("holds no match")]
    Empty,
    /// Its format can be read, but not resumed.
    #[error("is of format {found}, which `match report` reads; the format now is {now}")]
    OldFormat {
        /// The file's format.
        found: u32,
        /// The format that is written.
        now: u32,
    },
    /// Its format is unknown.
    #[error("is of the unknown format {0}")]
    UnknownFormat(u32),
    /// It holds another part of the match.
    #[error("holds the part {found}, not {wanted}")]
    OtherShard {
        /// The file's part.
        found: Shard,
        /// The part that is played.
        wanted: Shard,
    },
    /// It holds another match.
    #[error("holds another match, which differs in: {}", .0.join(", "))]
    OtherMatch(
        /// The parts of the plan that differ.
        Vec<String>,
    ),
    /// A line has a wrong checksum.
    #[error("is damaged: its checksum is wrong; without the line its game can be played again")]
    Damaged,
    /// A line is not a game.
    #[error(transparent)]
    Line(serde_json::Error),
    /// The plan in it cannot be played.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A game in it does not belong to the match.
    #[error(transparent)]
    Game(#[from] StrayGame),
}

/// The reason why a game does not count in a match.
#[derive(Error, Clone, PartialEq, Eq, Debug)]
pub enum StrayGame {
    /// The schedule has no such game.
    #[error("game {0} is none of this match")]
    Unknown(
        /// The game's name: the numbers of its block and of itself.
        String,
    ),
    /// The file already has the game with another result.
    #[error("game {0} is there with two results")]
    Contradiction(
        /// The game's name: the numbers of its block and of itself.
        String,
    ),
}

/// An output of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutputKind {
    /// The file that the match can be resumed from.
    Record,
    /// The games as PGN.
    Pgn,
    /// The games and the report as JSON lines.
    Json,
    /// The standard output.
    Standard,
    /// An input file: a book, or a record for a report.
    Source,
}

impl fmt::Display for OutputKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Record => "the record",
            Self::Pgn => "the PGN",
            Self::Json => "the JSON",
            Self::Standard => "the standard output",
            Self::Source => "a file that is read",
        })
    }
}

/// The reason why an output cannot be used.
#[derive(Error, Debug)]
#[non_exhaustive]
pub enum OutputError {
    /// It cannot be opened or emptied.
    #[error("{}: {source}", path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// The same file would be used for two things.
    #[error("{one} and {other} are the same file")]
    SameFile {
        /// One use.
        one: OutputKind,
        /// The other.
        other: OutputKind,
    },
    /// Writing to it failed.
    #[error("{output}: {source}")]
    Write {
        /// The output.
        output: OutputKind,
        /// The system's reason.
        source: io::Error,
    },
}

/// The reason why a tuning cannot start or continue.
#[derive(Error, Debug)]
#[non_exhaustive]
pub enum TuneError {
    /// The engine does not list its options.
    #[error(transparent)]
    Engine(EngineFault),
    /// The tuning was ended before it began.
    #[error("interrupted")]
    Interrupted,
    /// A parameter has no default, or is not a number.
    #[error("option {0} is no number with a default")]
    NoNumber(String),
    /// The engine has no such option.
    #[error("{engine} has no option {option}")]
    NoOption {
        /// The engine's name.
        engine: String,
        /// The option.
        option: String,
    },
    /// The engine has no numbers that can be tuned.
    #[error("{0} offers no numbers to tune: is it a build for tuning?")]
    NothingToTune(String),
    /// The log cannot be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// A line of the log is not one of a tuning.
    #[error("{}: {source}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The error of the line.
        source: serde_json::Error,
    },
    /// Another tuning has the log open.
    #[error("{}: another tuning is writing to it", .0.display())]
    InUse(PathBuf),
    /// The file is not the log of a tuning.
    #[error("{} is not of a tuning", .0.display())]
    NoLog(PathBuf),
    /// The log belongs to another tuning.
    #[error("{} is not of this tuning", .0.display())]
    OtherLog(PathBuf),
    /// Several logs have different parameters, or different starts.
    #[error("these tunings are not of the same numbers from the same starts")]
    DifferentNumbers,
    /// The drawing cannot be written.
    #[error("{}: {reason}", path.display())]
    Drawing {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
}
