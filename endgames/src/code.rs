//! [`Code`]: the value of one position, in the two bytes that tables store.

use std::cmp::Reverse;

/// The value of a position for the side to move, in two bytes.
///
/// A game can be won for more than one share of the point (mate, a partial win by stalemate), so
/// wins have a *class*, 0 for the greatest share, and a length in plies.
///
/// ```text
/// bit   15     14 13     12 .. 0
///       loss   class     plies         classes 0 to 2: decided
///       0      3         0             open; in a finished table nobody can force anything
///       0      3         1             drawn at once
///       0      3         8191          no position of the game
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Code(pub u16);

const PLIES: u16 = 0x1FFF;
const CLASS_SHIFT: u32 = 13;
const LOSS: u16 = 0x8000;

impl Code {
    /// The value of a position that is not decided, or not yet.
    pub const OPEN: Self = Self(3 << CLASS_SHIFT);
    /// The value of a position that is a draw at once, whether or not it has moves.
    pub const DRAWN: Self = Self(3 << CLASS_SHIFT | 1);
    /// The value of a place that holds no possible position.
    pub const IMPOSSIBLE: Self = Self(3 << CLASS_SHIFT | PLIES);
    /// A number of plies greater than any code holds.
    pub const TOO_LONG: u16 = PLIES;

    /// Returns the code of a position that is won by the side to move.
    pub const fn win(class: usize, plies: u16) -> Self {
        Self((class as u16) << CLASS_SHIFT | plies)
    }

    /// Returns the code of a position that is lost by the side to move.
    pub const fn loss(class: usize, plies: u16) -> Self {
        Self(LOSS | Self::win(class, plies).0)
    }

    pub const fn is_win(self) -> bool {
        self.0 < Self::OPEN.0
    }

    pub const fn is_loss(self) -> bool {
        self.0 >= LOSS
    }

    /// The class of a win or a loss.
    pub const fn class(self) -> usize {
        (self.0 >> CLASS_SHIFT & 3) as usize
    }

    /// The length of a win or a loss in plies.
    pub const fn plies(self) -> u16 {
        self.0 & PLIES
    }

    /// Returns the value, to the mover, of a move that leads to a position with this code.
    pub const fn before(self) -> Self {
        if self.is_win() {
            Self((self.0 + 1) | LOSS)
        } else if self.is_loss() {
            Self((self.0 + 1) & !LOSS)
        } else {
            Self::OPEN
        }
    }

    /// Returns a key that sorts codes by the preference of the side to move, the best first: it
    /// wins much and soon, and loses little and late.
    pub fn preference(self) -> (bool, Reverse<usize>, u16) {
        if self.is_loss() {
            (true, Reverse(self.class()), PLIES - self.plies())
        } else {
            (false, Reverse(0), self.0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_turns_a_loss_into_a_win_one_ply_longer() {
        assert_eq!(Code::loss(1, 4).before(), Code::win(1, 5));
        assert_eq!(Code::win(0, 7).before(), Code::loss(0, 8));
        assert_eq!(Code::DRAWN.before(), Code::OPEN);
    }

    #[test]
    fn much_and_soon_is_preferred_and_late_if_lost() {
        let order = [
            Code::win(0, 1),
            Code::win(0, 9),
            Code::win(1, 1),
            Code::OPEN,
            Code::loss(2, 3),
            Code::loss(2, 1),
            Code::loss(0, 8),
            Code::loss(0, 0),
        ];
        assert!(order.is_sorted_by_key(|code| code.preference()));
    }
}
