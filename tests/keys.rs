//! Hash keys: equal for the same position, whatever the way to it, and different otherwise.

use std::collections::HashMap;

use rotunda_movegen::Rules;

use crate::artificial::artificial_fen;
use crate::oracle::State;
use crate::oracle::draughtsmen::DraughtsRules;
use crate::oracle::facts::VariantFacts;
use crate::support::{Oracle, after, duels, for_family, game, legal, parse, position, rng, sample};

/// The number of positions of each variant.
const POSITIONS: usize = 800;

/// Returns the facts that decide a repetition: pieces, side, rights, and the right to capture en
/// passant if it is usable (docs/rules/README.md 6).
fn identity(oracle: &Oracle, s: &State) -> String {
    if oracle.variant == "ordinary" {
        let passed = DraughtsRules::new().passed(s);
        return oracle.rules.fen(&State { passed, halfmove: 0, fullmove: 1, ..s.clone() });
    }
    let suffices = |legal: bool| legal || oracle.variant == "ordinary-nocheckers";
    let attempts = if s.passed.is_some() { oracle.rules.attempts(s) } else { Vec::new() };
    let usable = attempts.iter().any(|attempt| attempt.en_passant && suffices(attempt.legal));
    let passed = s.passed.filter(|_| usable);
    let bare = State { passed, halfmove: 0, fullmove: 1, ..s.clone() };
    oracle.rules.fen(&bare)
}

#[test]
fn keys_are_equal_for_equal_positions_and_for_no_others() {
    for facts in duels() {
        for_family!(facts.variant, compare_keys(facts));
    }
}

fn compare_keys<R: Rules<1>>(facts: &VariantFacts) {
    let oracle = Oracle::new(facts.variant);
    let mut rng = rng("keys");
    let mut by_identity: HashMap<String, u64> = HashMap::new();
    let mut by_key: HashMap<u64, String> = HashMap::new();
    let mut compare = |key: u64, s: &State| {
        let identity = identity(&oracle, s);
        let known = *by_identity.entry(identity.clone()).or_insert(key);
        assert_eq!(known, key, "{}: two keys of {identity}", oracle.variant);
        let other = by_key.entry(key).or_insert_with(|| identity.clone());
        assert_eq!(*other, identity, "{}: one key of two", oracle.variant);
    };
    for _ in 0..sample(POSITIONS) {
        let fen = artificial_fen(&oracle, facts, &mut rng);
        let Ok(position) = parse(facts.variant, &fen) else { continue };
        let s = oracle.rules.parse(&fen).expect("both sides accept it");
        compare(position.key(), &s);
        let children = oracle.rules.attempts(&s).into_iter().filter(|attempt| attempt.legal);
        for ((_, mv), attempt) in legal::<R>(&position).into_iter().zip(children) {
            let next = after::<R>(&position, &mv);
            compare(next.key(), &attempt.after);
            // The position with the same pieces has fewer rights and no passed cell.
            let bare = State { rights: String::new(), passed: None, ..attempt.after };
            let fen = oracle.rules.fen(&bare);
            let parsed = parse(facts.variant, &fen).expect("fewer rights");
            compare(parsed.key(), &bare);
        }
    }
    assert!(by_key.len() > sample(POSITIONS), "{}: {}", oracle.variant, by_key.len());
}

fn key(variant: &str, fen: &str) -> u64 {
    position(variant, fen).key()
}

fn key_after(variant: &str, moves: &str) -> u64 {
    let start = rotunda_movegen::Variant::by_name(variant).expect("a known variant").start();
    let mut game = game(variant, start);
    for name in moves.split(' ') {
        game.play_text(name).expect("a legal move");
    }
    game.key()
}

#[test]
fn the_order_of_moves_makes_no_difference() {
    for (variant, one, other) in [
        ("chess", "g1f3 b8c6 b1c3 g8f6", "b1c3 g8f6 g1f3 b8c6"),
        ("chess", "e2e3 e7e6 d2d4 d7d5", "d2d4 d7d5 e2e3 e7e6"),
        ("rollerball", "c1b1 e7f7 e1f1 c7b7", "e1f1 c7b7 c1b1 e7f7"),
        ("circular70", "g1f3 b8c6 b1c3 g8f6", "b1c3 g8f6 g1f3 b8c6"),
        ("circular68", "e2e3 e7e6 d2d4 d7d5", "d2d4 d7d5 e2e3 e7e6"),
        ("circular66", "e2e3 e7e6 d2d4 d7d5", "d2d4 d7d5 e2e3 e7e6"),
        ("ordinary", "b1c3 k10j8 b3a4", "b3a4 k10j8 b1c3"),
        ("ordinary-nocheckers", "b1c3 k10j8 k1j3 b10c8", "k1j3 b10c8 b1c3 k10j8"),
        ("roundtable84", "e3e4 e8e7 h3h5 h8h6", "h3h5 h8h6 e3e4 e8e7"),
        ("roundtable84-knights-front", "f2e4 f9e7 g2h4 g9h7", "g2h4 g9h7 f2e4 f9e7"),
    ] {
        assert_eq!(key_after(variant, one), key_after(variant, other), "{variant} {one}");
    }
}

#[test]
fn what_decides_moves_is_in_the_key_and_clocks_are_not() {
    let different = |variant: &str, one: &str, other: &str| {
        assert_ne!(key(variant, one), key(variant, other), "{variant} {one} {other}");
    };
    let same = |variant: &str, one: &str, other: &str| {
        assert_eq!(key(variant, one), key(variant, other), "{variant} {one} {other}");
    };
    let castlings = "r3k2r/8/8/8/8/8/8/R3K2R w";
    for (one, other) in [("KQkq", "KQk"), ("K", "Q"), ("k", "q"), ("K", "k"), ("q", "-")] {
        different("chess", &format!("{castlings} {one} - 0 1"), &format!("{castlings} {other} -"));
    }
    same("chess", &format!("{castlings} KQkq - 0 1"), &format!("{castlings} KQkq - 77 99"));
    different("chess", "8/8/4k3/8/2pP4/8/8/4K3 b - d3", "8/8/4k3/8/2pP4/8/8/4K3 b - -");
    // No pawn can capture, or the capturing pawn is pinned.
    same("chess", "8/8/4k3/8/p2P4/8/8/4K3 b - d3", "8/8/4k3/8/p2P4/8/8/4K3 b - -");
    same("chess", "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3", "8/8/8/8/k2Pp2Q/8/8/3K4 b - -");
    let pinned = "12/12/12/12/12/12/k2Pp6Q/12/12/3K8 b -";
    different("ordinary-nocheckers", &format!("{pinned} d3"), &format!("{pinned} -"));
    let lone = "7/2K4/2***k1/2***2/2***2/7/7 w";
    for (one, other) in [("-", "K"), ("-", "k"), ("K", "k"), ("Kk", "K")] {
        different("rollerball", &format!("{lone} {one}"), &format!("{lone} {other}"));
    }
    // A pawn that has crossed the centre is another kind.
    different("circular66", "k7*/8*/8*/4P4/9/8*/8*/K7* w - -", "k7*/8*/8*/4X4/9/8*/8*/K7* w - -");
    let crossed = ["k7*/8*/8*/3Xp4/9/8*/8*/K7* w -", "k7*/8*/8*/3Pp4/9/8*/8*/K7* w -"];
    different("circular66", &format!("{} e6", crossed[0]), &format!("{} -", crossed[0]));
    same("circular66", &format!("{} e6", crossed[1]), &format!("{} -", crossed[1]));
    different("chess", "k7/8/8/8/8/8/8/K6R w - -", "k7/8/8/8/8/8/8/K6R b - -");
    let passed = |row: &str, cell: &str| {
        format!("***6***/***6***/***6***/9k2/12/{row}/12/***6***/***6***/***5K*** b - {cell}")
    };
    different("roundtable84", &passed("pP10", "b4"), &passed("pP10", "-"));
    same("roundtable84", &passed("1P9p", "b4"), &passed("1P9p", "-"));
}

#[test]
fn passing_hands_over_the_turn_and_nothing_else() {
    for facts in duels() {
        for_family!(facts.variant, pass(facts));
    }
}

fn pass<R: Rules<1>>(facts: &VariantFacts) {
    let oracle = Oracle::new(facts.variant);
    let mut rng = rng("passing");
    for _ in 0..sample(POSITIONS) {
        let fen = artificial_fen(&oracle, facts, &mut rng);
        let Ok(before) = parse(facts.variant, &fen) else { continue };
        let mut next = before.clone();
        R::pass(&mut next);
        assert_eq!(next.key(), next.key_from_scratch(), "{fen}");
        assert_eq!(next.turn(), before.turn().opponent());
        assert_ne!(next.key(), before.key(), "{fen}");
        R::pass(&mut next);
        let mut s = oracle.rules.parse(&fen).expect("both sides accept it");
        s.passed = None;
        // A pass restarts the clock, so that no repetition is seen across it.
        s.halfmove = 0;
        s.fullmove += 1;
        assert_eq!(R::fen(&next), oracle.rules.fen(&s));
        let parsed = parse(facts.variant, &R::fen(&next)).expect("the same pieces");
        assert_eq!(next.key(), parsed.key(), "{fen}");
    }
}
