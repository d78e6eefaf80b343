//! The measures of data and nets: statistics, checks, and agreement with long searches.

pub(crate) mod check;
pub(crate) mod judgement;
mod phase;
pub(crate) mod statistics;
pub(crate) mod summary;
pub(crate) mod verdicts;
