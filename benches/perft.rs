//! Perft: the whole move generator at work, counted in leaves.

use std::path::Path;

use criterion::{BenchmarkId, Criterion, Throughput};
use rotunda_engine::read_suite;
use rotunda_movegen::{AnyGame, Options, Variant};

/// A position of chess with every rule in reach, known as Kiwipete.
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Most leaves of a count: the deepest one of each start that is not beyond is measured.
const LIMIT: u64 = 4_000_000;

/// The deepest count from a variant's start that is not beyond the limit, from its perft suite:
/// depth and leaves.
fn count(entry: &'static Variant) -> (u32, u64) {
    let suites = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/perft");
    let suite = read_suite(&suites.join(format!("{}.epd", entry.name)));
    let suite = suite.unwrap_or_else(|error| panic!("{error}"));
    let start = suite.into_iter().find(|case| case.fen == entry.start());
    let counts = start.expect("a suite begins with the start").counts.into_iter();
    let small = counts.filter(|(_, leaves)| *leaves <= LIMIT);
    small.max_by_key(|(depth, _)| *depth).expect("a suite has small counts")
}

/// All benchmarks of this page.
pub fn bench(criterion: &mut Criterion) {
    for entry in Variant::all() {
        let (depth, leaves) = count(entry);
        let start = entry.family(Options::default()).game(None).expect("a good start");
        run(criterion, entry.name, &*start, depth, leaves);
        if entry.name == "chess" {
            let family = entry.family(Options::default());
            let position = family.game(Some(KIWIPETE)).expect("a good position");
            run(criterion, "chess/kiwipete", &*position, 4, 4_085_603);
        }
    }
}

fn run(criterion: &mut Criterion, name: &str, game: &dyn AnyGame, depth: u32, count: u64) {
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
