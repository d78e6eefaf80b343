//! The match runner: matches between engines, in every variant.
//!
//! [`Plan`] says what is played. [`Schedule`] makes games of it, as a pure function of their
//! number; workers play them, with movegen as the arbiter; [`GameRecord`]s go to a file that
//! survives being killed; a [`Report`] follows from the games alone. So a match that was
//! interrupted, or played in parts, ends like any other. docs/match.md is for users.

mod adjudicate;
mod answer;
mod args;
mod check_engines;
mod clock;
mod command;
mod conversation;
mod ending_text;
mod engine_pool;
mod fault;
mod features;
mod game;
mod game_record;
mod game_result;
mod key_values;
mod live;
mod match_file;
mod offered;
mod openings;
mod outputs;
mod pgn;
mod plan;
mod player;
mod process;
mod process_group;
mod progress;
mod report;
mod runner;
mod schedule;
mod sprt;
mod standings;
mod statistics;
mod summary;
mod tune;
mod uci_player;
mod xboard_player;

pub use args::MatchArgs;
pub use fault::{Fault, FaultKind};
pub use game_record::GameRecord;
pub use game_result::{Cause, Elimination, End, PlayedMove};
pub use live::{LiveLine, LiveMove, LiveStart, is_running, live_files, live_folder};
pub use match_file::Header;
pub use openings::Opening;
pub use plan::{
    DrawRule, EngineLimits, EngineProtocol, EngineSpec, OpeningSource, Order, Plan, ResignRule,
    TimeControl,
};
pub use report::{FaultLine, Report, Row, SprtReport, Strength, VariantReport};
pub use rotunda_protocol::uci_client::{Score as PlayedScore, SearchInfo as PlayedInfo};
pub use schedule::{Block, Schedule, Seating, seatings, sides};
pub use sprt::{Hypothesis, Model, SprtSpec};
pub use statistics::{Estimate, Sample};
pub use tune::{TuneArgs, TuningsArgs};

/// The version that records give as the program's.
const VERSION: &str = env!("CARGO_PKG_VERSION");
