//! `Move`: a legal move of a position.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use rotunda_movegen::{MoveKind, Options};

use crate::legal_moves::LegalMoves;
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
    /// The moves of the position. Python counts its references, which costs less than to count
    /// those of the list that it holds.
    list: Py<LegalMoves>,
    index: usize,
}

impl PyMove {
    /// A move of a list, by its index.
    pub const fn new(list: Py<LegalMoves>, index: usize) -> Self {
        Self { list, index }
    }

    /// A move of a list that Python does not know.
    pub fn of(py: Python<'_>, choice: Choice) -> PyResult<Self> {
        let Choice { moves, index } = choice;
        Ok(Self { list: Py::new(py, LegalMoves(moves))?, index })
    }

    /// The moves of the position.
    pub fn moves(&self) -> &Arc<dyn Moves> {
        &self.list.get().0
    }

    /// The index of the move in its list.
    pub const fn index(&self) -> usize {
        self.index
    }

    /// The move as games take it.
    pub fn choice(&self) -> Choice {
        Choice { moves: self.moves().clone(), index: self.index }
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
        self.moves().name(self.moves().from(self.index))
    }

    /// The name of the cell that the piece ends on.
    #[getter]
    fn to_cell(&self) -> String {
        self.moves().name(self.moves().to(self.index))
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
        let cells = self.moves().captured(self.index);
        PyTuple::new(py, cells.into_iter().map(|cell| self.moves().name(cell)))
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
        let way =
            self.choice().game_move().and_then(|mv| mv.ways().first().cloned()).unwrap_or_default();
        PyTuple::new(py, way.into_iter().map(|cell| self.moves().name(cell)))
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
        let RuleSet { variant, options } = self.moves().rules();
        let Options { classic_scoring, team_king_loss_eliminates } = options;
        let options = (classic_scoring, team_king_loss_eliminates);
        let parts = (variant.name, self.moves().game().fen(), self.text(), options);
        Ok((module::function(py, "unpickled_move")?, parts))
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, &self.text()).hash()
    }

    fn __eq__(&self, other: &Self) -> bool {
        if Arc::ptr_eq(self.moves(), other.moves()) {
            return self.index == other.index;
        }
        self.text() == other.text()
    }
}
