//! Games between engines, with movegen as the arbiter.

mod adjudicate;
mod game;
pub(crate) mod live;
pub(crate) mod runner;
