//! The positions and counts of the rules page, and small suites of its rules, for the oracle alone.

use crate::oracle::ring::{Ring, perft};
use crate::support::multiplayer_games;

/// The most leaves of a count in these tests.
const LIMIT: u64 = 50_000;

/// The perft counts of depths 1 to 5 from the start (15), with games of equal counts together.
const STARTS: [(&[&str], [u64; 5]); 12] = [
    (&["modern2"], [12, 144, 2040, 28_901, 464_393]),
    (&["modern2-rotated"], [12, 144, 2040, 28_900, 464_336]),
    (&["byzantine2"], [14, 196, 2912, 43_267, 679_749]),
    (&["byzantine2-mirrored"], [14, 196, 2912, 43_267, 679_749]),
    (&["modern3"], [12, 144, 1728, 24_480, 346_824]),
    (&["byzantine3"], [14, 196, 2744, 40_768, 605_738]),
    (&["modern4", "modern4-2v2"], [12, 144, 1728, 20_736, 293_760]),
    (&["byzantine4", "byzantine4-2v2"], [14, 196, 2744, 38_416, 570_752]),
    (&["modern5"], [12, 144, 1728, 20_736, 248_832]),
    (&["byzantine5"], [14, 196, 2744, 38_416, 537_824]),
    (&["modern6", "modern6-3v3", "modern6-2v2v2"], [12, 144, 1728, 20_736, 248_832]),
    (&["byzantine6", "byzantine6-3v3", "byzantine6-2v2v2"], [14, 196, 2744, 38_416, 537_824]),
];

/// The positions for single rules, with their perft counts from depth 1.
const RULES: [(&str, &str, &[u64]); 12] = [
    // A king is captured.
    ("modern3", "4aR5bK7cR5/11bN4cM7/aM10bP12/2aK15cK5 a abc - m 0 1", &[25, 295, 7607]),
    // Two players are left among dead pieces.
    ("modern3", "2cR2xbN18/2xbQ1aPxbP18/2aR6xbK6cB7/2aK2xbR12cK5 a ac - m 0 1", &[23, 707, 17_746]),
    // Pieces move round the rings.
    ("modern3", "aR23/cP9bK7cK5/12aQ6bN4/2aK3aB17 a abc - m 0 1", &[67, 932, 11_296]),
    // Mate.
    ("modern3", "10xbQ13/24/4aR13aQ5/2aK15cK5 c ac - m 0 1", &[0, 0]),
    // Check and a pinned piece.
    ("modern4", "13dB11xcK6/5bQ5dN20/10xcPxaM20/7xaR2bK2bN5dR6dK5 b bd - m 0 1", &[4, 115, 4727]),
    // The loss of a king eliminates its player.
    (
        "modern4-2v2",
        "4aR3bK2dB20/11bN7cN12/32/2aK15cK6dK6 a abcd ac.bd mf 0 1",
        &[37, 406, 4048, 45_464],
    ),
    // The loss of a king eliminates nobody.
    (
        "modern6-3v3",
        "4aR6bK17dR18/8bN39/32eN12fP2/2aK4bM10cK7dK7eK13 a abcdef ace.bdf m 0 1",
        &[38, 413, 2065],
    ),
    // The pieces of an eliminated side stay.
    (
        "modern6-2v2v2",
        "4aR6eK23eR12/8bN2bP36/35eN12/2aK4bM1bK2fQ5cK7dK15fK5 a abcdef ad.be.cf m 0 1",
        &[32, 352, 1760, 8800],
    ),
    // A king captures the last piece beside the enemy's king.
    ("byzantine2", "14aM1/16/16/2aKbNbK11 a ab - b 0 1", &[4, 22, 110, 981]),
    // Pawns that meet.
    (
        "byzantine3",
        "bN3aPaM13cP1xbPxbM1/12aRbPbM9/cE18cPcM3/1aK7bK2bMbP3cK6 a abc - b 0 1",
        &[33, 466, 4965],
    ),
    // Kings are captured on the way.
    (
        "byzantine2",
        "aM1aRaP3bKbMaP1bEbP3/aM2aP8bP3/aMaE1aRaKaNaE3bE4aN/1aG1aP8bP1aM1 a ab - b 7 47",
        &[28, 200],
    ),
    (
        "modern3",
        "4aP2xbM1xbR3cM2cM2cR4/1cRaK4xbMxbQxbBxbNxbRxbP5cKcP4/aR4aPaPxbMxbN5aQ2cB1cP1cQcP1/\
         3aP9xbP2cM1cNcP3aM a ac - m 3 47",
        &[3, 142],
    ),
];

fn ring(variant: &str) -> Ring {
    Ring::new(variant).expect("a known variant")
}

/// Compares counts of at most [`LIMIT`] leaves.
fn count(variant: &str, text: &str, counts: &[u64]) {
    let ring = ring(variant);
    let s = ring.parse(text).unwrap_or_else(|error| panic!("{variant} {text}: {error}"));
    assert_eq!(ring.fen(&s), text, "{variant}");
    for (depth, leaves) in (1..).zip(counts).filter(|(_, leaves)| **leaves <= LIMIT) {
        assert_eq!(perft(&ring, &s, depth), *leaves, "{variant} {text} depth {depth}");
    }
}

#[test]
fn the_oracle_counts_from_the_starts() {
    for (variants, counts) in STARTS {
        for variant in variants {
            let ring = ring(variant);
            count(variant, &ring.fen(&ring.start()), &counts);
        }
    }
    let counted = |variant: &str| STARTS.iter().any(|(variants, _)| variants.contains(&variant));
    assert!(multiplayer_games().all(counted), "a start that is not counted");
}

#[test]
fn the_oracle_counts_where_single_rules_matter() {
    for (variant, text, counts) in RULES {
        count(variant, text, counts);
    }
}

#[test]
fn starts_are_those_of_the_rules_page() {
    for (variant, text) in [
        (
            "modern2",
            "aMaRaRaP4bMbRbRbP4/aMaNaNaP4bMbNbNbP4/aMaBaBaP4bMbBbBbP4/aMaQaKaP4bMbKbQbP4 \
             a ab - m 0 1",
        ),
        (
            "modern2-rotated",
            "aMaRaRaP4bMbRbRbP4/aMaNaNaP4bMbNbNbP4/aMaBaBaP4bMbBbBbP4/aMaQaKaP4bMbQbKbP4 \
             a ab - m 0 1",
        ),
        (
            "byzantine2",
            "aMaRaRaP4bMbRbRbP4/aMaNaNaP4bMbNbNbP4/aMaEaEaP4bMbEbEbP4/aMaGaKaP4bMbGbKbP4 \
             a ab - b 0 1",
        ),
        (
            "modern4-2v2",
            "aMaRaRaP4bMbRbRbP4cMcRcRcP4dMdRdRdP4/aMaNaNaP4bMbNbNbP4cMcNcNcP4dMdNdNdP4/\
             aMaBaBaP4bMbBbBbP4cMcBcBcP4dMdBdBdP4/aMaQaKaP4bMbQbKbP4cMcQcKcP4dMdQdKdP4 \
             a abcd ac.bd m 0 1",
        ),
        (
            "byzantine6-2v2v2",
            "aMaRaRaP4bMbRbRbP4cMcRcRcP4dMdRdRdP4eMeReReP4fMfRfRfP4/\
             aMaNaNaP4bMbNbNbP4cMcNcNcP4dMdNdNdP4eMeNeNeP4fMfNfNfP4/\
             aMaEaEaP4bMbEbEbP4cMcEcEcP4dMdEdEdP4eMeEeEeP4fMfEfEfP4/\
             aMaGaKaP4bMbGbKbP4cMcGcKcP4dMdGdKdP4eMeGeKeP4fMfGfKfP4 a abcdef ad.be.cf b 0 1",
        ),
    ] {
        let ring = ring(variant);
        assert_eq!(ring.fen(&ring.start()), text);
        assert_eq!(ring.parse(text), Ok(ring.start()));
    }
}

#[test]
fn impossible_positions_are_refused() {
    for (variant, text) in [
        // The fields, the seats, the teams and the rules are wrong.
        ("modern2", "16/16/16/2aK6bK6 a ab - m 0"),
        ("modern2", "16/16/16/2aK6bK6 c ab - m 0 1"),
        ("modern2", "16/16/16/2aK6bK6 a ba - m 0 1"),
        ("modern2", "16/16/16/2aK6xbK6 b a - m 0 1"),
        ("modern2", "16/16/16/2aK6bK6 a ab ab m 0 1"),
        ("modern2", "16/16/16/2aK6bK6 a ab - b 0 1"),
        ("modern2", "16/16/16/2aK6bK6 a ab - m -1 1"),
        // The board is wrong.
        ("modern2", "16/16/2aK6bK6 a ab - m 0 1"),
        ("modern2", "16/16/15/2aK6bK6 a ab - m 0 1"),
        ("modern2", "16/16/17/2aK6bK6 a ab - m 0 1"),
        ("modern2", "16/16/016/2aK6bK6 a ab - m 0 1"),
        ("modern2", "16/16/15aE/2aK6bK6 a ab - m 0 1"),
        ("modern2", "16/16/15cR/2aK6bK6 a ab - m 0 1"),
        ("modern2", "16/16/15x/2aK6bK6 a ab - m 0 1"),
        // Kings, living pieces of nobody, late pawns and bare kings are wrong.
        ("modern2", "16/16/16/2aK13 a ab - m 0 1"),
        ("modern2", "16/16/16/1aKaK6bK6 a ab - m 0 1"),
        ("modern3", "24/24/24/2aK6bK6cK7 a ab - m 0 1"),
        ("modern2", "16/16/9aP6/2aK6bK6 a ab - m 0 1"),
        ("modern2", "16/16/10aM5/2aK6bK6 a ab - m 0 1"),
        ("byzantine2", "16/16/15aR/2aK6bK6 a ab - b 0 1"),
        // A side has no kings, a player has no pieces, or a player should have been eliminated.
        ("modern4-2v2", "32/32/32/2aK6bR6cK6dR8 a abcd ac.bd m 0 1"),
        ("modern4-2v2", "32/32/32/2aK6bK22 a abc ac.bd m 0 1"),
        ("modern4-2v2", "32/32/32/2aK6bK6cR15 a abc ac.bd mf 0 1"),
    ] {
        assert!(ring(variant).parse(text).is_err(), "{variant} {text}");
    }
}

#[test]
fn cells_are_named_by_ring_and_sector() {
    for variant in multiplayer_games() {
        let ring = ring(variant);
        let cells = ring.cells();
        assert_eq!(cells.len(), 32 * ring.seats, "{variant}");
        assert_eq!(cells[..5], ["a1", "b1", "c1", "d1", "a2"], "{variant}");
        assert_eq!(cells[cells.len() - 1], format!("d{}", 8 * ring.seats), "{variant}");
    }
}
