//! The perft suites of `tests/perft`, one file per variant: `FEN ;D1 n ;D2 n ... ; # name`.

use std::env;

use rotunda_movegen::{Duel, Game, Perft, Position, leaves, perft};

use crate::support::tables;

/// The environment variable that sets another limit of leaves.
const LIMIT_VARIABLE: &str = "ROTUNDA_PERFT_LEAVES";
/// Most leaves of a count in the default run; larger ones are left to `rotunda perft --suite`.
const LIMIT: u64 = 2_000_000;

/// The suites by variant.
const SUITES: [(&str, &str); 8] = [
    ("chess", include_str!("perft/chess.epd")),
    ("rollerball", include_str!("perft/rollerball.epd")),
    ("circular70", include_str!("perft/circular70.epd")),
    ("circular68", include_str!("perft/circular68.epd")),
    ("circular66", include_str!("perft/circular66.epd")),
    ("ordinary-nocheckers", include_str!("perft/ordinary-nocheckers.epd")),
    ("roundtable84", include_str!("perft/roundtable84.epd")),
    ("roundtable84-knights-front", include_str!("perft/roundtable84-knights-front.epd")),
];

/// A line of a suite.
struct Case {
    variant: &'static str,
    fen: &'static str,
    counts: Vec<(u32, u64)>,
}

fn cases() -> impl Iterator<Item = Case> {
    let of_suite = |(variant, text): (&'static str, &'static str)| {
        text.lines().filter(|line| !line.is_empty()).map(move |line| case(variant, line))
    };
    SUITES.into_iter().flat_map(of_suite)
}

fn case(variant: &'static str, line: &'static str) -> Case {
    let mut fields = line.split(';').map(str::trim);
    let fen = fields.next().expect("a line begins with a position");
    let count = |field: &str| {
        let (depth, leaves) = field.strip_prefix('D')?.split_once(' ')?;
        Some((depth.parse().ok()?, leaves.trim().parse().ok()?))
    };
    let counts: Vec<_> = fields.filter_map(count).collect();
    assert!(!counts.is_empty(), "no count: {line}");
    Case { variant, fen, counts }
}

fn limit() -> u64 {
    env::var(LIMIT_VARIABLE).ok().and_then(|text| text.parse().ok()).unwrap_or(LIMIT)
}

/// Walks the suites of the variants for which `wanted` holds; in a debug build every move on the
/// way compares the key with the one computed from scratch.
fn run(wanted: impl Fn(&str) -> bool) {
    let (mut passed, limit) = (0, limit());
    for case in cases().filter(|case| wanted(case.variant)) {
        let position = Position::parse(tables(case.variant), case.fen).expect("a good position");
        for (depth, expected) in case.counts.iter().filter(|(_, leaves)| *leaves <= limit) {
            let found = leaves::<Duel, 1>(&position, *depth);
            assert_eq!(found, *expected, "{} {} depth {depth}", case.variant, case.fen);
            passed += 1;
        }
    }
    println!("{passed} counts of at most {limit} leaves");
    assert!(passed > 0);
}

#[test]
fn perft_of_chess() {
    run(|variant| variant == "chess");
}

#[test]
fn perft_of_rollerball() {
    run(|variant| variant == "rollerball");
}

#[test]
fn perft_of_circular_chess() {
    run(|variant| variant.starts_with("circular"));
}

#[test]
fn perft_of_the_ordinary_variant() {
    run(|variant| variant.starts_with("ordinary"));
}

#[test]
fn perft_of_round_table_chess() {
    run(|variant| variant.starts_with("roundtable84"));
}

#[test]
fn positions_of_the_suites_round_trip() {
    for Case { variant, fen, .. } in cases() {
        let position = Position::parse(tables(variant), fen).expect("a good position");
        assert_eq!(position.fen(), fen, "{variant}");
    }
}

#[test]
fn every_variant_has_a_suite_that_begins_with_its_start() {
    for entry in rotunda_movegen::variants() {
        let case = cases().find(|case| case.variant == entry.name).expect("a suite");
        assert_eq!(case.fen, entry.start());
    }
}

#[test]
fn counts_per_move_and_on_two_threads_add_up() {
    for (variant, leaves) in [
        ("chess", 197_281),
        ("rollerball", 4652),
        ("circular70", 221_346),
        ("circular68", 218_308),
        ("circular66", 213_035),
        ("ordinary-nocheckers", 977_165),
        ("roundtable84", 238_949),
        ("roundtable84-knights-front", 415_976),
    ] {
        let game = Game::<Duel, 1>::new(tables(variant));
        let counts = |threads| perft::<Duel, 1>(game.position(), &Perft { depth: 4, threads });
        let alone = counts(1);
        assert_eq!(alone, counts(2), "{variant}");
        assert_eq!(alone.iter().map(|(_, count)| count).sum::<u64>(), leaves, "{variant}");
        assert_eq!(alone.len(), game.moves().len(), "{variant}");
    }
}

#[test]
fn the_oracle_counts_the_same() {
    const ORACLE_LIMIT: u64 = 2000;
    for case in cases() {
        let rules = crate::oracle::game(case.variant).expect("a known variant");
        let s = rules.parse(case.fen).expect("a good position");
        for (depth, expected) in case.counts.iter().filter(|(_, leaves)| *leaves <= ORACLE_LIMIT) {
            let found = crate::oracle::perft(&*rules, &s, *depth);
            assert_eq!(found, *expected, "{} {} depth {depth}", case.variant, case.fen);
        }
    }
}
