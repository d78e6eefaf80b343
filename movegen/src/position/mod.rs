//! Positions: pieces, attacks, legal moves, and the ends of games.

mod assemble;
pub(crate) mod attacks;
pub(crate) mod check_info;
pub(crate) mod epd;
pub(crate) mod fen;
pub(crate) mod generate;
pub(crate) mod history;
pub(crate) mod lenient;
pub(crate) mod moves;
pub(crate) mod outcome;
pub(crate) mod players;
pub(crate) mod sides;
mod slide_cache;
pub(crate) mod state;

pub use check_info::CheckInfo;
pub(crate) use epd::Fields;
pub use fen::{FenError, FenField, FenReason, quoted};
pub(crate) use fen::{clock_text, offset_in, parse_clock, refuse};
pub use generate::GenKind;
pub(crate) use generate::{Count, Generator, Sink};
pub use history::History;
pub(crate) use lenient::{RightText, repair};
pub use moves::{AsMove, Move, MoveKind};
pub use outcome::{Claim, Outcome, Reason};
pub(crate) use players::{Players, seats};
pub use slide_cache::SlideCache;
pub(crate) use state::EnPassant;
pub use state::Position;
