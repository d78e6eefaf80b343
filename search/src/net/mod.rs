//! Small neural networks, trained on games of each variant by itself.
//!
//! ```text
//!   position  ->  accumulators    one per point of view: the sum of a column of weights for each
//!                                 piece, kept up to date from node to node
//!             ->  activation      clipped to 0..1 and squared
//!             ->  output          a number of centipawns, by a few buckets of the number of men
//! ```
//!
//! A piece is one input: its owner, its kind and its cell, all in the view of a seat (`symmetry`).
//! So all seats share the weights, which depend on the region of the seat's own king (`regions`).
//! The output is added to the derived evaluation, or to a summary of it, or takes its place. All
//! numbers are integers, so every machine computes the same. See docs/nets.md.

mod accumulators;
mod aligned;
mod embedded;
mod eval_file;
mod exposure;
mod features;
mod file;
mod game_net;
mod network;
mod provenance;
mod regions;
mod symmetry;

pub use crate::base::score::{LOGISTIC_SCALE, LOGISTIC_SCALE_OF_MANY};
pub use crate::eval::{
    Base, Derived, EVAL_PARAMS, EvalFit, EvalParam, EvalParams, FitError, SOFT_MAXIMUM_RANGE,
    even_standing, soft_maximum,
};
pub use accumulators::Accumulators;
pub use aligned::Aligned;
pub(crate) use embedded::embedded_fit;
pub use eval_file::{EvalFile, EvalFileError};
pub use exposure::Exposure;
pub use features::{Features, Frame, Layout};
pub use file::NetError;
pub use game_net::Evaluation;
pub(crate) use game_net::{GameNet, added, teams};
pub use network::{ACTIVE, Network, OUTPUT_UNIT, Shape};
pub use provenance::Provenance;
pub use regions::Regions;
pub use symmetry::{View, views};
