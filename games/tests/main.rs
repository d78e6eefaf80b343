//! Games from files: what is read, what is refused, and what is played.

mod built_in;
mod errors;
mod import;
mod limits;
mod new_games;
mod parents;
mod seats;
mod shapes;
mod written;
