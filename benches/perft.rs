//! Leaves of the tree of legal moves per second, on one thread.

use criterion::{BenchmarkId, Criterion, Throughput};
use rotunda_movegen::{Duel, Position, leaves};

use crate::streams::variants;

/// A busy middlegame, Kiwipete of the chess programming community.
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// The depth and the count from each start, about a million leaves.
const COUNTS: [(&str, u32, u64); 8] = [
    ("chess", 4, 197_281),
    ("rollerball", 6, 622_173),
    ("circular70", 4, 221_346),
    ("circular68", 4, 218_308),
    ("circular66", 4, 213_035),
    ("ordinary-nocheckers", 4, 977_165),
    ("roundtable84", 4, 238_949),
    ("roundtable84-knights-front", 4, 415_976),
];

/// All benchmarks of this page.
pub fn bench(criterion: &mut Criterion) {
    for variant in variants() {
        let count = COUNTS.iter().find(|(name, _, _)| *name == variant.name());
        let &(name, depth, count) = count.expect("every variant has a count");
        run(criterion, name, &Position::start(variant), depth, count);
        if name == "chess" {
            let position = Position::parse(variant, KIWIPETE).expect("a good position");
            run(criterion, "chess/kiwipete", &position, 4, 4_085_603);
        }
    }
}

fn run(criterion: &mut Criterion, name: &str, position: &Position<1>, depth: u32, count: u64) {
    let mut group = criterion.benchmark_group("perft");
    group.throughput(Throughput::Elements(count)).sample_size(10);
    group.bench_with_input(BenchmarkId::new(name, depth), &depth, |bencher, depth| {
        bencher.iter(|| assert_eq!(leaves::<Duel, 1>(position, *depth), count));
    });
    group.finish();
}
