//! Moves as 32-bit values, and the facts that every family's move provides.

use std::fmt::Debug;
use std::hash::Hash;
use std::num::NonZeroU32;

use crate::geometry::Cell;
use crate::tables::Kind;

/// The way in which a move changes the board, and the meaning of its third byte.
///
/// ```
/// use rotunda_movegen::{Duel, Family, FamilyGame, MoveKind, Options, Variant};
/// let Family::Duel(chess) = Variant::by_name("chess")?.family(Options::default()) else {
///     unreachable!("chess is a duel of its tables");
/// };
/// let game = FamilyGame::<Duel, 1>::new(chess);
/// assert_eq!(game.find("e2e3")?.kind(), MoveKind::Plain);
/// assert_eq!(game.find("e2e4")?.kind(), MoveKind::Double);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum MoveKind {
    /// One piece goes from one cell to another, and captures a piece there.
    Plain = 1,
    /// A pawn's start step over one cell or more, on which it can be captured en passant.
    Double = 2,
    /// A pawn captures the pawn that has just passed over the target; the byte is the victim's
    /// cell.
    EnPassant = 3,
    /// King and rook move together; the byte is the index of the variant's castling.
    Castle = 4,
    /// Like [`MoveKind::Plain`], and the piece promotes; the byte is its new kind.
    Promotion = 5,
    /// A pawn and the team mate's pawn directly ahead of it change places.
    Swap = 6,
    /// Two pawns of one owner that face each other leave the board. The same seat is to move again.
    Removal = 7,
    /// The player passes, since it has no other action. Both cells are the first one.
    Pass = 8,
}

/// A move: from, to, one more byte whose meaning [`MoveKind`] gives, and the kind.
///
/// Never zero, so `Option<Move>` is four bytes too.
///
/// ```
/// use rotunda_movegen::{Cell, Kind, Move, MoveKind};
/// let mv = Move::promotion(Cell(48), Cell(56), Kind(4));
/// assert_eq!((mv.from(), mv.to(), mv.promotes_to()), (Cell(48), Cell(56), Some(Kind(4))));
/// assert_eq!(mv.kind(), MoveKind::Promotion);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(NonZeroU32);

const _: () = assert!(size_of::<Option<Move>>() == 4);

impl Move {
    #[inline]
    const fn pack(from: Cell, to: Cell, extra: u8, kind: MoveKind) -> Self {
        let bits = u32::from_le_bytes([from.0, to.0, extra, kind as u8]);
        match NonZeroU32::new(bits) {
            Some(bits) => Self(bits),
            None => panic!("a move kind is never zero"),
        }
    }

    /// Returns a plain move or capture.
    #[inline]
    #[must_use]
    pub const fn plain(from: Cell, to: Cell) -> Self {
        Self::pack(from, to, 0, MoveKind::Plain)
    }

    /// Returns a pawn's start step.
    #[inline]
    #[must_use]
    pub const fn double(from: Cell, to: Cell) -> Self {
        Self::pack(from, to, 0, MoveKind::Double)
    }

    /// Returns a capture en passant of the pawn on `victim`.
    #[inline]
    #[must_use]
    pub const fn en_passant(from: Cell, to: Cell, victim: Cell) -> Self {
        Self::pack(from, to, victim.0, MoveKind::EnPassant)
    }

    /// The variant's castling with this index; `from` and `to` are the cells of the notation.
    #[inline]
    #[must_use]
    pub const fn castle(from: Cell, to: Cell, index: u8) -> Self {
        Self::pack(from, to, index, MoveKind::Castle)
    }

    /// Returns a move or capture by which the piece promotes to `kind`.
    #[inline]
    #[must_use]
    pub const fn promotion(from: Cell, to: Cell, kind: Kind) -> Self {
        Self::pack(from, to, kind.0, MoveKind::Promotion)
    }

    /// Returns a swap of a pawn with the team mate's pawn ahead of it.
    #[must_use]
    pub const fn swap(from: Cell, to: Cell) -> Self {
        Self::pack(from, to, 0, MoveKind::Swap)
    }

    /// Returns a removal of two facing pawns: the one that runs up the numbers, and the one that
    /// runs down.
    #[must_use]
    pub const fn removal(plus: Cell, minus: Cell) -> Self {
        Self::pack(plus, minus, 0, MoveKind::Removal)
    }

    /// Returns a forced pass.
    #[must_use]
    pub const fn pass() -> Self {
        Self::pack(Cell(0), Cell(0), 0, MoveKind::Pass)
    }

    /// The cell that the piece leaves.
    #[inline]
    #[must_use]
    pub const fn from(self) -> Cell {
        Cell(self.0.get().to_le_bytes()[0])
    }

    /// The cell that the piece goes to.
    #[inline]
    #[must_use]
    pub const fn to(self) -> Cell {
        Cell(self.0.get().to_le_bytes()[1])
    }

    /// The third byte; see [`MoveKind`].
    #[inline]
    #[must_use]
    pub const fn extra(self) -> u8 {
        self.0.get().to_le_bytes()[2]
    }

    /// Returns the way in which the move changes the board.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> MoveKind {
        match self.0.get().to_le_bytes()[3] {
            1 => MoveKind::Plain,
            2 => MoveKind::Double,
            3 => MoveKind::EnPassant,
            4 => MoveKind::Castle,
            6 => MoveKind::Swap,
            7 => MoveKind::Removal,
            8 => MoveKind::Pass,
            _ => MoveKind::Promotion,
        }
    }

    /// The kind that a promoting piece becomes.
    #[inline]
    #[must_use]
    pub const fn promotes_to(self) -> Option<Kind> {
        match self.kind() {
            MoveKind::Promotion => Some(Kind(self.extra())),
            _ => None,
        }
    }
}

/// The facts that search and notation need about a move of any family.
pub trait AsMove: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// The cell that the piece leaves.
    fn from(&self) -> Cell;
    /// The cell that the piece ends on.
    fn to(&self) -> Cell;
    /// The kind that the piece becomes, if the move promotes.
    fn promotes_to(&self) -> Option<Kind>;
    /// Returns the way in which the move changes the board; a series of jumps is
    /// [`MoveKind::Plain`].
    fn kind(&self) -> MoveKind;
    /// Returns a number, never 0, that identifies the move among the legal moves of its position.
    /// Its low byte is the source cell. Series of jumps, and promotions to many kinds, may share a
    /// number.
    fn fingerprint(&self) -> u16;
}

impl AsMove for Move {
    #[inline]
    fn from(&self) -> Cell {
        Move::from(*self)
    }

    #[inline]
    fn to(&self) -> Cell {
        Move::to(*self)
    }

    #[inline]
    fn promotes_to(&self) -> Option<Kind> {
        Move::promotes_to(*self)
    }

    #[inline]
    fn kind(&self) -> MoveKind {
        Move::kind(*self)
    }

    #[inline]
    fn fingerprint(&self) -> u16 {
        let [from, to, extra, kind] = self.0.get().to_le_bytes();
        // Odd numbers far from each other distinguish the moves of one piece to one cell.
        let how = match self.kind() {
            MoveKind::Promotion => extra.wrapping_mul(59).wrapping_add(101),
            _ => (kind - 1).wrapping_mul(37),
        };
        u16::from_le_bytes([from, to.wrapping_add(how)]).max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_comes_back() {
        let taken = Move::en_passant(Cell(191), Cell(7), Cell(130));
        assert_eq!((taken.from(), taken.to()), (Cell(191), Cell(7)));
        assert_eq!((taken.extra(), taken.kind()), (130, MoveKind::EnPassant));
        let queen = Move::promotion(Cell(0), Cell(0), Kind(4));
        assert_eq!(queen.promotes_to(), Some(Kind(4)));
        assert_eq!(Move::plain(Cell(1), Cell(2)).promotes_to(), None);
    }
}
