//! [`Settings`]: the settings that stay from one search to the next.

use std::time::Duration;

use crate::net::{EvalFile, Evaluation};
use crate::tree::perspective::MultiSearch;

/// The settings that stay from one search to the next.
///
/// ```
/// use rotunda_search::{Searcher, Settings};
/// let mut searcher = Searcher::new()?;
/// searcher.settings = Settings { multi_pv: 3, ..Settings::default() };
/// # Ok::<(), rotunda_search::TableError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// The number of search threads, 1 or more.
    pub threads: usize,
    /// The number of best lines to report, 1 or more.
    pub multi_pv: usize,
    /// The time that a move costs besides the search.
    pub move_overhead: Duration,
    /// The search for positions of more than two sides.
    pub multi_search: MultiSearch,
    /// The static evaluation to use.
    pub evaluation: Evaluation,
    /// A net or fitted numbers to use instead of the program's own evaluation, in games that they
    /// fit.
    pub eval_file: Option<EvalFile>,
    /// Whether endgame tables choose the move at the root, if one line and full strength are asked
    /// for. They are those in the user's cache directory, and others that are quickly built.
    pub endgame_tables: bool,
    /// Playing strength in Elo, or `None` for full strength; see [`Settings::ELO`].
    pub elo: Option<u32>,
}

impl Settings {
    /// The range of [`Settings::elo`].
    pub const ELO: std::ops::RangeInclusive<u32> = 800..=2800;
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            threads: 1,
            multi_pv: 1,
            move_overhead: Duration::from_millis(10),
            multi_search: MultiSearch::default(),
            evaluation: Evaluation::default(),
            eval_file: None,
            endgame_tables: false,
            elo: None,
        }
    }
}
