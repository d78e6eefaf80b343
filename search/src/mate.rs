//! The search for a mate in so many moves: a search of full width, which finds it or proves that it
//! is not there.
//!
//! Iterative deepening usually finds a mate long before, since it leaves out most of the tree; for
//! the same reason it cannot say that there is none.

use rotunda_movegen::{CheckInfo, Position, Rules};

use crate::MultiSearch;
use crate::score::{MAX_PLY, Score, won_in};
use crate::window::Window;
use crate::worker::{Searched, Worker};

/// A random number that tells the table what was found at full width from what was not.
const FULL_WIDTH: u64 = 0x7C15_9E37_F39C_C060;

/// The mate that a search looks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MateGoal {
    /// Plies from the root to the mate.
    pub plies: usize,
}

impl MateGoal {
    /// A mate in so many moves of the mover, one or more, where each of `seats` players moves in
    /// turn; beyond the deepest ply there is none to be found.
    pub fn new(moves: u32, seats: u32) -> Self {
        let plies = u64::from(moves.saturating_sub(1)) * u64::from(seats) + 1;
        Self { plies: usize::try_from(plies).unwrap_or(MAX_PLY).min(MAX_PLY - 2) }
    }

    /// The score of such a mate; quicker ones have more.
    pub const fn score(self) -> Score {
        won_in(self.plies)
    }
}

impl<R: Rules<W>, const W: usize> Worker<'_, R, W> {
    /// Searches the root at full width for a win that comes no later than the goal, with all
    /// players together against the mover; returns whether there is one.
    pub fn prove_mate(&mut self, position: &Position<W>, goal: MateGoal) -> Searched<bool> {
        let check_info = R::check_info(position);
        let mode = std::mem::replace(&mut self.perspective.mode, MultiSearch::Paranoid);
        self.full_width = true;
        self.settled = 0;
        let window = Window::null(goal.score() - 1);
        let depth = goal.plies as i32;
        let score = self.alpha_beta::<true>(position, &check_info, window, depth, 0, false);
        self.full_width = false;
        self.perspective.mode = mode;
        Ok(score? >= goal.score())
    }

    /// The score of a position at the end of a line of full width: only what the rules decide
    /// counts, since nobody can mate any more.
    pub fn leaf(
        &mut self,
        position: &Position<W>,
        check_info: &CheckInfo<W>,
        ply: usize,
    ) -> Searched<Score> {
        self.enter(ply)?;
        self.pv[ply].clear();
        if let Some(score) = self.ended(position, check_info, ply) {
            return Ok(score);
        }
        if !R::has_move(position) {
            return Ok(self.no_moves_score(position, check_info, ply));
        }
        Ok(self.evaluate(position, ply))
    }

    /// The part of a position's key that keeps searches of full width apart.
    #[inline]
    pub fn width_key(&self) -> u64 {
        if self.full_width { FULL_WIDTH } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicU64};

    use rotunda_movegen::{Duel, Family, Game, Options, Variant};

    use super::*;
    use crate::eval::Weights;
    use crate::histories::Histories;
    use crate::returns::Returns;
    use crate::root_moves::RootMove;
    use crate::score::Readout;
    use crate::worker::{Reductions, Shared};
    use crate::{Limits, StopHandle, TranspositionTable};

    #[test]
    fn a_mate_is_as_many_plies_away_as_there_are_turns() {
        let plies = |moves, seats| MateGoal::new(moves, seats).plies;
        assert_eq!([plies(1, 2), plies(2, 2), plies(5, 2)], [1, 3, 9]);
        assert_eq!([plies(1, 3), plies(2, 3), plies(3, 6)], [1, 4, 13]);
        assert_eq!([plies(15_990, 2), plies(u32::MAX, 6)], [MAX_PLY - 2; 2]);
    }

    /// Whether the proof alone, without any deepening before it, finds a mate in so many moves.
    fn proves(fen: &str, moves: u32) -> bool {
        let Family::Duel(variant) =
            Variant::by_name("chess").expect("known").family(Options::default())
        else {
            panic!("chess is a duel");
        };
        let game = Game::<Duel, 1>::parse(variant, fen).expect("well-formed");
        let shared = Shared {
            tt: &TranspositionTable::new(1).expect("a megabyte"),
            stop: &StopHandle::new(),
            limits: &Limits::default(),
            nodes: AtomicU64::new(0),
            done: AtomicBool::new(false),
            alone: true,
            reductions: Arc::new(Reductions::new()),
            returns: Arc::new(Returns::of::<Duel, 1>(&Duel::start(variant))),
            readout: Readout::DUEL,
            long_root: false,
            two_sided: true,
        };
        let weights = Weights::derive(&Duel::start(variant));
        let mut histories = Histories::new(variant);
        let root = game.moves().into_iter().map(RootMove::new).collect();
        let mode = MultiSearch::default();
        let mut worker =
            Worker::new(&shared, (&weights, None), &mut histories, &game, (mode, root));
        let found = worker.prove_mate(game.position(), MateGoal::new(moves, 2));
        found.expect("nobody stops it")
    }

    #[test]
    fn the_proof_finds_mates_and_only_those_in_time() {
        // A rook gives itself up for a move that waits; two rooks; a smothered king.
        let mates = [
            ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
            ("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", 2),
            ("r6k/6pp/7N/8/2Q5/8/8/6K1 w - - 0 1", 2),
        ];
        for (fen, moves) in mates {
            assert!(proves(fen, moves) && proves(fen, moves + 1), "{fen}");
            assert!(!proves(fen, moves - 1), "{fen}");
        }
        // Stalemate by Qb6 is no mate.
        assert!(!proves("k7/2Q5/8/8/8/8/8/6K1 w - - 0 1", 1));
    }
}
