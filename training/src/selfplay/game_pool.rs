//! Many games on several threads, written in the order of their numbers.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use rotunda_movegen::{Options, Variant};
use rotunda_search::threads::{STACK, caught, with_large_stack};
use rotunda_search::{Settings, StopHandle, TableError};

use super::self_play::SelfPlay;
use crate::file::data_file::DataFile;
use crate::file::error::DataError;
use crate::file::header::Header;
use crate::file::plies::record;
use crate::file::stored_game::{Ending, StoredGame};
use crate::file::training_error::TrainingError;

/// The most games that wait for the writer before players wait too.
const WAITING: usize = 64;

/// The data to generate.
pub(crate) struct Job<'a> {
    pub header: &'a Header,
    /// The file's name, for errors.
    pub path: &'a Path,
    /// The settings of all searches.
    pub settings: &'a Settings,
    pub variant: &'static Variant,
    pub options: Options,
    pub threads: usize,
    /// The least number of positions of the file. Its last game is finished.
    pub positions: u64,
    /// The handle that ends the generation.
    pub stop: &'a StopHandle,
}

/// A game with its place in the file, or the error of a player.
type Placed = Result<(u64, StoredGame), String>;

/// Plays games until a file has its positions or it is stopped. `on_game` is called for every added
/// game. Returns whether the file has its positions.
///
/// # Errors
/// Returns an error if the file cannot be written, or there is no memory or no thread to play on.
pub(crate) fn play_into(
    job: &Job<'_>,
    file: &mut DataFile,
    on_game: &mut dyn FnMut(&DataFile),
) -> Result<bool, TrainingError> {
    let players: Result<Vec<_>, TableError> = (0..job.threads)
        .map(|_| SelfPlay::new(&job.header.recipe, job.settings, (job.variant, job.options)))
        .collect();
    let players = players?;
    let (next, done) = (AtomicU64::new(file.games), AtomicBool::new(false));
    let written = thread::scope(|scope| {
        let (sender, receiver) = sync_channel(WAITING);
        for mut player in players {
            let (sender, next, done) = (sender.clone(), &next, &done);
            let play = move || {
                let play =
                    || with_large_stack(|| play_games(job, &mut player, next, done, &sender));
                let played = caught(play);
                // Without the error, the receiver would wait for this player's game without end.
                played.unwrap_or_else(|why| drop(sender.send(Err(why))));
            };
            let spawned = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, play);
            if let Err(error) = spawned {
                done.store(true, Ordering::Relaxed);
                return Err(TrainingError::Threads(error.to_string()));
            }
        }
        drop(sender);
        let written = write_in_order(job, receiver, file, on_game);
        done.store(true, Ordering::Relaxed);
        written
    });
    written?;
    Ok(file.positions >= job.positions)
}

/// Plays one game after the other, each of which no other thread has taken.
fn play_games(
    job: &Job<'_>,
    player: &mut SelfPlay<'_>,
    next: &AtomicU64,
    done: &AtomicBool,
    sender: &SyncSender<Placed>,
) {
    let is_stopped = || done.load(Ordering::Relaxed) || job.stop.is_stopped();
    let family = job.variant.family(job.options);
    loop {
        let place = next.fetch_add(1, Ordering::Relaxed);
        let Some(game) = player.play(job.header.shard.number(place), &is_stopped) else { return };
        let game = record(family, &game).unwrap_or_else(|_| empty());
        if sender.send(Ok((place, game))).is_err() {
            return;
        }
    }
}

/// Returns the record for a game with too many series of jumps, which the format cannot store.
fn empty() -> StoredGame {
    StoredGame {
        start: String::new(),
        opening: 0,
        scored: 0,
        ending: Ending::Unfinished,
        points: Default::default(),
        plies: Vec::new(),
    }
}

/// Adds the games to the file in their order, until it has its positions or no more come.
fn write_in_order(
    job: &Job<'_>,
    games: Receiver<Placed>,
    file: &mut DataFile,
    on_game: &mut dyn FnMut(&DataFile),
) -> Result<(), TrainingError> {
    let mut early = BTreeMap::new();
    if file.positions >= job.positions {
        return Ok(());
    }
    for placed in games {
        let (place, game) = placed.map_err(TrainingError::Player)?;
        early.insert(place, game);
        while let Some(game) = early.remove(&file.games) {
            let pushed = file.push(&game);
            pushed.map_err(|error: DataError| TrainingError::write(job.path, error))?;
            on_game(file);
            if file.positions >= job.positions {
                return Ok(());
            }
        }
    }
    Ok(())
}
