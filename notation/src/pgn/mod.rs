//! PGN: games as text, read leniently and written strictly.
//!
//! [`PgnReader`] takes a file apart, a game at a time; [`PlayedGame`] plays what it finds.
//! [`Tags`] and [`Movetext`] write a game.

mod comment;
mod header;
mod movetext;
mod played;
mod reader;
mod result;
mod tags;
mod tokens;

pub use comment::{Eval, Event, clock_command, commands, events, parse_clock};
pub use header::{Header, Start, variant_named};
pub use movetext::{Movetext, Numbering};
pub use played::{Item, PlayedGame, Ply};
pub use reader::{GameText, Note, PgnReader};
pub use result::GameResult;
pub use tags::Tags;
pub use tokens::{Token, tokens};

/// Most variations within variations.
pub const MAX_DEPTH: usize = 100;
