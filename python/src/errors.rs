//! The exceptions of the package: `ValueError`s in the engine's own words.

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::{IntoPyObjectExt, create_exception};
use rotunda_movegen::{FenField, FenReason};

create_exception!(
    rotunda,
    FenError,
    PyValueError,
    "A position string is malformed or impossible.\n\n\
     `field` names the field that is wrong (`None` if fields do not fit together), `at` is the\n\
     character where it begins, and `reason` a word for what is wrong."
);
create_exception!(
    rotunda,
    IllegalMove,
    PyValueError,
    "A text or a move is no legal move of the position."
);
create_exception!(
    rotunda,
    GameFileError,
    PyValueError,
    "A file cannot be used.\n\n\
     `line` and `column` are counted from 1, columns in characters; `None` where the file could\n\
     not be read."
);
create_exception!(
    rotunda,
    EngineError,
    PyRuntimeError,
    "The engine has failed: there is no memory, or a fault of its own."
);

/// An exception with attributes.
fn with<'py, const N: usize>(
    py: Python<'py>,
    error: PyErr,
    attributes: [(&str, PyResult<Bound<'py, PyAny>>); N],
) -> PyErr {
    for (name, value) in attributes {
        if let Err(other) = value.and_then(|value| error.value(py).setattr(name, value)) {
            return other;
        }
    }
    error
}

/// A value of Python's.
fn value<'py, T: IntoPyObject<'py>>(py: Python<'py>, value: T) -> PyResult<Bound<'py, PyAny>> {
    value.into_bound_py_any(py)
}

/// The word for a field of a position string.
const fn field_word(field: FenField) -> &'static str {
    match field {
        FenField::Board => "board",
        FenField::Turn => "turn",
        FenField::Flags => "flags",
        FenField::EnPassant => "en-passant",
        FenField::Alive => "alive",
        FenField::Teams => "teams",
        FenField::Rules => "rules",
        FenField::Halfmove => "halfmove",
        FenField::Fullmove => "fullmove",
    }
}

/// The word for the fault of a position string.
const fn reason_word(reason: FenReason) -> &'static str {
    match reason {
        FenReason::Missing => "missing",
        FenReason::Surplus => "surplus",
        FenReason::Malformed => "malformed",
        FenReason::Unknown => "unknown",
        FenReason::Repeated => "repeated",
        FenReason::Impossible => "impossible",
    }
}

/// The exception for a refused position string.
pub(crate) fn fen_error(py: Python<'_>, fen: &str, error: &rotunda_movegen::FenError) -> PyErr {
    let field = error.field().map(field_word);
    let at = fen.get(..error.at()).map_or(0, |before| before.chars().count());
    let reason = reason_word(error.reason());
    let raised = FenError::new_err(error.to_string());
    with(
        py,
        raised,
        [("field", value(py, field)), ("at", value(py, at)), ("reason", value(py, reason))],
    )
}

/// The exception for a file, with the place in it.
pub(crate) fn file_error(
    py: Python<'_>,
    text: String,
    line: Option<usize>,
    column: Option<usize>,
) -> PyErr {
    let raised = GameFileError::new_err(text);
    with(py, raised, [("line", value(py, line)), ("column", value(py, column))])
}
