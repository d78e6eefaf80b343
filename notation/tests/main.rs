//! Tests of the crate's public interface.

mod files;
mod moves;
mod round_trip;
