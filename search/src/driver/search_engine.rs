//! [`SearchEngine`]: a search of any game.

use std::time::Instant;

use rotunda_movegen::Game;

use super::settings::Settings;
use crate::base::limits::Limits;
use crate::base::report::{Event, SearchResult};
use crate::base::stop::StopHandle;
use crate::table::tt::TranspositionTable;

/// The order for a search, besides the game.
#[derive(Clone, Copy, Debug)]
pub struct SearchOrder<'a> {
    /// The transposition table, which searches of any games may share.
    pub tt: &'a TranspositionTable,
    /// The settings of the search.
    pub settings: &'a Settings,
    /// The limits of the search.
    pub limits: &'a Limits,
    /// The handle that may end it earlier.
    pub stop: &'a StopHandle,
    /// The time of the order, from which the search's time counts.
    pub started: Instant,
}

/// A search that finds a move in any game: the one of [`search_engine`](crate::search_engine), or
/// a stand-in for tests.
///
/// The caller owns the game. An engine keeps only its results from one move to the next.
pub trait SearchEngine: Send {
    /// Searches the game's current position until a limit is reached or it is stopped; `on_event`
    /// receives its reports.
    ///
    /// A panic in a search thread is caught and reported as a note; then the result is the best
    /// move known before it.
    fn think(
        &mut self,
        game: &Game,
        order: &SearchOrder<'_>,
        on_event: &mut (dyn FnMut(Event) + Send),
    ) -> SearchResult;

    /// Prepares everything that a search of this game with these settings needs, so that the first
    /// search loses no time.
    fn prepare(&mut self, game: &Game, settings: &Settings);

    /// Clears everything learned in earlier searches. It does not clear the table, which belongs to
    /// the caller.
    fn new_game(&mut self);

    /// Returns the static evaluation of the game's current position, term by term, as text for
    /// people.
    fn trace(&self, game: &Game, settings: &Settings) -> String;
}
