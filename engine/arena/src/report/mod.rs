//! What follows from games: standings, reports, and the files of both.

pub(crate) mod match_report;
pub(crate) mod observer;
pub(crate) mod outputs;
pub(crate) mod standings;
mod summary;
