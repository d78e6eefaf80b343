//! `Actions`: a game's moves as numbers, and its positions as planes, for agents that learn.

use std::collections::BTreeSet;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyByteArray;
use rotunda_movegen::{Cell, Kind, MoveKind, Seat, Spec, Variant};

use crate::game::PyGame;
use crate::moves::PyMove;
use crate::table::{Choice, Moves, Table};
use crate::variant::wanted;

/// A move as agents know it: its two cells, and the kind of its promotion.
type Code = (u8, u8, Option<u8>);

/// The numbers of a variant's moves.
///
/// A number stands for a pair of cells that some piece can join, alone or with a promotion; in
/// games round a table the last one is the pass. Of several series of jumps between two cells it is
/// the first.
pub(crate) struct Numbers {
    cells: usize,
    kinds: usize,
    seats: usize,
    /// The action of each number, sorted; `None` for the pass.
    codes: Vec<Option<Code>>,
    /// For each pair of cells the number of its first code, and how many it has.
    pairs: Vec<(u32, u8)>,
}

/// The moves that pieces can make at all, with any pieces in their way.
fn codes(spec: &Spec) -> BTreeSet<Code> {
    let mut codes: BTreeSet<Code> = BTreeSet::new();
    for kind in &spec.kinds {
        for (seat, cells) in kind.paths.iter().enumerate() {
            let choices = kind.choices.get(seat).map_or(&[][..], Vec::as_slice);
            let goals = kind.promotes_on.get(seat).map_or(&[][..], Vec::as_slice);
            for (from, paths) in cells.iter().enumerate() {
                for to in paths.iter().flat_map(|path| &path.cells) {
                    codes.insert((from as u8, to.0, None));
                    if goals.contains(to) {
                        codes.extend(choices.iter().map(|kind| (from as u8, to.0, Some(kind.0))));
                    }
                }
            }
        }
    }
    codes.extend(spec.castlings.iter().map(|castling| {
        let (from, to) = castling.code;
        (from.0, to.0, None)
    }));
    if spec.kinds.iter().any(|kind| kind.jumps) {
        let cells = spec.grid.all().count() as u8;
        codes.extend((0..cells).flat_map(|from| (0..cells).map(move |to| (from, to, None))));
    }
    codes
}

impl Numbers {
    /// The numbers of a variant.
    pub fn of(variant: &'static Variant) -> Self {
        let spec = variant.spec();
        let cells = spec.grid.all().count();
        let mut all: Vec<_> = codes(&spec).into_iter().map(Some).collect();
        let mut pairs = vec![(0_u32, 0_u8); cells * cells];
        for (number, code) in all.iter().enumerate() {
            let Some((from, to, _)) = code else { continue };
            let pair = &mut pairs[usize::from(*from) * cells + usize::from(*to)];
            if pair.1 == 0 {
                pair.0 = number as u32;
            }
            pair.1 += 1;
        }
        if !variant.is_duel() {
            all.push(None);
        }
        Self { cells, kinds: spec.kinds.len(), seats: spec.seats(), codes: all, pairs }
    }

    /// Returns the number of actions.
    pub fn len(&self) -> usize {
        self.codes.len()
    }

    /// The number of a move.
    pub fn number(&self, moves: &dyn Moves, index: usize) -> Option<usize> {
        if moves.kind(index) == MoveKind::Pass {
            return self.codes.last().filter(|code| code.is_none()).map(|_| self.len() - 1);
        }
        let (from, to): (Cell, Cell) = (moves.from(index), moves.to(index));
        let promotion = moves.promotes_to(index).map(|Kind(kind)| kind);
        let (first, count) = self.pairs[from.index() * self.cells + to.index()];
        let numbers = first as usize..first as usize + usize::from(count);
        numbers.into_iter().find(|number| self.codes[*number] == Some((from.0, to.0, promotion)))
    }

    /// The index of the first legal move with a number.
    pub fn index(&self, moves: &dyn Moves, number: usize) -> Option<usize> {
        (0..moves.len()).find(|index| self.number(moves, *index) == Some(number))
    }

    /// Marks the numbers of the legal moves with ones, in a row of zeros.
    pub fn mark(&self, moves: &dyn Moves, row: &mut [u8]) {
        for number in (0..moves.len()).filter_map(|index| self.number(moves, index)) {
            row[number] = 1;
        }
    }

    /// Returns the number of relations of a piece to an observer: its own, those of the seats that
    /// move after it, and dead ones.
    const fn relations(&self) -> usize {
        self.seats + 1
    }

    /// The shape of a position's planes: cells, kinds, relations.
    pub const fn shape(&self) -> (usize, usize, usize) {
        (self.cells, self.kinds, self.relations())
    }

    /// Returns the number of bytes in the planes of a position.
    pub const fn planes_len(&self) -> usize {
        self.cells * self.kinds * self.relations()
    }

    /// Sets the ones of a position's planes as a seat sees them, in a row of zeros.
    pub fn draw(&self, table: &dyn Table, observer: Seat, row: &mut [u8]) {
        for (cell, piece) in table.game().pieces() {
            let away = (piece.seat().index() + self.seats - observer.index()) % self.seats;
            let relation = if piece.is_dead() { self.seats } else { away };
            let at = cell.index() * self.kinds + piece.kind().index();
            row[at * self.relations() + relation] = 1;
        }
    }
}

/// A game's moves as numbers, and its positions as planes.
///
/// >>> import rotunda
/// >>> actions = rotunda.Actions("chess")
/// >>> actions.size, actions.shape
/// (1968, (64, 6, 3))
/// >>> game = rotunda.Game("chess")
/// >>> number = actions.number(game, "e2e4")
/// >>> str(actions.move(game, number)), sum(actions.mask(game))
/// ('e2e4', 20)
#[pyclass(name = "Actions", module = "rotunda", frozen)]
pub(crate) struct PyActions {
    numbers: Arc<Numbers>,
    variant: &'static Variant,
}

impl PyActions {
    fn own<'a>(&self, game: &'a PyGame) -> PyResult<&'a dyn Table> {
        if std::ptr::eq(game.variant, self.variant) {
            return Ok(&*game.table);
        }
        let message = format!("this is a game of {}, not of {}", game.variant, self.variant);
        Err(pyo3::exceptions::PyValueError::new_err(message))
    }
}

#[pymethods]
impl PyActions {
    #[new]
    fn new(variant: &Bound<'_, PyAny>) -> PyResult<Self> {
        let variant = wanted(variant)?;
        Ok(Self { numbers: Arc::new(Numbers::of(variant)), variant })
    }

    /// The number of actions, which are 0 to `size - 1`.
    #[getter]
    fn size(&self) -> usize {
        self.numbers.len()
    }

    /// The shape of a position's planes: cells, kinds, and relations.
    ///
    /// A cell, a kind and a relation meet in a one where such a piece stands. Relation 0 are the
    /// observer's own pieces, 1 those of the seat that moves next, and so on; the last are dead
    /// pieces, whose owner has left.
    #[getter]
    fn shape(&self) -> (usize, usize, usize) {
        self.numbers.shape()
    }

    /// Returns the number of a legal move.
    #[pyo3(signature = (game, r#move, /))]
    fn number(&self, game: &PyGame, r#move: &Bound<'_, PyAny>) -> PyResult<usize> {
        self.own(game)?;
        let choice = game.own(r#move)?;
        let number = self.numbers.number(&*choice.moves, choice.index);
        number.ok_or_else(|| game.illegal(&choice.text()))
    }

    /// Returns the legal move with a number; None if there is none.
    #[pyo3(name = "move", signature = (game, number, /))]
    fn legal(&self, game: &PyGame, number: usize) -> PyResult<Option<PyMove>> {
        let moves = self.own(game)?.moves();
        let index = self.numbers.index(&*moves, number);
        Ok(index.map(|index| PyMove::of(Choice { moves, index })))
    }

    /// Returns a byte for each number: 1 for those of legal moves, else 0.
    #[pyo3(signature = (game, /))]
    fn mask<'py>(&self, py: Python<'py>, game: &PyGame) -> PyResult<Bound<'py, PyByteArray>> {
        let moves = self.own(game)?.moves();
        PyByteArray::new_with(py, self.numbers.len(), |row| {
            self.numbers.mark(&*moves, row);
            Ok(())
        })
    }

    /// Returns the planes of a position as a seat sees them, a byte each, in the order of `shape`.
    #[pyo3(signature = (game, seat, /))]
    fn planes<'py>(
        &self,
        py: Python<'py>,
        game: &PyGame,
        seat: usize,
    ) -> PyResult<Bound<'py, PyByteArray>> {
        let (table, seat) = (self.own(game)?, game.seat(seat)?);
        PyByteArray::new_with(py, self.numbers.planes_len(), |row| {
            self.numbers.draw(table, seat, row);
            Ok(())
        })
    }
}
