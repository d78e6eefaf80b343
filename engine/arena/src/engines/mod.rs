//! Engines as processes, which give moves in the protocol that they speak.

pub(crate) mod answer;
pub(crate) mod check_engines;
pub(crate) mod clock;
pub(crate) mod conversation;
pub(crate) mod engine_pool;
mod features;
mod offered;
pub(crate) mod player;
mod process;
mod process_group;
mod uci_player;
mod xboard_player;
