//! The match runner: matches between engines, in every variant.
//!
//! [`Plan`] says what is played. [`Schedule`] makes games of it, as a pure function of their
//! number; workers play them, with movegen as the arbiter; [`GameRecord`]s go to a file that
//! survives being killed; a [`Report`] follows from the games alone. So a match that was
//! interrupted, or played in parts, ends like any other. docs/match.md is for users.

mod adjudicate;
mod args;
mod clock;
mod command;
mod course;
mod dialect;
mod ending;
mod fault;
mod game;
mod ledger;
mod live;
mod openings;
mod pgn;
mod plan;
mod player;
mod process;
mod record;
mod report;
mod runner;
mod schedule;
mod sprt;
mod statistics;
mod summary;
mod team;
mod words;

pub use args::MatchArgs;
pub use course::{Cause, Elimination, End, Played};
pub use dialect::{Score, Thought};
pub use ending::{Ending, Failure};
pub use fault::{Fault, FaultKind};
pub use openings::Opening;
pub use plan::{
    DrawRule, EngineLimits, EngineSpec, OpeningSource, Order, Plan, ResignRule, SprtSpec,
    TimeControl,
};
pub use record::{GameRecord, Header};
pub use report::{FaultLine, Report, Row, Strength, Table, Test};
pub use schedule::{Block, Schedule, Seating, Shard, seatings, sides};
pub use sprt::{Hypothesis, Model};
pub use statistics::{Estimate, Sample};

/// The version that records give as the program's.
const VERSION: &str = env!("CARGO_PKG_VERSION");
