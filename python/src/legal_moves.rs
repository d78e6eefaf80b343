//! `LegalMoves`: the sequence of the legal moves of a position.

use std::sync::{Arc, Mutex, TryLockError};

use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList, PySlice};

use crate::moves::{MoveSet, PyMove};
use crate::table::Moves;

/// The most moves that are kept for later lists.
const MOST_KEPT: usize = 256;

/// The references that [`Kept`] has to each of its moves.
const OWN_REFERENCES: isize = 2;

/// The moves for later lists, after the first list.
static KEPT: Mutex<Option<Kept>> = Mutex::new(None);

/// Moves by their indices that lists use again and again. They share a set, so that all become
/// moves of another position by one change.
///
/// A program that looks through the moves of many positions drops most of them at once. To make and
/// to free an object takes much longer than to give one that nobody holds another position.
struct Kept {
    set: Arc<MoveSet>,
    moves: Vec<Py<PyMove>>,
    /// The same moves as a list, whose beginning Python copies quickly.
    list: Py<PyList>,
}

/// Returns whether nobody but [`Kept`] holds a move.
#[expect(deprecated, reason = "the other way to count references is unsafe")]
fn is_free(py: Python<'_>, kept: &Py<PyMove>) -> bool {
    kept.get_refcnt(py) == OWN_REFERENCES
}

impl Kept {
    fn new(py: Python<'_>, moves: &Arc<dyn Moves>) -> Self {
        let (set, list) = (MoveSet::new(moves.clone()), PyList::empty(py).unbind());
        Self { set, moves: Vec::new(), list }
    }

    /// Puts new moves in the places of those that somebody holds, which get a set of their own.
    fn leave_held(&mut self, py: Python<'_>) -> PyResult<()> {
        let mut left = None;
        for (index, kept) in self.moves.iter_mut().enumerate() {
            if is_free(py, kept) {
                continue;
            }
            let own = left.get_or_insert_with(|| MoveSet::new(self.set.get()));
            let new = Py::new(py, PyMove::new(self.set.clone(), index))?;
            kept.try_borrow_mut(py)?.take_over(own.clone());
            self.list.bind(py).set_item(index, new.clone_ref(py))?;
            *kept = new;
        }
        Ok(())
    }

    /// Returns a list of the moves of a position, at most [`MOST_KEPT`].
    fn list<'py>(
        &mut self,
        py: Python<'py>,
        moves: &Arc<dyn Moves>,
    ) -> PyResult<Bound<'py, PyList>> {
        self.leave_held(py)?;
        self.set.set(moves.clone());
        let len = moves.len().min(MOST_KEPT);
        let list = self.list.bind(py);
        for index in self.moves.len()..len {
            let new = Py::new(py, PyMove::new(self.set.clone(), index))?;
            list.append(new.clone_ref(py))?;
            self.moves.push(new);
        }
        Ok(list.get_slice(0, len))
    }
}

/// Returns all moves of a position as a list.
fn list<'py>(py: Python<'py>, moves: &Arc<dyn Moves>) -> PyResult<Bound<'py, PyList>> {
    let kept = match KEPT.try_lock() {
        Ok(kept) => Some(kept),
        Err(TryLockError::Poisoned(kept)) => Some(kept.into_inner()),
        // Another list is in the making, by another thread or during the creation of an object.
        Err(TryLockError::WouldBlock) => None,
    };
    let kept =
        kept.map(|mut kept| kept.get_or_insert_with(|| Kept::new(py, moves)).list(py, moves));
    // A move cannot change its set while it computes something.
    let list = kept.and_then(Result::ok).unwrap_or_else(|| PyList::empty(py));
    if list.len() < moves.len() {
        let set = MoveSet::new(moves.clone());
        for index in list.len()..moves.len() {
            list.append(Py::new(py, PyMove::new(set.clone(), index))?)?;
        }
    }
    Ok(list)
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
            let is_own = Arc::ptr_eq(&mv.moves(), &self.0);
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
        list(slf.py(), &slf.get().0)?.try_iter()
    }

    fn __getitem__<'py>(
        slf: &Bound<'py, Self>,
        index: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, len) = (index.py(), slf.get().0.len() as isize);
        let set = MoveSet::new(slf.get().0.clone());
        let at = |index: isize| PyMove::new(set.clone(), index as usize);
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
        let set = MoveSet::new(slf.get().0.clone());
        let moves = indices.map(|index| PyMove::new(set.clone(), index));
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
