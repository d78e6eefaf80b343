//! Games of the engine against itself.

mod adjudicator;
mod game_pool;
pub(crate) mod generate;
mod self_play;
mod set_ups;
