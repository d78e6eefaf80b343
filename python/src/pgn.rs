//! Games as PGN, read leniently and written strictly.

use std::fs::File;
use std::io::{BufRead, BufReader, Cursor, Read};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::{PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};
use rotunda_movegen::{Game, Seat, Variant};
use rotunda_notation::pgn::{
    Event as Remark, GameResult, Header, Item, Movetext, PgnReader as Reader, PlayedGame, Ply,
    Tags, events,
};
use rotunda_notation::{GameError, GameFault, Notation};

use crate::errors::file_error;
use crate::game::PyGame;
use crate::table::{Event, RuleSet, Table, table};
use crate::variant::{PyVariant, wanted};

/// Bytes that are asked of a file of Python's at a time.
const PART: usize = 1 << 16;

/// A file of Python's, of bytes or of text.
struct PythonFile {
    file: Py<PyAny>,
    pending: Cursor<Vec<u8>>,
}

impl Read for PythonFile {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.pending.read(buffer)?;
        if count > 0 || buffer.is_empty() {
            return Ok(count);
        }
        let part = Python::attach(|py| -> PyResult<Vec<u8>> {
            let part = self.file.bind(py).call_method1("read", (PART,))?;
            match part.cast::<PyBytes>() {
                Ok(bytes) => Ok(bytes.as_bytes().to_vec()),
                Err(_) => Ok(part.extract::<String>()?.into_bytes()),
            }
        });
        self.pending = Cursor::new(part.map_err(std::io::Error::other)?);
        self.pending.read(buffer)
    }
}

type Input = Box<dyn BufRead + Send>;

/// Returns the contents of a path, of a text with a line break, or of a file of Python's.
fn input(source: &Bound<'_, PyAny>) -> PyResult<Input> {
    let text = source.extract::<String>().ok().filter(|text| text.contains('\n'));
    if let Some(text) = text {
        return Ok(Box::new(Cursor::new(text.into_bytes())));
    }
    if source.hasattr("read")? {
        let file = PythonFile { file: source.clone().unbind(), pending: Cursor::default() };
        return Ok(Box::new(BufReader::new(file)));
    }
    let path: PathBuf = source.extract()?;
    let file = File::open(&path)
        .map_err(|error| PyOSError::new_err(format!("{}: {error}", path.display())))?;
    Ok(Box::new(BufReader::new(file)))
}

/// The games of a PGN, one at a time.
#[pyclass(module = "rotunda", frozen)]
pub(crate) struct PgnReader {
    reader: Mutex<Reader<Input>>,
    usual: &'static Variant,
}

#[pymethods]
impl PgnReader {
    #[new]
    fn new(source: &Bound<'_, PyAny>, variant: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (reader, usual) = (Mutex::new(Reader::new(input(source)?)), wanted(variant)?);
        Ok(Self { reader, usual })
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<PgnGame>> {
        let read = py.detach(|| {
            let mut reader = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
            let game = reader.next()?;
            Some(game.and_then(|text| PlayedGame::of(text, self.usual)))
        });
        match read {
            None => Ok(None),
            Some(Ok(played)) => PgnGame::of(py, &played).map(Some),
            Some(Err(error)) => Err(pgn_error(py, error)),
        }
    }
}

/// The exception for a game that cannot be read.
fn pgn_error(py: Python<'_>, error: GameError) -> PyErr {
    let (text, place) = (error.to_string(), error.place);
    match error.fault {
        GameFault::Io(error) => match error.downcast::<PyErr>() {
            Ok(own) => own,
            Err(error) => PyOSError::new_err(error.to_string()),
        },
        _ => file_error(py, text, Some(place.line), Some(place.column)),
    }
}

/// A game of a PGN whose moves have been played.
///
/// `tags` is a dict, `game` the game after the last move of the main line, `result` the mark at the
/// end, and `notes` the faults that did not stop the reader. `str()` writes it as PGN again, with
/// its variations and comments.
#[pyclass(module = "rotunda", frozen)]
pub(crate) struct PgnGame {
    #[pyo3(get)]
    number: usize,
    #[pyo3(get)]
    tags: Py<PyDict>,
    #[pyo3(get)]
    game: Py<PyGame>,
    #[pyo3(get)]
    result: String,
    #[pyo3(get)]
    notes: Vec<String>,
    text: String,
    items: Vec<(&'static str, String)>,
    comments: Vec<String>,
    variant: &'static Variant,
}

/// Plays the events in a comment that are not moves.
fn happen(table: &mut dyn Table, comment: &str) {
    for event in events(comment) {
        match event {
            Remark::Claim => {
                let claim = table.game().claim();
                claim.and_then(|claim| table.claim(claim.seat));
            }
            Remark::Leave(seat) if usize::from(seat) < table.game().seats() => {
                table.eliminate(Seat(seat));
            }
            Remark::Leave(_) => {}
        }
    }
}

/// The main line, played, and the comments behind its moves, the first one before them.
fn main_line(played: &PlayedGame, table: &mut dyn Table) -> Vec<String> {
    let mut comments = vec![String::new()];
    let mut depth = 0_usize;
    for item in &played.items {
        match item {
            Item::Open => depth += 1,
            Item::Close => depth = depth.saturating_sub(1),
            Item::Move(ply) if depth == 0 => {
                table.play_text(&ply.mv.to_string());
                comments.push(String::new());
            }
            Item::Comment(text) if depth == 0 => {
                happen(table, text);
                if let Some(last) = comments.last_mut() {
                    last.push_str(if last.is_empty() { "" } else { " " });
                    last.push_str(text);
                }
            }
            Item::Move(_) | Item::Comment(_) | Item::Nag(_) => {}
        }
    }
    comments
}

impl PgnGame {
    fn of(py: Python<'_>, played: &PlayedGame) -> PyResult<Self> {
        let Header { variant, options, start } = &played.header;
        let begun = table(RuleSet { variant, options: *options }, start.as_deref());
        let mut table = begun.map_err(|error| PyValueError::new_err(error.to_string()))?;
        let comments = main_line(played, &mut *table);
        let tags = PyDict::new(py);
        for (name, value) in played.tags.iter() {
            tags.set_item(name, value)?;
        }
        let item = |item: &Item| match item {
            Item::Move(ply) => ("move", ply.text.clone()),
            Item::Comment(text) => ("comment", text.clone()),
            Item::Nag(nag) => ("nag", nag.to_string()),
            Item::Open => ("open", "(".to_owned()),
            Item::Close => ("close", ")".to_owned()),
        };
        Ok(Self {
            number: played.number,
            tags: tags.unbind(),
            game: Py::new(py, PyGame::of(table, variant, *options))?,
            result: played.result.to_string(),
            notes: played.notes.iter().map(ToString::to_string).collect(),
            text: played.to_string(),
            items: played.items.iter().map(item).collect(),
            comments,
            variant,
        })
    }
}

#[pymethods]
impl PgnGame {
    /// The game's variant.
    #[getter]
    fn variant(&self) -> PyVariant {
        PyVariant(self.variant)
    }

    /// The moves of the main line, the same as `game.history`.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.game.bind(py).getattr("history")
    }

    /// The comments of the main line: that before the first move, and one behind each move; empty
    /// where there is none.
    #[getter]
    fn comments(&self) -> Vec<String> {
        self.comments.clone()
    }

    /// The movetext with its variations: pairs of a word ("move", "comment", "nag", "open",
    /// "close") and a text.
    #[getter]
    fn items(&self) -> Vec<(&'static str, String)> {
        self.items.clone()
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<PgnGame {} of {}, {}>", self.number, self.variant, self.result)
    }
}

/// A game that is being written.
struct Writing<'a> {
    game: Game,
    notation: Notation,
    text: Movetext,
    comments: std::vec::IntoIter<String>,
    variant: &'a str,
}

impl Writing<'_> {
    fn comment(&mut self) {
        self.text.comment(&self.comments.next().unwrap_or_default());
    }

    fn write(&mut self, event: &Event) -> PyResult<()> {
        match event {
            Event::Move(choice) => {
                let text = choice.text();
                let ply = Ply::play(&self.notation, &mut self.game, &text);
                let ply = ply.map_err(|error| PyValueError::new_err(error.to_string()))?;
                self.text.play(ply.number, ply.is_first, &ply.text);
                self.comment();
            }
            Event::Leave(seat) => {
                self.game.eliminate(*seat);
                self.text.comment(&format!("[%leave {} resigned]", seat.0 + 1));
            }
            Event::Claim => {
                let claim = self.game.claim();
                let made = claim.and_then(|claim| self.game.make_claim(claim.seat));
                if made.is_none() {
                    let message = format!("no claim is open in {}", self.variant);
                    return Err(PyValueError::new_err(message));
                }
                self.text.comment("[%claim]");
            }
        }
        Ok(())
    }
}

/// Returns a game as PGN, with tags from a dict, and comments: that before the first move, and one
/// behind each move.
#[pyfunction]
pub(crate) fn pgn_text(
    game: &PyGame,
    tags: &Bound<'_, PyDict>,
    comments: Vec<String>,
) -> PyResult<String> {
    let start = game.table.start();
    let fen = Some(start.fen()).filter(|fen| fen != game.variant.start());
    let header = Header { variant: game.variant, options: game.options, start: fen };
    let points = game.table.game().outcome().map(|outcome| {
        let seats = 0..game.variant.seats as u8;
        seats.map(|seat| outcome.points(Seat(seat))).collect::<Vec<_>>()
    });
    let result = points.map_or(GameResult::Unknown, |points| GameResult::of_points(&points));
    let mut given = Tags::default();
    given.set("Result", result.to_string());
    if game.variant.name != "chess" || header.start.is_some() {
        header.add_to(&mut given);
    }
    let mut result = result;
    for (name, value) in tags.iter() {
        let name = name.cast::<PyString>().map_err(|_| PyTypeError::new_err("tags are str"))?;
        let (name, value) = (name.to_string(), value.str()?.to_string());
        if name == "Result" {
            let mark = value.parse();
            result = mark.map_err(|_| PyValueError::new_err("no result of a game"))?;
        }
        given.set(&name, value);
    }
    let (notation, text) = (Notation::of(game.variant), Movetext::default());
    let (comments, variant) = (comments.into_iter(), game.variant.name);
    let mut writing = Writing { game: start, notation, text, comments, variant };
    writing.comment();
    for event in game.table.past() {
        writing.write(&event)?;
    }
    Ok(format!("{}\n{}", given.with_roster(), writing.text.finish(result)))
}
