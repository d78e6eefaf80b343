//! The module of this library, as Python imports it.

use pyo3::prelude::*;

/// Returns a function of the module. A pickle keeps it by its name.
pub(crate) fn function<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("rotunda._rotunda")?.getattr(name)
}
