//! `Variant`: the facts about a game before its first move.

use std::path::{Path, PathBuf};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use rotunda_movegen::{Options, Seat, Variant};

use crate::errors::file_error;
use crate::json;

/// A game: its rules, its board, its seats.
///
/// >>> import rotunda
/// >>> rollerball = rotunda.Variant("rollerball")
/// >>> rollerball.title, rollerball.seats, len(rollerball.cells)
/// ('Rollerball', 2, 40)
#[pyclass(name = "Variant", module = "rotunda", frozen)]
#[derive(Clone, Copy)]
pub(crate) struct PyVariant(pub &'static Variant);

/// A variant from its name or from a `Variant`.
pub(crate) fn wanted(variant: &Bound<'_, PyAny>) -> PyResult<&'static Variant> {
    if let Ok(variant) = variant.cast::<PyVariant>() {
        return Ok(variant.get().0);
    }
    named(&variant.extract::<String>()?)
}

/// The variant with this name.
pub(crate) fn named(name: &str) -> PyResult<&'static Variant> {
    Variant::by_name(name).map_err(|error| PyValueError::new_err(error.to_string()))
}

#[pymethods]
impl PyVariant {
    #[new]
    fn new(name: &Bound<'_, PyAny>) -> PyResult<Self> {
        wanted(name).map(Self)
    }

    /// The name, as the UCI option `UCI_Variant` has it.
    #[getter]
    fn name(&self) -> &'static str {
        self.0.name
    }

    /// The name for people.
    #[getter]
    fn title(&self) -> &'static str {
        self.0.title
    }

    /// The rules in a few lines, for somebody who can play chess.
    #[getter]
    fn rules(&self) -> &'static str {
        self.0.rules.summary
    }

    /// The number of players.
    #[getter]
    fn seats(&self) -> usize {
        self.0.seats
    }

    /// The seats of each side, which team mates share: `((0, 2), (1, 3))`.
    #[getter]
    fn teams<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let game = self.0.game();
        let sides: Vec<usize> = (0..self.0.seats).map(|seat| game.side(Seat(seat as u8))).collect();
        let mut teams: Vec<(usize, Vec<usize>)> = Vec::new();
        for (seat, side) in sides.into_iter().enumerate() {
            match teams.iter_mut().find(|(other, _)| *other == side) {
                Some((_, seats)) => seats.push(seat),
                None => teams.push((side, vec![seat])),
            }
        }
        let teams = teams.into_iter().map(|(_, seats)| PyTuple::new(py, seats));
        PyTuple::new(py, teams.collect::<PyResult<Vec<_>>>()?)
    }

    /// The kinds of pieces: the letter of each in position strings, and its name.
    ///
    /// Kinds that share a letter, as pawns by their direction do, have the same name too.
    #[getter]
    fn pieces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let pieces = PyDict::new(py);
        for (letter, name) in self.0.game().kinds() {
            pieces.set_item(letter, name)?;
        }
        Ok(pieces)
    }

    /// The names of the cells, in the order of their numbers.
    #[getter]
    fn cells<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.game().cells())
    }

    /// The position string of the start.
    #[getter]
    fn start(&self) -> &'static str {
        self.0.start()
    }

    /// The board for programs that draw it: `cells` with their outlines and centres in units of the
    /// `view_box`, `features`, `labels`; and `players` and `kinds`. As `rotunda board --json`.
    #[getter]
    fn geometry<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::value(py, &rotunda_board::Description::of(self.0))
    }

    fn __str__(&self) -> &'static str {
        self.0.name
    }

    fn __repr__(&self) -> String {
        format!("Variant({:?})", self.0.name)
    }

    fn __eq__(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }

    fn __hash__(&self) -> usize {
        std::ptr::from_ref(self.0).addr()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (&'static str,)) {
        (slf.get_type().into_any(), (slf.get().0.name,))
    }
}

/// Returns all games that have a name: those of the package, and those that were loaded.
///
/// >>> import rotunda
/// >>> "modern4-2v2" in [variant.name for variant in rotunda.variants()]
/// True
#[pyfunction]
pub(crate) fn variants() -> Vec<PyVariant> {
    Variant::known().map(PyVariant).collect()
}

/// Loads games from a file, or from a text that has a line break in it, and returns them.
///
/// A game takes the place of a loaded game with the same name, so that a changed file can be loaded
/// again; `Game` and `Variant` objects of the earlier one keep its rules. To load the same game
/// again changes nothing. Raises GameFileError, with line and column, if the text is wrong or a
/// game of the package has the name.
///
/// >>> import rotunda
/// >>> [game] = rotunda.load('''
/// ... [[game]]
/// ... name = "rooks-on-a-cylinder-5"
/// ... start = "r1k1r/5/5/5/R1K1R w - - 0 1"
/// ... board = { shape = "cylinder", files = 5, ranks = 5 }
/// ... piece = [{ letter = "R", moves = "R" }, { letter = "K", moves = "K", royal = true }]
/// ... ''')
/// >>> len(rotunda.Game(game).legal_moves)
/// 15
#[pyfunction]
#[pyo3(signature = (path_or_text, /))]
pub(crate) fn load(path_or_text: &Bound<'_, PyAny>) -> PyResult<Vec<PyVariant>> {
    let py = path_or_text.py();
    let text = path_or_text.extract::<String>().ok().filter(|text| text.contains('\n'));
    let loaded = if let Some(text) = text {
        py.detach(|| rotunda_games::replace("<text>", &text))
    } else {
        let path: PathBuf = path_or_text.extract()?;
        py.detach(|| rotunda_games::reload(Path::new(&path)))
    };
    match loaded {
        Ok(variants) => Ok(variants.into_iter().map(PyVariant).collect()),
        Err(error) => {
            let (line, column) = error.place().unzip();
            Err(file_error(py, error.to_string(), line, column))
        }
    }
}

/// Removes a loaded game from those that have a name, so that its name is free again.
///
/// `Game` and `Variant` objects of it stay usable. Its memory stays taken, but to load the same
/// game again takes no more. Raises ValueError if no loaded game has the name.
///
/// >>> import rotunda
/// >>> [game] = rotunda.load('''
/// ... [[game]]
/// ... name = "kings-alone"
/// ... start = "2k/3/K2 w - - 0 1"
/// ... board = { shape = "rectangle", files = 3, ranks = 3 }
/// ... piece = [{ letter = "K", moves = "K", royal = true }]
/// ... ''')
/// >>> rotunda.unload("kings-alone")
/// >>> game in rotunda.variants(), len(rotunda.Game(game).legal_moves)
/// (False, 2)
#[pyfunction]
#[pyo3(signature = (name, /))]
pub(crate) fn unload(name: &str) -> PyResult<()> {
    let removed = Variant::remove(name).map(drop);
    removed.ok_or_else(|| PyValueError::new_err(format!("no loaded game is called {name:?}")))
}

/// The choices among a game's rules, from the words that the options of the program have too.
pub(crate) fn options(scoring: Option<&str>, team_king_loss: Option<&str>) -> PyResult<Options> {
    let classic_scoring = match scoring {
        None | Some("dynamic") => false,
        Some("classic") => true,
        Some(_) => return Err(PyValueError::new_err("scoring is \"dynamic\" or \"classic\"")),
    };
    let team_king_loss_eliminates = match team_king_loss {
        None | Some("continue") => false,
        Some("eliminate") => true,
        Some(_) => {
            let message = "team_king_loss is \"continue\" or \"eliminate\"";
            return Err(PyValueError::new_err(message));
        }
    };
    Ok(Options { classic_scoring, team_king_loss_eliminates })
}
