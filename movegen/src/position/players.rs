//! [`Players`]: the players who are still at the table, and their teams.

use crate::tables::{SEATS, Seat};

/// The players who still play, and the teams. Sets of seats are bit masks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Players {
    /// The seats that still play.
    pub alive: u8,
    /// The number of consecutive passes up to now.
    pub passes: u8,
    /// Whether any seat has a team mate.
    pub teams: bool,
    /// The members of every seat's team, itself and eliminated ones included.
    pub sides: [u8; SEATS],
}

impl Players {
    /// Creates the first `seats` seats, each on its own side.
    pub const fn all(seats: usize) -> Self {
        Self {
            alive: (1 << seats) - 1,
            passes: 0,
            teams: false,
            sides: [1, 1 << 1, 1 << 2, 1 << 3, 1 << 4, 1 << 5],
        }
    }

    /// Returns whether the seat still plays.
    #[inline]
    pub const fn is_alive(&self, seat: Seat) -> bool {
        self.alive >> seat.0 & 1 != 0
    }

    /// Returns the number of sides, teams or single players, with a member who still plays.
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
#[inline]
pub(crate) fn seats(mask: u8) -> impl Iterator<Item = Seat> + Clone {
    let mut rest = mask;
    std::iter::from_fn(move || {
        let seat = (rest != 0).then(|| Seat(rest.trailing_zeros() as u8));
        rest &= rest.wrapping_sub(1);
        seat
    })
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
