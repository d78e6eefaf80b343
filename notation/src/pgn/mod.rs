//! PGN: games as text, read leniently and written strictly.
//!
//! [`PgnReader`] reads a file game by game, and [`PlayedGame`] plays the moves. [`Tags`] and
//! [`Movetext`] write a game.

mod branches;
mod comment;
mod header;
mod movetext;
mod numbers;
mod played;
mod reader;
mod result;
mod tags;
mod tokens;
mod words;

pub use comment::{Eval, Event, clock_command, commands, events, parse_clock};
pub use header::{Header, Start, variant_named};
pub use movetext::{Movetext, Numbering};
pub use numbers::NumberCheck;
pub use played::{Item, PlayedGame, Ply};
pub use reader::{GameText, Note, PgnReader};
pub use result::GameResult;
pub use tags::Tags;
pub(crate) use tokens::Words;
pub use tokens::{Token, rest_of_variation, tokens};

/// The most variations within variations.
pub const MAX_DEPTH: usize = 100;
