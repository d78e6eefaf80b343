//! [`Follower`]: the finished games of a match, read from its growing record, and its current
//! games.

mod events;
mod feed;
mod live;
mod seen;

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rotunda_arena::LiveStart;

use self::live::LiveGames;
use self::seen::Seen;
use crate::games::Games;
use crate::protocol::{LiveRow, Reply, WatchRow};
use crate::record::Record;
use crate::table::{GameEvent, GameUpdate};

/// The number of games in the list.
const LISTED: usize = 200;

/// A record of `rotunda match`, the part that has been read, and the current games.
pub struct Follower {
    path: PathBuf,
    seen: Mutex<Seen>,
    live: Mutex<LiveGames>,
}

impl Follower {
    /// Follows a file, which need not exist yet.
    pub fn new(path: PathBuf) -> Self {
        let live = Mutex::new(LiveGames::beside(&path));
        Self { path, seen: Mutex::default(), live }
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn live(&self) -> MutexGuard<'_, LiveGames> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads the new lines of the record.
    fn read_on(&self) -> Result<MutexGuard<'_, Seen>, String> {
        let mut seen = self.seen();
        seen.read_on(&self.path).map_err(|error| format!("the record cannot be read: {error}"))?;
        Ok(seen)
    }

    /// Returns the games so far as a message, after reading new lines.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or is no record: the fault, in words.
    pub fn games_message(&self) -> Result<String, String> {
        let seen = self.read_on()?;
        let rows: Vec<WatchRow> =
            (0..seen.games.len()).rev().take(LISTED).map(|number| seen.row(number)).collect();
        let (title, total) = (seen.engines.join(" – "), seen.games.len());
        let mut live = self.live();
        live.read_on().map_err(|error| format!("the live games cannot be read: {error}"))?;
        let rows_now: Vec<LiveRow> = live.rows(&seen).into_iter().take(LISTED).collect();
        let reply =
            Reply::Watch { title: &title, total, games: &rows, live: &rows_now, runs: live.runs };
        Ok(reply.text())
    }

    /// Returns a finished game of the match.
    ///
    /// # Errors
    /// Returns an error if there is none with this number, or it makes no sense.
    pub fn game(&self, number: usize) -> Result<Record, String> {
        let seen = self.seen();
        seen.record(seen.games.get(number).ok_or("the match has no such game")?)
    }

    /// Puts a current game of the match on a table, and returns its name there.
    ///
    /// # Errors
    /// Returns an error if there is no such game any more, or there are too many tables.
    pub fn sit(self: &Arc<Self>, games: &Games, name: &str) -> Result<String, String> {
        let gone = "that game is not played any more; it may be among the finished ones";
        let mut live = self.live();
        live.read_on().map_err(|error| error.to_string())?;
        let follows = |table: &&str| games.open(table).is_ok_and(|table| table.is_following());
        if let Some(table) = live.table(name).filter(follows) {
            return Ok(table.to_owned());
        }
        let start = live.start(name).ok_or(gone)?.clone();
        drop(live);
        let record = self.read_on()?.begun(&start)?;
        let game = games.seat(record)?;
        let table = games.open(&game)?;
        self.live().sit(name, &game);
        let after = self.news(name, &start, 0)?.ok_or(gone)?;
        let heard = after.news.len();
        table.follow(&after).map_err(|refusal| refusal.0.to_owned())?;
        if after.clocks.is_some() {
            let feed = feed::feed(Arc::clone(self), name.to_owned(), start, heard, &table);
            tokio::spawn(feed);
        }
        Ok(game)
    }

    /// Returns the events of a game after the first `known` ones; `None` while the state of the
    /// game is unknown.
    fn news(
        &self,
        name: &str,
        start: &LiveStart,
        known: usize,
    ) -> Result<Option<GameUpdate>, String> {
        let mut live = self.live();
        live.read_on().map_err(|error| error.to_string())?;
        // This is asked before the record is read, since an ended match has written everything.
        let runs = live.runs;
        if let Some(update) = live.news(name, known).filter(|_| runs) {
            return Ok(Some(update));
        }
        let left = live.news(name, known);
        drop(live);
        let seen = self.read_on()?;
        if let Some(game) = seen.find(start.block, start.game) {
            let all = events::of(game);
            let news: Vec<GameEvent> = all.into_iter().skip(known).collect();
            return Ok(Some(GameUpdate { news, clocks: None, comment: events::comment(game) }));
        }
        let stopped = || GameUpdate {
            clocks: None,
            comment: Some("The match has stopped here.".to_owned()),
            ..left.unwrap_or(GameUpdate { news: Vec::new(), clocks: None, comment: None })
        };
        Ok((!runs).then(stopped))
    }
}
