//! [`Counter`]: perft that can be watched, stopped, and shared out to threads.

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use rotunda_movegen::{AnyGame, Perft};
use rotunda_search::Control;

/// From this depth on, the tree is split into parts.
const SPLIT_DEPTH: u32 = 4;
/// About how many leaves a part has: enough to make up for the cost of splitting, and few enough
/// to be counted at one go.
const PART: u64 = 1_000_000;
/// The fewest moves a position is taken to have when the size of a part is estimated.
const FEW_MOVES: u64 = 4;

/// The leaves of a tree of legal moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leaves {
    /// Below each legal move; nothing at depth 0, where there is no move.
    pub moves: Vec<(String, u64)>,
    /// All together.
    pub sum: u64,
}

/// Counts leaves on threads of its own.
pub struct Counter {
    pool: ThreadPool,
}

impl Counter {
    /// A counter with so many threads.
    ///
    /// # Errors
    /// If the threads cannot be had.
    pub fn new(threads: usize) -> Result<Self, ThreadPoolBuildError> {
        Ok(Self { pool: ThreadPoolBuilder::new().num_threads(threads).build()? })
    }

    /// The leaves of a game's tree; `None` if it was stopped before all were counted.
    ///
    /// `counted` hears the number of leaves below each legal move as soon as it is known.
    pub fn count(
        &self,
        game: &dyn AnyGame,
        depth: u32,
        control: &Control,
        counted: &(dyn Fn(u64) + Sync),
    ) -> Option<Leaves> {
        let moves = match depth {
            0 => {
                counted(1);
                return Some(Leaves { moves: Vec::new(), sum: 1 });
            }
            1..SPLIT_DEPTH => {
                let moves = game.perft(&Perft { depth, threads: 1 });
                for (_, leaves) in &moves {
                    counted(*leaves);
                }
                moves
            }
            _ => self.pool.install(|| self.split(game, depth, control, counted)),
        };
        let sum = moves.iter().map(|(_, leaves)| leaves).sum();
        (!control.is_stopped()).then_some(Leaves { moves, sum })
    }

    /// Counts below each move, on all threads of the pool.
    fn split(
        &self,
        game: &dyn AnyGame,
        depth: u32,
        control: &Control,
        counted: &(dyn Fn(u64) + Sync),
    ) -> Vec<(String, u64)> {
        let moves = game.legal();
        // A ply for a single thread, so that it can be watched; two to keep several busy.
        let plies = if self.pool.current_num_threads() == 1 { 1 } else { 2 };
        let part = part_depth(moves.len() as u64).min(depth - plies);
        let count = |mv: String| {
            let leaves = below(&*after(game, &mv), depth - 1, part, control);
            counted(leaves);
            (mv, leaves)
        };
        moves.into_par_iter().map(count).collect()
    }
}

/// The depth at which a tree has about as many leaves as a part, if all positions have so many
/// moves.
fn part_depth(moves: u64) -> u32 {
    PART.ilog(moves.max(FEW_MOVES)) + 1
}

/// The leaves of a tree, counted in parts of some depth; too few if it is stopped.
fn below(game: &dyn AnyGame, depth: u32, part: u32, control: &Control) -> u64 {
    if control.is_stopped() {
        return 0;
    }
    if depth <= part {
        let counts = game.perft(&Perft { depth, threads: 1 });
        return counts.iter().map(|(_, leaves)| leaves).sum();
    }
    let count = |mv: &String| below(&*after(game, mv), depth - 1, part, control);
    game.legal().par_iter().map(count).sum()
}

/// The game after a legal move.
fn after(game: &dyn AnyGame, mv: &str) -> Box<dyn AnyGame> {
    let mut game = game.boxed();
    game.play(mv).expect("a move from the list of legal moves");
    game
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use rotunda_movegen::{Options, variant, variants};

    use super::*;

    #[test]
    fn splitting_changes_no_count() {
        for (entry, threads) in variants().iter().flat_map(|entry| [(entry, 1), (entry, 2)]) {
            let counter = Counter::new(threads).expect("two threads at most");
            let game = entry.family(Options::default()).game(None).expect("the start");
            let heard = AtomicU64::new(0);
            let hear = |leaves| {
                heard.fetch_add(leaves, Ordering::Relaxed);
            };
            let leaves = counter.count(&*game, SPLIT_DEPTH, &Control::default(), &hear);
            let leaves = leaves.expect("nobody stopped it");
            assert_eq!(leaves.moves, game.perft(&Perft { depth: SPLIT_DEPTH, threads: 1 }));
            assert_eq!(leaves.sum, heard.into_inner());
        }
    }

    #[test]
    fn a_stopped_count_is_none() {
        let entry = variant("chess").expect("known");
        let game = entry.family(Options::default()).game(None).expect("the start");
        let control = Control::default();
        control.stop();
        let counter = Counter::new(1).expect("a thread");
        assert_eq!(counter.count(&*game, 9, &control, &|_| ()), None);
    }

    #[test]
    fn there_is_one_leaf_at_depth_0() {
        let game = variants()[0].family(Options::default()).game(None).expect("the start");
        let counter = Counter::new(1).expect("a thread");
        let leaves = counter.count(&*game, 0, &Control::default(), &|_| ());
        assert_eq!(leaves, Some(Leaves { moves: vec![], sum: 1 }));
    }
}
