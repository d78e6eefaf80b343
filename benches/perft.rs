//! Perft of every variant, measured in leaves per second.

use criterion::{BenchmarkId, Criterion, Throughput};
use rotunda_movegen::{Game, Options, Variant};

use crate::starts::{KIWIPETE, KIWIPETE_COUNT, count};

/// Runs the perft benchmark of each variant from its start, and of Kiwipete.
pub fn bench(criterion: &mut Criterion) {
    for entry in Variant::all() {
        let (depth, leaves) = count(entry);
        let start = entry.family(Options::default()).game(None).expect("a good start");
        run(criterion, entry.name, &start, depth, leaves);
        if entry.name == "chess" {
            let family = entry.family(Options::default());
            let position = family.game(Some(KIWIPETE)).expect("a good position");
            let (depth, leaves) = KIWIPETE_COUNT;
            run(criterion, "chess/kiwipete", &position, depth, leaves);
        }
    }
}

fn run(criterion: &mut Criterion, name: &str, game: &Game, depth: u32, count: u64) {
    let mut group = criterion.benchmark_group("perft");
    group.throughput(Throughput::Elements(count)).sample_size(10);
    group.bench_with_input(BenchmarkId::new(name, depth), &depth, |bencher, &depth| {
        bencher.iter(|| {
            let leaves = game.perft(depth);
            assert_eq!(leaves.iter().map(|(_, leaves)| leaves).sum::<u64>(), count);
        });
    });
    group.finish();
}
