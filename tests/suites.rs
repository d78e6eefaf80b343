//! The perft suites of `tests/perft`, one file per variant: `FEN ;D1 n ;D2 n ... ; # name`.

use std::env;

use rotunda_movegen::{Options, Position};

use crate::support::{family, game, tables};

/// The environment variable that sets another limit of leaves.
const LIMIT_VARIABLE: &str = "ROTUNDA_PERFT_LEAVES";
/// Most leaves of a count in the default run; larger ones are left to `rotunda perft --suite`.
const LIMIT: u64 = 2_000_000;

/// The suites of duels.
const SUITES: [(&str, &str); 9] = [
    ("chess", include_str!("perft/chess.epd")),
    ("rollerball", include_str!("perft/rollerball.epd")),
    ("circular70", include_str!("perft/circular70.epd")),
    ("circular68", include_str!("perft/circular68.epd")),
    ("circular66", include_str!("perft/circular66.epd")),
    ("ordinary", include_str!("perft/ordinary.epd")),
    ("ordinary-nocheckers", include_str!("perft/ordinary-nocheckers.epd")),
    ("roundtable84", include_str!("perft/roundtable84.epd")),
    ("roundtable84-knights-front", include_str!("perft/roundtable84-knights-front.epd")),
];

/// The suites of multiplayer games.
const TABLE_SUITES: [(&str, &str); 18] = [
    ("modern2", include_str!("perft/modern2.epd")),
    ("modern3", include_str!("perft/modern3.epd")),
    ("modern4", include_str!("perft/modern4.epd")),
    ("modern5", include_str!("perft/modern5.epd")),
    ("modern6", include_str!("perft/modern6.epd")),
    ("byzantine2", include_str!("perft/byzantine2.epd")),
    ("byzantine3", include_str!("perft/byzantine3.epd")),
    ("byzantine4", include_str!("perft/byzantine4.epd")),
    ("byzantine5", include_str!("perft/byzantine5.epd")),
    ("byzantine6", include_str!("perft/byzantine6.epd")),
    ("modern2-rotated", include_str!("perft/modern2-rotated.epd")),
    ("byzantine2-mirrored", include_str!("perft/byzantine2-mirrored.epd")),
    ("modern4-2v2", include_str!("perft/modern4-2v2.epd")),
    ("modern6-3v3", include_str!("perft/modern6-3v3.epd")),
    ("modern6-2v2v2", include_str!("perft/modern6-2v2v2.epd")),
    ("byzantine4-2v2", include_str!("perft/byzantine4-2v2.epd")),
    ("byzantine6-3v3", include_str!("perft/byzantine6-3v3.epd")),
    ("byzantine6-2v2v2", include_str!("perft/byzantine6-2v2v2.epd")),
];

/// A line of a suite.
struct Case {
    variant: &'static str,
    fen: &'static str,
    counts: Vec<(u32, u64)>,
}

fn of_suite((variant, text): (&'static str, &'static str)) -> impl Iterator<Item = Case> {
    text.lines().filter(|line| !line.is_empty()).map(move |line| case(variant, line))
}

/// The lines of the duels' suites.
fn cases() -> impl Iterator<Item = Case> {
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
        let game = game(case.variant, case.fen);
        for (depth, expected) in case.counts.iter().filter(|(_, leaves)| *leaves <= limit) {
            let counts = game.perft(*depth);
            let found: u64 = counts.iter().map(|(_, count)| count).sum();
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
fn perft_at_round_tables() {
    let (mut passed, limit) = (0, limit());
    for case in TABLE_SUITES.into_iter().flat_map(of_suite) {
        let entry = rotunda_movegen::variant(case.variant).expect("a known variant");
        let game = entry.family(Options::default()).game(Some(case.fen)).expect(case.fen);
        assert_eq!(game.fen(), case.fen);
        for (depth, expected) in case.counts.iter().filter(|(_, leaves)| *leaves <= limit) {
            let counts = game.perft(*depth);
            let found: u64 = counts.iter().map(|(_, leaves)| leaves).sum();
            assert_eq!(found, *expected, "{} {} depth {depth}", case.variant, case.fen);
            passed += 1;
        }
    }
    println!("{passed} counts of at most {limit} leaves");
    assert!(passed > 900);
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
        let mut cases = cases().chain(TABLE_SUITES.into_iter().flat_map(of_suite));
        let case = cases.find(|case| case.variant == entry.name).expect("a suite");
        assert_eq!(case.fen, entry.start());
    }
}

#[test]
fn counts_per_move_add_up() {
    for (variant, leaves) in [
        ("chess", 197_281),
        ("rollerball", 4652),
        ("circular70", 221_346),
        ("circular68", 218_308),
        ("circular66", 213_035),
        ("ordinary", 3_225_716),
        ("ordinary-nocheckers", 977_165),
        ("roundtable84", 238_949),
        ("roundtable84-knights-front", 415_976),
    ] {
        let game = family(variant).game(None).expect("a good start");
        let counts = game.perft(4);
        assert_eq!(counts.iter().map(|(_, count)| count).sum::<u64>(), leaves, "{variant}");
        assert_eq!(counts.len(), game.legal().len(), "{variant}");
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
