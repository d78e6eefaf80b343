//! [`run`]: plays the games of a match on worker threads.
//!
//! A worker takes block after block and plays their games one by one, with engines of its own that
//! stay from game to game. Its games follow from the block's number alone.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use rotunda_movegen::{Options, Variant};
use rotunda_search::TableError;
use time::OffsetDateTime;

use super::game::{GameSetup, NoResult, play};
use super::live::{LiveFolder, LiveStart};
use crate::base::fault::Fault;
use crate::engines::clock::{GameClock, clocks_left};
use crate::engines::engine_pool::EnginePool;
use crate::plan::match_plan::Plan;
use crate::plan::openings::{Judge, Opening, Openings};
use crate::plan::schedule::{Block, Schedule};
use crate::record::game_record::GameRecord;
use crate::record::game_result::GameResult;

/// The job of the workers.
pub(crate) struct Job<'a> {
    /// The plan of the match.
    pub plan: &'a Plan,
    /// The plan's variants.
    pub entries: &'a [&'static Variant],
    /// The openings.
    pub openings: &'a Openings,
    /// The schedule of the games.
    pub schedule: &'a Schedule,
    /// Games that have been played before, by block and place.
    pub done: &'a BTreeSet<(u64, usize)>,
    /// The number of games at a time.
    pub concurrency: usize,
    /// The folder that shows games while they are played.
    pub live: Option<&'a LiveFolder>,
    /// Whether no more games may begin.
    pub stop: &'a AtomicBool,
    /// Whether running games must be broken off.
    pub abort: &'a AtomicBool,
}

/// A report of a worker.
pub(crate) enum MatchEvent {
    /// A game has ended.
    Finished(Box<GameRecord>),
    /// The engine with an index could not be made ready for a game; its worker has given up.
    NotStarted(usize, Fault),
}

/// Plays the games of blocks that have not been played yet, until all are or the match is to end.
///
/// # Errors
/// Returns an error if there is no memory for the workers.
pub(crate) fn run(
    job: &Job,
    blocks: impl Iterator<Item = u64> + Send,
    on_event: &mut dyn FnMut(MatchEvent),
) -> Result<(), TableError> {
    let judges: Result<Vec<Judge>, _> =
        (0..job.concurrency).map(|_| Judge::new(&job.plan.openings)).collect();
    let blocks = Mutex::new(blocks);
    let (sender, events) = channel();
    thread::scope(|scope| {
        for judge in judges? {
            let (sender, blocks) = (sender.clone(), &blocks);
            let next = move || blocks.lock().unwrap_or_else(PoisonError::into_inner).next();
            scope.spawn(move || work(job, &next, judge, &sender));
        }
        drop(sender);
        events.into_iter().for_each(on_event);
        Ok(())
    })
}

/// Plays block after block.
fn work(job: &Job, next: &dyn Fn() -> Option<u64>, mut judge: Judge, sender: &Sender<MatchEvent>) {
    let mut pool = EnginePool::new(&job.plan.engines, job.abort);
    while !job.stop.load(Ordering::Relaxed)
        && let Some(index) = next()
    {
        let block = job.schedule.block(index);
        let missing = |place: &usize| !job.done.contains(&(index, *place));
        let places: Vec<usize> = (0..block.seatings.len()).filter(missing).collect();
        if !places.is_empty() && !play_block(job, &block, &places, &mut pool, &mut judge, sender) {
            break;
        }
    }
    pool.quit();
}

/// Plays the games of a block, and returns whether the match goes on.
fn play_block(
    job: &Job,
    block: &Block,
    places: &[usize],
    pool: &mut EnginePool,
    judge: &mut Judge,
    sender: &Sender<MatchEvent>,
) -> bool {
    let entry = job.entries[block.variant];
    let opening = job.openings.opening((block.variant, entry), block.round, judge);
    let options = Options { classic_scoring: job.plan.classic_scoring, ..Options::default() };
    for &place in places {
        let seating = &block.seatings[place];
        let record = opening.game(entry, options).expect("openings have been checked");
        let start = || live_start(job, block, place, &opening);
        let mut live = job.live.map(|folder| folder.begin(start()));
        let setup = GameSetup {
            plan: job.plan,
            record,
            opening: &opening,
            seating,
            pool,
            live: live.as_mut(),
        };
        let GameResult { moves, eliminations, end, points } = match play(setup) {
            Ok(result) => result,
            Err(NoResult::Interrupted) => return false,
            Err(NoResult::NotStarted(engine, fault)) => {
                // If the receiver is gone, the match has ended.
                let _ = sender.send(MatchEvent::NotStarted(engine, fault));
                return false;
            }
        };
        let record = GameRecord {
            block: block.index,
            game: place,
            variant: entry.name.into(),
            date: today(),
            seating: seating.clone(),
            opening: opening.clone(),
            points,
            end,
            eliminations,
            moves,
        };
        if sender.send(MatchEvent::Finished(Box::new(record))).is_err()
            || job.stop.load(Ordering::Relaxed)
        {
            return false;
        }
    }
    true
}

/// Returns the start of a game for watchers.
fn live_start(job: &Job, block: &Block, place: usize, opening: &Opening) -> LiveStart {
    let seating = block.seatings[place].clone();
    let clock = |engine: &usize| GameClock::new(&job.plan.engines[*engine].limits);
    let clocks: Vec<GameClock> = seating.iter().map(clock).collect();
    LiveStart {
        block: block.index,
        game: place,
        variant: job.entries[block.variant].name.into(),
        seating,
        opening: opening.clone(),
        clocks: clocks_left(&clocks),
    }
}

/// The day, as PGN has it.
fn today() -> String {
    let date = OffsetDateTime::now_utc().date();
    format!("{:04}.{:02}.{:02}", date.year(), u8::from(date.month()), date.day())
}
