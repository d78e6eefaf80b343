//! A searcher visits the same nodes after `new_game` as a new one, in every variant.

use std::sync::Arc;

use rotunda_movegen::{Options, Variant};
use rotunda_search::{Limits, Searcher, StopHandle, TranspositionTable};

/// The number of searches of one run.
const SEARCHES: usize = 8;
/// The plies of each search: enough for the table and the histories to matter.
const DEPTH: u32 = 3;

/// Returns the nodes of searches in which the engine plays its own moves, and begins again from the
/// start after the end of a game.
fn nodes_of_games(searcher: &mut Searcher, entry: &'static Variant) -> Vec<u64> {
    let start = || entry.family(Options::default()).game(None).expect("the start");
    let mut game = start();
    let mut search = |_| {
        if game.outcome().is_some() {
            game = start();
        }
        let result = searcher.run(&game, &Limits::depth(DEPTH), &StopHandle::new(), |_| ());
        game.play(&result.best.expect("the game goes on")).expect("a legal move");
        result.nodes
    };
    (0..SEARCHES).map(&mut search).collect()
}

#[test]
fn nodes_are_the_same_after_new_game() {
    let mut remembered = 0;
    for entry in Variant::all() {
        let tt = TranspositionTable::new(1).expect("the machine has memory");
        let mut searcher = Searcher::with_table(Arc::new(tt));
        let first = nodes_of_games(&mut searcher, entry);
        remembered += usize::from(nodes_of_games(&mut searcher, entry) != first);
        searcher.new_game();
        assert_eq!(nodes_of_games(&mut searcher, entry), first, "{}", entry.name);
    }
    assert!(remembered > 0, "without new_game nothing is remembered: the test proves nothing");
}
