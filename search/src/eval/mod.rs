//! The static evaluation: what a position is worth before anything is played.
//!
//! Every number is derived from how the pieces of the variant move (`weights`), so a new variant
//! needs none of its own.

mod base;
mod derived;
mod duel;
mod endings;
mod fading;
mod mobility;
mod multiplayer;
mod pawn_terms;
mod pawns;
mod race;
mod tapered;
mod terms;
mod weights;

pub use base::Base;
pub use derived::Derived;
pub(crate) use duel::{evaluate, trace};
pub use multiplayer::LEADER_PENALTY;
pub(crate) use multiplayer::{
    SeatValues, lead_of, permille, seat_values, share_to_score, shares, trace_multiplayer,
};
pub(crate) use pawn_terms::PawnCache;
pub(crate) use weights::Weights;
