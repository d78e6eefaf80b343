//! [`Layout`]: the index of a position in a table.

use std::sync::Arc;

use rotunda_movegen::VariantTables;

use crate::material::{MOST_MEN, Material};
use crate::symmetry::Symmetry;

/// A position of some material.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct State {
    /// The cell of each piece, in the order of [`Material::men`].
    pub cells: [u8; MOST_MEN],
    /// The number of the seat to move.
    pub turn: u8,
    /// A bit for each seat whose king has crossed the line of its race.
    pub laps: u8,
    /// The piece that has just made a double step, or 0, which is a king.
    pub en_passant: u8,
}

/// The index of each position of some material in its table.
///
/// Of positions that a symmetry of the board maps to each other, the table holds those with White's
/// king on one of a few *first cells*. The symmetries lead from these to all other cells. Where a
/// symmetry maps a first cell to itself, the table holds both a position and its mirror image.
#[derive(Debug)]
pub(crate) struct Layout {
    pub material: Material,
    pub cells: usize,
    symmetries: Vec<Symmetry>,
    firsts: Vec<u8>,
    /// The number of the first cell for each cell, and the number of the symmetry that leads there.
    ways: Vec<(usize, usize)>,
    /// The number of cells that lead to each first cell.
    sizes: Vec<u64>,
    /// The symmetries that map each first cell to itself, without the identity.
    stays: Vec<Vec<usize>>,
    /// The other facts that can differ between positions: laps, and the piece that has just made a
    /// double step.
    conditions: Vec<(u8, u8)>,
    has_twins: bool,
}

impl Layout {
    /// Creates a layout for some material. `en_passant_pawns` are the pieces whose double
    /// steps matter.
    pub fn new<const W: usize>(
        tables: &VariantTables<W>,
        material: Material,
        symmetries: &[Symmetry],
        en_passant_pawns: &[u8],
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
        let pawns = || [0].into_iter().chain(en_passant_pawns.iter().copied());
        let conditions = (0..laps).flat_map(|laps| pawns().map(move |man| (laps, man)));
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

    /// Returns the number of entries of the table.
    pub fn len(&self) -> usize {
        let others = self.cells.pow(self.material.men().len() as u32 - 1);
        self.conditions.len() * 2 * self.firsts.len() * others
    }

    /// Returns the other facts that can differ between positions: laps, and the piece that has just
    /// made a double step.
    pub fn conditions(&self) -> &[(u8, u8)] {
        &self.conditions
    }

    /// Returns the index of the position.
    #[inline]
    pub fn index(&self, state: State) -> usize {
        let (_, way) = self.ways[usize::from(state.cells[0])];
        if way == 0 { self.place(state) } else { self.place(self.renamed(state, way)) }
    }

    /// Visits every index of the position.
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
        let mut en_passant = state.en_passant;
        let mut cells = state.cells;
        let cells = &mut cells[..self.material.men().len()];
        if self.has_twins && cells[2] > cells[3] {
            cells.swap(2, 3);
            en_passant = if en_passant >= 2 { 5 - en_passant } else { en_passant };
        }
        let condition = match self.conditions[..] {
            [_] => 0,
            _ => self
                .conditions
                .iter()
                .position(|condition| *condition == (state.laps, en_passant))
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
        let (laps, en_passant) = self.conditions[rest / 2];
        State { cells, turn: (rest % 2) as u8, laps, en_passant }
    }

    /// Returns the number of positions that one entry stands for, by symmetry.
    pub fn weight(&self, state: State) -> u64 {
        self.sizes[self.ways[usize::from(state.cells[0])].0]
    }

    /// Returns whether this is the chosen entry of a position that may have several. Twins stand in
    /// the order of their cells.
    pub fn is_in_order(&self, state: State) -> bool {
        !self.has_twins || state.cells[2] < state.cells[3]
    }
}

/// The way from a position with one material to its entry in the table of another material, or of
/// the same with the seats exchanged.
#[derive(Clone, Debug)]
pub(crate) struct Renaming {
    /// The piece of the position for each piece of the table.
    pub men: Vec<u8>,
    /// The symmetry that exchanges the seats, if they are exchanged.
    pub swap: Option<Arc<Symmetry>>,
}

impl Renaming {
    /// Returns the position as the table has it.
    #[inline]
    pub fn apply(&self, state: State) -> State {
        let mut renamed = State { cells: [0; MOST_MEN], ..state };
        for (cell, man) in renamed.cells.iter_mut().zip(&self.men) {
            *cell = state.cells[usize::from(*man)];
        }
        let man = self.men.iter().position(|man| *man == state.en_passant).unwrap_or(0);
        renamed.en_passant = if state.en_passant < 2 { 0 } else { man as u8 };
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
