//! What data contain, and what nets are worth.

pub(crate) mod check;
pub(crate) mod judgement;
mod phase;
pub(crate) mod statistics;
pub(crate) mod summary;
pub(crate) mod verdicts;
