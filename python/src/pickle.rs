//! The functions that pickles call: they make games and moves from their parts.

use pyo3::prelude::*;
use rotunda_movegen::Options;

use crate::game::{Past, PyGame};
use crate::moves::PyMove;
use crate::variant::named;

/// Returns a game from its parts in a pickle.
#[pyfunction]
pub(crate) fn unpickled_game(
    py: Python<'_>,
    variant: &str,
    start: &str,
    options: (bool, bool),
    past: Vec<Option<Past>>,
) -> PyResult<PyGame> {
    let (classic_scoring, team_king_loss_eliminates) = options;
    let options = Options { classic_scoring, team_king_loss_eliminates };
    let mut game = PyGame::begin(py, named(variant)?, options, Some(start))?;
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
#[pyfunction]
pub(crate) fn unpickled_move(
    py: Python<'_>,
    variant: &str,
    fen: &str,
    text: &str,
) -> PyResult<PyMove> {
    let variant = named(variant)?;
    let game = PyGame::begin(py, variant, Options::default(), Some(fen))?;
    PyMove::of(py, game.read(text)?)
}
