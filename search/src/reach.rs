//! [`Reach`]: what a seat's pieces attack.

use rotunda_movegen::{Bitboard, Kind, Position, Role, Seat, SlideCache};

/// The cells that a seat's pieces attack, those of its own side's pieces included, by what attacks
/// them; without regard to pins and to whose turn it is.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Reach<const W: usize> {
    pub pawns: Bitboard<W>,
    /// Of all pieces but pawns and the king.
    pub pieces: Bitboard<W>,
    pub king: Bitboard<W>,
}

impl<const W: usize> Reach<W> {
    /// That of a seat's pieces; `slides` is what sliders saw in other positions of the game.
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

    /// What any of its pieces attacks.
    #[inline]
    pub fn all(&self) -> Bitboard<W> {
        self.pawns | self.pieces | self.king
    }
}
