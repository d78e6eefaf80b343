//! Endgame tables against the game itself, published figures and the summaries in the program.

mod agreement;
mod figures;
mod summaries;
