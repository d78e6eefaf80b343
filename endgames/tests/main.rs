//! Endgame tables against the game itself, published figures, fortresses and the summaries in the program.

mod agreement;
mod figures;
mod fortress;
mod summaries;
