//! [`Threats`]: which pieces are attacked, and which are defended.

use rotunda_movegen::{Bitboard, Cell, Kind, Position, Role, SEATS, Seat};

/// How many states of a piece inputs tell apart beside that of one which nobody attacks or defends.
pub(super) const THREATS: usize = 3;

/// Which pieces are attacked by another side, and which are defended by their own, without regard to
/// pins and to whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Threats<const W: usize> {
    defended: Bitboard<W>,
    attacked: Bitboard<W>,
}

impl<const W: usize> Threats<W> {
    /// Those of a position.
    #[must_use]
    pub fn of(position: &Position<W>) -> Self {
        let mut reached = [Bitboard::EMPTY; SEATS];
        for seat in position.living() {
            reached[position.side_of(seat)] |= reach(position, seat);
        }
        let mut threats = Self::default();
        for seat in position.living() {
            let (own, pieces) = (position.side_of(seat), position.seat(seat));
            for (side, reached) in reached.iter().enumerate() {
                let set = if side == own { &mut threats.defended } else { &mut threats.attacked };
                *set |= pieces & *reached;
            }
        }
        threats
    }

    /// The state of a piece: 0 if it is neither attacked nor defended, 1 if it is defended, 2 if it is
    /// attacked, 3 if it is both.
    #[inline]
    #[must_use]
    pub fn state(&self, cell: Cell) -> usize {
        usize::from(self.defended.has(cell)) + 2 * usize::from(self.attacked.has(cell))
    }

    /// The cells whose state is another in `other`.
    #[inline]
    pub(super) fn differing(&self, other: &Self) -> Bitboard<W> {
        (self.defended ^ other.defended) | (self.attacked ^ other.attacked)
    }
}

/// The cells that a seat's pieces attack, and the enemies that they can jump over.
#[inline]
fn reach<const W: usize>(position: &Position<W>, seat: Seat) -> Bitboard<W> {
    let mut reach = Bitboard::EMPTY;
    for (number, kind) in position.variant().kinds().iter().enumerate() {
        let number = Kind(number as u8);
        if kind.role == Role::Pawn {
            reach |= position.pawn_attacks(seat, number);
        } else {
            position.for_each_attacker(seat, number, |_, attacks, _| reach |= attacks);
        }
    }
    let friends = position.friends(seat);
    position.hurdles(seat).fold(reach, |reach, hurdles| reach | (hurdles - friends))
}

#[cfg(test)]
mod tests {
    use rotunda_movegen::{Options, Rules, Variant, VariantTables, in_family};

    use super::*;

    /// The cells of each state but the first, by their names.
    fn states(variant: &str, fen: &str) -> [String; THREATS] {
        fn of<R: Rules<W>, const W: usize>(
            tables: &'static VariantTables<W>,
            fen: &str,
        ) -> [String; THREATS] {
            let position = R::parse(tables, fen).expect("a position");
            let threats = Threats::of(&position);
            std::array::from_fn(|index| {
                let cells =
                    position.occupied().iter().filter(|cell| threats.state(*cell) == index + 1);
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
