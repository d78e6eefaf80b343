#![doc = include_str!("../README.md")]

mod ending;
mod error;
mod glued;
mod line;
mod lines;
mod nag;
mod notation;
mod operation;
mod perft_line;
pub mod pgn;
mod place;
mod read;
mod san;
mod why;
mod written;

pub use ending::{sentence, termination};
pub use error::{GameError, GameFault, LineError, MoveError};
pub use line::{Goal, LineNote, PositionLine};
pub use lines::Lines;
pub use nag::Nag;
pub use notation::Notation;
pub use operation::Operation;
pub use perft_line::{PerftLine, PerftLineError};
pub use place::Place;
pub use why::why_not;
