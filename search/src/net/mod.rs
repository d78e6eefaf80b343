//! Small neural networks: what a game has taught itself of its middlegames.
//!
//! ```text
//!   position  ->  accumulators    one per point of view: the sum of a column of weights for each
//!                                 piece, kept up to date from node to node
//!             ->  activation      clipped to 0..1 and squared
//!             ->  output          a number of centipawns, by a few buckets of the number of men
//! ```
//!
//! A piece is one input: whose it is as a seat sees it, its kind, and its cell as that seat sees
//! the board (`symmetry`). So all seats share their weights, which differ by the region of the
//! board in which the own king stands (`regions`). The output is added to the derived evaluation,
//! or to a summary of it. Everything is integers, so that every machine computes the same.
//! docs/nets.md explains the subject.

mod accumulators;
mod embedded;
mod exposure;
mod features;
mod file;
mod game_net;
mod network;
mod provenance;
mod regions;
mod symmetry;

pub use crate::eval::{Base, Derived, REACH, even_standing, soft_maximum};
pub use crate::score::{TENFOLD, TENFOLD_OF_MANY};
pub use accumulators::Accumulators;
pub use exposure::Exposure;
pub use features::{Features, Frame, Layout};
pub use file::NetError;
pub(crate) use game_net::{GameNet, added, teams};
pub use network::{ACTIVE, Network, OUTPUT_UNIT, Shape};
pub use provenance::Provenance;
pub use regions::Regions;
pub use symmetry::{View, views};
