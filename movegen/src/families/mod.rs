//! The families of games: their differences in control flow, in text and in drawing.

pub(crate) mod draughts;
pub(crate) mod drawing;
pub(crate) mod duel;
mod gen_budget;
pub(crate) mod multiplayer;
pub(crate) mod rules;

pub use draughts::{Draughts, SeriesMove};
pub use drawing::{Drawing, Mark};
pub use duel::Duel;
pub use gen_budget::GenBudget;
pub use multiplayer::{BYZANTINE, Multiplayer};
pub(crate) use multiplayer::{MINUS, PLUS};
pub use rules::{Duty, Rules, Written};
