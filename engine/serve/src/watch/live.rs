//! [`LiveGames`]: the current games of a match, read from their growing files.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use rotunda_arena::{LiveLine, LiveStart, is_running, live_files, live_folder};

use super::events;
use super::seen::Seen;
use crate::protocol::LiveRow;
use crate::table::{GameEvent, GameUpdate};

/// The least time between two looks at the files, since several tables ask.
const PACE: Duration = Duration::from_millis(100);
/// The number of bytes that are read at a time.
const CHUNK: u64 = 4 << 20;

/// The current games of a match.
pub struct LiveGames {
    folder: PathBuf,
    /// The games by the names of their files.
    games: HashMap<String, LiveGame>,
    /// The names of tables that the server plays, by the same names.
    tables: HashMap<String, String>,
    looked: Option<Instant>,
    /// Whether the match is running.
    pub runs: bool,
}

/// A game that is played now.
#[derive(Default)]
struct LiveGame {
    /// The bytes of the lines that have been read.
    bytes: u64,
    start: Option<LiveStart>,
    events: Vec<GameEvent>,
    /// The clocks after that.
    clocks: Vec<u64>,
    /// The time at which the file last changed.
    changed: Option<SystemTime>,
}

impl LiveGames {
    /// Creates the games of the match with a record.
    pub fn beside(record: &Path) -> Self {
        Self {
            folder: live_folder(record),
            games: HashMap::new(),
            tables: HashMap::new(),
            looked: None,
            runs: false,
        }
    }

    /// Reads new lines, unless that was just done.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read, or is none of a match.
    pub fn read_on(&mut self) -> io::Result<()> {
        if self.looked.is_some_and(|looked| looked.elapsed() < PACE) {
            return Ok(());
        }
        self.looked = Some(Instant::now());
        self.runs = is_running(&self.folder);
        let mut before = std::mem::take(&mut self.games);
        for path in live_files(&self.folder)? {
            let Some(name) = path.file_stem().and_then(|name| name.to_str()) else { continue };
            let mut game = before.remove(name).unwrap_or_default();
            match game.read_on(&path) {
                // The game has ended between two looks.
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                read => read?,
            }
            self.games.insert(name.to_owned(), game);
        }
        Ok(())
    }

    /// Returns the rows of the list, in the order of the schedule.
    pub fn rows(&self, seen: &Seen) -> Vec<LiveRow> {
        let row = |(name, game): (&String, &LiveGame)| {
            let start = game.start.as_ref()?;
            Some(LiveRow {
                name: name.clone(),
                block: start.block,
                game: start.game,
                variant: start.variant.clone(),
                engines: seen.names(&start.seating),
                plies: start.opening.moves.len() + game.events.len(),
                clocks: game.clocks.clone(),
            })
        };
        let mut rows: Vec<LiveRow> = self.games.iter().filter_map(row).collect();
        rows.sort_by_key(|row| (row.block, row.game));
        rows
    }

    /// Returns the start of a game.
    pub fn start(&self, name: &str) -> Option<&LiveStart> {
        self.games.get(name)?.start.as_ref()
    }

    /// Returns the table that shows a game.
    pub fn table(&self, name: &str) -> Option<&str> {
        self.tables.get(name).map(String::as_str)
    }

    /// Records the table that shows a game, and removes those of ended games.
    pub fn sit(&mut self, name: &str, table: &str) {
        let games = &self.games;
        self.tables.retain(|name, _| games.contains_key(name));
        self.tables.insert(name.to_owned(), table.to_owned());
    }

    /// Returns the events of a game after the first `known` ones.
    pub fn news(&self, name: &str, known: usize) -> Option<GameUpdate> {
        let game = self.games.get(name)?;
        let news = game.events.iter().skip(known).cloned().collect();
        let ago = game.changed.and_then(|changed| changed.elapsed().ok()).unwrap_or_default();
        Some(GameUpdate { news, clocks: Some((game.clocks.clone(), ago)), comment: None })
    }
}

impl LiveGame {
    /// Reads the new whole lines.
    fn read_on(&mut self, path: &Path) -> io::Result<()> {
        let mut file = File::open(path)?;
        let data = file.metadata()?;
        if data.len() <= self.bytes {
            return Ok(());
        }
        self.changed = data.modified().ok();
        file.seek(SeekFrom::Start(self.bytes))?;
        let mut text = Vec::new();
        file.take(CHUNK).read_to_end(&mut text)?;
        let whole = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        for line in text[..whole].split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
            match serde_json::from_slice(line)? {
                LiveLine::Start(start) => {
                    self.clocks.clone_from(&start.clocks);
                    self.start = Some(start);
                }
                LiveLine::Move(moved) => {
                    self.clocks.clone_from(&moved.clocks);
                    self.events.push(events::moved(&moved.played, moved.clocks));
                }
                LiveLine::Gone(elimination) => self.events.push(events::gone(&elimination)),
            }
        }
        self.bytes += whole as u64;
        Ok(())
    }
}
