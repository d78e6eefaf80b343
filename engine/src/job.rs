//! [`Job`]: a task that a session does on a thread of its own: searches, perft, the bench, long
//! lists.

use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use rotunda_movegen::{Game, GameMove, PerftObserver};
use rotunda_protocol::{BenchOrder, CommandError, Reason, reply};
use rotunda_search::threads::{STACK, caught, with_large_stack};
use rotunda_search::{
    Limits, SearchEngine, SearchOrder, SearchResult, Settings, StopHandle, TranspositionTable,
};

use crate::bench::bench;
use crate::line_set::LineSet;
use crate::output::Output;
use crate::perft_runner::PerftRunner;
use crate::room;
use crate::state::EngineFactory;
use crate::voice::Voice;

/// Moves on a line of a long list: about 30 KB.
const MOVES_PER_LINE: usize = 1000;
/// The interval at which a waiting job checks whether it is stopped.
const STEP: Duration = Duration::from_millis(5);

/// The work of a job.
pub(crate) enum Task {
    Search(Box<Search>),
    Perft {
        game: Game,
        depth: u32,
    },
    Bench {
        order: BenchOrder,
        factory: EngineFactory,
    },
    /// Lists the legal moves in parts.
    List {
        game: Game,
    },
    /// Answers that there is no move, as soon as the search that it stands for may end.
    NoMove {
        limits: Limits,
    },
    /// Prints a text after a while, unless it is stopped before.
    Remark {
        text: String,
        after: Duration,
    },
}

/// The state that a job returns.
#[derive(Default)]
pub(crate) struct Done {
    /// The engine of a search; `None` if it has panicked.
    pub engine: Option<Box<dyn SearchEngine>>,
    /// The result of a search.
    pub result: Option<SearchResult>,
}

/// A search and all it needs.
pub(crate) struct Search {
    pub engine: Box<dyn SearchEngine>,
    pub tt: Arc<TranspositionTable>,
    pub settings: Settings,
    pub limits: Limits,
    pub game: Game,
    pub voice: Arc<dyn Voice>,
    /// The time of the order.
    pub started: Instant,
}

/// A task that is being done.
pub(crate) struct Job {
    stop: StopHandle,
    /// Set before the last reply is printed: later commands are no longer in the middle of the job.
    answered: Arc<AtomicBool>,
    limits: Option<Limits>,
    started: Instant,
    thread: JoinHandle<()>,
}

impl Job {
    /// Starts a task. `on_done` is called at its end with the state that it returns.
    pub fn start(
        task: Task,
        output: Arc<Output>,
        on_done: impl FnOnce(Done) + Send + 'static,
    ) -> io::Result<Self> {
        let stop = StopHandle::new();
        let limits = match &task {
            Task::Search(search) => Some(search.limits.clone()),
            Task::NoMove { limits } => Some(limits.clone()),
            _ => None,
        };
        let stop_of_task = stop.clone();
        let answered = Arc::new(AtomicBool::new(false));
        let answers = answered.clone();
        let name = task.name();
        let body = move || {
            let done = caught(|| with_large_stack(|| task.run(&stop_of_task, &answers, &output)));
            on_done(done.unwrap_or_else(|what| {
                output.print(&reply::error(&CommandError::new(name, Reason::Internal(what))));
                Done::default()
            }));
        };
        let thread = Builder::new().name("job".into()).stack_size(STACK).spawn(body)?;
        Ok(Self { stop, answered, limits, started: Instant::now(), thread })
    }

    /// Returns whether only a command can end it.
    pub fn is_endless(&self) -> bool {
        self.limits.as_ref().is_some_and(|limits| limits.is_endless(&self.stop))
    }

    /// The time since it began.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Returns whether its last reply has been printed, so that only its thread must still end.
    pub fn has_answered(&self) -> bool {
        self.answered.load(Ordering::Acquire)
    }

    /// Returns whether it answers a `go`, with a move or without one.
    pub const fn is_search(&self) -> bool {
        self.limits.is_some()
    }

    /// Ends it as soon as it can be ended.
    pub fn stop(&self) {
        self.stop.stop();
    }

    /// Notifies a pondering search that the expected move has been played.
    pub fn ponder_hit(&self) {
        self.stop.ponder_hit();
    }

    /// Waits for the thread, which has already reported that it is done.
    pub fn join(self) {
        // A panic outside of `caught` happens only if the channel's other end is gone.
        let _ = self.thread.join();
    }
}

impl Task {
    /// The command that asks for it.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Search(_) | Self::NoMove { .. } | Self::Perft { .. } => "go",
            Self::Bench { .. } => "bench",
            Self::List { .. } => "legal",
            Self::Remark { .. } => "result",
        }
    }

    fn run(self, stop: &StopHandle, answered: &AtomicBool, output: &Output) -> Done {
        let last = match self {
            Self::Search(search) => return search.run(stop, answered, output),
            Self::NoMove { limits } => {
                limits.wait_to_answer(stop);
                reply::best_move(&SearchResult::default())
            }
            Self::Remark { text, after } => {
                if is_stopped_within(stop, after) {
                    return Done::default();
                }
                text
            }
            _ if !room::is_left_to_count(1) => no_memory(self.name()),
            Self::Perft { game, depth } => count(&game, depth, stop),
            Self::List { game } => list(&game, stop, output),
            Self::Bench { order, factory } => {
                let total = bench(&order, factory, stop, &mut |line, _| output.print(line));
                match total {
                    Ok(Some(total)) => total.text(&order),
                    Ok(None) => reply::note("bench stopped"),
                    Err(error) => reply::error(&CommandError::new("bench", Reason::Table(error))),
                }
            }
        };
        answered.store(true, Ordering::Release);
        output.print(&last);
        Done::default()
    }
}

/// Waits for a time, or until it is stopped. Returns whether it was stopped.
fn is_stopped_within(stop: &StopHandle, time: Duration) -> bool {
    let end = Instant::now() + time;
    while !stop.is_stopped() && Instant::now() < end {
        std::thread::sleep(STEP);
    }
    stop.is_stopped()
}

/// The line about a job that fails for lack of memory.
fn no_memory(name: &str) -> String {
    reply::error(&CommandError::new(name, Reason::NoMemory))
}

/// Lets a session's `stop` end a perft.
struct StopWith<'a>(&'a StopHandle);

impl PerftObserver for StopWith<'_> {
    fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }
}

/// The reply to `go perft`.
fn count(game: &Game, depth: u32, stop: &StopHandle) -> String {
    match PerftRunner::new(1).map(|runner| runner.count(game, depth, &StopWith(stop))) {
        Ok(Some(counts)) => reply::perft(&counts.by_move, counts.total),
        Ok(None) => reply::note("perft stopped"),
        Err(error) => reply::error(&CommandError::new("go", Reason::Internal(error.to_string()))),
    }
}

/// Prints the legal moves line by line, whenever there are enough of them for a line; the last line
/// is for the caller to print.
fn list(game: &Game, stop: &StopHandle, output: &Output) -> String {
    let is_stopped = || stop.is_stopped() || output.is_closed();
    let (mut count, mut part) = (0, Vec::with_capacity(MOVES_PER_LINE));
    let end = game.each_legal(&is_stopped, &mut |mv| {
        count += 1;
        part.push(mv);
        if part.len() == MOVES_PER_LINE {
            output.print(&reply::legal_part(&part));
            part.clear();
        }
        if is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if !part.is_empty() {
        output.print(&reply::legal_part(&part));
    }
    reply::legal_end(end.is_continue().then_some(count))
}

impl Search {
    /// Searches and prints the results. Returns the engine unless it has panicked.
    fn run(self, stop: &StopHandle, answered: &AtomicBool, output: &Output) -> Done {
        let Self { mut engine, tt, mut settings, limits, game, voice, started } = self;
        let threads = room::for_threads(settings.threads.max(1));
        if threads == 0 {
            output.print(&voice.error(&CommandError::new("go", Reason::NoMemory)));
        } else if threads < settings.threads {
            output.print(&voice.note(&format!("there is memory for {threads} threads")));
            settings.threads = threads;
        }
        let mut set = LineSet::default();
        let mut on_event = |event| {
            if let Some(text) = set.add(&event, voice.event(&event)) {
                output.print(&text);
            }
            if output.is_closed() {
                stop.stop();
            }
        };
        let (tt, settings, limits) = (&*tt, &settings, &limits);
        let order = SearchOrder { tt, settings, limits, stop, started };
        let searched = match threads {
            0 => Ok(SearchResult::default()),
            _ => caught(|| engine.think(&game, &order, &mut on_event)),
        };
        let (result, engine) = match searched {
            Ok(result) => (result, Some(engine)),
            Err(what) => {
                output.print(&voice.error(&CommandError::new("go", Reason::Internal(what))));
                (SearchResult::default(), None)
            }
        };
        limits.wait_to_answer(stop);
        let (result, error) = checked(result, &game, &limits.search_moves);
        if let Some(error) = error {
            output.print(&voice.error(&error));
        }
        answered.store(true, Ordering::Release);
        if let Some(decision) = voice.decision(&result) {
            output.print(&decision);
        }
        Done { engine, result: Some(result) }
    }
}

/// The game after a move, or `None` if it is not legal.
pub(crate) fn follows(game: &Game, mv: &GameMove) -> Option<Game> {
    let mut next = game.clone();
    next.play(mv).ok().map(|()| next)
}

/// The verdict with legal moves only, and an error if the best move was none.
///
/// A best move that is missing or not legal is replaced by the first that is allowed, if there
/// is any.
pub(crate) fn checked(
    result: SearchResult,
    game: &Game,
    search_moves: &[GameMove],
) -> (SearchResult, Option<CommandError>) {
    let mut error = None;
    if let Some(best) = &result.best {
        if let Some(next) = follows(game, best) {
            let ponder = result.ponder.clone().filter(|reply| next.is_legal(reply));
            return (SearchResult { ponder, ..result }, None);
        }
        let reason = Reason::Internal("the best move is not legal".into());
        error = Some(CommandError::at("go", &best.to_string(), reason));
    }
    let allowed = search_moves.iter().find(|mv| game.is_legal(mv));
    let best = allowed.cloned().or_else(|| first_legal(game));
    (SearchResult { best, ponder: None, ..result }, error)
}

/// Returns a legal move, if there is any.
fn first_legal(game: &Game) -> Option<GameMove> {
    let mut first = None;
    let _ = game.each_legal(&|| false, &mut |mv| {
        first = Some(mv);
        ControlFlow::Break(())
    });
    first
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::sync::Mutex;

    use rotunda_movegen::Variant;

    use super::*;

    /// A draughtsman that can take each of sixteen pieces: 11,007 moves.
    const SIXTEEN: &str = "11k/12/12/12/2n1n7/1nnnnn6/2nCn7/1nnnnn6/2n1n7/11K w - - 0 1";

    /// A writer that keeps the output, and stops the job at a line.
    #[derive(Clone)]
    struct StopAtLine(usize, StopHandle, Arc<Mutex<Vec<u8>>>);

    impl Write for StopAtLine {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let mut kept = self.2.lock().expect("no panic");
            kept.extend_from_slice(bytes);
            if kept.split(|byte| *byte == b'\n').count() > self.0 {
                self.1.stop();
            }
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Returns the list of a position's moves up to a line.
    fn listed_until(line: usize) -> Vec<String> {
        let game = Variant::by_name("ordinary").expect("known").game_from(Some(SIXTEEN));
        let (stop, kept) = (StopHandle::new(), Arc::default());
        let output = Output::new(StopAtLine(line, stop.clone(), Arc::clone(&kept)));
        output.print(&list(&game.expect("well-formed"), &stop, &output));
        let kept = kept.lock().expect("no panic").clone();
        String::from_utf8(kept).expect("text").lines().map(String::from).collect()
    }

    #[test]
    fn long_lists_come_in_parts_and_stop() {
        let lines = listed_until(usize::MAX);
        let counts: Vec<usize> = lines.iter().map(|line| line.split(' ').skip(1).count()).collect();
        assert_eq!((&counts[..11], counts[11]), (&[1000; 11][..], 7));
        assert!(lines[..12].iter().all(|line| line.starts_with("legal ")));
        assert_eq!(lines[12..], ["info string legal complete 11007"]);
        assert_eq!(listed_until(3)[3..], ["info string legal stopped"]);
    }
}
