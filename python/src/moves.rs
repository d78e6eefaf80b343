//! `Move`: a legal move of a position.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use rotunda_movegen::MoveKind;

use crate::module;
use crate::table::Choice;

/// A legal move of a position.
///
/// Games make moves; nobody else can. Two moves are equal if they are written alike, wherever they
/// come from.
///
/// >>> import rotunda
/// >>> move = rotunda.Game("chess").parse("e2e4")
/// >>> str(move), move.from_cell, move.to_cell, move.kind
/// ('e2e4', 'e2', 'e4', 'double')
#[pyclass(name = "Move", module = "rotunda", from_py_object)]
#[derive(Clone)]
pub(crate) struct PyMove(pub Choice);

/// The parts of a move in a pickle: its variant, its position and its text.
type Pickle = (&'static str, String, String);

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
        self.0.moves.name(self.0.moves.from(self.0.index))
    }

    /// The name of the cell that the piece ends on.
    #[getter]
    fn to_cell(&self) -> String {
        self.0.moves.name(self.0.moves.to(self.0.index))
    }

    /// The kind of the move's change to the board: "plain", "double", "en-passant", "castle",
    /// "promotion", "swap", "removal" or "pass". A series of jumps is plain.
    #[getter]
    fn kind(&self) -> &'static str {
        kind_word(self.0.moves.kind(self.0.index))
    }

    /// The names of the cells whose pieces the move takes.
    #[getter]
    fn captures<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let cells = self.0.moves.captured(self.0.index);
        PyTuple::new(py, cells.into_iter().map(|cell| self.0.moves.name(cell)))
    }

    /// The capital letter of the kind that the piece becomes; None if the move does not promote.
    #[getter]
    fn promotion(&self) -> Option<char> {
        self.0.moves.promotion(self.0.index)
    }

    /// The names of the cells that the moving piece passes, the first and the last included; of
    /// castling the king's. Empty for a pass or a removal.
    #[getter]
    fn path<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let (_, mv) = self.0.game_move();
        let way = mv.and_then(|mv| mv.ways().first().cloned()).unwrap_or_default();
        PyTuple::new(py, way.into_iter().map(|cell| self.0.moves.name(cell)))
    }

    fn __str__(&self) -> String {
        self.0.text()
    }

    fn __repr__(&self) -> String {
        format!("Move({:?})", self.0.text())
    }

    /// A move never changes, so that it is its own copy.
    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (_memo, /))]
    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    /// The pickle of a move has its position, without the way to it.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Pickle)> {
        let game = self.0.moves.game();
        let parts = (game.variant(), game.fen(), self.0.text());
        Ok((module::function(py, "unpickled_move")?, parts))
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, &self.0.text()).hash()
    }

    fn __eq__(&self, other: &Self) -> bool {
        let (own, others) = (&self.0, &other.0);
        if Arc::ptr_eq(&own.moves, &others.moves) {
            return own.index == others.index;
        }
        self.0.text() == others.text()
    }
}
