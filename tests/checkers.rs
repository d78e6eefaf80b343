//! The oracle of the Ordinary Variant with its Checkers, examined by itself.

use crate::oracle::checkers::Checkers;
use crate::oracle::{Game, State};

/// The perft suite.
const SUITE: &str = include_str!("perft/ordinary.epd");
/// Most leaves of a count in the default run.
const LIMIT: u64 = 8000;
/// The environment variable that sets another limit of leaves.
const LIMIT_VARIABLE: &str = "ROTUNDA_ORACLE_LEAVES";

/// How many lines of `depth` legal moves there are.
fn leaves(rules: &Checkers, s: &State, depth: u32) -> u64 {
    let legal = rules.judge(s).plies.into_iter().filter(|ply| ply.legal);
    if depth == 1 {
        return legal.count() as u64;
    }
    legal.map(|ply| leaves(rules, &ply.after, depth - 1)).sum()
}

#[test]
fn the_oracle_with_checkers_counts_as_the_suite_does() {
    let rules = Checkers::new();
    let limit = std::env::var(LIMIT_VARIABLE).ok().and_then(|text| text.parse().ok());
    let limit = limit.unwrap_or(LIMIT);
    let mut passed = 0;
    for line in SUITE.lines() {
        let mut fields = line.split(';').map(str::trim);
        let s = rules.parse(fields.next().expect("a position")).expect("a good position");
        assert_eq!(rules.fen(&s), line.split(" ;").next().expect("a position"));
        let counts = fields.filter_map(|field| field.strip_prefix('D')?.split_once(' '));
        for (depth, expected) in counts {
            let depth = depth.parse().expect("a depth");
            let expected: u64 = expected.trim().parse().expect("a count");
            if expected <= limit {
                assert_eq!(leaves(&rules, &s, depth), expected, "{line} depth {depth}");
                passed += 1;
            }
        }
    }
    println!("{passed} counts of at most {limit} leaves");
}
