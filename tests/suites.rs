//! The perft suites of `tests/perft`, one file per variant of the registry.

use std::path::Path;
use std::{env, fs};

use rotunda_movegen::{Options, Variant};
use rotunda_notation::PerftLine;

use crate::difference;
use crate::oracle::{self, ring};
use crate::support::{game, on_every_processor};
use crate::wanted::entries;

/// The environment variable that sets another limit of leaves.
const LIMIT_VARIABLE: &str = "ROTUNDA_PERFT_LEAVES";
/// The most leaves of a count in the default run. `rotunda perft --suite` counts larger ones.
const LIMIT: u64 = 2_000_000;
/// The most leaves of a count that is added up move by move.
const SMALL: u64 = 100_000;
/// The most leaves of a count that the oracle repeats.
const ORACLE_LIMIT: u64 = 2000;

/// Returns the suite of a variant.
fn suite(variant: &str) -> Vec<PerftLine> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("perft").join(format!("{variant}.epd"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{variant}.epd: {error}"));
    let case =
        |line: &str| line.parse().unwrap_or_else(|error| panic!("{variant}.epd: {line}: {error}"));
    text.lines().filter(|line| !line.trim().is_empty()).map(case).collect()
}

fn names() -> impl Iterator<Item = &'static str> {
    entries().map(|entry| entry.name)
}

fn limit() -> u64 {
    env::var(LIMIT_VARIABLE).ok().and_then(|text| text.parse().ok()).unwrap_or(LIMIT)
}

/// Fails with the command that shows the counts move by move.
fn fail(variant: &str, fen: &str, depth: u32, found: u64, expected: u64) -> ! {
    let what = format!("perft of depth {depth} is {found}, the suite has {expected}");
    let divide =
        format!("rotunda perft --variant {variant} --fen '{fen}' --depth {depth} --divide");
    difference::Case::new(variant, fen).fail(&what, &format!("move by move: {divide}"))
}

/// Counts all positions of a suite. In a debug build every move on the way compares the key with
/// the one computed from scratch.
fn count(variant: &'static str) {
    let (mut passed, limit) = (0, limit());
    for case in suite(variant) {
        let game = game(variant, &case.fen);
        for &(depth, expected) in case.counts.iter().filter(|(_, leaves)| *leaves <= limit) {
            let counts = game.perft(depth);
            let found: u64 = counts.iter().map(|(_, count)| count).sum();
            if found != expected {
                fail(variant, &case.fen, depth, found, expected);
            }
            passed += 1;
        }
    }
    println!("{variant}: {passed} counts of at most {limit} leaves");
    assert!(passed >= 10, "{variant}: {passed} counts are too few");
}

#[test]
fn the_engine_counts_as_the_suites() {
    on_every_processor(names(), count);
}

/// Returns the oracle's count, or `None` if the variant has no oracle.
fn count_by_oracle(variant: &str, fen: &str, depth: u32) -> Option<u64> {
    if let Some(rules) = oracle::game(variant) {
        let s = rules.parse(fen).expect("a good position");
        return Some(oracle::perft(&*rules, &s, depth));
    }
    let teams = fen.split(' ').nth(3)?;
    let rules = ring::Ring::new(variant)?.with_teams(teams)?;
    Some(ring::perft(&rules, &rules.parse(fen).expect("a good position"), depth))
}

#[test]
fn the_oracle_counts_as_the_suites() {
    on_every_processor(names(), |variant| {
        for case in suite(variant) {
            for &(depth, expected) in case.counts.iter().filter(|(_, n)| *n <= ORACLE_LIMIT) {
                let found = count_by_oracle(variant, &case.fen, depth).expect("an oracle");
                assert_eq!(found, expected, "{variant} {} depth {depth}, by the oracle", case.fen);
            }
        }
    });
}

#[test]
fn positions_of_the_suites_round_trip() {
    for variant in names() {
        for case in suite(variant) {
            assert_eq!(game(variant, &case.fen).fen(), case.fen, "{variant}");
        }
    }
}

/// Returns depth and leaves of the deepest small count from the start.
fn from_the_start(entry: &'static Variant) -> (u32, u64) {
    let cases = suite(entry.name);
    let start = cases.iter().find(|case| case.fen == entry.start()).expect("the start is counted");
    let counts = start.counts.iter().filter(|(_, leaves)| *leaves <= SMALL);
    *counts.max_by_key(|(depth, _)| *depth).expect("a small count")
}

#[test]
fn counts_per_move_add_up() {
    for entry in entries() {
        let (depth, leaves) = from_the_start(entry);
        let game = entry.family(Options::default()).game(None).expect("a good start");
        let counts = game.perft(depth);
        assert_eq!(counts.iter().map(|(_, count)| count).sum::<u64>(), leaves, "{}", entry.name);
        assert_eq!(counts.len(), game.legal_moves().len(), "{}", entry.name);
    }
}
