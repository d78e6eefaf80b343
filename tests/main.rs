//! Integration tests of Rotunda: perft suites, a naive oracle, invariants.

mod agree;
mod attackers;
mod boards;
mod comparison;
mod coverage;
mod fens;
mod keys;
mod kits;
mod oracle;
mod outcomes;
mod scatter;
mod search;
mod suites;
mod support;
