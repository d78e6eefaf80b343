//! Alpha-beta search and evaluation: what plays every variant and names none.

mod limits;
mod report;
mod searcher;
mod table;
mod thinker;

pub use limits::{Clock, Control, Limits, Settings};
pub use report::{Bound, Event, Info, Value, Verdict};
pub use searcher::thinker;
pub use table::{Table, TableError};
pub use thinker::{SetupError, Thinker};
