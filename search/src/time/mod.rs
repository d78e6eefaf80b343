//! The clock: how long a move may take, and how late a search's answers come.

pub(crate) mod clock;
pub(crate) mod move_lag;
