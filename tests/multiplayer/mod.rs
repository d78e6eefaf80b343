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

/// The games of which golden files are kept: one of every size of table but five, both rules, and
/// two and three teams.
pub const RECORDED: [&str; 4] = ["modern2", "byzantine3", "modern4-2v2", "byzantine6-2v2v2"];
