//! [`Games`]: all games, at tables and saved.

use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rotunda_movegen::{GameRecord, Variant};

use crate::explorer::{Explored, Explorer};
use crate::invitations::{Invitation, Invitations};
use crate::pgn_read::{self, first_tags, usual};
use crate::pgn_write::pgn;
use crate::protocol::GameRow;
use crate::record::Record;
use crate::search::Pool;
use crate::store::{Store, new_name};
use crate::table::Table;

/// The most games at tables at a time.
const MAX_TABLES: usize = 100;
/// The most games in a list.
const MAX_LISTED: usize = 60;

/// All games.
pub struct Games {
    /// The pool of searches.
    pub pool: Pool,
    /// The tokens of players and watchers from elsewhere.
    pub invitations: Invitations,
    store: Arc<Store>,
    explorer: Explorer,
    tables: Mutex<HashMap<String, Arc<Table>>>,
}

impl Games {
    /// Creates an empty list of games.
    pub fn new(pool: Pool, store: Store) -> Self {
        let invitations = Invitations::open(store.folder());
        let (store, explorer) = (Arc::new(store), Explorer::default());
        Self { pool, invitations, store, explorer, tables: Mutex::default() }
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<String, Arc<Table>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a game on a table and returns its name.
    ///
    /// # Errors
    /// Returns an error if there are too many tables.
    pub fn seat(&self, record: Record) -> Result<String, String> {
        let name = new_name();
        self.put(&name, record, false)?;
        Ok(name)
    }

    /// Saves a game that no page shows yet, and returns its name.
    ///
    /// # Errors
    /// Returns an error if it cannot be written.
    pub fn keep(&self, record: &Record) -> io::Result<String> {
        let (name, _lock) = (new_name(), self.store.lock()?);
        self.store.save(&name, &pgn(record))?;
        Ok(name)
    }

    fn put(&self, name: &str, record: Record, kept: bool) -> Result<Arc<Table>, String> {
        let mut tables = self.tables();
        // Somebody else may have opened it meanwhile; a game has one table.
        if let Some(table) = tables.get(name) {
            return Ok(Arc::clone(table));
        }
        if tables.len() >= MAX_TABLES {
            // A saved game can be opened again, and an unsaved one was never played.
            tables.retain(|_, table| !table.is_deserted());
        }
        if tables.len() >= MAX_TABLES {
            return Err("too many games are open".to_owned());
        }
        let (pool, store) = (self.pool.clone(), Arc::clone(&self.store));
        let table = Arc::new(Table::new(name.to_owned(), record, kept, pool, store));
        if self.invitations.has(name) {
            table.share().map_err(|refusal| refusal.0.to_owned())?;
        }
        tables.insert(name.to_owned(), Arc::clone(&table));
        Ok(table)
    }

    /// Returns the table with a game, and loads the game if necessary.
    ///
    /// # Errors
    /// Returns an error if there is none, or it cannot be read.
    pub fn open(&self, name: &str) -> Result<Arc<Table>, String> {
        let table = self.tables().get(name).cloned();
        if let Some(table) = table {
            if table.catch_up() {
                return Ok(table);
            }
            self.tables().remove(name);
        }
        let text = self.store.load(name).ok_or("there is no such game")?;
        let record = pgn_read::read(&text, usual()).map_err(|error| error.to_string())?;
        self.store.note(name, &text);
        self.put(name, record, true)
    }

    /// The tokens of a game, which others may join from now on.
    ///
    /// # Errors
    /// Returns an error if there is no such game, it is a match's, or it cannot be kept.
    pub fn invite(&self, name: &str) -> Result<Invitation, String> {
        let table = self.open(name)?;
        table.share().map_err(|refusal| refusal.0.to_owned())?;
        let seats = table.variant().seats;
        self.invitations.of(name, seats).map_err(|error| format!("no links can be kept: {error}"))
    }

    /// Removes a game.
    ///
    /// # Errors
    /// Returns an error if somebody looks at it, or there is none.
    pub fn delete(&self, name: &str) -> Result<(), String> {
        let mut tables = self.tables();
        if tables.get(name).is_some_and(|table| !table.is_deserted()) {
            return Err("somebody looks at that game".to_owned());
        }
        let was_open = tables.remove(name).is_some();
        if self.store.delete(name) || was_open {
            self.invitations.remove(name);
            Ok(())
        } else {
            Err("there is no such game".to_owned())
        }
    }

    /// Breaks a game off before everybody has moved, and removes it.
    ///
    /// # Errors
    /// Returns an error if it cannot be broken off any more.
    pub fn abort(&self, table: &Table) -> Result<(), String> {
        table.abort().map_err(|refusal| refusal.0.to_owned())?;
        self.tables().remove(table.name());
        self.store.delete(table.name());
        self.invitations.remove(table.name());
        Ok(())
    }

    /// Returns the saved games as one PGN, the latest first.
    pub fn all(&self) -> String {
        let games = self.store.list().into_iter().take(MAX_LISTED);
        let texts: Vec<String> = games.filter_map(|(name, _)| self.store.load(&name)).collect();
        texts.join("\n")
    }

    /// Returns the moves of the saved games in the current position of a game.
    pub fn explore(&self, standing: &GameRecord) -> Explored {
        self.explorer.explore(&self.store, standing)
    }

    /// Returns the saved games, the latest first.
    pub fn list(&self) -> Vec<GameRow> {
        let games = self.store.list().into_iter().take(MAX_LISTED);
        games.filter_map(|(name, changed)| self.row(name, changed)).collect()
    }

    fn row(&self, game: String, changed: u64) -> Option<GameRow> {
        let tags = first_tags(&self.store.load(&game)?);
        let tag = |name: &str| tags.get(name).map(str::to_owned);
        let variant = Variant::by_name(&tag("Variant")?).ok()?;
        let is_engine = |seat: usize| {
            tag(&format!("Seat{}", seat + 1)).is_some_and(|player| player.starts_with("engine"))
        };
        Some(GameRow {
            game,
            variant: variant.name.to_owned(),
            date: tag("Date").unwrap_or_default(),
            plies: tag("PlyCount").and_then(|plies| plies.parse().ok()).unwrap_or(0),
            engines: (0..variant.seats).map(is_engine).collect(),
            ending: tag("Ending"),
            changed,
        })
    }
}
