//! The training of nets.

mod checkpoint;
mod examples;
mod foresight;
mod loss;
mod model;
pub(crate) mod odds;
mod plot;
pub(crate) mod quantise;
mod regions;
pub(crate) mod trainer;
#[cfg(test)]
mod trainer_tests;
pub(crate) mod training;
