//! The mobility of each kind on the empty board, from which all weights of the evaluation are
//! derived.

use std::collections::VecDeque;

use rotunda_movegen::{Cell, Kind, Mode, Seat, VariantTables};

/// The chance that a cell is empty, at which a rook of chess is worth 1.6 knights.
const EMPTY_CHANCE: f64 = 0.70;
/// The weight of a move to a neighbouring cell. A piece with only such moves is slow.
const CREEP: f64 = 0.8;
/// The weight of a move that can only capture, or cannot capture.
const HALF_MOVE: f64 = 0.5;

/// The chance that a jump in one direction finds a hurdle and a landing.
const JUMP: f64 = (1.0 - EMPTY_CHANCE) * EMPTY_CHANCE;
/// The weight of a jump, which leads on to others, and captures without standing on the victim's
/// cell.
const SERIES: f64 = 7.0;

/// The expected moves of a kind from each cell, by seat and cell.
pub(super) struct Mobility {
    by_cell: Vec<Vec<f64>>,
}

impl Mobility {
    pub fn of<const W: usize>(variant: &VariantTables<W>, kind: Kind, near: &Distances) -> Self {
        let seats = 0..variant.seats();
        let by_cell = seats.map(|seat| {
            let paths = &variant.kinds()[kind.index()].paths[seat];
            let expected = |cell: Cell| {
                let along: f64 = paths[cell.index()].iter().map(|p| worth(cell, p, near)).sum();
                along + f64::from(variant.hurdles(kind, cell).len()) * JUMP * SERIES
            };
            variant.grid().all().map(expected).collect()
        });
        Self { by_cell: by_cell.collect() }
    }

    /// Returns the expected moves from a cell.
    pub fn at(&self, seat: Seat, cell: Cell) -> f64 {
        self.by_cell[seat.index()][cell.index()]
    }

    /// Returns the expected moves from the average cell.
    pub fn mean(&self) -> f64 {
        let all = &self.by_cell[0];
        all.iter().sum::<f64>() / all.len() as f64
    }
}

/// Returns the expected number of moves along one path. Each of its cells counts with the chance
/// that the way to it allows a move in the path's mode.
fn worth(from: Cell, path: &rotunda_movegen::Path, near: &Distances) -> f64 {
    let mut sum = 0.0;
    for (passed, to) in path.cells.iter().enumerate() {
        let passed = passed as i32;
        let chance = match path.mode {
            Mode::Lame if passed as usize + 1 < path.cells.len() => 0.0,
            Mode::Both | Mode::Lame => EMPTY_CHANCE.powi(passed),
            Mode::Quiet | Mode::Capture => HALF_MOVE * EMPTY_CHANCE.powi(passed),
            Mode::Hop if passed == 0 => 0.0,
            Mode::Hop => {
                let one_hurdle = f64::from(passed) * (1.0 - EMPTY_CHANCE);
                HALF_MOVE * one_hurdle * EMPTY_CHANCE.powi(passed - 1)
            }
        };
        let creeps = near.between(from, *to) == 1;
        sum += chance * if creeps { CREEP } else { 1.0 };
    }
    sum
}

/// The steps of a king between any two cells of the empty board.
#[derive(Clone, Debug)]
pub(super) struct Distances {
    cells: usize,
    steps: Vec<u8>,
    greatest: u8,
}

/// The distance between cells that no king can connect.
const UNREACHABLE: u8 = u8::MAX;

impl Distances {
    pub fn of<const W: usize>(variant: &VariantTables<W>) -> Self {
        let cells = variant.cells();
        let king = &variant.kinds()[variant.king().index()];
        let mut steps = vec![UNREACHABLE; cells * cells];
        for start in 0..cells {
            let row = &mut steps[start * cells..][..cells];
            row[start] = 0;
            let mut queue = VecDeque::from([start]);
            while let Some(at) = queue.pop_front() {
                for path in &king.paths[0][at] {
                    let to = path.cells[0].index();
                    if row[to] == UNREACHABLE {
                        row[to] = row[at] + 1;
                        queue.push_back(to);
                    }
                }
            }
        }
        let reachable = steps.iter().copied().filter(|steps| *steps != UNREACHABLE);
        let greatest = reachable.max().unwrap_or(0);
        Self { cells, steps, greatest }
    }

    pub fn between(&self, from: Cell, to: Cell) -> u8 {
        self.steps[from.index() * self.cells + to.index()]
    }

    /// The greatest distance on the board.
    pub fn greatest(&self) -> u8 {
        self.greatest
    }
}
