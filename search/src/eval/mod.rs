//! The static evaluation: the value of a position without search.
//!
//! Every number is derived from the moves of the variant's pieces (`weights`), so a new variant
//! needs no numbers of its own.

mod activity;
mod base;
mod cache;
mod derived;
mod duel;
mod endings;
mod fifty_move_scaling;
mod mobility;
mod multiplayer;
mod pawn_terms;
mod pawns;
mod places;
mod race;
pub(crate) mod reach;
mod seat_pawns;
mod standing;
mod tapered;
mod terms;
mod weights;

pub use base::Base;
pub(crate) use cache::EvalCache;
pub use derived::Derived;
pub(crate) use duel::{Known, evaluate, trace};
pub(crate) use multiplayer::{seat_values, trace_multiplayer};
pub use standing::{SOFT_MAXIMUM_RANGE, even_standing, soft_maximum};
pub(crate) use standing::{SeatValues, permille, shares, standing_of};
pub(crate) use weights::Weights;
