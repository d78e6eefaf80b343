//! The circular games of two to six players, as the oracle plays them and the engine too.

mod agree;
mod coverage;
mod deeds;
mod ends;
mod fens;
mod games;
mod rules;
mod scatter;
mod search;
mod setups;
mod suites;
mod wander;

/// The games of which golden files are kept: one of every size of table but five, both rules, and
/// two and three teams.
pub const RECORDED: [&str; 4] = ["modern2", "byzantine3", "modern4-2v2", "byzantine6-2v2v2"];
