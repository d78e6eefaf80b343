//! `LegalMoves`: the sequence of the legal moves of a position.

use std::sync::{Arc, Mutex, TryLockError};

use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList, PySlice};

use crate::moves::PyMove;
use crate::table::Moves;

/// The most moves that are kept for later lists.
const MOST_KEPT: usize = 256;

/// The moves of earlier lists by their indices, each the last one that was made for its index.
///
/// A program that looks through the moves of many positions drops most of them at once. To make and
/// to free an object takes several times as long as to change one that nobody holds.
static KEPT: Mutex<Vec<Py<PyMove>>> = Mutex::new(Vec::new());

/// Returns whether nobody but [`KEPT`] holds a move.
#[expect(deprecated, reason = "the other way to count references is unsafe")]
fn is_free(py: Python<'_>, kept: &Py<PyMove>) -> bool {
    kept.get_refcnt(py) == 1
}

/// Returns all moves of a list; kept ones that nobody holds become moves of this list.
fn recycled(list: &Bound<'_, LegalMoves>) -> PyResult<Vec<Py<PyMove>>> {
    let (py, len) = (list.py(), list.get().0.len());
    let moves = (0..len).map(|index| PyMove::new(list.clone().unbind(), index));
    let mut kept = match KEPT.try_lock() {
        Ok(kept) => kept,
        Err(TryLockError::Poisoned(kept)) => kept.into_inner(),
        // Another list is in the making, by another thread or during the creation of an object.
        Err(TryLockError::WouldBlock) => return moves.map(|mv| Py::new(py, mv)).collect(),
    };
    let mut all = Vec::with_capacity(len);
    for (index, mv) in moves.enumerate() {
        if let Some(free) = kept.get(index).filter(|kept| is_free(py, kept)) {
            *free.borrow_mut(py) = mv;
            all.push(free.clone_ref(py));
            continue;
        }
        let new = Py::new(py, mv)?;
        if index < kept.len() {
            kept[index] = new.clone_ref(py);
        } else if index < MOST_KEPT {
            kept.push(new.clone_ref(py));
        }
        all.push(new);
    }
    Ok(all)
}

/// The legal moves of a position: a lazy sequence.
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
    /// The index of a move, or of the text of one.
    fn find(&self, wanted: &Bound<'_, PyAny>) -> Option<usize> {
        if let Ok(mv) = wanted.cast::<PyMove>() {
            let mv = mv.borrow();
            let is_own = Arc::ptr_eq(mv.moves(), &self.0);
            return if is_own { Some(mv.index()) } else { self.0.find(&mv.text()) };
        }
        self.0.find(wanted.extract::<String>().ok().as_deref()?)
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

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(slf.py(), recycled(slf)?)?.try_iter()
    }

    fn __getitem__<'py>(
        slf: &Bound<'py, Self>,
        index: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, len) = (index.py(), slf.get().0.len() as isize);
        let at = |index: isize| PyMove::new(slf.clone().unbind(), index as usize);
        if let Ok(slice) = index.cast::<PySlice>() {
            let part = slice.indices(len)?;
            let moves = (0..part.slicelength as isize).map(|i| at(part.start + i * part.step));
            return Ok(PyList::new(py, moves)?.into_any());
        }
        let index: isize = index.extract()?;
        let index = if index < 0 { index + len } else { index };
        if !(0..len).contains(&index) {
            return Err(PyIndexError::new_err("there are not so many legal moves"));
        }
        Ok(Bound::new(py, at(index))?.into_any())
    }

    fn __contains__(&self, wanted: &Bound<'_, PyAny>) -> bool {
        self.find(wanted).is_some()
    }

    fn __reversed__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyIterator>> {
        let indices = (0..slf.get().0.len()).rev();
        let moves = indices.map(|index| PyMove::new(slf.clone().unbind(), index));
        PyList::new(slf.py(), moves)?.try_iter()
    }

    /// Returns the index of a move, or of the text of one, between `start` and `stop`.
    ///
    /// Raises ValueError if it is not there.
    #[pyo3(signature = (value, start=0, stop=isize::MAX, /))]
    fn index(&self, value: &Bound<'_, PyAny>, start: isize, stop: isize) -> PyResult<usize> {
        let part = PySlice::new(value.py(), start, stop, 1).indices(self.0.len() as isize)?;
        let found = self.find(value).filter(|at| (part.start..part.stop).contains(&(*at as isize)));
        found.ok_or_else(|| PyValueError::new_err("it is not among the legal moves"))
    }

    /// Returns how often a move, or the text of one, is there: once or not at all.
    #[pyo3(signature = (value, /))]
    fn count(&self, value: &Bound<'_, PyAny>) -> usize {
        usize::from(self.find(value).is_some())
    }

    fn __repr__(&self) -> String {
        let texts: Vec<_> = (0..self.0.len()).map(|index| self.0.text(index)).collect();
        format!("<LegalMoves: {}>", texts.join(" "))
    }
}
