//! The search tree: nodes of two sides and of many, pruning, quiescence.

mod alpha_beta;
mod glimpse;
mod maxn;
pub(crate) mod mcts;
mod node;
pub(crate) mod perspective;
mod pruning;
mod quiescence;
pub(crate) mod root_moves;
pub(crate) mod search_thread;
pub(crate) mod upcoming_repetition;
mod update;
