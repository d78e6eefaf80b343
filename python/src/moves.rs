//! `Move`, and `LegalMoves`, the sequence of them.

use std::sync::Arc;

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList, PySlice, PyString, PyTuple};
use rotunda_movegen::MoveKind;

use crate::table::{Choice, Moves};

/// A legal move of a position.
///
/// Games make moves; nobody else can. Two moves are equal if they are written alike, wherever they
/// come from.
///
/// >>> import rotunda
/// >>> move = rotunda.Game("chess").parse("e2e4")
/// >>> str(move), move.from_cell, move.to_cell, move.kind
/// ('e2e4', 'e2', 'e4', 'double')
#[pyclass(name = "Move", module = "rotunda", frozen, from_py_object, freelist = 256)]
#[derive(Clone)]
pub(crate) struct PyMove(pub Choice);

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

    /// How the move changes the board: "plain", "double", "en-passant", "castle", "promotion",
    /// "swap", "removal" or "pass". A series of jumps is plain.
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

/// The legal moves of a position: a sequence that makes its moves when they are asked for.
///
/// A text is in it if it is the game's own notation for one of them.
///
/// >>> import rotunda
/// >>> game = rotunda.Game("rollerball")
/// >>> len(game.legal_moves), "c2b3" in game.legal_moves
/// (7, True)
#[pyclass(name = "LegalMoves", module = "rotunda", frozen)]
pub(crate) struct LegalMoves(pub Arc<dyn Moves>);

impl LegalMoves {
    fn at(&self, index: usize) -> PyMove {
        PyMove(Choice { moves: self.0.clone(), index })
    }
}

#[pymethods]
impl LegalMoves {
    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __bool__(&self) -> bool {
        self.0.len() > 0
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, (0..self.0.len()).map(|index| self.at(index)))?.try_iter()
    }

    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let (py, len) = (index.py(), self.0.len() as isize);
        if let Ok(slice) = index.cast::<PySlice>() {
            let part = slice.indices(len)?;
            let indices = (0..part.slicelength as isize).map(|i| part.start + i * part.step);
            let moves = indices.map(|index| self.at(index as usize));
            return Ok(PyList::new(py, moves)?.into_any());
        }
        let index: isize = index.extract()?;
        let index = if index < 0 { index + len } else { index };
        if !(0..len).contains(&index) {
            return Err(PyIndexError::new_err("there are not so many legal moves"));
        }
        Ok(Bound::new(py, self.at(index as usize))?.into_any())
    }

    fn __contains__(&self, wanted: &Bound<'_, PyAny>) -> bool {
        if let Ok(mv) = wanted.cast::<PyMove>() {
            let choice = &mv.get().0;
            return Arc::ptr_eq(&choice.moves, &self.0) || self.0.find(&choice.text()).is_some();
        }
        wanted.extract::<String>().is_ok_and(|text| self.0.find(&text).is_some())
    }

    fn __repr__(&self) -> String {
        let texts: Vec<_> = (0..self.0.len()).map(|index| self.0.text(index)).collect();
        format!("<LegalMoves: {}>", texts.join(" "))
    }
}
