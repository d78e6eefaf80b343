//! The Chess Engine Communication Protocol, version 2, which XBoard and WinBoard speak: it parses
//! lines to [`Command`]s and formats reply lines, and has the [`Notation`] in which these
//! interfaces write moves and positions.
//!
//! ```
//! use rotunda_protocol::cecp::{Command, TimeControl};
//! let parsed = Command::parse(b"level 40 0:30 0").expect("a well-formed command");
//! let Some(Command::Level(level)) = parsed else { panic!("a time control") };
//! let mut control = TimeControl::default();
//! control.set_level(level);
//! let clock = control.limits(11).clock.expect("there is a clock");
//! assert_eq!((clock.left.as_secs(), clock.moves_to_go), (30, Some(30)));
//! ```

mod command;
mod control;
mod highlight;
mod notation;
pub mod reply;
mod ring;
#[cfg(test)]
mod tests;
mod xboard;

pub use command::{Command, EditStep};
pub use control::{Level, TimeControl};
pub use highlight::Selection;
pub use notation::{LARGEST, Notation, variants};
