//! Training data and training from outside: round trips, damaged files, `rotunda train` and `fit`.

mod damage;
mod fit;
mod random_games;
mod round_trip;
mod train;
