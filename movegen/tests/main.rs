//! Moves, rules of many players, records and readers, through the crate's public interface. A test
//! that needs whole games stands here: beside the code it would compile the library again.

mod game_move;
mod hindrance;
mod lenient;
mod multiplayer;
mod reach;
mod record;
mod spec;
mod variants;
mod ways;
