//! Searches from outside: proofs of mate, new games, soft limits.

mod mate;
mod new_game;
mod soft_nodes;
mod weak_play;
