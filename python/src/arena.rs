//! Matches: the arena's, with plans and records as JSON for `rotunda.match`.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rotunda_arena::{
    ArenaError, GameRecord, Length, Match, MatchConfig, MatchEnd, MatchObserver, MatchStop, Plan,
    Standings,
};

use crate::errors::EngineError;
use crate::json;
use crate::waiting::{Stop, waiting};

impl Stop for MatchStop {
    fn stop(&self) {
        self.abort();
    }
}

/// Reports each game to Python.
struct Teller<'a> {
    on_game: &'a Py<PyAny>,
    stop: MatchStop,
    /// The exception that Python has raised.
    raised: Option<PyErr>,
}

impl MatchObserver for Teller<'_> {
    fn finished(&mut self, game: &GameRecord, _standings: &Standings) {
        let heard = Python::attach(|py| {
            self.on_game.call1(py, (json::value(py, game)?, game.result(), game.end.word()))
        });
        if let Err(raised) = heard {
            self.raised.get_or_insert(raised);
            self.stop.abort();
        }
    }
}

/// The exception for a match that cannot be played.
fn match_error(error: ArenaError) -> PyErr {
    match error {
        ArenaError::Engines(_) | ArenaError::NotStarted(_) | ArenaError::Memory(_) => {
            EngineError::new_err(error.to_string())
        }
        _ => PyValueError::new_err(error.to_string()),
    }
}

/// Plays a match; `rotunda.match` is for people. Returns why it has ended, its report as data, and
/// the same as text.
#[pyfunction]
#[pyo3(signature = (plan, games, rounds, concurrency, pgn, on_game))]
pub(crate) fn play_match<'py>(
    py: Python<'py>,
    plan: &str,
    games: Option<u64>,
    rounds: Option<u64>,
    concurrency: usize,
    pgn: Option<std::path::PathBuf>,
    on_game: Py<PyAny>,
) -> PyResult<(&'static str, Bound<'py, PyAny>, String)> {
    let plan: Plan =
        serde_json::from_str(plan).map_err(|error| PyValueError::new_err(error.to_string()))?;
    let length = match (games, rounds) {
        (_, Some(rounds)) => Length::Rounds(rounds),
        (Some(games), None) => Length::Games(games),
        (None, None) => Length::UntilDecided,
    };
    let config = MatchConfig { concurrency, pgn, ..MatchConfig::new(plan, length) };
    let stop = config.stop.clone();
    let (ended, report, raised) = waiting(py, &stop, || {
        let mut game = Match::open(config).map_err(match_error)?;
        let mut teller = Teller { on_game: &on_game, stop: stop.clone(), raised: None };
        let ended = game.play(&mut teller).map_err(match_error)?;
        Ok::<_, PyErr>((ended, game.report(), teller.raised))
    })??;
    if let Some(raised) = raised {
        return Err(raised);
    }
    let ended = match ended {
        MatchEnd::Complete => "complete",
        MatchEnd::Decided => "decided",
        MatchEnd::Stopped => "stopped",
    };
    Ok((ended, json::value(py, &report)?, report.to_string()))
}

/// Runs the program `rotunda` with the words of a command line, its name first, and returns its
/// exit code.
#[pyfunction]
pub(crate) fn program(py: Python<'_>, words: Vec<std::ffi::OsString>) -> u8 {
    py.detach(|| rotunda_engine::program(words))
}
