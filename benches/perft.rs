//! Perft: the whole move generator at work, counted in leaves.

use criterion::{BenchmarkId, Criterion, Throughput};
use rotunda_movegen::{AnyGame, Options, variants};

/// A position of chess with every rule in reach, known as Kiwipete.
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// The depth and the count from each start, some hundred thousand leaves or more.
const COUNTS: [(&str, u32, u64); 27] = [
    ("chess", 4, 197_281),
    ("rollerball", 6, 622_173),
    ("circular70", 4, 221_346),
    ("circular68", 4, 218_308),
    ("circular66", 4, 213_035),
    ("ordinary", 4, 3_225_716),
    ("ordinary-nocheckers", 4, 977_165),
    ("roundtable84", 4, 238_949),
    ("roundtable84-knights-front", 4, 415_976),
    ("modern2", 5, 464_393),
    ("modern3", 5, 346_824),
    ("modern4", 5, 293_760),
    ("modern5", 5, 248_832),
    ("modern6", 5, 248_832),
    ("byzantine2", 5, 679_749),
    ("byzantine3", 5, 605_738),
    ("byzantine4", 5, 570_752),
    ("byzantine5", 5, 537_824),
    ("byzantine6", 5, 537_824),
    ("modern2-rotated", 5, 464_336),
    ("byzantine2-mirrored", 5, 679_749),
    ("modern4-2v2", 5, 293_760),
    ("modern6-3v3", 5, 248_832),
    ("modern6-2v2v2", 5, 248_832),
    ("byzantine4-2v2", 5, 570_752),
    ("byzantine6-3v3", 5, 537_824),
    ("byzantine6-2v2v2", 5, 537_824),
];

/// All benchmarks of this page.
pub fn bench(criterion: &mut Criterion) {
    for entry in variants() {
        let count = COUNTS.iter().find(|(name, _, _)| *name == entry.name);
        let &(name, depth, count) = count.expect("every variant has a count");
        let start = entry.family(Options::default()).game(None).expect("a good start");
        run(criterion, name, &*start, depth, count);
        if name == "chess" {
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
