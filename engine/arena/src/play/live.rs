//! [`LiveFolder`]: the current games of a match, for watchers.
//!
//! Beside the record is a folder with a file for every current game. Its first line describes the
//! game, and every move adds a line. One worker writes the file, and removes it when the game is in
//! the record, so the folder stays small. The file `lock` in it is locked as long as the match
//! runs. So a reader can distinguish a running match from the files of a killed one.
//!
//! Only watchers read these files. A full disk, or a folder that cannot be created, does not affect
//! the match.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::plan::openings::Opening;
use crate::plan::schedule::Seating;
use crate::record::game_result::{Elimination, PlayedMove};

/// The suffix of the folder after the record's name.
const SUFFIX: &str = ".live";
/// The file that is locked as long as the match runs.
const LOCK: &str = "lock";
/// The extension of the games' files.
const EXTENSION: &str = "jsonl";
/// The number of attempts to take the lock. A reader that tests it holds it for a moment.
const ATTEMPTS: usize = 20;
/// The pause between two attempts.
const PAUSE: Duration = Duration::from_millis(5);

/// The start of a current game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LiveStart {
    /// The number of the block.
    pub block: u64,
    /// The number of the game in the block.
    pub game: usize,
    /// The variant.
    pub variant: String,
    /// The engines' indices by seat.
    pub seating: Seating,
    /// Its opening.
    pub opening: Opening,
    /// The milliseconds of every seat; empty unless all have a clock.
    pub clocks: Vec<u64>,
}

/// A move of a current game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LiveMove {
    /// The move.
    #[serde(flatten)]
    pub played: PlayedMove,
    /// The milliseconds of every seat; empty unless all have a clock.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clocks: Vec<u64>,
}

/// A line of the file of a current game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LiveLine {
    /// The first line.
    Start(LiveStart),
    /// A move.
    Move(LiveMove),
    /// A player has left, and the game goes on.
    Gone(Elimination),
}

/// Returns the folder of the current games of a record's match.
#[must_use]
pub fn live_folder(record: &Path) -> PathBuf {
    let mut name = record.as_os_str().to_owned();
    name.push(SUFFIX);
    name.into()
}

/// Returns the files of the current games, or of those at the time when their match was killed.
///
/// # Errors
/// Returns an error if there is such a folder, but it cannot be read.
pub fn live_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    Ok(paths.filter(|path| path.extension().is_some_and(|end| end == EXTENSION)).collect())
}

/// Returns whether the match of such a folder is running.
#[must_use]
pub fn is_running(folder: &Path) -> bool {
    let lock = OpenOptions::new().read(true).open(folder.join(LOCK));
    lock.is_ok_and(|file| file.try_lock_shared().is_err())
}

/// The folder of a running match.
#[derive(Debug)]
pub(crate) struct LiveFolder {
    folder: PathBuf,
    /// Locked as long as it is open.
    _lock: File,
}

impl LiveFolder {
    /// Creates the folder beside a record that no other process writes; `None` if that is
    /// impossible.
    pub fn open(record: &Path) -> Option<Self> {
        let folder = live_folder(record);
        fs::create_dir_all(&folder).ok()?;
        let path = folder.join(LOCK);
        let lock = OpenOptions::new().write(true).create(true).truncate(false).open(path).ok()?;
        let is_locked = (0..ATTEMPTS).any(|_| {
            let locked = lock.try_lock().is_ok();
            if !locked {
                thread::sleep(PAUSE);
            }
            locked
        });
        for path in live_files(&folder).unwrap_or_default() {
            let _ = fs::remove_file(path);
        }
        is_locked.then_some(Self { folder, _lock: lock })
    }

    /// Begins the file of a game.
    pub fn begin(&self, start: LiveStart) -> LiveGame {
        let began = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
        let name = format!("{}-{}-{began}.{EXTENSION}", start.block, start.game);
        let path = self.folder.join(name);
        let mut game = LiveGame { file: File::create_new(&path).ok(), path };
        game.write(&LiveLine::Start(start));
        game
    }
}

impl Drop for LiveFolder {
    fn drop(&mut self) {
        let _ = fs::remove_file(self.folder.join(LOCK));
        // The folder stays if it contains something else.
        let _ = fs::remove_dir(&self.folder);
    }
}

/// The file of a current game. Dropping it removes the file.
#[derive(Debug)]
pub(crate) struct LiveGame {
    path: PathBuf,
    file: Option<File>,
}

impl LiveGame {
    /// Adds a move.
    pub fn moved(&mut self, played: &PlayedMove, clocks: impl FnOnce() -> Vec<u64>) {
        if self.file.is_some() {
            self.write(&LiveLine::Move(LiveMove { played: played.clone(), clocks: clocks() }));
        }
    }

    /// Adds that a player has left.
    pub fn gone(&mut self, elimination: &Elimination) {
        self.write(&LiveLine::Gone(elimination.clone()));
    }

    /// Writes a line at once, so that it survives a kill of the match.
    fn write(&mut self, line: &LiveLine) {
        let Some(file) = &mut self.file else { return };
        let text = serde_json::to_string(line).map(|text| text + "\n");
        let written =
            text.map_err(io::Error::from).and_then(|text| file.write_all(text.as_bytes()));
        if written.is_err() {
            self.file = None;
        }
    }
}

impl Drop for LiveGame {
    fn drop(&mut self) {
        self.file = None;
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::game_record::samples;

    fn start(block: u64) -> LiveStart {
        let record = samples::game(block, 0, 100);
        LiveStart {
            block,
            game: 0,
            variant: record.variant,
            seating: record.seating,
            opening: record.opening,
            clocks: vec![1000, 1000],
        }
    }

    #[test]
    fn games_come_and_go_and_a_killed_match_is_noticed() {
        let place = tempfile::tempdir().expect("a folder");
        let record = place.path().join("match.jsonl");
        let folder = live_folder(&record);
        assert!(!is_running(&folder) && live_files(&folder).expect("none").is_empty());

        let live = LiveFolder::open(&record).expect("it can be made");
        assert!(is_running(&folder));
        let mut game = live.begin(start(3));
        let played = samples::game(3, 0, 100).moves.remove(0);
        game.moved(&played, || vec![988, 1000]);
        let files = live_files(&folder).expect("it is there");
        let text = fs::read_to_string(&files[0]).expect("it is written at once");
        let lines: Vec<LiveLine> =
            text.lines().map(|line| serde_json::from_str(line).expect("a line")).collect();
        let moved = LiveMove { played, clocks: vec![988, 1000] };
        assert_eq!(lines, [LiveLine::Start(start(3)), LiveLine::Move(moved)]);

        let other = live.begin(start(4));
        drop(game);
        assert_eq!(live_files(&folder).expect("it is there").len(), 1);
        // A killed match removes nothing.
        let left = live_files(&folder).expect("it is there").remove(0);
        drop((other, live));
        fs::create_dir(&folder).expect("it has gone");
        fs::write(folder.join(LOCK), "").expect("written");
        fs::write(&left, text).expect("written");
        assert!(!is_running(&folder));
        let live = LiveFolder::open(&record).expect("it can be made");
        assert!(is_running(&folder) && live_files(&folder).expect("it is there").is_empty());
        drop(live);
        assert!(!folder.exists());
    }
}
