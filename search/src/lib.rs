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
//! the trait [`SearchEngine`], on which the searcher is built.
//!
//! # Features
//!
//! * `nets`: the library holds the nets of the games that have one, 4 MB. Without it every game has
//!   the evaluation that follows from its rules, unless [`Settings::eval_file`] holds another.
//! * `tune`: the numbers of the search can be changed while it runs.
//! * `test-util`: a transposition table can confuse positions, for tests.
//!
//! # Inside
//!
//! Everything is generic over the family of rules and the board word; the search asks the position
//! for facts and never for the game's name. The course of a search:
//!
//! ```text
//!   searcher -> variant_search    one variant: its weights, threads, and what they have learned
//!                 -> root         iterative deepening, aspiration windows; stopping, mate
//!                      -> alpha_beta     a node: transposition table, pruning, move by move
//!                           -> picker         good captures, quiet moves, bad captures
//!                           -> quiescence     captures until the position is quiet
//!                                -> eval           two players, or many
//! ```
//!
//! The folders are floors. Each imports only from floors below it, which a test checks:
//!
//! ```text
//!   driver     the entries, one player for each variant, the course at the root
//!   mate       the proof of a mate in so many moves
//!   tree       one thread, its nodes, pruning, quiescence
//!   table      the transposition table
//!   ordering   captures, exchanges, histories, the picker of moves
//!   net        nets
//!   eval       the derived evaluation
//!   time       the clock
//!   base       scores, limits, reports, tuned numbers
//! ```

// The searcher makes the compiler generate the search of every family. The library does so once,
// and `tests/` searches with it; the unit tests do without the searcher and compile in two thirds
// of the time.
#![cfg_attr(test, allow(dead_code))]

mod base;
mod driver;
mod eval;
mod mate;
pub mod net;
mod ordering;
mod table;
mod time;
mod tree;

pub use base::limits::{Clock, Limits};
#[cfg(feature = "tune")]
pub use base::params::tunables;
pub use base::report::{Bound, Event, Info, SearchResult, Value};
pub use base::statistics::Statistics;
pub use base::stop::StopHandle;
pub use base::threads;
#[cfg(feature = "tune")]
pub use base::tuning::Tunable;
pub use driver::search_engine::{SearchEngine, SearchOrder};
#[cfg(not(test))]
pub use driver::searcher::{Searcher, search_engine};
pub use driver::settings::Settings;
pub use net::Evaluation;
pub use table::tt::{TableError, TranspositionTable};
pub use tree::perspective::MultiSearch;
