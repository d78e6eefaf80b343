//! The reports of a search: `Line`, and `Played` for the move to play.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use rotunda_movegen::GameMove;
use rotunda_search::{Bound as ScoreBound, Info, SearchResult, Value};

use crate::moves::PyMove;
use crate::table::{Choice, Table};

/// A line of a search: its score, and the moves that both sides are expected to make.
///
/// Scores are the mover's: `cp` in centipawns, or `mate` in so many of the mover's moves, negative
/// if it is mated; the other of the two is None.
#[pyclass(module = "rotunda", frozen)]
pub(crate) struct Line {
    table: Arc<dyn Table>,
    info: Info,
    shares: Vec<u16>,
}

impl Line {
    pub(crate) fn new(table: Arc<dyn Table>, info: Info, shares: Vec<u16>) -> Self {
        Self { table, info, shares }
    }
}

/// Legal moves, one after the other, as choices.
fn along(table: &dyn Table, line: &[GameMove]) -> Vec<Choice> {
    let mut table = table.copy(false);
    let mut moves = Vec::new();
    for text in line.iter().map(ToString::to_string) {
        let Some(choice) = table.parse(&text) else { break };
        table.play_text(&text);
        moves.push(choice);
    }
    moves
}

#[pymethods]
impl Line {
    /// Full plies searched.
    #[getter]
    fn depth(&self) -> u32 {
        self.info.depth
    }

    /// The deepest ply looked at.
    #[getter]
    fn seldepth(&self) -> u32 {
        self.info.selective_depth
    }

    /// The rank among the best lines, from 1.
    #[getter]
    fn rank(&self) -> usize {
        self.info.multi_pv
    }

    /// The score for the mover in centipawns; None if it is a mate.
    #[getter]
    fn cp(&self) -> Option<i32> {
        match self.info.value {
            Value::Centipawns(score) => Some(score),
            Value::Mate(_) => None,
        }
    }

    /// Moves to mate: positive if the mover mates, negative if it is mated, 0 if it is mated now;
    /// None if no mate is seen.
    #[getter]
    fn mate(&self) -> Option<i32> {
        match self.info.value {
            Value::Mate(moves) => Some(moves),
            Value::Centipawns(_) => None,
        }
    }

    /// The relation of the score to the true one: "exact", "lower" (at least this) or "upper".
    #[getter]
    fn bound(&self) -> &'static str {
        match self.info.bound {
            ScoreBound::Exact => "exact",
            ScoreBound::Lower => "lower",
            ScoreBound::Upper => "upper",
        }
    }

    /// Expected wins, draws and losses of the mover, in permille; None with more than two sides.
    #[getter]
    fn wdl(&self) -> Option<(u32, u32, u32)> {
        self.info.wdl.map(|[wins, draws, losses]| (wins, draws, losses))
    }

    /// Every seat's expected share of the point, in permille; None with two sides. Team mates
    /// share, and the sides' parts add up to 1000.
    #[getter]
    fn shares<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let known = (!self.shares.is_empty()).then_some(&self.shares);
        known.map(|shares| PyTuple::new(py, shares)).transpose()
    }

    /// Nodes of all threads.
    #[getter]
    fn nodes(&self) -> u64 {
        self.info.nodes
    }

    /// Seconds since the search began.
    #[getter]
    fn time(&self) -> f64 {
        self.info.time.as_secs_f64()
    }

    /// The filled part of the table, in permille.
    #[getter]
    fn hashfull(&self) -> u32 {
        self.info.hash_full
    }

    /// The moves of the line.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let line = along(&*self.table, &self.info.pv).into_iter();
        PyTuple::new(py, line.map(PyMove::of).collect::<Vec<_>>())
    }

    /// The score and the moves, for people.
    fn __str__(&self) -> String {
        let score = match self.info.value {
            Value::Centipawns(score) => format!("{:+.2}", f64::from(score) / 100.0),
            Value::Mate(moves) => format!("#{moves}"),
        };
        let texts: Vec<_> = self.info.pv.iter().map(ToString::to_string).collect();
        format!("{score} {}", texts.join(" "))
    }

    fn __repr__(&self) -> String {
        format!("<Line {} at depth {}: {}>", self.info.multi_pv, self.info.depth, self.__str__())
    }
}

/// The engine's choice in a position.
///
/// `move` is None if there is no legal one, `ponder` the reply that it expects, `claim` whether the
/// mover should end the game by a claim rather than play on, `nodes` those of the whole search,
/// `line` its last and best line, and `notes` its further remarks.
#[pyclass(module = "rotunda", frozen)]
pub(crate) struct Played {
    #[pyo3(get)]
    r#move: Option<Py<PyMove>>,
    #[pyo3(get)]
    ponder: Option<Py<PyMove>>,
    #[pyo3(get)]
    claim: bool,
    #[pyo3(get)]
    nodes: u64,
    line: Option<Py<Line>>,
    #[pyo3(get)]
    notes: Vec<String>,
}

impl Played {
    pub(crate) fn new(
        py: Python<'_>,
        table: &dyn Table,
        result: SearchResult,
        line: Option<Line>,
        notes: Vec<String>,
    ) -> PyResult<Self> {
        let expected: Vec<_> = result.best.into_iter().chain(result.ponder).collect();
        let choices = along(table, &expected).into_iter();
        let mut moves = choices.map(|choice| Py::new(py, PyMove::of(choice)));
        Ok(Self {
            r#move: moves.next().transpose()?,
            ponder: moves.next().transpose()?,
            claim: result.claim,
            nodes: result.nodes,
            line: line.map(|line| Py::new(py, line)).transpose()?,
            notes,
        })
    }
}

#[pymethods]
impl Played {
    /// The last and best line.
    #[getter]
    fn line(&self, py: Python<'_>) -> Option<Py<Line>> {
        self.line.as_ref().map(|line| line.clone_ref(py))
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let text = self.r#move.as_ref().map_or("None".into(), |mv| mv.borrow(py).text());
        format!("<Played {text}, {} nodes>", self.nodes)
    }
}
