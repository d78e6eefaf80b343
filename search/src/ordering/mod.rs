//! The order of moves: captures by their gain, quiet moves by their earlier success.

pub(crate) mod capture;
pub(crate) mod checks;
pub(crate) mod exchange;
pub(crate) mod histories;
pub(crate) mod picker;
mod quiet_order;
pub(crate) mod threats;
