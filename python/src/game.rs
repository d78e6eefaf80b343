//! `Game`: a game of any variant, in the manner of python-chess.

use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::exceptions::{PyIndexError, PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyList, PyTuple};
use rotunda_movegen::{Cell, GameMove, Options, Outcome, Seat, Variant, in_family};
use rotunda_notation::Notation;
use rotunda_notation::pgn::GameResult;

use crate::errors::{IllegalMove, fen_error};
use crate::legal_moves::LegalMoves;
use crate::module;
use crate::moves::PyMove;
use crate::picture;
use crate::table::{Choice, Event, RuleSet, Table, table};
use crate::variant::{PyVariant, named, options, wanted};
use crate::waiting::{Interrupt, waiting};

/// A game of any variant: a position and the way to it.
///
/// `variant` is a name or a `Variant`, `fen` a position string (the start without one). `scoring`
/// is "dynamic" or "classic" (partial wins count as draws), `team_king_loss` "continue" or
/// "eliminate" (a player of a team that loses its king is out).
///
/// Raises FenError if the position string is malformed or impossible.
///
/// >>> import rotunda
/// >>> game = rotunda.Game("modern4-2v2")
/// >>> game.turn, game.seats, len(game.legal_moves)
/// (0, 4, 12)
#[pyclass(name = "Game", module = "rotunda")]
pub(crate) struct PyGame {
    pub table: Box<dyn Table>,
    pub variant: &'static Variant,
    pub options: Options,
    /// The moves so far as Python has them, so that taking one back makes none anew; `None` for an
    /// action that was no `Move` of Python's.
    pub played: Vec<Option<Py<PyMove>>>,
}

/// A piece on a cell.
///
/// `letter` is the capital letter of its kind, `name` its name for people, `seat` its owner (of a
/// dead piece the former one), and `alive` whether the owner still plays.
#[pyclass(name = "Piece", module = "rotunda", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyPiece {
    #[pyo3(get)]
    cell: String,
    #[pyo3(get)]
    letter: char,
    #[pyo3(get)]
    name: &'static str,
    #[pyo3(get)]
    seat: u8,
    #[pyo3(get)]
    alive: bool,
}

#[pymethods]
impl PyPiece {
    fn __repr__(&self) -> String {
        let Self { cell, letter, name, seat, alive } = self;
        let dead = if *alive { "" } else { ", dead" };
        format!("<Piece {letter} ({name}) of seat {seat} on {cell}{dead}>")
    }
}

/// The end of a game.
///
/// `reason` is a word as "checkmate", `points` has every seat's points of 100, `result` is the mark
/// of PGN ("*" where it has none), and `str()` a sentence for people.
#[pyclass(name = "Outcome", module = "rotunda", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyOutcome {
    #[pyo3(get)]
    reason: String,
    #[pyo3(get)]
    result: String,
    points: Vec<u16>,
    sentence: String,
}

impl PyOutcome {
    fn of(variant: &'static Variant, outcome: &Outcome) -> Self {
        let points: Vec<u16> =
            (0..variant.seats).map(|seat| outcome.points(Seat(seat as u8))).collect();
        Self {
            reason: outcome.reason.to_string(),
            result: GameResult::of_points(&points).to_string(),
            sentence: rotunda_notation::sentence(variant, outcome),
            points,
        }
    }
}

#[pymethods]
impl PyOutcome {
    /// Every seat's points of 100; all members of a team have its points.
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.points)
    }

    fn __str__(&self) -> &str {
        &self.sentence
    }

    fn __repr__(&self) -> String {
        let points: Vec<_> = self.points.iter().map(ToString::to_string).collect();
        format!("<Outcome {} {}>", self.reason, points.join("-"))
    }
}

impl PyGame {
    /// A new game.
    pub fn begin(
        py: Python<'_>,
        variant: &'static Variant,
        options: Options,
        fen: Option<&str>,
    ) -> PyResult<Self> {
        let table = table(RuleSet { variant, options }, fen);
        let table = table.map_err(|error| fen_error(py, fen.unwrap_or_default(), &error))?;
        Ok(Self::of(table, variant, options))
    }

    /// A game at a table.
    pub fn of(table: Box<dyn Table>, variant: &'static Variant, options: Options) -> Self {
        let played = table.past().iter().map(|_| None).collect();
        Self { table, variant, options, played }
    }

    pub fn illegal(&self, text: &str) -> PyErr {
        let game = self.table.game();
        let error = Notation::of(self.variant).read(game, text).err();
        let text = error.map_or_else(|| format!("{text} is not legal"), |error| error.to_string());
        IllegalMove::new_err(text)
    }

    /// The legal move that a text writes, in the game's notation or another that people use.
    pub fn read(&self, text: &str) -> PyResult<Choice> {
        if let Some(choice) = self.table.parse(text) {
            return Ok(choice);
        }
        let mv = Notation::of(self.variant).read(self.table.game(), text);
        let mv = mv.map_err(|error| IllegalMove::new_err(error.to_string()))?;
        self.table.parse(&mv.to_string()).ok_or_else(|| self.illegal(text))
    }

    /// A move of this position: one of another game must be legal here too.
    pub fn own(&self, mv: &Bound<'_, PyAny>) -> PyResult<Choice> {
        if let Ok(mv) = mv.cast::<PyMove>() {
            let text = mv.borrow().text();
            return self.table.parse(&text).ok_or_else(|| self.illegal(&text));
        }
        self.read(&mv.extract::<String>().map_err(|_| not_a_move())?)
    }

    /// Plays the move that a text writes.
    pub fn push_text(&mut self, text: &str) -> PyResult<()> {
        if !self.table.play_text(text) {
            let choice = self.read(text)?;
            self.table.play(choice).map_err(|choice| self.illegal(&choice.text()))?;
        }
        self.played.push(None);
        Ok(())
    }

    pub fn seat(&self, seat: usize) -> PyResult<Seat> {
        if seat < self.variant.seats {
            Ok(Seat(seat as u8))
        } else {
            let message = format!("{} has seats 0 to {}", self.variant, self.variant.seats - 1);
            Err(PyIndexError::new_err(message))
        }
    }

    /// The cell with this name.
    pub fn cell(&self, name: &str) -> PyResult<Cell> {
        let grid = in_family!(self.variant.family(self.options), tables => tables.grid());
        grid.named(name).ok_or_else(|| PyKeyError::new_err(format!("no cell is called {name:?}")))
    }

    fn piece(&self, cell: Cell, piece: rotunda_movegen::Piece) -> PyPiece {
        let game = self.table.game();
        let (letter, name) = game.kinds()[piece.kind().index()];
        let grid = in_family!(self.variant.family(self.options), tables => tables.grid());
        let (seat, alive) = (piece.seat().0, !piece.is_dead());
        PyPiece { cell: grid.name(cell), letter, name, seat, alive }
    }

    fn all_pieces(&self) -> Vec<PyPiece> {
        let pieces = self.table.game().pieces();
        pieces.into_iter().map(|(cell, piece)| self.piece(cell, piece)).collect()
    }
}

/// An event in a pickle: the text of a move, or the seat of a player who has left.
#[derive(FromPyObject, IntoPyObject)]
pub(crate) enum Past {
    Move(String),
    Leave(u8),
}

/// The parts of a game in a pickle: its variant, its start, its options and its past, in which a
/// claim is `None`.
pub(crate) type Pickle = (&'static str, String, (bool, bool), Vec<Option<Past>>);

fn not_a_move() -> PyErr {
    PyTypeError::new_err("a move is a Move or a str")
}

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (variant=None, fen=None, *, scoring=None, team_king_loss=None))]
    fn new(
        py: Python<'_>,
        variant: Option<&Bound<'_, PyAny>>,
        fen: Option<&str>,
        scoring: Option<&str>,
        team_king_loss: Option<&str>,
    ) -> PyResult<Self> {
        let variant = match variant {
            Some(variant) => wanted(variant)?,
            None => named("chess")?,
        };
        Self::begin(py, variant, options(scoring, team_king_loss)?, fen)
    }

    /// Returns a game from a position string as other programs may write it, and a sentence for
    /// each change that made it one of this variant.
    ///
    /// >>> import rotunda
    /// >>> game, notes = rotunda.Game.repaired("chess", "4k3/8/8/8/8/8/8/4K2R w H e3 -1 1")
    /// >>> game.fen, len(notes)
    /// ('4k3/8/8/8/8/8/8/4K2R w K - 0 1', 3)
    #[staticmethod]
    fn repaired(variant: &Bound<'_, PyAny>, fen: &str) -> PyResult<(Self, Vec<String>)> {
        let (py, variant) = (variant.py(), wanted(variant)?);
        let read = variant.game_leniently(fen);
        let (game, notes) = read.map_err(|error| fen_error(py, fen, &error))?;
        let game = Self::begin(py, variant, Options::default(), Some(&game.fen()))?;
        Ok((game, notes))
    }

    /// The game's variant.
    #[getter]
    fn variant(&self) -> PyVariant {
        PyVariant(self.variant)
    }

    /// The legal moves, as a lazy sequence.
    #[getter]
    fn legal_moves(&self) -> LegalMoves {
        LegalMoves(self.table.moves())
    }

    /// Plays a move: a `Move`, or a text in the game's notation or in SAN.
    ///
    /// Raises IllegalMove if it is not legal; the game is unchanged then.
    #[pyo3(signature = (r#move, /))]
    fn push(&mut self, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        if let Ok(mv) = r#move.cast::<PyMove>() {
            let played = self.table.play(mv.borrow().choice());
            played.map_err(|choice| self.illegal(&choice.text()))?;
            self.played.push(Some(mv.clone().unbind()));
            return Ok(());
        }
        self.push_text(&r#move.extract::<String>().map_err(|_| not_a_move())?)
    }

    /// Takes back the last event, and returns the move; None if it was a claim or the elimination
    /// of a player.
    ///
    /// Raises IndexError at the start.
    fn pop(&mut self, py: Python<'_>) -> PyResult<Option<Py<PyMove>>> {
        let last = self.table.undo();
        let last = last.ok_or_else(|| PyIndexError::new_err("nothing has happened yet"))?;
        match (self.played.pop().flatten(), last) {
            (Some(own), _) => Ok(Some(own)),
            (None, Event::Move(choice)) => Py::new(py, PyMove::of(choice)).map(Some),
            (None, Event::Leave(_) | Event::Claim) => Ok(None),
        }
    }

    /// Returns the legal move that a text writes, in the game's notation or in SAN.
    ///
    /// Raises IllegalMove if there is none, or several.
    #[pyo3(signature = (text, /))]
    fn parse(&self, text: &str) -> PyResult<PyMove> {
        self.read(text).map(PyMove::of)
    }

    /// Returns a legal move as people write it: in SAN where the board has files and ranks without
    /// holes, else in the game's own notation.
    #[pyo3(signature = (r#move, /))]
    fn san(&self, r#move: &Bound<'_, PyAny>) -> PyResult<String> {
        let choice = self.own(r#move)?;
        let game = self.table.game();
        let text = choice.text();
        let mv = game.parse_move(&text).map_err(|_| self.illegal(&text))?;
        Ok(Notation::of(self.variant).write(game, &mv))
    }

    /// The moves so far; claims and eliminations are left out.
    #[getter]
    fn history(&self) -> Vec<PyMove> {
        let moves = self.table.past().into_iter().filter_map(|event| match event {
            Event::Move(choice) => Some(PyMove::of(choice)),
            Event::Leave(_) | Event::Claim => None,
        });
        moves.collect()
    }

    /// The seat whose turn it is, from 0.
    #[getter]
    fn turn(&self) -> u8 {
        self.table.game().turn().0
    }

    /// The number of seats.
    #[getter]
    fn seats(&self) -> usize {
        self.variant.seats
    }

    /// The seats that still play.
    #[getter]
    fn alive<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let seats = 0..self.variant.seats as u8;
        let alive: Vec<u8> = seats.filter(|seat| self.table.game().is_alive(Seat(*seat))).collect();
        PyTuple::new(py, alive)
    }

    /// The position string.
    #[getter]
    fn fen(&self) -> String {
        self.table.game().fen()
    }

    /// The hash key of the position, 64 bits: all that decides legal moves, without clocks.
    #[getter]
    fn key(&self) -> u64 {
        self.table.game().key()
    }

    /// The number of the full move, as position strings have it.
    #[getter]
    fn fullmove(&self) -> u32 {
        self.table.game().fullmove()
    }

    /// Whether the king of the side to move is attacked.
    #[getter]
    fn is_check(&self) -> bool {
        self.table.is_check()
    }

    /// The names of the cells of the pieces that attack the king of the side to move.
    #[getter]
    fn checkers(&self) -> Vec<String> {
        let game = self.table.game();
        game.checkers().into_iter().map(|cell| game.cell_name(cell)).collect()
    }

    /// Returns the names of the cells of a seat's pieces that attack a cell.
    fn attackers(&self, cell: &str, seat: usize) -> PyResult<Vec<String>> {
        let (game, cell, seat) = (self.table.game(), self.cell(cell)?, self.seat(seat)?);
        Ok(game.attackers(cell, seat).into_iter().map(|from| game.cell_name(from)).collect())
    }

    /// The end of the game; None while it goes on.
    #[getter]
    fn outcome(&self) -> Option<PyOutcome> {
        let outcome = self.table.game().outcome()?;
        Some(PyOutcome::of(self.variant, &outcome))
    }

    /// The claim that is open: the seat that may end the game now, and its points of 100.
    #[getter]
    fn claim(&self) -> Option<(u8, u16)> {
        self.table.game().claim().map(|claim| (claim.seat.0, claim.share))
    }

    /// Makes the claim that is open, and returns the end of the game.
    ///
    /// Raises ValueError if none is open.
    pub fn make_claim(&mut self) -> PyResult<PyOutcome> {
        let claim = self.table.game().claim();
        let outcome = claim.and_then(|claim| self.table.claim(claim.seat));
        let outcome = outcome.ok_or_else(|| PyValueError::new_err("no claim is open"))?;
        self.played.push(None);
        Ok(PyOutcome::of(self.variant, &outcome))
    }

    /// Takes a player of more than two from the table, as if it resigned or overstepped its time.
    ///
    /// Raises ValueError in a duel, which ends instead, and if the seat does not play any more.
    pub fn eliminate(&mut self, seat: usize) -> PyResult<()> {
        let seat = self.seat(seat)?;
        if self.table.eliminate(seat) {
            self.played.push(None);
            return Ok(());
        }
        let message = "the seat does not play any more, or the game is a duel, which ends instead";
        Err(PyValueError::new_err(message))
    }

    /// Returns a copy; without its past if `stack` is false.
    #[pyo3(signature = (*, stack=true))]
    fn copy(&self, stack: bool) -> Self {
        Self::of(self.table.copy(stack), self.variant, self.options)
    }

    fn __copy__(&self) -> Self {
        self.copy(true)
    }

    #[pyo3(signature = (_memo, /))]
    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy(true)
    }

    /// The pickle of a game has all events of the game.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Pickle)> {
        let past = self.table.past().into_iter().map(|event| match event {
            Event::Move(choice) => Some(Past::Move(choice.text())),
            Event::Leave(seat) => Some(Past::Leave(seat.0)),
            Event::Claim => None,
        });
        let Options { classic_scoring, team_king_loss_eliminates } = self.options;
        let options = (classic_scoring, team_king_loss_eliminates);
        let parts = (self.variant.name, self.table.start().fen(), options, past.collect());
        Ok((module::function(py, "unpickled_game")?, parts))
    }

    fn __eq__(&self, other: &Self) -> bool {
        std::ptr::eq(self.variant, other.variant)
            && self.options == other.options
            && self.fen() == other.fen()
    }

    /// The hash changes with the position, so do not play on in a game that is a key of a dict.
    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.variant.name, self.key()).hash(&mut hasher);
        hasher.finish()
    }

    /// The pieces on the board, dead ones too, in the order of their cells.
    #[getter]
    fn pieces(&self) -> Vec<PyPiece> {
        self.all_pieces()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.all_pieces())?.try_iter()
    }

    fn __getitem__(&self, cell: &str) -> PyResult<Option<PyPiece>> {
        let cell = self.cell(cell)?;
        Ok(self.table.game().piece(cell).map(|piece| self.piece(cell, piece)))
    }

    /// Returns the number of leaves `depth` plies below in the tree of legal moves.
    #[pyo3(signature = (depth, /))]
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        if depth == 0 {
            return Ok(1);
        }
        Ok(self.counts(py, depth)?.iter().map(|(_, leaves)| leaves).sum())
    }

    /// Returns the same for each legal move, as a dict by the move's text.
    #[pyo3(signature = (depth, /))]
    fn divide<'py>(&self, py: Python<'py>, depth: u32) -> PyResult<Bound<'py, PyDict>> {
        let counts = PyDict::new(py);
        if depth > 0 {
            for (mv, leaves) in self.counts(py, depth)? {
                counts.set_item(mv.to_string(), leaves)?;
            }
        }
        Ok(counts)
    }

    /// Returns the position as a picture in SVG.
    ///
    /// `size` is the width in pixels (it fills its place without one), `arrows` holds pairs of cell
    /// names and `Move`s, `last` says whether the last move is marked, or which, `from_seat` has
    /// its pieces at the bottom, and `highlights` names cells that stand out.
    #[pyo3(signature = (*, size=None, arrows=None, last=None, from_seat=0, highlights=None))]
    fn svg(
        &self,
        size: Option<u32>,
        arrows: Option<&Bound<'_, PyAny>>,
        last: Option<&Bound<'_, PyAny>>,
        from_seat: usize,
        highlights: Option<Vec<String>>,
    ) -> PyResult<String> {
        let from = self.seat(from_seat)?;
        let highlights = highlights.unwrap_or_default();
        let highlights = highlights.iter().map(|name| self.cell(name)).collect::<PyResult<_>>()?;
        picture::svg(self, picture::Wanted { size, arrows, last, from, highlights })
    }

    /// The picture that notebooks show.
    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(Some(picture::NOTEBOOK), None, None, 0, None)
    }

    /// The board as text.
    fn __str__(&self) -> String {
        self.table.game().draw().to_string()
    }

    fn __repr__(&self) -> String {
        format!("Game({:?}, {:?})", self.variant.name, self.fen())
    }
}

impl PyGame {
    /// Leaves by legal move, on all processors; Ctrl-C ends it.
    fn counts(&self, py: Python<'_>, depth: u32) -> PyResult<Vec<(GameMove, u64)>> {
        let game = self.table.game();
        let interrupt = Interrupt::default();
        let counts = waiting(py, &interrupt, || game.perft_on_pool(depth, &interrupt))?;
        Ok(counts.unwrap_or_default())
    }
}
