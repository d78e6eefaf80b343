//! [`Siege`]: a seat with pawns and pieces bound to cells of one colour, against a king and pawns.

use rotunda_movegen::{Bitboard, Cell, GenKind, Kind, Piece, Position, Rules, Seat, VariantTables};

use super::pawns::Pawns;

/// The indices of the side to move.
pub(super) const ATTACKER: usize = 0;
pub(super) const DEFENDER: usize = 1;

/// The facts that all positions of a siege share.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(super) struct Siege<'v, const W: usize> {
    pub variant: &'v VariantTables<W>,
    pub attacker: Seat,
    /// The kinds that are bound to cells of one colour.
    pub bound: &'v [Kind],
    /// Whether one of these kinds captures beyond a hurdle.
    pub hops: bool,
    /// The cells of the colour to which the attacker's pieces are bound.
    pub covered: Bitboard<W>,
    /// Whether the attacker has such pieces, so that it can always make a waiting move.
    pub waits: bool,
    /// Whether some cells are closed to a king in check.
    pub has_regions: bool,
    /// Whether each pawn of the defender's can promote to a piece that steps like a king.
    pub defender_queens: bool,
}

impl<'v, const W: usize> Siege<'v, W> {
    /// Returns the position without the pieces that are not placed, if it is possible. The king of
    /// the attacker comes first.
    pub fn position<R: Rules<W>>(
        &self,
        pawns: &Pawns,
        kings: [Cell; 2],
        turn: usize,
    ) -> Option<Position<'v, W>> {
        let seats = [self.attacker, self.attacker.opponent()];
        let king = self.variant.king();
        if kings[0] == kings[1] || pawns.iter().any(|(cell, _)| kings.contains(&cell)) {
            return None;
        }
        let men = kings.into_iter().zip(seats).map(|(cell, seat)| (cell, Piece::new(seat, king)));
        let men = men.chain(pawns.iter());
        let position = Position::assemble(self.variant, men, seats[turn], [false; 2]);
        R::threats(&position, seats[1 - turn]).is_empty().then_some(position)
    }
}

impl<const W: usize> Siege<'_, W> {
    /// Returns whether a path of a bound piece has both cells.
    pub fn joins(&self, first: Cell, second: Cell) -> bool {
        let kinds = self.bound.iter().map(|kind| &self.variant.kinds()[kind.index()]);
        let mut paths = kinds.flat_map(|kind| kind.paths.iter().flatten().flatten());
        paths.any(|path| path.cells.contains(&first) && path.cells.contains(&second))
    }
}

/// Returns all moves of a position.
pub(super) fn moves_of<R: Rules<W>, const W: usize>(position: &Position<'_, W>) -> Vec<R::Move> {
    let mut moves = Vec::new();
    R::generate(position, &R::check_info(position), GenKind::All, &mut moves);
    moves
}
