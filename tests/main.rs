//! Integration tests of Rotunda: perft suites, a naive oracle, golden files, invariants.

mod agree;
mod attackers;
mod biglists;
mod boards;
mod difference;
mod draughtsmen;

mod artificial;
mod comparison;
mod completeness;
mod conversation;
mod coverage;
mod document_transcripts;
mod documents;
mod example;
mod fens;
mod golden;
mod keys;
mod moves_of_one_cell;
mod multiplayer;
mod narrowing;
mod one_position;
mod oracle;
mod outcomes;
mod playthroughs;
mod reference;
mod roundtable_board;
mod roundtable_oracle;
mod search;
mod self_play;
mod suites;
mod support;
mod tactics;
mod transcripts;
mod two_words;
mod words;
