//! [`Plan`]: all that decides which games are played, and how.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::sprt::SprtSpec;

/// Time by which an engine may overstep unless told otherwise, in milliseconds: what a busy
/// machine takes to hand a line from one process to another.
const MARGIN: u64 = 50;
/// How long an engine may take for a move where no clock bounds it, in milliseconds.
const PATIENCE: u64 = 60_000;
/// How long an engine may take to start, in milliseconds.
const STARTUP: u64 = 60_000;

/// All that decides which games are played, and how; two matches of the same plan at fixed nodes
/// are the same match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// The engines, by index.
    pub engines: Vec<EngineSpec>,
    /// The variants' names: a basket.
    pub variants: Vec<String>,
    /// Where the openings come from.
    pub openings: OpeningSource,
    /// What random openings and orders grow from.
    pub seed: u64,
    /// Whether each opening is played with all seatings.
    pub repeat: bool,
    /// Whether partial wins count as draws.
    pub classic_scoring: bool,
    /// The test of two hypotheses that ends the match.
    pub sprt: Option<SprtSpec>,
    /// When a game counts as drawn.
    pub draw: Option<DrawRule>,
    /// When a game counts as lost.
    pub resign: Option<ResignRule>,
    /// Moves of each seat after which a game counts as drawn.
    pub max_moves: Option<u32>,
}

impl Plan {
    /// The parts in which two plans differ, by name.
    #[must_use]
    pub fn differences(&self, other: &Self) -> Vec<String> {
        let fields = |plan: &Self| match serde_json::to_value(plan) {
            Ok(serde_json::Value::Object(fields)) => fields,
            _ => serde_json::Map::new(),
        };
        let (own, theirs) = (fields(self), fields(other));
        own.into_iter()
            .filter(|(key, value)| theirs.get(key) != Some(value))
            .map(|(key, _)| key)
            .collect()
    }
}

/// The protocol that an engine speaks.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EngineProtocol {
    /// The Universal Chess Interface.
    #[default]
    Uci,
    /// The Chess Engine Communication Protocol, version 2, of XBoard and WinBoard.
    Xboard,
}

/// An engine: how to start it, which options it gets, and how long it may think.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct EngineSpec {
    /// What it is called in results.
    pub name: String,
    /// The program.
    pub command: String,
    /// The directory in which it runs.
    pub dir: Option<PathBuf>,
    /// The program's arguments.
    pub args: Vec<String>,
    /// The protocol that it speaks.
    #[serde(default)]
    pub protocol: EngineProtocol,
    /// Options and their values, in the order in which they are sent.
    pub options: Vec<(String, String)>,
    /// Whether it thinks on its opponent's time too.
    #[serde(default)]
    pub ponder: bool,
    /// How long it may think.
    pub limits: EngineLimits,
}

/// How long an engine may think; times in milliseconds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EngineLimits {
    /// A clock for the game.
    pub clock: Option<TimeControl>,
    /// A time for every move.
    pub move_time: Option<u64>,
    /// Nodes for every move.
    pub nodes: Option<u64>,
    /// A depth for every move.
    pub depth: Option<u64>,
    /// By how much it may overstep its time.
    pub margin: u64,
    /// How long a move may take where no clock bounds it, and an answer to `isready`.
    pub patience: u64,
    /// How long it may take from its start until it has answered `uci` and taken its options.
    #[serde(default = "default_startup")]
    pub startup: u64,
}

/// The time to start that records without one were played with, in milliseconds.
const fn default_startup() -> u64 {
    STARTUP
}

impl Default for EngineLimits {
    fn default() -> Self {
        Self {
            clock: None,
            move_time: None,
            nodes: None,
            depth: None,
            margin: MARGIN,
            patience: PATIENCE,
            startup: STARTUP,
        }
    }
}

impl EngineLimits {
    /// Whether there is any limit.
    #[must_use]
    pub const fn any(&self) -> bool {
        self.clock.is_some()
            || self.move_time.is_some()
            || self.nodes.is_some()
            || self.depth.is_some()
    }

    /// By how much it may overstep its time.
    #[must_use]
    pub const fn margin(&self) -> Duration {
        Duration::from_millis(self.margin)
    }

    /// How long a move may take where no clock bounds it.
    #[must_use]
    pub const fn patience(&self) -> Duration {
        Duration::from_millis(self.patience)
    }

    /// How long it may take to start.
    #[must_use]
    pub const fn startup(&self) -> Duration {
        Duration::from_millis(self.startup)
    }
}

/// A clock for a game; times in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TimeControl {
    /// Moves after which the time is added anew; `None` if it must do for the game.
    pub moves: Option<u32>,
    /// The time.
    pub base: u64,
    /// What is added after each move.
    pub increment: u64,
}

/// Where openings come from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OpeningSource {
    /// The variant's start, always.
    Start,
    /// Lines of a file: position strings or moves.
    Book {
        /// The file; `{variant}` in its name stands for the variant.
        file: String,
        /// In which order the lines are used.
        order: Order,
        /// A hash of the lines.
        digest: u64,
    },
    /// Random legal moves from the start that leave neither side lost.
    Random {
        /// How many moves.
        plies: u32,
        /// Nodes of the search that judges the position.
        nodes: u64,
        /// The greatest advantage, in centipawns.
        bound: i32,
    },
}

impl Default for OpeningSource {
    fn default() -> Self {
        Self::Random { plies: 8, nodes: 500, bound: 100 }
    }
}

/// In which order the lines of a book are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// As they stand in the file.
    Sequential,
    /// Shuffled by the seed.
    Random,
}

/// When a game counts as drawn: all seats near zero for a while.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DrawRule {
    /// The number of the first move at which it may happen.
    pub move_number: u32,
    /// Moves of each seat in a row.
    pub move_count: u32,
    /// The greatest score, in centipawns.
    pub score: u32,
}

/// When a game counts as lost: a seat says for a while that it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ResignRule {
    /// Moves of the seat in a row.
    pub move_count: u32,
    /// By how much it is behind, in centipawns.
    pub score: u32,
}
