//! [`Table`]: the value of every position of some material.

use std::sync::atomic::{AtomicU16, Ordering};

use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};

use rotunda_movegen::{Bitboard, Cell, Seat};

use crate::code::Code;
use crate::layout::{Layout, State};
use crate::symmetry::Symmetry;

/// The values of all positions of some material.
#[derive(Debug)]
pub(crate) struct Table {
    pub layout: Layout,
    /// The codes of all entries. They are atomic, since many threads write them while the table is
    /// built.
    codes: Vec<AtomicU16>,
}

/// The counts of positions with one side to move, by their value.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// The number of positions that can occur.
    pub positions: u64,
    /// The positions that the side to move wins, for each share of the point.
    pub won: [u64; 3],
    /// The positions that it loses, for each share of the point.
    pub lost: [u64; 3],
    /// The plies of the longest win and the longest loss of the greatest share.
    pub longest: u16,
}

/// The sums of the plies that lone kings hold out, with counts. The indices are the king's cell,
/// the colour of the cell of a piece that never leaves one colour, and whether White is the lone
/// side.
#[derive(Clone, Debug)]
pub(crate) struct Sums(Vec<[[(u64, u64); 2]; 2]>);

impl Sums {
    fn new(cells: usize) -> Self {
        Self(vec![[[(0, 0); 2]; 2]; cells])
    }

    fn add(&mut self, is_white: bool, colour: bool, king: u8, plies: u16) {
        let (sum, count) =
            &mut self.0[usize::from(king)][usize::from(is_white)][usize::from(colour)];
        *sum += u64::from(plies);
        *count += 1;
    }

    /// Returns the mean plies by cell, for both colours together if no colour is given; `None` if
    /// the side never loses.
    pub fn means(&self, is_white: bool, colour: Option<bool>) -> Option<Vec<u16>> {
        let mean = |cell: &[[(u64, u64); 2]; 2]| {
            let of = cell[usize::from(is_white)];
            let (sum, count) = match colour {
                Some(colour) => of[usize::from(colour)],
                None => (of[0].0 + of[1].0, of[0].1 + of[1].1),
            };
            (sum + count / 2).checked_div(count).unwrap_or(0) as u16
        };
        let means: Vec<u16> = self.0.iter().map(mean).collect();
        means.iter().any(|mean| *mean > 0).then_some(means)
    }
}

impl Tally {
    fn of(code: Code) -> Self {
        let mut tally = Self::default();
        if code == Code::IMPOSSIBLE {
            return tally;
        }
        tally.positions = 1;
        if code.is_win() {
            tally.won[code.class()] = 1;
        } else if code.is_loss() {
            tally.lost[code.class()] = 1;
        }
        if code.is_win() || code.is_loss() {
            tally.longest = if code.class() == 0 { code.plies() } else { 0 };
        }
        tally
    }

    fn plus(self, other: Self) -> Self {
        let add = |one: [u64; 3], two: [u64; 3]| [0, 1, 2].map(|class| one[class] + two[class]);
        Self {
            positions: self.positions + other.positions,
            won: add(self.won, other.won),
            lost: add(self.lost, other.lost),
            longest: self.longest.max(other.longest),
        }
    }
}

impl Table {
    /// Creates a table with no decided position.
    pub fn new(layout: Layout) -> Self {
        let codes = (0..layout.len()).map(|_| AtomicU16::new(Code::OPEN.0)).collect();
        Self { layout, codes }
    }

    /// Creates a table with these codes; `None` unless there is one for each entry.
    pub fn with_codes(layout: Layout, codes: Vec<u16>) -> Option<Self> {
        let fits = codes.len() == layout.len();
        fits.then(|| Self { layout, codes: codes.into_iter().map(AtomicU16::new).collect() })
    }

    /// Returns the number of entries.
    pub const fn len(&self) -> usize {
        self.codes.len()
    }

    /// Returns the code of the position.
    #[inline]
    pub fn code(&self, state: State) -> Code {
        self.at(self.layout.index(state))
    }

    /// Returns the code at an index.
    #[inline]
    pub fn at(&self, index: usize) -> Code {
        Code(self.codes[index].load(Ordering::Relaxed))
    }

    /// Writes the code at an index.
    #[inline]
    pub fn set(&self, index: usize, code: Code) {
        self.codes[index].store(code.0, Ordering::Relaxed);
    }

    /// Returns the codes of all entries in order.
    pub fn codes(&self) -> impl Iterator<Item = u16> {
        self.codes.iter().map(|code| code.load(Ordering::Relaxed))
    }

    /// Returns the code and index of the longest win of the greatest share with a side to move, if
    /// it wins anywhere.
    pub fn longest_win(&self, turn: u8) -> Option<(u16, usize)> {
        let wins = self.codes.par_iter().enumerate().filter_map(|(index, code)| {
            let code = Code(code.load(Ordering::Relaxed));
            let is_win = code.is_win() && code.class() == 0;
            (is_win && self.layout.state(index).turn == turn).then(|| (code.plies(), index))
        });
        wins.max_by_key(|(plies, index)| (*plies, std::cmp::Reverse(*index)))
    }

    /// Returns the sums of plies that a lone king survives, by its cell.
    ///
    /// `bound` is the index of a piece that stays on cells of one colour; the sums for light and
    /// for dark cells are separate. Positions that a symmetry maps to positions of the table count
    /// too.
    pub fn resistance<const W: usize>(
        &self,
        symmetries: &[Symmetry],
        bound: Option<usize>,
        light: Bitboard<W>,
    ) -> Sums {
        let mut sums = Sums::new(self.layout.cells);
        for (index, code) in self.codes().map(Code).enumerate() {
            if !(code.is_loss() && code != Code::IMPOSSIBLE && code.class() == 0) {
                continue;
            }
            let state = self.layout.state(index);
            if state.turn != Seat::BLACK.0 || state.laps != 0 {
                continue;
            }
            for symmetry in symmetries {
                let to = |man: usize| symmetry.to[usize::from(state.cells[man])];
                let colour = bound.is_some_and(|man| light.has(Cell(to(man))));
                sums.add(symmetry.swaps, colour, to(1), code.plies());
            }
        }
        sums
    }

    /// Counts the positions with a seat to move in which no king has a lap and no pawn has just
    /// made a double step. Each of several symmetric positions counts.
    pub fn tally(&self, turn: u8) -> Tally {
        let of = |(index, code): (usize, &AtomicU16)| {
            let code = Code(code.load(Ordering::Relaxed));
            if code == Code::IMPOSSIBLE {
                return Tally::default();
            }
            let state = self.layout.state(index);
            if state.turn != turn || state.laps != 0 || state.en_passant != 0 {
                return Tally::default();
            }
            let weight = self.layout.weight(state);
            let tally = Tally::of(code);
            let times = |counts: [u64; 3]| counts.map(|count| count * weight);
            Tally {
                positions: weight,
                won: times(tally.won),
                lost: times(tally.lost),
                longest: tally.longest,
            }
        };
        self.codes.par_iter().enumerate().map(of).reduce(Tally::default, Tally::plus)
    }
}
