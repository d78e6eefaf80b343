//! Searches from outside: sets of lines, proofs of mate, new games, soft limits.

mod lines;
mod mate;
mod new_game;
mod soft_nodes;
mod weak_play;
