//! Searches from outside: legal moves, sets of lines, proofs of mate, new games, soft limits, small
//! searches and how they grow, Monte Carlo tree search.

mod growth;
mod legality;
mod lines;
mod mate;
mod mcts;
mod new_game;
mod small;
mod soft_nodes;
mod weak_play;
