//! The static evaluation: the value of a position without search.
//!
//! Every number is derived from the moves of the variant's pieces (`weights`), so a new variant
//! needs no numbers of its own. It may have fitted ones (`eval_fit`).

mod activity;
mod base;
mod cache;
mod derived;
mod duel;
mod endings;
mod eval_fit;
mod eval_params;
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
mod term_weights;
mod terms;
mod weights;

pub use base::Base;
pub(crate) use cache::EvalCache;
pub use derived::Derived;
pub(crate) use duel::{Known, evaluate, evaluate_by_net, trace};
pub(crate) use eval_fit::game_fingerprint;
pub use eval_fit::{EvalFit, FitError};
pub use eval_params::{EVAL_PARAMS, EvalParam, EvalParams};
pub(crate) use multiplayer::{seat_values, trace_multiplayer};
pub use standing::{SOFT_MAXIMUM_RANGE, even_standing, soft_maximum};
pub(crate) use standing::{SeatValues, even_standing_within, permille, shares, standing_of};
pub(crate) use weights::Weights;
