//! A game as data: its author's specification, and the tables that are compiled from it.

mod check_becoming;
mod check_castlings;
mod check_jumps;
pub(crate) mod jumps;
pub(crate) mod keys;
pub(crate) mod limits;
pub(crate) mod pawn_steps;
pub(crate) mod piece;
pub(crate) mod scoring;
pub(crate) mod side;
pub(crate) mod spec;
mod spec_check;
pub(crate) mod spec_error;
pub(crate) mod starts;
pub(crate) mod variant;

pub(crate) use jumps::{DIRECTIONS, Jumps, beyond};
pub use limits::{GameLimits, MOST_OCCURRENCES, MOST_QUIET_PLIES};
pub(crate) use pawn_steps::PawnTargets;
pub use piece::{KINDS, Kind, PAWN_KINDS, Piece, SEATS, Seat};
pub use scoring::{FULL, HALF, Scoring};
pub(crate) use side::{Castling, Motion, Shape};
pub use spec::{
    CastlingSpec, DeadMaterial, EnPassantCounts, Field, KindSpec, LapSpec, MOST_VALUE, Role, Spec,
};
pub use spec_error::SpecError;
pub(crate) use starts::{StartStep, Starts};
pub use variant::VariantTables;
