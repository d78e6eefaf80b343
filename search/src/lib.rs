//! Alpha-beta search and evaluation: what plays every variant and names none.
//!
//! A [`Thinker`] is a player of one variant; [`thinker`] makes one from the tables of
//! `rotunda_movegen`. Inside, everything is generic over the family of rules and the board word.
//! The search asks the position what it needs to know and never which game it is.

mod alpha_beta;
mod capture;
mod clock;
mod eval;
mod exchange;
mod histories;
mod lateness;
mod limits;
mod lines;
mod maxn;
mod memory;
mod node;
mod params;
mod perspective;
mod picker;
mod player;
mod pruning;
mod quiescence;
mod report;
mod root;
mod root_moves;
mod score;
mod searcher;
mod slot;
mod stop;
mod strength;
mod thinker;
pub mod threads;
mod tt;
mod update;
mod window;
mod worker;

pub use limits::{Clock, Limits, Settings};
pub use perspective::MultiSearch;
pub use report::{Bound, Event, Info, SearchResult, Value};
pub use searcher::{Searcher, thinker};
pub use stop::StopHandle;
pub use thinker::{SearchOrder, Thinker};
pub use tt::{TableError, TranspositionTable};
