//! The positions of the benchmarks: the start of every variant, and a position of chess.

use std::path::Path;

use rotunda_engine::read_suite;
use rotunda_movegen::Variant;

/// A position of chess, known as Kiwipete, in which every rule is in reach.
pub const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
/// The depth and the leaves of its perft, about as many as those of the other counts.
pub const KIWIPETE_COUNT: (u32, u64) = (4, 4_085_603);

/// The most leaves of a count. The deepest count within this limit is measured for each start.
const LIMIT: u64 = 4_000_000;

/// Returns depth and leaves of the deepest count of a variant's perft suite within the limit, from
/// the start.
pub fn count(entry: &'static Variant) -> (u32, u64) {
    let suites = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/perft");
    let suite = read_suite(&suites.join(format!("{}.epd", entry.name)));
    let suite = suite.unwrap_or_else(|error| panic!("{error}"));
    let start = suite.into_iter().find(|case| case.fen == entry.start());
    let counts = start.expect("a suite begins with the start").counts.into_iter();
    let small = counts.filter(|(_, leaves)| *leaves <= LIMIT);
    small.max_by_key(|(depth, _)| *depth).expect("a suite has small counts")
}
