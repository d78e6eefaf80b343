//! Endgame tables of few pieces for every duel of `rotunda-movegen`, by retrograde analysis.
//!
//! A [`Library`] builds the table of some [`Material`] and the tables that it needs. It returns the
//! values of positions and the best moves. A [`Store`] keeps tables on disk. A [`Summary`] holds
//! the known odds of all material of a variant in a few lines that are part of the program.
//!
//! # What a table says
//!
//! The number of plies in which the side to move wins, or can hold out, when both play their best.
//! In games with partial wins the greatest share that can be forced comes first. A position that a
//! side can hold without end is a draw. Tables know neither repetitions nor counted moves.
//!
//! # What it cannot take
//!
//! Games of more than two players, and games with actions that are not moves. Pieces that jump in
//! series, beyond three pieces in all. Pieces that may become their first kind again. Positions
//! with rights to castle. Games in which a repetition or counted moves are not a draw. [`Refusal`]
//! names the reason.
//!
//! # How it is found
//!
//! The crate searches for the symmetries of any board, and a table holds symmetric positions once.
//! It solves a table backwards from mates, stalemates and the goals of races. Moves go along the
//! paths of the variant, and each is undone along the same path, so paths may bend, fork, rebound,
//! or exist in one direction only. Laps of a race and pawns that have just made a double step are
//! part of a position. Pieces that jump in series move by the generator of `rotunda-movegen`, which
//! cannot undo moves, so the solver looks at all open positions again and again.

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
