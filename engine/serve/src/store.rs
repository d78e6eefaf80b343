//! [`Store`]: the saved games, as PGN files in the user's data directory.
//!
//! Several servers may save games in one directory. Before a server writes a game, it checks
//! whether another one has written it meanwhile, under a lock that all take.
//!
//! A game's name comes from the server or from the directory, never from the network: a requested
//! name is looked up among the known ones.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use rand::Rng;

/// The number of letters of a name.
const NAME: usize = 12;
/// The letters of names.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
/// The most saved games.
const MAX_KEPT: usize = 2000;
/// The file that is locked while a game is checked and written.
const LOCK: &str = "lock";
/// The most bytes of a file.
const MAX_BYTES: u64 = 4 << 20;

/// Returns a new name that cannot be guessed.
pub fn new_name() -> String {
    let mut random = rand::rng();
    (0..NAME).map(|_| char::from(LETTERS[random.random_range(0..LETTERS.len())])).collect()
}

/// The facts that tell two states of a file apart.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Stamp {
    changed: Option<SystemTime>,
    bytes: u64,
}

impl Stamp {
    /// Returns the stamp of a file; an empty one if it does not exist.
    fn of(path: &Path) -> Self {
        let Ok(data) = fs::metadata(path) else { return Self::default() };
        Self { changed: data.modified().ok(), bytes: data.len() }
    }
}

/// A directory of games.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    files: Mutex<HashMap<String, PathBuf>>,
    /// The hash of the text that this server has last read or written, by game.
    known: Mutex<HashMap<String, u64>>,
}

impl Store {
    /// Opens a directory of games, and creates it if it does not exist.
    ///
    /// # Errors
    /// Returns an error if it cannot be made or read.
    pub fn open(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let store =
            Self { folder: folder.to_owned(), files: Mutex::default(), known: Mutex::default() };
        store.scan()?;
        Ok(store)
    }

    /// The directory.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn files(&self) -> MutexGuard<'_, HashMap<String, PathBuf>> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads the current list of the directory.
    fn scan(&self) -> io::Result<()> {
        let mut found = HashMap::new();
        for entry in fs::read_dir(&self.folder)? {
            let path = entry?.path();
            let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
            let is_game = path.extension().is_some_and(|extension| extension == "pgn");
            if is_game && is_name(stem) {
                found.insert(stem.to_owned(), path);
            }
        }
        *self.files() = found;
        Ok(())
    }

    /// Takes the lock for writing games, and waits until no other server has it.
    ///
    /// # Errors
    /// Returns an error if the directory cannot be written.
    pub fn lock(&self) -> io::Result<File> {
        let options = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(false)
            .open(self.folder.join(LOCK));
        let file = options?;
        file.lock()?;
        Ok(file)
    }

    fn read(&self, name: &str) -> Option<String> {
        let path = self.files().get(name)?.clone();
        if fs::metadata(&path).ok()?.len() > MAX_BYTES {
            return None;
        }
        fs::read_to_string(path).ok()
    }

    /// Returns the text of a game; `None` if there is none with this name.
    pub fn load(&self, name: &str) -> Option<String> {
        self.look_for(name);
        self.read(name)
    }

    /// Reads the directory again if a name is unknown, since another server may have saved that
    /// game.
    fn look_for(&self, name: &str) {
        if !self.files().contains_key(name) {
            let _ = self.scan();
        }
    }

    /// Returns the text of a game if it differs from the one that this server knows.
    pub fn changed(&self, name: &str) -> Option<String> {
        let text = self.read(name)?;
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner).get(name).copied();
        (known != Some(hash(&text))).then_some(text)
    }

    /// Records the text of a game that this server knows.
    pub fn note(&self, name: &str, text: &str) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert(name.to_owned(), hash(text));
    }

    /// Saves a game under a name of [`new_name`].
    ///
    /// # Errors
    /// Returns an error if the file cannot be written, or there are too many.
    pub fn save(&self, name: &str, text: &str) -> io::Result<()> {
        if !is_name(name) {
            return Err(io::Error::other("that is no name of a game"));
        }
        let known = self.files().len();
        if known >= MAX_KEPT && !self.files().contains_key(name) {
            return Err(io::Error::other("too many games are kept; delete some"));
        }
        let path = self.path(name);
        let draft = self.folder.join(format!("{name}.new"));
        fs::write(&draft, text)?;
        fs::rename(&draft, &path)?;
        self.note(name, text);
        self.files().insert(name.to_owned(), path);
        Ok(())
    }

    /// Returns the path of a game with a name of [`new_name`].
    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.pgn"))
    }

    /// Returns whether the file of a saved game no longer exists, since it was deleted.
    pub fn is_gone(&self, name: &str) -> bool {
        is_name(name) && !self.path(name).exists()
    }

    /// Removes a game, and returns whether there was one.
    pub fn delete(&self, name: &str) -> bool {
        // No other server may write it between its check and its write.
        let _lock = self.lock();
        self.look_for(name);
        self.files().remove(name).is_some_and(|path| fs::remove_file(path).is_ok())
    }

    /// Returns the names of the games and their times of change, in seconds since 1970, the latest
    /// first.
    pub fn list(&self) -> Vec<(String, u64)> {
        let seconds = |time: SystemTime| time.duration_since(UNIX_EPOCH).ok();
        let row = |(name, stamp): (String, Stamp)| {
            (name, stamp.changed.and_then(seconds).map_or(0, |time| time.as_secs()))
        };
        self.stamps().into_iter().map(row).collect()
    }

    /// Returns the names and the stamps of the games, the latest first.
    pub fn stamps(&self) -> Vec<(String, Stamp)> {
        let _ = self.scan();
        let files = self.files();
        let mut games: Vec<(String, Stamp)> =
            files.iter().map(|(name, path)| (name.clone(), Stamp::of(path))).collect();
        games.sort_by(|a, b| b.1.changed.cmp(&a.1.changed).then_with(|| a.0.cmp(&b.0)));
        games
    }
}

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

fn is_name(name: &str) -> bool {
    name.len() == NAME && name.bytes().all(|letter| LETTERS.contains(&letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_survive_and_only_names_are_known() {
        let folder = tempfile::tempdir().expect("a folder");
        let name = new_name();
        let store = Store::open(folder.path()).expect("a store");
        store.save(&name, "1. e4 *").expect("it is written");
        let again = Store::open(folder.path()).expect("a store");
        assert_eq!(again.load(&name).as_deref(), Some("1. e4 *"));
        again.note(&name, "1. e4 *");
        assert_eq!((again.changed(&name), store.changed(&name)), (None, None));
        again.save(&name, "1. e4 e5 *").expect("it is written");
        assert_eq!(store.changed(&name).as_deref(), Some("1. e4 e5 *"));
        let later = new_name();
        again.save(&later, "1. d4 *").expect("it is written");
        assert_eq!(store.load(&later).as_deref(), Some("1. d4 *"));
        store.delete(&later);
        assert_eq!(again.list().len(), 1);
        fs::write(folder.path().join("secret.txt"), "x").expect("it is written");
        fs::write(folder.path().join("other.pgn"), "x").expect("it is written");
        for bad in ["", "..", "../secret", "secret.txt", "other", "/etc/passwd", "aaaaaaaaaaaa"] {
            assert_eq!(again.load(bad), None, "{bad}");
            assert!(!again.delete(bad), "{bad}");
            assert!(bad == "aaaaaaaaaaaa" || again.save(bad, "x").is_err(), "{bad}");
        }
        assert!(again.delete(&name) && again.load(&name).is_none());
    }
}
