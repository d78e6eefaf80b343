//! Alpha-beta search and evaluation for every game of `rotunda_movegen`. No game is named here.
//!
//! A [`Searcher`] searches any game and reports its progress through a callback. A [`StopHandle`]
//! stops it from any thread:
//!
//! ```
//! use rotunda_search::{Event, Limits, Searcher, StopHandle};
//!
//! let mut game = rotunda_movegen::Variant::by_name("circular70")?.game();
//! let mut searcher = Searcher::new()?;
//! let stop = StopHandle::new();
//! let result = searcher.run(&game, &Limits::nodes(2000), &stop, |event| {
//!     if let Event::Info(info) = event {
//!         println!("depth {}: {:?} {}", info.depth, info.value, info.pv[0]);
//!     }
//! });
//! game.play(&result.best.expect("the game has begun"))?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `examples/self_play.rs` plays a whole game. Programs that replace the search by a stand-in use
//! the trait [`Thinker`], on which the searcher is built.
//!
//! # Features
//!
//! * `nets`: the library holds the nets of the games that have one, 4 MB. Without it every game has
//!   the evaluation that follows from its rules, unless [`Settings::eval_file`] holds a net.
//! * `tune`: the numbers of the search can be changed while it runs.
//!
//! # Inside
//!
//! Everything is generic over the family of rules and the board word; the search asks the position
//! for facts and never for the game's name. The course of a search:
//!
//! ```text
//!   searcher -> player            one variant: its weights, threads, and what they have learned
//!                 -> root         iterative deepening, aspiration windows; stopping, mate
//!                      -> alpha_beta     a node: transposition table, pruning, move by move
//!                           -> picker         good captures, quiet moves, bad captures
//!                           -> quiescence     captures until the position is quiet
//!                                -> eval           two players, or many
//! ```

mod alpha_beta;
mod buckets;
mod capture;
mod checks;
mod clock;
mod eval;
mod exchange;
mod glimpse;
mod histories;
mod lateness;
mod limits;
mod lines;
mod mate;
mod maxn;
mod memory;
mod move_list;
pub mod net;
mod node;
mod params;
mod perspective;
mod picker;
mod player;
mod prefetch;
mod pruning;
mod quiescence;
mod quiet_order;
mod reach;
mod report;
mod returns;
mod root;
mod root_moves;
mod root_tables;
mod score;
mod searcher;
mod settings;
mod slot;
mod statistics;
mod stop;
mod stopping;
mod strength;
mod thinker;
pub mod threads;
mod threats;
mod tt;
#[cfg(feature = "tune")]
mod tuning;
mod update;
mod window;
mod worker;

pub use limits::{Clock, Limits};
pub use net::Evaluation;
#[cfg(feature = "tune")]
pub use params::tunables;
pub use perspective::MultiSearch;
pub use report::{Bound, Event, Info, SearchResult, Value};
pub use searcher::{Searcher, thinker};
pub use settings::Settings;
pub use statistics::Statistics;
pub use stop::StopHandle;
pub use thinker::{SearchOrder, Thinker};
pub use tt::{TableError, TranspositionTable};
#[cfg(feature = "tune")]
pub use tuning::Tunable;
