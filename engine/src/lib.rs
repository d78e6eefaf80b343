//! The engine around the search: the UCI session, perft, the bench, and the command line.
//!
//! [`Session`] reads commands from anything that can be read and answers to anything that can be
//! written to; the binary gives it the standard streams.
//!
//! ```
//! use std::io::Cursor;
//! use rotunda_engine::Session;
//! let session = Session::new(std::io::sink())?;
//! session.run(Cursor::new("position startpos\ngo nodes 1000\n"));
//! # Ok::<(), rotunda_search::TableError>(())
//! ```

mod backpressure;
mod bench;
pub mod cli;
mod completion;
mod files;
pub mod game_files;
mod in_order;
mod ink;
mod interrupt;
mod job;
mod line_set;
mod output;
mod perft_runner;
mod play;
mod program;
mod progress;
mod room;
mod session;
mod source;
mod state;
mod suite;
mod voice;
mod watched;

pub use bench::{BenchTotal, bench};
pub use completion::{Completion, RunError};
pub use ink::Ink;
pub use output::Output;
pub use perft_runner::{PerftCounts, PerftRunner};
pub use program::program;
pub use session::{Protocol, Session, VERSION};
pub use state::{DEFAULT_HASH, EngineFactory};
pub use suite::{Case, SuiteError, Tally, read_suite, run_suite};
