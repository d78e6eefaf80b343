//! The circular games of two to six players: the engine against the oracle.

mod actions;
mod agree;
mod artificial;
mod coverage;
mod ends;
mod fens;
mod games;
mod random_games;
mod rules;
mod search;
mod setups;
mod suites;

pub use agree::Comparison;
pub use random_games::WalkStep;
