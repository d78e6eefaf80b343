//! The match runner: matches between engines, in every variant.
//!
//! [`Plan`] defines a match. [`Schedule`] derives its games, as a pure function of their number.
//! Workers play them, with movegen as the arbiter. [`GameRecord`]s go to a file that survives a
//! kill at any moment. A [`Report`] follows from the games alone, so a match that was interrupted,
//! or played in parts, gives the same report as any other. docs/match.md is for users.
//!
//! The folders are floors, each of which imports only from those before it: `base`, `plan`,
//! `engines`, `record`, `play`, `report`, `tune`; [`Match`] stands on all of them.
//!
//! [`Match`] does all this for a program: it opens a [`MatchConfig`], plays the missing games,
//! informs a [`MatchObserver`], and reports. [`tune`] tunes parameters of an engine by games.
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

mod base;
mod engines;
mod matches;
mod plan;
mod play;
mod record;
mod report;
mod tune;

pub use base::error::{
    ArenaError, BookError, BookPlace, BookProblem, EngineFault, OutputError, OutputKind, PlanError,
    RecordError, RecordProblem, StrayGame, TuneError,
};
pub use base::fault::{Fault, FaultKind};
pub use base::sprt::{Hypothesis, Model, SprtSpec};
pub use base::statistics::{Estimate, Sample};
pub use matches::{Length, Match, MatchConfig, MatchEnd, ReportConfig, report};
pub use plan::match_plan::{
    DrawRule, EngineLimits, EngineProtocol, EngineSpec, OpeningSource, Order, Plan, ResignRule,
    TimeControl, TimeControlError, seconds,
};
pub use plan::openings::Opening;
pub use plan::schedule::{Block, Schedule, Seating, seatings, sides};
pub use play::live::{LiveLine, LiveMove, LiveStart, is_running, live_files, live_folder};
pub use record::ending_text::finished_line;
pub use record::game_record::GameRecord;
pub use record::game_result::{Cause, Elimination, End, PlayedMove};
pub use record::match_file::Header;
pub use report::match_report::{FaultLine, Report, Row, SprtReport, Strength, VariantReport};
pub use report::observer::{MatchObserver, MatchStop};
pub use report::outputs::JsonOutput;
pub use report::standings::Standings;
pub use rotunda_protocol::uci_client::{Score as PlayedScore, SearchInfo as PlayedInfo};
pub use tune::{
    Iteration, Parameter, Tendency, TuneConfig, TuneEvent, TuneHeader, TuneRecord, TunedNumber,
    USUAL_GAIN, draw_tunings, tendencies, tune,
};
