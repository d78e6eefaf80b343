//! The order of moves: captures by what they gain, quiet moves by what they did before.

pub(crate) mod capture;
pub(crate) mod checks;
pub(crate) mod exchange;
pub(crate) mod histories;
pub(crate) mod picker;
mod quiet_order;
pub(crate) mod threats;
