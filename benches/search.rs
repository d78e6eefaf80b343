//! Nodes per second of the search, on one thread, from the start of every variant.

use criterion::{BatchSize, Criterion, Throughput};
use rotunda_movegen::Options;
use rotunda_search::{Control, Limits, Settings, Thinker, TranspositionTable, thinker};

/// Nodes of one search: enough to fill the histories, few enough for ten samples in a second.
const NODES: u64 = 30_000;
/// Megabytes of the table.
const HASH: usize = 16;

/// All benchmarks of this page.
pub fn bench(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("search");
    group.sample_size(10);
    for entry in rotunda_movegen::variants() {
        let mut thinker = thinker(entry.family(Options::default()));
        let nodes = think(&mut *thinker, &table());
        group.throughput(Throughput::Elements(nodes));
        group.bench_function(entry.name, |bencher| {
            // A fresh table and no memory of the last search: every search visits the same nodes.
            let search = |table: TranspositionTable| {
                assert_eq!(think(&mut *thinker, &table), nodes);
                table
            };
            bencher.iter_batched(table, search, BatchSize::PerIteration);
        });
    }
    group.finish();
}

fn table() -> TranspositionTable {
    TranspositionTable::new(HASH).expect("the machine has memory")
}

/// Searches the start position and returns the nodes.
fn think(thinker: &mut dyn Thinker, table: &TranspositionTable) -> u64 {
    thinker.forget();
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let control = Control::default();
    thinker.think(table, &Settings::default(), &limits, &control, &mut |_| ()).nodes
}
