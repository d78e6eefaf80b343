//! The search tree: nodes of two sides and of many, pruning, quiescence.

mod alpha_beta;
mod expected;
mod glimpse;
mod iteration_cost;
mod maxn;
mod mcts;
mod node;
pub(crate) mod perspective;
mod playout_tree;
mod pruning;
mod quiescence;
pub(crate) mod root_moves;
pub(crate) mod search_thread;
pub(crate) mod upcoming_repetition;
mod update;
