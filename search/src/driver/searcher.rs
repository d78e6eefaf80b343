//! [`Searcher`]: a search with its table and settings, for programs of one's own.

use std::sync::Arc;
use std::time::Instant;

use rotunda_movegen::{Draughts, Duel, Game, Multiplayer};

use super::search_engine::{SearchEngine, SearchOrder};
use super::settings::Settings;
use super::variant_search::{VariantSearch, searches};
use crate::base::limits::Limits;
use crate::base::report::{Event, SearchResult};
use crate::base::stop::StopHandle;
use crate::table::tt::{TableError, TranspositionTable};
use crate::time::move_lag::MoveLag;

/// The megabytes of a new searcher's table.
const TABLE: usize = 16;

/// A search of any game, with a transposition table and settings of its own.
///
/// ```
/// use rotunda_search::{Event, Limits, Searcher, StopHandle};
///
/// let game = rotunda_movegen::Variant::by_name("rollerball")?.game();
/// let mut searcher = Searcher::new()?;
/// let mut depths = Vec::new();
/// let result = searcher.run(&game, &Limits::depth(3), &StopHandle::new(), |event| {
///     if let Event::Info(info) = event {
///         depths.push(info.depth);
///     }
/// });
/// assert!(game.is_legal(&result.best.unwrap()));
/// assert_eq!(depths.last(), Some(&3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Searcher {
    /// The transposition table, which several searchers may share.
    pub tt: Arc<TranspositionTable>,
    /// The settings of searches.
    pub settings: Settings,
    engine: AnyGameEngine,
}

impl Searcher {
    /// Creates a searcher with a table of 16 MB and the usual settings.
    ///
    /// # Errors
    /// Returns an error if there is no memory for the table.
    pub fn new() -> Result<Self, TableError> {
        TranspositionTable::new(TABLE).map(|tt| Self::with_table(Arc::new(tt)))
    }

    /// Creates a searcher with a given table and the usual settings.
    #[must_use]
    pub fn with_table(tt: Arc<TranspositionTable>) -> Self {
        Self { tt, settings: Settings::default(), engine: AnyGameEngine::default() }
    }

    /// Searches the game's current position until a limit is reached or the handle stops it;
    /// `on_event` receives its reports.
    pub fn run(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &StopHandle,
        mut on_event: impl FnMut(Event) + Send,
    ) -> SearchResult {
        let (tt, settings, started) = (&*self.tt, &self.settings, Instant::now());
        let order = SearchOrder { tt, settings, limits, stop, started };
        self.engine.think(game, &order, &mut on_event)
    }

    /// Clears the results of all earlier searches, so that the next one is like the first.
    pub fn new_game(&mut self) {
        self.engine.new_game();
        self.tt.clear();
    }

    /// Returns the static evaluation of the game's current position, term by term, as text for
    /// people.
    #[must_use]
    pub fn trace(&self, game: &Game) -> String {
        self.engine.traced(game, &self.settings).0
    }

    /// The static evaluation of the game's current position for the side to move, in centipawns.
    ///
    /// ```
    /// let chess = rotunda_movegen::Variant::by_name("chess")?;
    /// let queen_up = chess.game_from(Some("4k3/8/8/8/8/8/8/3QK3 w - - 0 1"))?;
    /// let searcher = rotunda_search::Searcher::new()?;
    /// assert!(searcher.evaluate(&queen_up) > 500);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn evaluate(&self, game: &Game) -> i32 {
        self.engine.traced(game, &self.settings).1
    }
}

/// Returns an engine that searches every game.
#[must_use]
pub fn search_engine() -> Box<dyn SearchEngine> {
    Box::new(AnyGameEngine::default())
}

/// The search of the variant that was searched last.
#[derive(Default)]
struct AnyGameEngine {
    search: Option<Box<dyn VariantSearch>>,
    /// The lateness of the machine, learned from all searches.
    lag: MoveLag,
}

/// Returns a new search of the game's variant.
fn search_of(game: &Game) -> Box<dyn VariantSearch> {
    let search = searches::<Duel, 1>(game)
        .or_else(|| searches::<Duel, 2>(game))
        .or_else(|| searches::<Draughts, 1>(game))
        .or_else(|| searches::<Multiplayer, 1>(game))
        .or_else(|| searches::<Multiplayer, 2>(game));
    search.expect("a game of one of the families of rotunda_movegen")
}

/// Returns the search in the place if it is of the game's variant, else puts a new one there.
fn seated<'a>(
    seat: &'a mut Option<Box<dyn VariantSearch>>,
    game: &Game,
) -> &'a mut dyn VariantSearch {
    let same = seat.take().filter(|search| search.knows(game));
    &mut **seat.insert(same.unwrap_or_else(|| search_of(game)))
}

impl AnyGameEngine {
    /// The static evaluation of the game's current position, as text for people and as a number.
    fn traced(&self, game: &Game, settings: &Settings) -> (String, i32) {
        match &self.search {
            Some(search) if search.knows(game) => search.trace(game, settings),
            _ => search_of(game).trace(game, settings),
        }
    }
}

impl SearchEngine for AnyGameEngine {
    fn prepare(&mut self, game: &Game, settings: &Settings) {
        seated(&mut self.search, game).prepare(game, settings);
    }

    fn think(
        &mut self,
        game: &Game,
        order: &SearchOrder<'_>,
        on_event: &mut (dyn FnMut(Event) + Send),
    ) -> SearchResult {
        seated(&mut self.search, game).think(game, order, &mut self.lag, on_event)
    }

    fn new_game(&mut self) {
        if let Some(search) = &mut self.search {
            search.new_game();
        }
    }

    fn trace(&self, game: &Game, settings: &Settings) -> String {
        self.traced(game, settings).0
    }
}
