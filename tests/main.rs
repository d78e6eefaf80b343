//! Integration tests of Rotunda: perft suites, a naive oracle, golden files, invariants.

mod agree;
mod attackers;
mod biglists;
mod boards;
mod checkers;
mod cluster;
mod comparison;
mod coverage;
mod fens;
mod golden;
mod keys;
mod kits;
mod oracle;
mod outcomes;
mod playthroughs;
mod ring;
mod roundtable_board;
mod roundtable_oracle;
mod scatter;
mod search;
mod suites;
mod support;
mod transcripts;
