//! The families of games: what differs between them in control flow, in text and in drawing.

pub(crate) mod draughts;
pub(crate) mod duel;
pub(crate) mod multiplayer;
pub(crate) mod rules;

pub(crate) use draughts::Jumps;
pub use draughts::{Draughts, SeriesMove};
pub use duel::Duel;
pub use duel::drawing::Ink;
pub use multiplayer::Multiplayer;
pub(crate) use multiplayer::{MINUS, PLUS, RINGS, RingRules};
pub use rules::{Duty, Rules};
