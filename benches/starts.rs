//! What is counted: the start of every variant, and a position of chess.

use std::path::Path;

use rotunda_engine::read_suite;
use rotunda_movegen::Variant;

/// A position of chess with every rule in reach, known as Kiwipete.
pub const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
/// Depth and leaves of its perft, of about the same size as the others.
pub const KIWIPETE_COUNT: (u32, u64) = (4, 4_085_603);

/// Most leaves of a count: the deepest one of each start that is not beyond is measured.
const LIMIT: u64 = 4_000_000;

/// The deepest count from a variant's start that is not beyond the limit, from its perft suite:
/// depth and leaves.
pub fn count(entry: &'static Variant) -> (u32, u64) {
    let suites = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/perft");
    let suite = read_suite(&suites.join(format!("{}.epd", entry.name)));
    let suite = suite.unwrap_or_else(|error| panic!("{error}"));
    let start = suite.into_iter().find(|case| case.fen == entry.start());
    let counts = start.expect("a suite begins with the start").counts.into_iter();
    let small = counts.filter(|(_, leaves)| *leaves <= LIMIT);
    small.max_by_key(|(depth, _)| *depth).expect("a suite has small counts")
}
