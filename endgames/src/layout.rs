//! [`Layout`]: where in a table a position stands.

use std::sync::Arc;

use rotunda_movegen::VariantTables;

use crate::material::{MOST_MEN, Material};
use crate::symmetry::Symmetry;

/// A position of some material.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct State {
    /// Where each man stands, in the order of [`Material::men`].
    pub cells: [u8; MOST_MEN],
    /// The number of the seat to move.
    pub turn: u8,
    /// A bit for each seat whose king has crossed the line of its race.
    pub laps: u8,
    /// The man that has just made a double step, or 0, which is a king.
    pub passed: u8,
}

/// Where in a table the positions of some material stand.
///
/// Of positions that a symmetry of the board makes of each other the table holds those where
/// White's king stands on one of a few *first cells*, from which the symmetries lead to all others.
/// Where a symmetry leaves a first cell alone, the table holds a position and its mirror image
/// both.
#[derive(Debug)]
pub(crate) struct Layout {
    pub material: Material,
    pub cells: usize,
    symmetries: Vec<Symmetry>,
    firsts: Vec<u8>,
    /// For each cell the number of its first cell, and of the symmetry that leads there.
    ways: Vec<(usize, usize)>,
    /// How many cells lead to each first cell.
    sizes: Vec<u64>,
    /// For each first cell the symmetries, beyond that which changes nothing, that leave it alone.
    stays: Vec<Vec<usize>>,
    /// What else can differ between positions: laps, and the man that has just made a double step.
    conditions: Vec<(u8, u8)>,
    has_twins: bool,
}

impl Layout {
    /// A layout for some material, of which these men can make double steps that matter.
    pub fn new<const W: usize>(
        tables: &VariantTables<W>,
        material: Material,
        symmetries: &[Symmetry],
        passers: &[u8],
    ) -> Self {
        let symmetries: Vec<_> = symmetries.iter().filter(|s| !s.swaps).cloned().collect();
        let cells = tables.cells();
        let mut firsts: Vec<u8> = Vec::new();
        let mut ways = Vec::new();
        for cell in 0..cells {
            let way = symmetries.iter().enumerate().find_map(|(number, symmetry)| {
                let first = firsts.iter().position(|first| *first == symmetry.to[cell])?;
                Some((first, number))
            });
            ways.push(way.unwrap_or_else(|| {
                firsts.push(cell as u8);
                (firsts.len() - 1, 0)
            }));
        }
        let stays = firsts.iter().map(|first| {
            let stays = |number: &usize| symmetries[*number].to[usize::from(*first)] == *first;
            (1..symmetries.len()).filter(stays).collect()
        });
        let leading = |first| ways.iter().filter(|(other, _)| *other == first).count() as u64;
        let laps = if tables.laps().is_empty() { 1 } else { 4 };
        let passed = || [0].into_iter().chain(passers.iter().copied());
        let conditions = (0..laps).flat_map(|laps| passed().map(move |man| (laps, man)));
        Self {
            has_twins: material.has_twins(),
            material,
            cells,
            stays: stays.collect(),
            sizes: (0..firsts.len()).map(leading).collect(),
            conditions: conditions.collect(),
            firsts,
            ways,
            symmetries,
        }
    }

    /// How many entries the table has.
    pub fn len(&self) -> usize {
        let others = self.cells.pow(self.material.men().len() as u32 - 1);
        self.conditions.len() * 2 * self.firsts.len() * others
    }

    /// What else can differ between positions: laps, and the man that has just made a double step.
    pub fn conditions(&self) -> &[(u8, u8)] {
        &self.conditions
    }

    /// Where the position stands.
    #[inline]
    pub fn index(&self, state: State) -> usize {
        let (_, way) = self.ways[usize::from(state.cells[0])];
        if way == 0 { self.place(state) } else { self.place(self.renamed(state, way)) }
    }

    /// Visits every place where the position stands.
    #[inline]
    pub fn places(&self, state: State, mut visit: impl FnMut(usize)) {
        let (first, way) = self.ways[usize::from(state.cells[0])];
        let state = if way == 0 { state } else { self.renamed(state, way) };
        visit(self.place(state));
        for stay in &self.stays[first] {
            visit(self.place(self.renamed(state, *stay)));
        }
    }

    fn renamed(&self, state: State, symmetry: usize) -> State {
        let to = &self.symmetries[symmetry].to;
        let mut renamed = state;
        for cell in &mut renamed.cells[..self.material.men().len()] {
            *cell = to[usize::from(*cell)];
        }
        renamed
    }

    /// The place of a position with White's king on a first cell.
    #[inline]
    fn place(&self, state: State) -> usize {
        let mut passed = state.passed;
        let mut cells = state.cells;
        let cells = &mut cells[..self.material.men().len()];
        if self.has_twins && cells[2] > cells[3] {
            cells.swap(2, 3);
            passed = if passed >= 2 { 5 - passed } else { passed };
        }
        let condition = match self.conditions[..] {
            [_] => 0,
            _ => self
                .conditions
                .iter()
                .position(|condition| *condition == (state.laps, passed))
                .unwrap_or(0),
        };
        let (first, _) = self.ways[usize::from(cells[0])];
        let head = (condition * 2 + usize::from(state.turn)) * self.firsts.len() + first;
        cells[1..].iter().fold(head, |index, cell| index * self.cells + usize::from(*cell))
    }

    /// The position that stands at a place.
    #[inline]
    pub fn state(&self, index: usize) -> State {
        let mut cells = [0; MOST_MEN];
        let mut rest = index;
        for cell in cells[1..self.material.men().len()].iter_mut().rev() {
            *cell = (rest % self.cells) as u8;
            rest /= self.cells;
        }
        cells[0] = self.firsts[rest % self.firsts.len()];
        rest /= self.firsts.len();
        let (laps, passed) = self.conditions[rest / 2];
        State { cells, turn: (rest % 2) as u8, laps, passed }
    }

    /// How many positions a place stands for, a symmetry apart.
    pub fn weight(&self, state: State) -> u64 {
        self.sizes[self.ways[usize::from(state.cells[0])].0]
    }

    /// Whether this is the only place, or the chosen one, of a position that stands at several:
    /// twins are held in the order of their cells.
    pub fn is_in_order(&self, state: State) -> bool {
        !self.has_twins || state.cells[2] < state.cells[3]
    }
}

/// How a position of one material is found in the table of another, or of the same with the seats
/// exchanged.
#[derive(Clone, Debug)]
pub(crate) struct Renaming {
    /// For each man of the table the man of the position.
    pub men: Vec<u8>,
    /// The symmetry that exchanges the seats, if they are exchanged.
    pub swap: Option<Arc<Symmetry>>,
}

impl Renaming {
    /// The position as the table has it.
    #[inline]
    pub fn apply(&self, state: State) -> State {
        let mut renamed = State { cells: [0; MOST_MEN], ..state };
        for (cell, man) in renamed.cells.iter_mut().zip(&self.men) {
            *cell = state.cells[usize::from(*man)];
        }
        let passed = self.men.iter().position(|man| *man == state.passed).unwrap_or(0);
        renamed.passed = if state.passed < 2 { 0 } else { passed as u8 };
        if let Some(swap) = &self.swap {
            for cell in &mut renamed.cells[..self.men.len()] {
                *cell = swap.to[usize::from(*cell)];
            }
            renamed.turn = 1 - state.turn;
            renamed.laps = state.laps >> 1 | (state.laps & 1) << 1;
        }
        renamed
    }
}
