//! The circular games of two to six players, as the oracle plays them.

mod coverage;
mod deeds;
mod ends;
mod rules;
mod scatter;
mod setups;
mod suites;
mod wander;
