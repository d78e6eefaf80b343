//! The search for a mate in so many moves: it finds the quickest one, or proves that there is none.
//!
//! The usual search prunes most of the tree, so it cannot prove that there is no mate. This search
//! prunes nothing. It looks for a mate in one, in two, and so on, each time by proof numbers
//! ([`prover`]), with one table for all ([`table`]). Every win of the whole point counts as a mate:
//! by checkmate, by a goal, or by the elimination of the last enemy. With more than two sides, all
//! others play together against the mover.

mod checking;
mod habits;
mod knowledge;
mod line;
mod numbers;
mod prover;
mod table;

use rotunda_movegen::{Position, Rules};

use crate::base::score::{MAX_PLY, Score, won_in};
use crate::tree::perspective::MultiSearch;
use crate::tree::search_thread::{SearchThread, Searched, Stopped};
use checking::wins_by_check;
use knowledge::Knowledge;
use prover::{Halt, Node, Prover, UNBOUNDED};

/// The mate that a search looks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MateGoal {
    /// Plies from the root to the mate.
    pub plies: usize,
}

impl MateGoal {
    /// Creates the goal of a mate in so many moves of the mover, one or more, where each of `seats`
    /// players moves in turn. The plies are limited to the deepest ply.
    pub fn new(moves: u32, seats: u32) -> Self {
        let plies = u64::from(moves.saturating_sub(1)) * u64::from(seats) + 1;
        Self { plies: usize::try_from(plies).unwrap_or(MAX_PLY).min(MAX_PLY - 2) }
    }

    /// Returns the score of such a mate. Quicker ones have higher scores.
    pub const fn score(self) -> Score {
        won_in(self.plies)
    }
}

/// A search for a mate that can pause.
pub(crate) struct MateHunt {
    /// The most moves of the mate.
    most: u32,
    seats: u32,
    /// The moves within which it looks for a mate now.
    moves: u32,
    known: Knowledge,
}

/// The result of a slice of the search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Hunted<M> {
    /// There is a mate, with this line.
    Mate(Vec<M>),
    /// There is none.
    Nothing,
    /// The search has paused.
    Open,
}

impl MateHunt {
    /// Creates a search for a mate in so many moves, where each of `seats` players moves in turn.
    pub fn new(moves: u32, seats: u32) -> Self {
        let known = Knowledge::new();
        Self { most: moves.max(1), seats, moves: 1, known }
    }

    /// Returns whether moves were left out, so that a refutation covers only the others.
    pub const fn has_left_out(&self) -> bool {
        self.known.left_out
    }
}

impl<R: Rules<W>, const W: usize> SearchThread<'_, R, W> {
    /// Searches for the quickest mate until that is settled, or until so many more nodes have been
    /// searched.
    pub fn hunt(
        &mut self,
        position: &Position<W>,
        hunt: &mut MateHunt,
        nodes: u64,
    ) -> Searched<Hunted<R::Move>> {
        let mode = std::mem::replace(&mut self.perspective.mode, MultiSearch::Paranoid);
        let pause = self.nodes.saturating_add(nodes);
        let found = self.hunt_until(position, hunt, pause);
        self.perspective.mode = mode;
        match found {
            Ok(found) => Ok(found),
            Err(Halt::Paused) => Ok(Hunted::Open),
            Err(Halt::Stopped) => Err(Stopped),
        }
    }

    fn hunt_until(
        &mut self,
        position: &Position<W>,
        hunt: &mut MateHunt,
        pause: u64,
    ) -> Result<Hunted<R::Move>, Halt> {
        let check_info = &R::check_info(position);
        let last = MateGoal::new(hunt.most, hunt.seats).plies;
        let clock_counts = is_clock_old::<R, W>(position, last);
        let by_check = wins_by_check::<R, W>(position.variant());
        loop {
            let left = MateGoal::new(hunt.moves, hunt.seats).plies;
            let known = &mut hunt.known;
            let mut prover = Prover { thread: self, known, pause, clock_counts, by_check };
            let root = Node { position, check_info, left, ply: 0 };
            if prover.search(&root, UNBOUNDED)?.verdict() == Some(true) {
                return prover.line(&root).map(Hunted::Mate);
            }
            if left == last {
                return Ok(Hunted::Nothing);
            }
            hunt.moves += 1;
        }
    }
}

/// Returns whether the clock of quiet plies may run out within so many plies.
pub(crate) fn is_clock_old<R: Rules<W>, const W: usize>(
    position: &Position<W>,
    plies: usize,
) -> bool {
    let plies = u32::try_from(plies).unwrap_or(u32::MAX);
    // The least number of players is assumed, since the limit may depend on it.
    position.halfmove().saturating_add(plies).saturating_mul(position.living_count().max(2))
        >= R::quiet_limit(position).saturating_mul(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mate_is_as_many_plies_away_as_there_are_turns() {
        let plies = |moves, seats| MateGoal::new(moves, seats).plies;
        assert_eq!([plies(1, 2), plies(2, 2), plies(5, 2)], [1, 3, 9]);
        assert_eq!([plies(1, 3), plies(2, 3), plies(3, 6)], [1, 4, 13]);
        assert_eq!([plies(15_990, 2), plies(u32::MAX, 6)], [MAX_PLY - 2; 2]);
    }
}
