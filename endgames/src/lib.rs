//! Endgame tables of few men for every duel of `rotunda-movegen`, by retrograde analysis.
//!
//! A [`Library`] builds the table of some [`Material`], and those that it builds on, and says what
//! positions are worth and how to play them. A [`Store`] keeps tables on disk. A [`Summary`] is
//! what is known of all material of a variant in a few lines that are part of the program.
//!
//! # What a table says
//!
//! How many plies the side to move needs to win, or can hold out, when both play their best; for
//! games with partial wins the greatest share that can be forced comes first. Only moves and
//! material count: a position that can be held for ever is a draw, and neither repetitions nor
//! counted moves are known.
//!
//! # What it cannot take
//!
//! Games of more than two players or with more than moves, men that jump in series beyond three
//! men, men that may become again what they were; rights to castle; games in which a repetition or
//! counted moves are no draw. [`Refusal`] says so.
//!
//! # How it is found
//!
//! The symmetries of the board are searched for, whatever board it is, and positions that they make
//! of each other stand in a table once. The table is solved backwards from mates, stalemates and
//! the goals of races; moves go along the paths of the variant, and each is undone along the same
//! path, so that paths may bend, fork, rebound, or exist one way only. Laps of a race and pawns
//! that have just made a double step are part of a position. Men that jump in series have moves
//! from the generator of `rotunda-movegen` instead, which know no way back: all open positions are
//! looked at again and again.

mod code;
mod endings;
mod exits;
mod fingerprint;
mod fortress;
mod layout;
mod library;
mod line;
mod material;
mod moves;
mod path_moves;
mod refusal;
mod rule_moves;
mod solver;
mod store;
mod summary;
mod symmetry;
mod table;

pub use fortress::Fortresses;
pub use library::{Library, Report, Resistance, Verdict};
pub use material::{MOST_MEN, Material};
pub use refusal::Refusal;
pub use solver::Observer;
pub use store::Store;
pub use summary::{Class, Odds, Summary, rules_line};
pub use table::Tally;
