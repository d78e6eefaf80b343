//! The extended UCI language of Rotunda: it parses lines to [`Command`]s and formats results as
//! reply lines. [`uci_client`] and [`cecp_client`] are the other end, for programs that let engines
//! play.
//!
//! Nothing here opens files, writes or waits, and only [`LineReader`] reads. [`Command::parse`]
//! takes any bytes of one line, and returns a command or a [`CommandError`] that fits on one line.
//! The functions of [`reply`] return text.
//!
//! ```
//! use rotunda_movegen::Seat;
//! use rotunda_protocol::{Command, reply};
//! let Ok(Some(Command::Go(mut order))) = Command::parse(b"go wtime 5000 btime 4000 winc 100") else {
//!     panic!("a well-formed command");
//! };
//! let limits = order.limits(Seat::WHITE);
//! assert_eq!(limits.clock.expect("White has a clock").left.as_millis(), 5000);
//!
//! let error = Command::parse(b"bench dpeth 8").expect_err("a slip of the pen");
//! assert_eq!(reply::error(&error), r#"info string error: bench: "dpeth": unknown word"#);
//! ```

mod bench;
pub mod cecp;
pub mod cecp_client;
mod command;
mod error;
mod go;
mod help;
mod left_out;
mod lines;
mod option;
mod position;
mod preferences;
pub mod reply;
#[cfg(test)]
mod tests;
mod tokens;
pub mod uci_client;

pub use bench::BenchOrder;
pub use command::Command;
pub use error::{CommandError, Reason};
pub use go::{ClockLists, GoOrder, SeatClock};
pub use help::HELP;
pub use lines::{LONGEST_LINE, Line, LineReader};
pub use option::{OptionKind, OptionSpec, Setting, options};
pub use position::PositionOrder;
pub use preferences::{Preference, Preferences};
