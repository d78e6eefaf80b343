//! The match runner: matches between engines, in every variant.
//!
//! [`Plan`] says what is played. [`Schedule`] makes games of it, as a pure function of their
//! number; workers play them, with movegen as the arbiter; [`GameRecord`]s go to a file that
//! survives being killed; a [`Report`] follows from the games alone. So a match that was
//! interrupted, or played in parts, ends like any other. docs/match.md is for users.
//!
//! [`Match`] does all that for a program: it opens a [`MatchConfig`], plays what is missing before
//! the eyes of a [`MatchObserver`], and reports. [`tune`] tunes numbers of an engine by games.
//!
//! ```no_run
//! use rotunda_arena::{
//!     EngineLimits, EngineSpec, GameRecord, Length, Match, MatchConfig, MatchObserver, Plan,
//!     Standings,
//! };
//!
//! /// Prints every result.
//! struct Results;
//!
//! impl MatchObserver for Results {
//!     fn finished(&mut self, game: &GameRecord, standings: &Standings) {
//!         println!("{}: {}", standings.number(game), game.result());
//!     }
//! }
//!
//! let clock = EngineLimits::clock("10+0.1".parse()?);
//! let engines = ["old", "new"].map(|name| EngineSpec::new(name, format!("./{name}"), clock.clone()));
//! let plan = Plan { variants: vec!["rollerball".into()], ..Plan::new(engines.into()) };
//! let mut game = Match::open(MatchConfig::new(plan, Length::Games(100)))?;
//! game.play(&mut Results)?;
//! println!("{}", game.report());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod adjudicate;
mod answer;
mod check_engines;
mod clock;
mod conversation;
mod ending_text;
mod engine_pool;
mod error;
mod fault;
mod features;
mod game;
mod game_record;
mod game_result;
mod live;
mod match_file;
mod matches;
mod observer;
mod offered;
mod openings;
mod outputs;
mod pgn;
mod plan;
mod player;
mod process;
mod process_group;
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

pub use ending_text::finished_line;
pub use error::{
    ArenaError, BookError, BookPlace, BookProblem, EngineFault, OutputError, OutputKind, PlanError,
    RecordError, RecordProblem, StrayGame, TuneError,
};
pub use fault::{Fault, FaultKind};
pub use game_record::GameRecord;
pub use game_result::{Cause, Elimination, End, PlayedMove};
pub use live::{LiveLine, LiveMove, LiveStart, is_running, live_files, live_folder};
pub use match_file::Header;
pub use matches::{Length, Match, MatchConfig, MatchEnd, ReportConfig, report};
pub use observer::{MatchObserver, MatchStop};
pub use openings::Opening;
pub use outputs::JsonOutput;
pub use plan::{
    DrawRule, EngineLimits, EngineProtocol, EngineSpec, OpeningSource, Order, Plan, ResignRule,
    TimeControl, TimeControlError, seconds,
};
pub use report::{FaultLine, Report, Row, SprtReport, Strength, VariantReport};
pub use rotunda_protocol::uci_client::{Score as PlayedScore, SearchInfo as PlayedInfo};
pub use schedule::{Block, Schedule, Seating, seatings, sides};
pub use sprt::{Hypothesis, Model, SprtSpec};
pub use standings::Standings;
pub use statistics::{Estimate, Sample};
pub use tune::{
    Iteration, Parameter, Tendency, TuneConfig, TuneHeader, TuneRecord, TunedNumber, USUAL_GAIN,
    draw_tunings, tendencies, tune,
};

/// The version that records give as the program's.
const VERSION: &str = env!("CARGO_PKG_VERSION");
