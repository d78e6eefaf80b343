//! The ends of games, and the points for them.

use super::{Ring, State};

/// The points of a whole game.
const GAME: u16 = 100;
/// The number of occurrences of one position that ends a game.
const THREEFOLD: usize = 3;
/// The number of rounds without progress that ends a game. Progress is a capture, a removal or, in
/// Modern games, a pawn move or swap (11).
pub const QUIET_ROUNDS: u32 = 50;

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The reason: `last-king`, `checkmate`, `stalemate`, `threefold`, `all-pass` or `fifty-moves`.
    pub reason: &'static str,
    /// The points of each seat: 100 for every member of the side that has won. In a draw every
    /// member of a living side gets 100 divided by the number of living sides, rounded down. All
    /// others get 0. In a free-for-all every player is a side.
    pub points: Vec<u16>,
}

impl Ring {
    /// Returns the end of the game, if it has ended; `line` holds all its positions, the current
    /// one last.
    ///
    /// The first that applies counts: one side left; no legal action with two players left;
    /// repetition, with two players left; passes of everybody, otherwise; 50 quiet rounds.
    pub fn outcome(&self, line: &[State]) -> Option<Outcome> {
        let now = line.last()?;
        let shared = |reason| Some(Outcome { reason, points: self.share(&self.living_sides(now)) });
        if self.is_over(now) {
            return shared("last-king");
        }
        if self.two_left(now) {
            if self.actions(now).is_empty() {
                if !self.checked(now, now.seat) {
                    return shared("stalemate");
                }
                let mut winners = self.living_sides(now);
                winners.retain(|&side| side != self.sides[now.seat]);
                return Some(Outcome { reason: "checkmate", points: self.share(&winners) });
            }
            let occurrences = line.iter().filter(|s| is_same(s, now)).count();
            if occurrences >= THREEFOLD {
                return shared("threefold");
            }
        } else if all_passed(line) {
            return shared("all-pass");
        }
        if now.halfmove >= QUIET_ROUNDS * now.living().count() as u32 {
            return shared("fifty-moves");
        }
        None
    }

    /// Returns the points of every seat if these sides share the game.
    fn share(&self, sides: &[usize]) -> Vec<u16> {
        let each = GAME / sides.len().max(1) as u16;
        self.sides.iter().map(|side| if sides.contains(side) { each } else { 0 }).collect()
    }
}

/// Returns whether pieces, seat to move and living seats agree.
fn is_same(a: &State, b: &State) -> bool {
    a.pieces == b.pieces && a.seat == b.seat && a.alive == b.alive
}

/// Returns whether the last action of every living player was a pass. Any other action changes the
/// pieces.
fn all_passed(line: &[State]) -> bool {
    let now = line.last().expect("a line has a position");
    let turns = now.living().count();
    let Some(before) = line.len().checked_sub(turns + 1) else { return false };
    line[before..].iter().all(|s| s.pieces == now.pieces)
}
