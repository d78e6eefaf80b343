//! Games of the engine against itself.

mod game_pool;
pub(crate) mod generate;
mod judge;
mod self_play;
mod set_ups;
