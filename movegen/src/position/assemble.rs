//! Positions assembled from pieces, and the facts of a position beyond its pieces.

use super::state::Position;
use crate::geometry::Cell;
use crate::tables::{DeadMaterial, Piece, Seat, VariantTables};

impl<'v, const W: usize> Position<'v, W> {
    /// Returns the position of a duel with these pieces and without rights to castle or to capture
    /// en passant. `lapped` has the seats whose king has crossed the line of its race.
    ///
    /// It checks nothing. There must be one king of each side, and no two pieces on one cell.
    ///
    /// ```
    /// use rotunda_movegen::{Duel, Family, Options, Piece, Position, Rules, Seat, Variant};
    /// let Family::Duel(chess) = Variant::by_name("chess")?.family(Options::default()) else {
    ///     unreachable!("chess is a duel of its tables");
    /// };
    /// let king = |seat| Piece::new(seat, chess.king());
    /// let pieces = [("a1", king(Seat::WHITE)), ("c2", king(Seat::BLACK))];
    /// let pieces = pieces.map(|(name, piece)| (chess.grid().at(name), piece));
    /// let position = Position::assemble(chess, pieces, Seat::WHITE, [false; 2]);
    /// assert_eq!(Duel::fen(&position), "8/8/8/8/8/8/2k5/K7 w - - 0 1");
    /// # Ok::<(), rotunda_movegen::UnknownVariant>(())
    /// ```
    #[must_use]
    pub fn assemble(
        variant: &'v VariantTables<W>,
        pieces: impl IntoIterator<Item = (Cell, Piece)>,
        turn: Seat,
        lapped: [bool; 2],
    ) -> Self {
        let mut position = Self::empty(variant);
        for (cell, piece) in pieces {
            position.put(cell, piece);
        }
        position.turn = turn;
        for lap in variant.laps.iter().filter(|lap| lapped[lap.seat.index()]) {
            position.flags |= lap.flag;
        }
        position.key = position.key_from_scratch();
        position
    }

    /// Returns whether a side has a right to castle.
    #[must_use]
    pub fn has_castling_rights(&self) -> bool {
        let castlings = self.variant.sides.iter().flat_map(|side| &side.castlings);
        castlings.fold(0, |flags, castling| flags | castling.flag) & self.flags != 0
    }

    /// The pawn that has just made a double step, if the last move was one.
    #[must_use]
    pub fn double_stepped(&self) -> Option<Cell> {
        self.en_passant.map(|en_passant| en_passant.pawn)
    }
}

impl<const W: usize> VariantTables<W> {
    /// Returns the material that is a draw at once.
    #[must_use]
    pub const fn dead_material(&self) -> &DeadMaterial {
        &self.dead
    }
}
