//! Nodes per second of the search, on one thread, from the start of every variant.

use std::sync::Arc;

use criterion::{BatchSize, Criterion, Throughput};
use rotunda_movegen::{Game, Options};
use rotunda_search::{Limits, Searcher, StopHandle, TranspositionTable};

/// The nodes of one search: enough to fill the histories, few enough for ten samples in a second.
const NODES: u64 = 30_000;
/// The megabytes of the table.
const HASH: usize = 16;

/// Runs the benchmark of a search from the start of each variant.
pub fn bench(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("search");
    group.sample_size(10);
    for entry in rotunda_movegen::Variant::all() {
        let game = entry.family(Options::default()).game(None).expect("the start");
        let nodes = think(&game, searcher()).0;
        group.throughput(Throughput::Elements(nodes));
        group.bench_function(entry.name, |bencher| {
            // The table is new and the searcher has learned nothing: every search visits the same
            // nodes.
            let search = |searcher: Searcher| {
                let (visited, searcher) = think(&game, searcher);
                assert_eq!(visited, nodes);
                searcher
            };
            bencher.iter_batched(searcher, search, BatchSize::PerIteration);
        });
    }
    group.finish();
}

/// Returns a searcher that has searched only the first node of a game's start.
fn searcher() -> Searcher {
    let tt = TranspositionTable::new(HASH).expect("the machine has memory");
    Searcher::with_table(Arc::new(tt))
}

/// Searches a position and returns the number of nodes.
fn think(game: &Game, mut searcher: Searcher) -> (u64, Searcher) {
    let result = searcher.run(game, &Limits::nodes(NODES), &StopHandle::new(), |_| ());
    (result.nodes, searcher)
}
