//! The plan of a match: engines, limits, openings, and who plays whom.

pub(crate) mod match_plan;
pub(crate) mod openings;
pub(crate) mod schedule;
