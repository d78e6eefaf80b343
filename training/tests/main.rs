//! Training data and training from outside: round trips, damaged files, `rotunda train`.

mod damage;
mod random_games;
mod round_trip;
mod train;
