//! The clock: the time of a move, and the lateness of a search's answers.

pub(crate) mod clock;
pub(crate) mod move_lag;
