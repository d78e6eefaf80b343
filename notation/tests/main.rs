//! Tests of the crate as its users see it.

mod files;
mod moves;
mod round_trip;
