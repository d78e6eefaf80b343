//! Integration tests of Rotunda: perft suites, a naive oracle, golden files, invariants.

mod agree;
mod attackers;
mod biglists;
mod boards;
mod draughtsmen;

mod artificial;
mod comparison;
mod coverage;
mod documents;
mod fens;
mod golden;
mod keys;
mod multiplayer;
mod oracle;
mod outcomes;
mod playthroughs;
mod roundtable_board;
mod roundtable_oracle;
mod search;
mod suites;
mod support;
mod transcripts;
mod variant_facts;
