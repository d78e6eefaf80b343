//! The types that every floor uses: scores, windows, limits, reports, and the numbers of the
//! search.

pub(crate) mod limits;
pub(crate) mod move_list;
pub(crate) mod params;
pub(crate) mod prefetch;
pub(crate) mod report;
pub(crate) mod score;
pub(crate) mod statistics;
pub(crate) mod stop;
pub mod threads;
#[cfg(feature = "tune")]
pub(crate) mod tuning;
pub(crate) mod window;
