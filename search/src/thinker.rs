//! [`Thinker`]: whoever can be asked for a move, whatever is played.

use std::time::Instant;

use rotunda_movegen::Game;

use crate::{Event, Limits, SearchResult, Settings, StopHandle, TranspositionTable};

/// What a thinker is given beside the game.
#[derive(Clone, Copy, Debug)]
pub struct SearchOrder<'a> {
    /// Where positions are remembered; searches of any games may share it.
    pub tt: &'a TranspositionTable,
    /// How to search.
    pub settings: &'a Settings,
    /// When to end.
    pub limits: &'a Limits,
    /// The hand of whoever may end it earlier.
    pub stop: &'a StopHandle,
    /// When the order came; the search's time counts from then.
    pub started: Instant,
}

/// A search that finds a move in any game: the one that [`thinker`](crate::thinker) makes, or a
/// stand-in for it in tests.
///
/// The caller owns the game. A thinker keeps only what it has learned of it from one move to the
/// next.
pub trait Thinker: Send {
    /// Searches the game's current position until a limit is reached or it is stopped; `on_event`
    /// hears of its progress.
    ///
    /// A panic in a search thread is caught and reported as a note; the result then is the best
    /// move known before it.
    fn think(
        &mut self,
        game: &Game,
        order: &SearchOrder<'_>,
        on_event: &mut (dyn FnMut(Event) + Send),
    ) -> SearchResult;

    /// Makes ready whatever a search of this game with these settings needs, so that the first one
    /// loses no time to it.
    fn prepare(&mut self, game: &Game, settings: &Settings);

    /// Forgets what earlier searches have taught it; the table is not its own, clear that too.
    fn new_game(&mut self);

    /// The static evaluation of the game's current position, term by term, as text for people.
    fn trace(&self, game: &Game, settings: &Settings) -> String;
}
