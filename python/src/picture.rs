//! Pictures of games.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use rotunda_board::Picture;
use rotunda_movegen::{Cell, Seat, Way};

use crate::game::PyGame;
use crate::moves::PyMove;
use crate::table::{Choice, Event};

/// The width of pictures in notebooks, in pixels.
pub(crate) const NOTEBOOK: u32 = 400;

/// The options of a picture.
pub(crate) struct Wanted<'a, 'py> {
    pub size: Option<u32>,
    pub arrows: Option<&'a Bound<'py, PyAny>>,
    pub last: Option<&'a Bound<'py, PyAny>>,
    pub from: Seat,
    pub highlights: Vec<Cell>,
}

/// The ways of the pieces that a move moves.
fn ways(game: &PyGame, choice: &Choice) -> Vec<Way> {
    if !std::ptr::eq(choice.moves.rules().variant, game.variant) {
        return Vec::new();
    }
    choice.game_move().map_or_else(Vec::new, |mv| mv.ways().to_vec())
}

/// The way of an arrow: a move, or a pair of cell names.
fn arrow(game: &PyGame, wanted: &Bound<'_, PyAny>) -> PyResult<Vec<Way>> {
    if let Ok(mv) = wanted.cast::<PyMove>() {
        return Ok(ways(game, &mv.borrow().choice()));
    }
    let pair = wanted.extract::<(String, String)>();
    let (from, to) = pair.map_err(|_| PyTypeError::new_err("an arrow is a Move or two cells"))?;
    let (from, to) = (game.cell(&from)?, game.cell(&to)?);
    Ok(vec![game.table.game().way(from, to)])
}

/// The position as SVG.
pub(crate) fn svg(game: &PyGame, wanted: Wanted<'_, '_>) -> PyResult<String> {
    let Wanted { size, arrows, last, from, highlights } = wanted;
    let latest = || match game.table.past().pop() {
        Some(Event::Move(choice)) => Some(choice),
        _ => None,
    };
    let last = match last {
        None => latest(),
        Some(last) => match last.cast::<PyMove>() {
            Ok(mv) => Some(mv.borrow().choice()),
            Err(_) if last.extract::<bool>()? => latest(),
            Err(_) => None,
        },
    };
    let last = last.map_or_else(Vec::new, |choice| ways(game, &choice));
    let mut ways = Vec::new();
    if let Some(arrows) = arrows {
        for wanted in arrows.try_iter()? {
            ways.extend(arrow(game, &wanted?)?);
        }
    }
    let picture = Picture { from, size, last, arrows: ways, highlights };
    Ok(rotunda_board::svg(game.variant, game.table.game(), &picture))
}
