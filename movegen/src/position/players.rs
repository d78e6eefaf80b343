//! [`Players`]: who is still at the table, and who plays with whom.

use crate::tables::{SEATS, Seat};

/// Who is still at the table, and who plays with whom; sets of seats are masks of bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Players {
    /// The seats that still play.
    pub alive: u8,
    /// How many of them have passed since anybody last did something else.
    pub passes: u8,
    /// Whether any seat has a team mate.
    pub teams: bool,
    /// For every seat all members of its team, itself among them, eliminated or not.
    pub sides: [u8; SEATS],
}

impl Players {
    /// The first `seats` seats, each on its own side.
    pub const fn all(seats: usize) -> Self {
        Self {
            alive: (1 << seats) - 1,
            passes: 0,
            teams: false,
            sides: [1, 1 << 1, 1 << 2, 1 << 3, 1 << 4, 1 << 5],
        }
    }

    /// Whether the seat still plays.
    #[inline]
    pub const fn is_alive(&self, seat: Seat) -> bool {
        self.alive >> seat.0 & 1 != 0
    }

    /// How many sides, teams or players on their own, still have a member at the table.
    pub fn living_sides(&self) -> usize {
        let mut rest = self.alive;
        let mut sides = 0;
        while rest != 0 {
            rest &= !self.sides[rest.trailing_zeros() as usize];
            sides += 1;
        }
        sides
    }
}

/// The seats of a mask, in rising order.
pub(crate) fn seats(mask: u8) -> impl Iterator<Item = Seat> + Clone {
    (0..SEATS as u8).map(Seat).filter(move |seat| mask >> seat.0 & 1 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_are_counted_while_a_member_plays() {
        let mut players = Players::all(4);
        assert_eq!(players.living_sides(), 4);
        players.sides = [0b0101, 0b1010, 0b0101, 0b1010, 1 << 4, 1 << 5];
        assert_eq!(players.living_sides(), 2);
        players.alive = 0b1010;
        assert_eq!(players.living_sides(), 1);
        players.alive = 0;
        assert_eq!(players.living_sides(), 0);
    }
}
