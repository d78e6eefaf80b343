//! The functions that pickles call: they make games and moves from their parts.

use pyo3::prelude::*;
use rotunda_movegen::Options;

use crate::game::{Past, PyGame};
use crate::moves::PyMove;
use crate::variant::named;

/// The options of a game from a pickle.
const fn chosen((classic_scoring, team_king_loss_eliminates): (bool, bool)) -> Options {
    Options { classic_scoring, team_king_loss_eliminates }
}

/// Returns a game from its parts in a pickle.
#[pyfunction]
pub(crate) fn unpickled_game(
    py: Python<'_>,
    variant: &str,
    start: &str,
    options: (bool, bool),
    past: Vec<Option<Past>>,
) -> PyResult<PyGame> {
    let mut game = PyGame::begin(py, named(variant)?, chosen(options), Some(start))?;
    for event in past {
        match event {
            Some(Past::Move(text)) => game.push_text(&text)?,
            Some(Past::Leave(seat)) => game.eliminate(usize::from(seat))?,
            None => drop(game.make_claim()?),
        }
    }
    Ok(game)
}

/// Returns a move from its parts in a pickle.
///
/// A pickle of an earlier version has no options.
#[pyfunction]
#[pyo3(signature = (variant, fen, text, options=(false, false)))]
pub(crate) fn unpickled_move(
    py: Python<'_>,
    variant: &str,
    fen: &str,
    text: &str,
    options: (bool, bool),
) -> PyResult<PyMove> {
    let game = PyGame::begin(py, named(variant)?, chosen(options), Some(fen))?;
    game.read(text).map(PyMove::of)
}
