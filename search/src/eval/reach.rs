//! [`Reach`]: the attacks of a seat's pieces.

use rotunda_movegen::{Bitboard, Kind, Position, Role, Seat, SlideCache};

/// The cells that a seat's pieces attack, its own side's pieces included, separately for some
/// kinds. Pins and turns do not matter.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Reach<const W: usize> {
    pub pawns: Bitboard<W>,
    /// The attacks of all pieces but pawns and the king.
    pub pieces: Bitboard<W>,
    pub king: Bitboard<W>,
}

impl<const W: usize> Reach<W> {
    /// Returns the attacks of a seat's pieces; `slides` is the cache of the game's attack sets.
    #[inline]
    pub fn of(position: &Position<W>, seat: Seat, slides: &mut SlideCache<W>) -> Self {
        let mut reach = Self::default();
        for (number, kind) in position.variant().kinds().iter().enumerate() {
            let number = Kind(number as u8);
            match kind.role {
                Role::Pawn => reach.pawns |= position.pawn_attacks(seat, number),
                Role::King => position
                    .for_each_attacker(seat, number, slides, |_, attacks, _| reach.king |= attacks),
                Role::Other => {
                    position.for_each_attacker(seat, number, slides, |_, attacks, _| {
                        reach.pieces |= attacks;
                    });
                }
            }
        }
        reach
    }

    /// Returns the attacks of all its pieces.
    #[inline]
    pub fn all(&self) -> Bitboard<W> {
        self.pawns | self.pieces | self.king
    }
}
