//! `Batch`: many games of a variant at once, for agents that learn from much play.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyByteArray;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use rotunda_movegen::{Options, Outcome, Seat, Variant};

use crate::actions::Numbers;
use crate::errors::IllegalMove;
use crate::table::{Choice, RuleSet, Table, table};
use crate::variant::wanted;

/// Most games of a batch.
const MOST: usize = 1 << 20;

/// A game of a batch.
struct Slot {
    table: Box<dyn Table>,
    plies: u32,
}

/// The end of a step of a game.
#[derive(Clone, Copy)]
struct Stepped {
    outcome: Option<Outcome>,
    is_cut: bool,
}

/// Many games of a variant, each at its own move. `rotunda.VectorEnv` makes arrays of it.
#[pyclass(module = "rotunda")]
pub(crate) struct Batch {
    slots: Vec<Slot>,
    start: Box<dyn Table>,
    numbers: Numbers,
    variant: &'static Variant,
    random: SmallRng,
    max_plies: Option<u32>,
}

impl Batch {
    /// An array of rows of bytes, one a game.
    fn rows<'py>(
        &self,
        py: Python<'py>,
        width: usize,
        fill: impl Fn(&Slot, &mut [u8]),
    ) -> PyResult<Bound<'py, PyByteArray>> {
        PyByteArray::new_with(py, self.slots.len() * width, |bytes| {
            let rows = self.slots.iter().zip(bytes.chunks_exact_mut(width));
            rows.for_each(|(slot, row)| fill(slot, row));
            Ok(())
        })
    }

    /// Plays a move in a game, which begins anew if it has ended.
    fn play(&mut self, game: usize, index: usize) -> Stepped {
        let slot = &mut self.slots[game];
        let moves = slot.table.moves();
        let played = slot.table.play(Choice { moves, index });
        assert!(played.is_ok(), "a move of the list is legal");
        slot.table.forget();
        slot.plies += 1;
        let outcome = slot.table.game().outcome();
        let is_cut = outcome.is_none() && self.max_plies.is_some_and(|most| slot.plies >= most);
        if outcome.is_some() || is_cut {
            *slot = Slot { table: self.start.copy(false), plies: 0 };
        }
        Stepped { outcome, is_cut }
    }

    /// For each game the points of every seat, in bytes of 100 or 255 while it goes on, and then a
    /// byte: 0 while it goes on, 1 once it has ended by the rules, 2 by its length.
    fn results<'py>(
        &self,
        py: Python<'py>,
        stepped: &[Stepped],
    ) -> PyResult<Bound<'py, PyByteArray>> {
        let (seats, width) = (self.variant.seats, self.variant.seats + 1);
        let even = self.start.game().even_points();
        PyByteArray::new_with(py, stepped.len() * width, |bytes| {
            for (step, row) in stepped.iter().zip(bytes.chunks_exact_mut(width)) {
                for (seat, points) in row[..seats].iter_mut().enumerate() {
                    *points = match step.outcome {
                        Some(outcome) => outcome.points(Seat(seat as u8)) as u8,
                        None if step.is_cut => even[seat] as u8,
                        None => u8::MAX,
                    };
                }
                row[seats] = u8::from(step.outcome.is_some()) + 2 * u8::from(step.is_cut);
            }
            Ok(())
        })
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (variant, games, seed, max_plies=None))]
    fn new(
        variant: &Bound<'_, PyAny>,
        games: usize,
        seed: u64,
        max_plies: Option<u32>,
    ) -> PyResult<Self> {
        let variant = wanted(variant)?;
        if !(1..=MOST).contains(&games) {
            return Err(PyValueError::new_err(format!("a batch has 1 to {MOST} games")));
        }
        let start = table(RuleSet { variant, options: Options::default() }, None);
        let start = start.map_err(|error| PyValueError::new_err(error.to_string()))?;
        let slot = |_| Slot { table: start.copy(false), plies: 0 };
        Ok(Self {
            slots: (0..games).map(slot).collect(),
            start,
            numbers: Numbers::of(variant),
            variant,
            random: SmallRng::seed_from_u64(seed),
            max_plies,
        })
    }

    /// Returns the number of actions, and the shape of a position's planes.
    #[getter]
    fn shape(&self) -> (usize, (usize, usize, usize)) {
        (self.numbers.len(), self.numbers.shape())
    }

    /// Begins all games anew, with random actions that follow from the seed.
    fn reset(&mut self, seed: Option<u64>) {
        for slot in &mut self.slots {
            *slot = Slot { table: self.start.copy(false), plies: 0 };
        }
        if let Some(seed) = seed {
            self.random = SmallRng::seed_from_u64(seed);
        }
    }

    /// Returns a byte for each game: whose turn it is.
    fn turns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        self.rows(py, 1, |slot, row| row[0] = slot.table.game().turn().0)
    }

    /// Returns the planes of all games, each as the seat sees it whose turn it is.
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        self.rows(py, self.numbers.planes_len(), |slot, row| {
            self.numbers.draw(&*slot.table, slot.table.game().turn(), row);
        })
    }

    /// Returns the masks of all games.
    fn masks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        self.rows(py, self.numbers.len(), |slot, row| self.numbers.mark(&*slot.table.moves(), row))
    }

    /// Returns a random legal action of each game.
    fn sample(&mut self) -> Vec<usize> {
        let random = &mut self.random;
        let actions = self.slots.iter().map(|slot| {
            let moves = slot.table.moves();
            let index = random.random_range(0..moves.len());
            self.numbers.number(&*moves, index).unwrap_or_default()
        });
        actions.collect()
    }

    /// Plays an action in each game; those that have ended begin anew. Returns the points of the
    /// seats and the ends.
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        actions: Vec<usize>,
    ) -> PyResult<Bound<'py, PyByteArray>> {
        if actions.len() != self.slots.len() {
            let message = format!("{} actions for {} games", actions.len(), self.slots.len());
            return Err(PyValueError::new_err(message));
        }
        let mut chosen = Vec::with_capacity(actions.len());
        for (game, (slot, action)) in self.slots.iter().zip(&actions).enumerate() {
            let index = self.numbers.index(&*slot.table.moves(), *action);
            chosen.push(index.ok_or_else(|| {
                let fen = slot.table.game().fen();
                IllegalMove::new_err(format!("action {action} of game {game} is illegal in {fen}"))
            })?);
        }
        let play = |(game, index)| self.play(game, index);
        let stepped: Vec<_> = chosen.into_iter().enumerate().map(play).collect();
        self.results(py, &stepped)
    }
}
