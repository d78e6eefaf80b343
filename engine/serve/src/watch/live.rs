//! [`LiveGames`]: the games that a match plays now, read as their files grow.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use rotunda_arena::{LiveLine, LiveStart, is_running, live_files, live_folder};

use super::acts;
use super::seen::Seen;
use crate::protocol::LiveRow;
use crate::table::{Happened, Happening};

/// Between two looks at the files, at least; several tables ask.
const PACE: Duration = Duration::from_millis(100);
/// Bytes that are read of a file at once.
const CHUNK: u64 = 4 << 20;

/// The games that a match plays now.
pub struct LiveGames {
    folder: PathBuf,
    /// By the names of their files.
    games: HashMap<String, LiveGame>,
    /// The names of tables in the hall, by the same names.
    tables: HashMap<String, String>,
    looked: Option<Instant>,
    /// Whether the match is running.
    pub runs: bool,
}

/// A game that is played now.
#[derive(Default)]
struct LiveGame {
    /// Bytes of whole lines that have been read.
    bytes: u64,
    start: Option<LiveStart>,
    happenings: Vec<Happening>,
    /// The clocks after that.
    clocks: Vec<u64>,
    /// When the file last changed.
    changed: Option<SystemTime>,
}

impl LiveGames {
    /// The games of the match with a record.
    pub fn beside(record: &Path) -> Self {
        Self {
            folder: live_folder(record),
            games: HashMap::new(),
            tables: HashMap::new(),
            looked: None,
            runs: false,
        }
    }

    /// Reads what has come, unless somebody has just done so.
    ///
    /// # Errors
    /// If a file cannot be read, or is none of a match.
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
                // It has ended between two looks.
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                read => read?,
            }
            self.games.insert(name.to_owned(), game);
        }
        Ok(())
    }

    /// What is listed of them, in the order of the schedule.
    pub fn rows(&self, seen: &Seen) -> Vec<LiveRow> {
        let row = |(name, game): (&String, &LiveGame)| {
            let start = game.start.as_ref()?;
            Some(LiveRow {
                name: name.clone(),
                block: start.block,
                game: start.game,
                variant: start.variant.clone(),
                engines: seen.names(&start.seating),
                plies: start.opening.moves.len() + game.happenings.len(),
                clocks: game.clocks.clone(),
            })
        };
        let mut rows: Vec<LiveRow> = self.games.iter().filter_map(row).collect();
        rows.sort_by_key(|row| (row.block, row.game));
        rows
    }

    /// How a game began.
    pub fn start(&self, name: &str) -> Option<&LiveStart> {
        self.games.get(name)?.start.as_ref()
    }

    /// The table where a game is shown.
    pub fn table(&self, name: &str) -> Option<&str> {
        self.tables.get(name).map(String::as_str)
    }

    /// Remembers the table where a game is shown, and forgets those of games that have gone.
    pub fn sit(&mut self, name: &str, table: &str) {
        let games = &self.games;
        self.tables.retain(|name, _| games.contains_key(name));
        self.tables.insert(name.to_owned(), table.to_owned());
    }

    /// What has happened in a game beyond so many things that are known.
    pub fn news(&self, name: &str, known: usize) -> Option<Happened> {
        let game = self.games.get(name)?;
        let news = game.happenings.iter().skip(known).cloned().collect();
        let ago = game.changed.and_then(|changed| changed.elapsed().ok()).unwrap_or_default();
        Some(Happened { news, clocks: Some((game.clocks.clone(), ago)), comment: None })
    }
}

impl LiveGame {
    /// Reads the whole lines that have come.
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
                    self.happenings.push(acts::moved(&moved.played, moved.clocks));
                }
                LiveLine::Gone(elimination) => self.happenings.push(acts::gone(&elimination)),
            }
        }
        self.bytes += whole as u64;
        Ok(())
    }
}
