//! The reports of games: standings, reports of matches, and the files of both.

pub(crate) mod match_report;
pub(crate) mod observer;
pub(crate) mod outputs;
pub(crate) mod standings;
mod summary;
