//! [`PerftRunner`]: perft that can be watched, stopped, and shared out to threads.

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use rotunda_movegen::{Game, GameMove, PerftObserver};

/// The leaves of a tree of legal moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PerftCounts {
    /// Below each legal move; nothing at depth 0, where there is no move.
    pub by_move: Vec<(GameMove, u64)>,
    /// The sum.
    pub total: u64,
}

/// Counts leaves on threads of its own.
pub struct PerftRunner {
    pool: ThreadPool,
}

impl PerftRunner {
    /// Creates a runner with so many threads.
    ///
    /// # Errors
    /// Returns an error if the machine has no more threads to give.
    pub fn new(threads: usize) -> Result<Self, ThreadPoolBuildError> {
        Ok(Self { pool: ThreadPoolBuilder::new().num_threads(threads).build()? })
    }

    /// The leaves of a game's tree; `None` if the observer stopped it before all were counted.
    pub fn count(
        &self,
        game: &Game,
        depth: u32,
        observer: &dyn PerftObserver,
    ) -> Option<PerftCounts> {
        if depth == 0 {
            observer.on_move(1);
            return Some(PerftCounts { by_move: Vec::new(), total: 1 });
        }
        let by_move = self.pool.install(|| game.perft_on_pool(depth, observer))?;
        let total = by_move.iter().map(|(_, leaves)| leaves).sum();
        Some(PerftCounts { by_move, total })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use rotunda_movegen::{Options, Variant};

    use super::*;

    /// The observer that adds up leaves.
    #[derive(Default)]
    struct Sum(AtomicU64);

    impl PerftObserver for Sum {
        fn on_move(&self, leaves: u64) {
            self.0.fetch_add(leaves, Ordering::Relaxed);
        }
    }

    /// Stops when something asks for the given time.
    struct StopAt(u64, AtomicU64);

    impl PerftObserver for StopAt {
        fn is_stopped(&self) -> bool {
            self.1.fetch_add(1, Ordering::Relaxed) >= self.0
        }
    }

    #[test]
    fn threads_change_no_count() {
        for (entry, threads) in Variant::all().iter().flat_map(|entry| [(entry, 1), (entry, 2)]) {
            let runner = PerftRunner::new(threads).expect("two threads at most");
            let game = entry.family(Options::default()).game(None).expect("the start");
            for depth in 1..=3 {
                let sum = Sum::default();
                let counts = runner.count(&game, depth, &sum).expect("nobody stopped it");
                assert_eq!(counts.by_move, game.perft(depth), "{}", entry.name);
                assert_eq!(counts.total, sum.0.into_inner(), "{}", entry.name);
            }
        }
    }

    #[test]
    fn a_stopped_count_is_none() {
        let entry = Variant::by_name("chess").expect("known");
        let game = entry.family(Options::default()).game(None).expect("the start");
        let runner = PerftRunner::new(1).expect("a thread");
        assert_eq!(runner.count(&game, 9, &StopAt(0, AtomicU64::new(0))), None);
    }

    /// Checks that a count stops soon. White has one move here and Black some forty: if the number
    /// of moves at the root decided the size of the parts of the tree, each would have billions of
    /// leaves.
    #[test]
    fn a_count_stops_soon_however_few_moves_the_root_has() {
        const FEN: &str = "r3k2r/pppq1ppp/2n2n2/8/1b6/8/PPP2PPP/RNBQ1K1r w kq - 0 1";
        let entry = Variant::by_name("chess").expect("known");
        let game = entry.family(Options::default()).game(Some(FEN)).expect("well-formed");
        let runner = PerftRunner::new(1).expect("a thread");
        let stop = StopAt(100, AtomicU64::new(0));
        assert_eq!(runner.count(&game, 20, &stop), None);
        // Once for each ply on the way back, and for the moves that are left there.
        let asked = stop.1.into_inner();
        assert!(asked < 2000, "asked {asked} times");
    }

    #[test]
    fn there_is_one_leaf_at_depth_0() {
        let game = Variant::all()[0].family(Options::default()).game(None).expect("the start");
        let runner = PerftRunner::new(1).expect("a thread");
        let leaves = runner.count(&game, 0, &());
        assert_eq!(leaves, Some(PerftCounts { by_move: vec![], total: 1 }));
    }
}
