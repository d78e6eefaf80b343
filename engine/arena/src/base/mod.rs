//! The types that every floor uses: errors, faults, and the statistics of results.

pub(crate) mod error;
pub(crate) mod fault;
pub(crate) mod sprt;
pub(crate) mod statistics;
