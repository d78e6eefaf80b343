//! Games from files: reading, refusals and play.

mod built_in;
mod errors;
mod import;
mod limits;
mod new_games;
mod parents;
mod seats;
mod shapes;
mod written;
