//! [`Exposure`]: the attacked and the defended pieces.

use rotunda_movegen::{Bitboard, Cell, Position, SEATS, Seat, SlideCache};

use crate::eval::reach::Reach;

/// The number of states of a piece in inputs, besides that of a piece which is neither attacked nor
/// defended.
pub(super) const STATES: usize = 3;

/// The pieces that another side attacks, and those that their own side defends, without regard to
/// pins and turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Exposure<const W: usize> {
    defended: Bitboard<W>,
    attacked: Bitboard<W>,
}

impl<const W: usize> Exposure<W> {
    /// Returns the exposure of the pieces of a position.
    #[must_use]
    pub fn of(position: &Position<W>) -> Self {
        Self::by(position, &mut SlideCache::new())
    }

    /// Returns the same; `slides` is the cache of the game's attack sets.
    #[inline]
    pub(super) fn by(position: &Position<W>, slides: &mut SlideCache<W>) -> Self {
        Self::to(position, |seat| Reach::of(position, seat, slides))
    }

    /// Returns the exposure of the pieces of a position; `reach` has each seat's attacks. Pieces
    /// that can be jumped over count as attacked.
    #[inline]
    pub(super) fn to(position: &Position<W>, mut reach: impl FnMut(Seat) -> Reach<W>) -> Self {
        let mut reached = [Bitboard::EMPTY; SEATS];
        for seat in position.living() {
            let friends = position.friends(seat);
            let jumped = position.hurdles(seat).map(|hurdles| hurdles - friends);
            let all = jumped.fold(reach(seat).all(), |all, hurdles| all | hurdles);
            reached[seat.index()] = all;
        }
        let mut exposure = Self::default();
        for seat in position.living() {
            let (own, pieces) = (position.side_of(seat), position.seat(seat));
            for by in position.living() {
                let is_own = position.side_of(by) == own;
                let set = if is_own { &mut exposure.defended } else { &mut exposure.attacked };
                *set |= pieces & reached[by.index()];
            }
        }
        exposure
    }

    /// The state of a piece: 0 if it is neither attacked nor defended, 1 if it is defended, 2 if it
    /// is attacked, 3 if it is both.
    #[inline]
    #[must_use]
    pub fn state(&self, cell: Cell) -> usize {
        usize::from(self.defended.has(cell)) + 2 * usize::from(self.attacked.has(cell))
    }

    /// Returns the cells whose state differs in `other`.
    #[inline]
    pub(super) fn differing(&self, other: &Self) -> Bitboard<W> {
        (self.defended ^ other.defended) | (self.attacked ^ other.attacked)
    }
}

#[cfg(test)]
mod tests {
    use rotunda_movegen::{Options, Rules, Variant, VariantTables, in_family};

    use super::*;

    /// Returns the names of the cells of each state but the first.
    fn states(variant: &str, fen: &str) -> [String; STATES] {
        fn of<R: Rules<W>, const W: usize>(
            tables: &'static VariantTables<W>,
            fen: &str,
        ) -> [String; STATES] {
            let position = R::parse(tables, fen).expect("a position");
            let exposure = Exposure::of(&position);
            std::array::from_fn(|index| {
                let cells =
                    position.occupied().iter().filter(|cell| exposure.state(*cell) == index + 1);
                cells.map(|cell| tables.grid().name(cell)).collect::<Vec<_>>().join(" ")
            })
        }
        let family = Variant::by_name(variant).expect("known").family(Options::default());
        in_family!(family, R, tables => of::<R, _>(tables, fen))
    }

    #[test]
    fn pieces_are_defended_and_attacked() {
        let fen = "4k3/3r4/8/3p4/4P3/8/3Q4/3K4 w - - 0 1";
        assert_eq!(states("chess", fen), ["d1 d2 d7", "e4", "d5"].map(str::to_string));
    }

    #[test]
    fn what_can_be_jumped_over_is_attacked() {
        let fen = "11k/12/12/12/12/4r7/3C8/12/12/K11 w - - 0 1";
        assert_eq!(states("ordinary", fen), ["", "e5", ""].map(str::to_string));
    }
}
