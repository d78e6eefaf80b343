//! The Python package `rotunda`: the typed games, records and searches of the crates, and no logic
//! of its own.

mod actions;
mod arena;
mod batch;
mod engine;
mod errors;
mod game;
mod json;
mod legal_moves;
mod line;
mod module;
mod moves;
mod pgn;
mod pickle;
mod picture;
mod table;
mod variant;
mod waiting;

use pyo3::prelude::*;

/// The parts of the package, all of which `rotunda` itself has.
#[pymodule]
fn _rotunda(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("FenError", py.get_type::<errors::FenError>())?;
    module.add("IllegalMove", py.get_type::<errors::IllegalMove>())?;
    module.add("GameFileError", py.get_type::<errors::GameFileError>())?;
    module.add("EngineError", py.get_type::<errors::EngineError>())?;
    module.add_class::<variant::PyVariant>()?;
    module.add_class::<game::PyGame>()?;
    module.add_class::<game::PyPiece>()?;
    module.add_class::<game::PyOutcome>()?;
    module.add_class::<moves::PyMove>()?;
    module.add_class::<legal_moves::LegalMoves>()?;
    module.add_class::<actions::PyActions>()?;
    module.add_class::<batch::Batch>()?;
    module.add_class::<engine::PyEngine>()?;
    module.add_class::<engine::Analysis>()?;
    module.add_class::<line::Line>()?;
    module.add_class::<line::Played>()?;
    module.add_class::<pgn::PgnReader>()?;
    module.add_class::<pgn::PgnGame>()?;
    module.add_function(wrap_pyfunction!(pickle::unpickled_game, module)?)?;
    module.add_function(wrap_pyfunction!(pickle::unpickled_move, module)?)?;
    module.add_function(wrap_pyfunction!(arena::play_match, module)?)?;
    module.add_function(wrap_pyfunction!(arena::program, module)?)?;
    module.add_function(wrap_pyfunction!(pgn::pgn_text, module)?)?;
    module.add_function(wrap_pyfunction!(variant::variants, module)?)?;
    module.add_function(wrap_pyfunction!(variant::load, module)?)?;
    module.add_function(wrap_pyfunction!(variant::unload, module)?)?;
    Ok(())
}
