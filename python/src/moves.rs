//! `Move`: a legal move of a position.

use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use rotunda_movegen::{MoveKind, Options};

use crate::module;
use crate::table::{Choice, Moves, RuleSet};

/// A legal move of a position.
///
/// Games make moves; nobody else can. Two moves are equal if they are written alike, wherever they
/// come from.
///
/// >>> import rotunda
/// >>> move = rotunda.Game("chess").parse("e2e4")
/// >>> str(move), move.from_cell, move.to_cell, move.kind
/// ('e2e4', 'e2', 'e4', 'double')
#[pyclass(name = "Move", module = "rotunda")]
pub(crate) struct PyMove {
    set: Arc<MoveSet>,
    index: usize,
}

/// The moves of a position, which its `Move`s share. Those that nobody holds may become moves of
/// another position together.
pub(crate) struct MoveSet(Mutex<Arc<dyn Moves>>);

impl MoveSet {
    /// Returns the moves of a position as a set.
    pub fn new(moves: Arc<dyn Moves>) -> Arc<Self> {
        Arc::new(Self(Mutex::new(moves)))
    }

    /// The moves.
    pub fn get(&self) -> Arc<dyn Moves> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Makes all `Move`s of the set those of another position.
    pub fn set(&self, moves: Arc<dyn Moves>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = moves;
    }
}

impl PyMove {
    /// A move of a set, by its index.
    pub const fn new(set: Arc<MoveSet>, index: usize) -> Self {
        Self { set, index }
    }

    /// A move of a set of its own.
    pub fn of(choice: Choice) -> Self {
        let Choice { moves, index } = choice;
        Self { set: MoveSet::new(moves), index }
    }

    /// Takes the move over into another set of the same moves.
    pub fn take_over(&mut self, set: Arc<MoveSet>) {
        self.set = set;
    }

    /// The moves of the position.
    pub fn moves(&self) -> Arc<dyn Moves> {
        self.set.get()
    }

    /// The index of the move in its set.
    pub const fn index(&self) -> usize {
        self.index
    }

    /// The move as games take it.
    pub fn choice(&self) -> Choice {
        Choice { moves: self.moves(), index: self.index }
    }

    /// The move in the game's own notation.
    pub fn text(&self) -> String {
        self.moves().text(self.index)
    }
}

/// The parts of a move in a pickle: its variant, its position, its text, and the options of its
/// game.
type Pickle = (&'static str, String, String, (bool, bool));

/// The word for a kind of move.
const fn kind_word(kind: MoveKind) -> &'static str {
    match kind {
        MoveKind::Plain => "plain",
        MoveKind::Double => "double",
        MoveKind::EnPassant => "en-passant",
        MoveKind::Castle => "castle",
        MoveKind::Promotion => "promotion",
        MoveKind::Swap => "swap",
        MoveKind::Removal => "removal",
        MoveKind::Pass => "pass",
    }
}

#[pymethods]
impl PyMove {
    /// The name of the cell that the piece leaves.
    #[getter]
    fn from_cell(&self) -> String {
        let moves = self.moves();
        moves.name(moves.from(self.index))
    }

    /// The name of the cell that the piece ends on.
    #[getter]
    fn to_cell(&self) -> String {
        let moves = self.moves();
        moves.name(moves.to(self.index))
    }

    /// The kind of the move's change to the board: "plain", "double", "en-passant", "castle",
    /// "promotion", "swap", "removal" or "pass". A series of jumps is plain.
    #[getter]
    fn kind(&self) -> &'static str {
        kind_word(self.moves().kind(self.index))
    }

    /// The names of the cells whose pieces the move takes.
    #[getter]
    fn captures<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let moves = self.moves();
        PyTuple::new(py, moves.captured(self.index).into_iter().map(|cell| moves.name(cell)))
    }

    /// The capital letter of the kind that the piece becomes; None if the move does not promote.
    #[getter]
    fn promotion(&self) -> Option<char> {
        self.moves().promotion(self.index)
    }

    /// The names of the cells that the moving piece passes, the first and the last included; of
    /// castling the king's. Empty for a pass or a removal.
    #[getter]
    fn path<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let choice = self.choice();
        let way = choice.game_move().and_then(|mv| mv.ways().first().cloned()).unwrap_or_default();
        PyTuple::new(py, way.into_iter().map(|cell| choice.moves.name(cell)))
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("Move({:?})", self.text())
    }

    /// A move never changes, so that it is its own copy.
    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (_memo, /))]
    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    /// The pickle of a move has its position and its game's options, without the way to it.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Pickle)> {
        let moves = self.moves();
        let RuleSet { variant, options } = moves.rules();
        let Options { classic_scoring, team_king_loss_eliminates } = options;
        let options = (classic_scoring, team_king_loss_eliminates);
        let parts = (variant.name, moves.game().fen(), self.text(), options);
        Ok((module::function(py, "unpickled_move")?, parts))
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, &self.text()).hash()
    }

    fn __eq__(&self, other: &Self) -> bool {
        if Arc::ptr_eq(&self.moves(), &other.moves()) {
            return self.index == other.index;
        }
        self.text() == other.text()
    }
}
