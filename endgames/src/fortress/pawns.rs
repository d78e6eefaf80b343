//! [`Pawns`]: the pawns of both seats, and where they stand.

use rotunda_movegen::{Cell, Piece, Position};

/// The most pawns of both seats together.
pub(super) const MOST_PAWNS: usize = 3;

/// The pawns of both seats and where they stand, in the order of the cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Pawns([Option<(Cell, Piece)>; MOST_PAWNS]);

impl Pawns {
    /// The set without pawns.
    pub const NONE: Self = Self([None; MOST_PAWNS]);

    /// Returns the pawns of a position, which has at most [`MOST_PAWNS`].
    pub fn of<const W: usize>(position: &Position<'_, W>) -> Self {
        let variant = position.variant();
        let men = position.occupied().iter().map(|cell| (cell, position.piece(cell)));
        let pawns = men.filter(|(_, piece)| variant.is_pawn(piece.kind()));
        pawns.fold(Self::NONE, |pawns, (cell, pawn)| pawns.with(cell, pawn))
    }

    /// Returns each pawn with its cell.
    pub fn iter(&self) -> impl Iterator<Item = (Cell, Piece)> + Clone + '_ {
        self.0.iter().flatten().copied()
    }

    /// Returns whether a pawn stands on a cell.
    pub fn has(&self, cell: Cell) -> bool {
        self.iter().any(|(at, _)| at == cell)
    }

    /// Returns whether both seats have pawns.
    pub fn of_both_seats(&self) -> bool {
        let first = self.iter().next().map(|(_, pawn)| pawn.seat());
        self.iter().any(|(_, pawn)| Some(pawn.seat()) != first)
    }

    /// Returns the set with one more pawn, for which there must be room.
    pub fn with(mut self, cell: Cell, pawn: Piece) -> Self {
        let place = self.0.iter().position(Option::is_none).expect("there is room");
        self.0[place] = Some((cell, pawn));
        self.sorted()
    }

    /// Returns the set without the pawn on a cell.
    pub fn without(mut self, cell: Cell) -> Self {
        for place in &mut self.0 {
            if place.is_some_and(|(at, _)| at == cell) {
                *place = None;
            }
        }
        self.sorted()
    }

    fn sorted(mut self) -> Self {
        self.0.sort_unstable_by_key(|place| place.map_or((true, 0), |(cell, _)| (false, cell.0)));
        self
    }
}
