//! The training of nets, and the fitting of the derived evaluation's numbers.

mod checkpoint;
mod examples;
pub(crate) mod fit;
pub(crate) mod logit;
mod loss;
mod model;
mod plot;
pub(crate) mod quantise;
mod regions;
mod relative;
mod td_targets;
pub(crate) mod trainer;
#[cfg(test)]
mod trainer_tests;
pub(crate) mod training;
