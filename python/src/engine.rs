//! `Engine`: the search, on threads of its own.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread::Builder;
use std::time::Duration;

use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use rotunda_movegen::Game;
use rotunda_search::net::{EvalFile, EvalFileError};
use rotunda_search::threads::{STACK, caught, with_large_stack};
use rotunda_search::{
    Clock, Evaluation, Event, Info, Limits, Searcher, Settings, StopHandle, TranspositionTable,
};

use crate::errors::EngineError;
use crate::game::PyGame;
use crate::line::{Line, Played};
use crate::table::Table;
use crate::waiting::{SIGNALS, failed, waiting};

/// Most threads of a search, and lines of it.
const MOST_THREADS: usize = 512;
const MOST_LINES: usize = 500;

/// The engine: a search with its table, its settings, and all that it has learned.
///
/// `threads` search at once, the table has `hash` megabytes, `net` is the path of a net or of
/// fitted numbers (`.fit`) to use instead of the package's own in games that they are for,
/// `evaluation` is "net" or "derived", `elo` (800 to 2800) plays weaker, and `overhead` are seconds
/// that a move costs beside the search.
///
/// Raises OSError if the file cannot be read, and ValueError if it holds neither a net nor fitted
/// numbers of a known game.
///
/// Several threads of Python may use one engine, one after the other, and any number of engines.
/// While it thinks the GIL is free, and Ctrl-C ends it. Times are in seconds.
///
/// >>> import rotunda
/// >>> engine = rotunda.Engine(hash=1)
/// >>> game = rotunda.Game("chess", "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1")
/// >>> played = engine.play(game, depth=3)
/// >>> str(played.move), played.line.mate
/// ('d1d8', 1)
#[pyclass(name = "Engine", module = "rotunda", frozen)]
pub(crate) struct PyEngine {
    searcher: Arc<Mutex<Searcher>>,
    /// The handle of the analysis that a new order ends.
    analysis: Mutex<Option<StopHandle>>,
    settings: Settings,
    hash: usize,
    net: Option<PathBuf>,
}

/// The limits of a search.
struct Wanted {
    movetime: Option<f64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    mate: Option<u32>,
    clock: Option<Vec<f64>>,
    moves: Option<Vec<Py<PyAny>>>,
}

/// A number of seconds.
fn seconds(value: f64) -> PyResult<Duration> {
    let time = Duration::try_from_secs_f64(value);
    time.map_err(|_| PyValueError::new_err(format!("{value} is no number of seconds")))
}

impl Wanted {
    fn limits(self, py: Python<'_>, game: &PyGame) -> PyResult<Limits> {
        let clock = match self.clock.as_deref() {
            None => None,
            Some([left, increment, rest @ ..]) if rest.len() <= 1 => {
                let moves_to_go = rest.first().map(|moves| (*moves as u32).max(1));
                Some(Clock { left: seconds(*left)?, increment: seconds(*increment)?, moves_to_go })
            }
            Some(_) => {
                let message = "a clock is the time left, the increment, and maybe moves to go";
                return Err(PyValueError::new_err(message));
            }
        };
        let mut search_moves = Vec::new();
        for mv in self.moves.unwrap_or_default() {
            let text = game.read(&mv.bind(py).str()?.to_string())?.text();
            let mv = game.table.game().parse_move(&text);
            search_moves.push(mv.map_err(|_| game.illegal(&text))?);
        }
        Ok(Limits {
            depth: self.depth,
            nodes: self.nodes,
            mate: self.mate,
            move_time: self.movetime.map(seconds).transpose()?,
            clock,
            search_moves,
            ..Limits::default()
        })
    }
}

/// The evaluation of a file.
fn eval_file(path: &PathBuf) -> PyResult<EvalFile> {
    let file = EvalFile::read(path).and_then(|file| {
        file.variant()?;
        Ok(file)
    });
    file.map_err(|error| {
        let message = format!("{}: {error}", path.display());
        match error {
            EvalFileError::Unread(_) => PyOSError::new_err(message),
            _ => PyValueError::new_err(message),
        }
    })
}

/// A number within its range.
fn within(name: &str, number: usize, range: std::ops::RangeInclusive<usize>) -> PyResult<usize> {
    if range.contains(&number) {
        return Ok(number);
    }
    let message = format!("{name} is a number from {} to {}", range.start(), range.end());
    Err(PyValueError::new_err(message))
}

impl PyEngine {
    /// The search, once nobody else uses it; an analysis that runs is ended.
    fn locked(&self, py: Python<'_>) -> PyResult<MutexGuard<'_, Searcher>> {
        let analysis = self.analysis.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(stop) = analysis {
            stop.stop();
        }
        loop {
            match self.searcher.try_lock() {
                Ok(searcher) => return Ok(searcher),
                Err(TryLockError::Poisoned(poisoned)) => return Ok(poisoned.into_inner()),
                Err(TryLockError::WouldBlock) => {
                    py.detach(|| std::thread::sleep(Duration::from_millis(1)));
                    py.check_signals()?;
                }
            }
        }
    }
}

#[pymethods]
impl PyEngine {
    #[new]
    #[pyo3(signature = (*, threads=1, hash=16, net=None, evaluation="net", elo=None,
        overhead=0.01, endgame_tables=true))]
    fn new(
        threads: usize,
        hash: usize,
        net: Option<PathBuf>,
        evaluation: &str,
        elo: Option<u32>,
        overhead: f64,
        endgame_tables: bool,
    ) -> PyResult<Self> {
        let evaluation = match evaluation {
            "net" => Evaluation::Net,
            "derived" => Evaluation::Derived,
            _ => return Err(PyValueError::new_err("evaluation is \"net\" or \"derived\"")),
        };
        if let Some(elo) = elo {
            let (least, most) = (*Settings::ELO.start() as usize, *Settings::ELO.end() as usize);
            within("elo", elo as usize, least..=most)?;
        }
        let settings = Settings {
            threads: within("threads", threads, 1..=MOST_THREADS)?,
            move_overhead: seconds(overhead)?,
            evaluation,
            eval_file: net.as_ref().map(eval_file).transpose()?,
            endgame_tables,
            elo,
            ..Settings::default()
        };
        let hash = within("hash", hash, 1..=33_554_432)?;
        let tt = TranspositionTable::new(hash);
        let tt = tt.map_err(|error| EngineError::new_err(error.to_string()))?;
        let mut searcher = Searcher::with_table(Arc::new(tt));
        searcher.settings = settings.clone();
        let searcher = Arc::new(Mutex::new(searcher));
        Ok(Self { searcher, analysis: Mutex::default(), settings, hash, net })
    }

    /// The number of threads that search at once.
    #[getter]
    fn threads(&self) -> usize {
        self.settings.threads
    }

    /// Megabytes of the table.
    #[getter]
    fn hash(&self) -> usize {
        self.hash
    }

    /// The strength in Elo; None for full strength.
    #[getter]
    fn elo(&self) -> Option<u32> {
        self.settings.elo
    }

    /// The path of the net or of the fitted numbers that are used instead of the package's own;
    /// None without one.
    #[getter]
    fn net(&self) -> Option<String> {
        self.net.as_ref().map(|path| path.display().to_string())
    }

    /// The evaluation: "net" or "derived".
    #[getter]
    fn evaluation(&self) -> &'static str {
        match self.settings.evaluation {
            Evaluation::Net => "net",
            Evaluation::Derived => "derived",
        }
    }

    /// Whether endgame tables choose among the moves of small endings.
    #[getter]
    fn endgame_tables(&self) -> bool {
        self.settings.endgame_tables
    }

    /// Returns the move to play in a game.
    ///
    /// It takes one limit or several, of which the first that is reached counts: `movetime` in
    /// seconds, `nodes`, `depth` in plies, a `mate` in so many moves, and the mover's `clock`: the
    /// seconds left, the increment in seconds, and maybe the moves until more comes. `moves` are
    /// the only ones to consider, all if there are none.
    ///
    /// Raises ValueError without a limit.
    #[pyo3(signature = (game, *, movetime=None, nodes=None, depth=None, mate=None, clock=None,
        moves=None))]
    #[expect(clippy::too_many_arguments, reason = "they are Python's keywords")]
    fn play(
        &self,
        py: Python<'_>,
        game: PyRef<'_, PyGame>,
        movetime: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
        mate: Option<u32>,
        clock: Option<Vec<f64>>,
        moves: Option<Vec<Py<PyAny>>>,
    ) -> PyResult<Played> {
        let wanted = Wanted { movetime, nodes, depth, mate, clock, moves };
        let limits = wanted.limits(py, &game)?;
        let stop = StopHandle::new();
        if limits.is_endless(&stop) {
            let message = "no limit: movetime, nodes, depth, mate or clock";
            return Err(PyValueError::new_err(message));
        }
        let table: Arc<dyn Table> = game.table.copy(false).into();
        drop(game);
        let mut searcher = self.locked(py)?;
        let searcher = &mut *searcher;
        let mut lines = Lines::new(table.game().seats());
        let mut heard = Vec::new();
        let result = waiting(py, &stop, || {
            let result = searcher.run(table.game(), &limits, &stop, |event| {
                heard.extend(lines.take(event));
            });
            heard.extend(lines.pending.take());
            result
        })?;
        let last = heard.into_iter().rev().find(|(info, _)| info.multi_pv == 1);
        let line = last.map(|(info, shares)| Line::new(table.clone(), info, shares));
        Played::new(py, &*table, result, line, lines.notes)
    }

    /// Returns an iterator over the lines of a search, each as soon as it is known.
    ///
    /// Without a limit it goes on until it is stopped: by leaving the loop, by `stop()`, by the end
    /// of a `with` block, or by the engine's next order. `multipv` is how many of the best lines
    /// are wanted, those of one depth best first.
    #[pyo3(signature = (game, *, multipv=1, movetime=None, nodes=None, depth=None, mate=None,
        moves=None))]
    #[expect(clippy::too_many_arguments, reason = "they are Python's keywords")]
    fn analyse(
        &self,
        py: Python<'_>,
        game: PyRef<'_, PyGame>,
        multipv: usize,
        movetime: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
        mate: Option<u32>,
        moves: Option<Vec<Py<PyAny>>>,
    ) -> PyResult<Analysis> {
        let wanted = Wanted { movetime, nodes, depth, mate, clock: None, moves };
        let mut limits = wanted.limits(py, &game)?;
        let lines = within("multipv", multipv, 1..=MOST_LINES)?;
        let stop = StopHandle::new();
        limits.infinite = limits.is_endless(&stop);
        let table: Arc<dyn Table> = game.table.copy(false).into();
        drop(game);
        drop(self.locked(py)?);
        *self.analysis.lock().unwrap_or_else(PoisonError::into_inner) = Some(stop.clone());
        let (sender, receiver) = channel();
        let (searcher, hand, position) = (self.searcher.clone(), stop.clone(), table.clone());
        let body = move || {
            let mut searcher = searcher.lock().unwrap_or_else(PoisonError::into_inner);
            searcher.settings.multi_pv = lines;
            let game = position.game();
            let ended =
                caught(|| with_large_stack(|| tell(&mut searcher, game, &limits, &hand, &sender)));
            searcher.settings.multi_pv = 1;
            if let Err(what) = ended {
                let _ = sender.send(Told::Failed(what));
            }
        };
        let thread = Builder::new().stack_size(STACK).spawn(body);
        thread.map_err(|error| failed(&error.to_string()))?;
        Ok(Analysis { table, stop, receiver: Mutex::new(receiver) })
    }

    /// Returns the static evaluation of the position for the side to move, in centipawns.
    fn evaluate(&self, py: Python<'_>, game: PyRef<'_, PyGame>) -> PyResult<i32> {
        let searcher = self.locked(py)?;
        let score = caught(|| searcher.evaluate(game.table.game()));
        score.map_err(|what| failed(&what))
    }

    /// Returns the static evaluation term by term, as text for people.
    fn trace(&self, py: Python<'_>, game: PyRef<'_, PyGame>) -> PyResult<String> {
        let searcher = self.locked(py)?;
        let text = caught(|| searcher.trace(game.table.game()));
        text.map_err(|what| failed(&what))
    }

    /// Forgets all earlier searches, so that the next one is like the first.
    fn new_game(&self, py: Python<'_>) -> PyResult<()> {
        self.locked(py)?.new_game();
        Ok(())
    }

    fn __repr__(&self) -> String {
        format!("<Engine with {} threads and {} MB>", self.settings.threads, self.hash)
    }
}

/// A line, and every seat's share of the point if there are more than two sides.
type Shown = (Info, Vec<u16>);

/// Puts lines together with the shares that follow them.
struct Lines {
    many: bool,
    pending: Option<Shown>,
    notes: Vec<String>,
}

impl Lines {
    fn new(seats: usize) -> Self {
        Self { many: seats > 2, pending: None, notes: Vec::new() }
    }

    /// Returns the lines that an event completes.
    fn take(&mut self, event: Event) -> Vec<Shown> {
        let mut whole: Vec<_> = Vec::new();
        match event {
            Event::Info(info) => {
                whole.extend(self.pending.take());
                if self.many && info.multi_pv == 1 {
                    self.pending = Some((info, Vec::new()));
                } else {
                    whole.push((info, Vec::new()));
                }
            }
            Event::Shares(shares) => {
                whole.extend(self.pending.take().map(|(info, _)| (info, shares)));
            }
            Event::Note(note) => self.notes.push(note),
        }
        whole
    }
}

/// A message from the thread of an analysis.
enum Told {
    Line(Box<Shown>),
    Failed(String),
}

/// Searches, and sends the lines until nobody listens any more.
fn tell(
    searcher: &mut Searcher,
    game: &Game,
    limits: &Limits,
    stop: &StopHandle,
    sender: &Sender<Told>,
) {
    let mut lines = Lines::new(game.seats());
    let send = |line: Shown| {
        if sender.send(Told::Line(Box::new(line))).is_err() {
            stop.stop();
        }
    };
    searcher.run(game, limits, stop, |event| lines.take(event).into_iter().for_each(send));
    lines.pending.take().into_iter().for_each(send);
}

/// A running analysis: an iterator over its lines.
///
/// >>> import rotunda
/// >>> engine = rotunda.Engine(hash=1)
/// >>> for line in engine.analyse(rotunda.Game("rollerball")):
/// ...     if line.depth == 3:
/// ...         break
/// >>> line.depth, line.rank
/// (3, 1)
#[pyclass(module = "rotunda", frozen)]
pub(crate) struct Analysis {
    table: Arc<dyn Table>,
    stop: StopHandle,
    receiver: Mutex<Receiver<Told>>,
}

#[pymethods]
impl Analysis {
    /// Ends the search; the lines that are known already still come.
    fn stop(&self) {
        self.stop.stop();
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Line>> {
        let next = || {
            let receiver = self.receiver.lock().unwrap_or_else(PoisonError::into_inner);
            receiver.recv_timeout(SIGNALS)
        };
        loop {
            match py.detach(next) {
                Ok(Told::Line(line)) => {
                    let (info, shares) = *line;
                    return Ok(Some(Line::new(self.table.clone(), info, shares)));
                }
                Ok(Told::Failed(what)) => return Err(failed(&what)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {
                    py.check_signals().inspect_err(|_| self.stop())?;
                }
            }
        }
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, _exception: &Bound<'_, PyAny>) {
        self.stop();
    }
}

impl Drop for Analysis {
    fn drop(&mut self) {
        self.stop.stop();
    }
}
