//! Mutated position strings of multiplayer games: engine and oracle accept the same strings, and
//! none makes the parser panic.

use rand::Rng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use rotunda_movegen::Options;

use super::artificial::artificial_fen;
use crate::oracle::ring::{Ring, State};
use crate::support::{multiplayer_games, mutate, rng, sample, texts};

/// The number of mutated strings of each variant.
const MUTATIONS: usize = 3000;
/// The bytes of mutations: those with a meaning in a position string, and some without.
const BYTES: &[u8] = b"KQRBNPMGEabcdefx0123456789/.-mbf \tgzk\n\xC3\xA9\xFF";
/// The fields of teams, valid and invalid.
const TEAMS: [&str; 12] = [
    "-",
    "ac.bd",
    "ca.bd",
    "ab.cd",
    "abc.d",
    "abcd",
    "ace.bdf",
    "ad.be.cf",
    "ad.b.c.e.f",
    "a.b.c.d",
    "ac.bd.ac",
    "a.b",
];

/// Returns a string in which one field or piece may contradict the others.
fn twist(rules: &Ring, s: &State, rng: &mut ChaCha8Rng) -> String {
    let mut s = s.clone();
    let mut pieces: Vec<usize> =
        (0..s.pieces.len()).filter(|&cell| s.pieces[cell].is_some()).collect();
    match rng.random_range(0..6) {
        0 => {
            let seat = rng.random_range(0..rules.seats);
            s.alive[seat] = !s.alive[seat];
        }
        1 => s.seat = rng.random_range(0..rules.seats),
        2 => s.king_loss = true,
        3 => {
            // Most pieces of a seat are removed, with its king or without.
            let seat = rng.random_range(0..rules.seats);
            pieces.retain(|&cell| s.pieces[cell].is_some_and(|piece| piece.seat == seat));
            pieces.retain(|_| rng.random_bool(0.8));
            for cell in pieces {
                s.pieces[cell] = None;
            }
        }
        4 => {
            let cell = *pieces.choose(rng).expect("there are pieces");
            let piece = s.pieces[cell].as_mut().expect("a piece stands there");
            piece.kind = *rules.kinds().as_bytes().choose(rng).expect("there are kinds") as char;
            piece.dead = rng.random_bool(0.3);
        }
        _ => {
            let teams = TEAMS.choose(rng).expect("there are teams");
            let fen = rules.fen(&s);
            let mut fields: Vec<&str> = fen.split(' ').collect();
            fields[3] = teams;
            return fields.join(" ");
        }
    }
    rules.fen(&s)
}

/// Returns whether engine and oracle must agree on a string. The oracle accepts longer counters and
/// other white space than the engine.
fn is_plain(fen: &str) -> bool {
    let is_short = |field: &str| field.len() <= 6 || field.contains('/') || field.contains('.');
    fen.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' ') && fen.split(' ').all(is_short)
}

/// Returns the oracle's reading of a position string, with the rules for its teams.
fn read(rules: &Ring, fen: &str) -> Result<(Ring, State), String> {
    let teams = fen.split(' ').nth(3).ok_or("no teams")?;
    let rules = rules.with_teams(teams).ok_or("no proper teams")?;
    let s = rules.parse(fen)?;
    Ok((rules, s))
}

/// Compares the engine's and the oracle's reading of a string. Returns whether it is accepted.
fn compare(variant: &str, rules: &Ring, fen: &str) -> bool {
    let entry = rotunda_movegen::Variant::by_name(variant).expect("a known variant");
    let family = entry.family(Options::default());
    let expected = read(rules, fen);
    let game = match family.game(Some(fen)) {
        Ok(game) => game,
        Err(error) => {
            let error = error.to_string();
            assert!(expected.is_err() || !is_plain(fen), "{variant} {fen:?}: {error}");
            assert!(!error.contains('\n') && error.len() < 300, "{error}");
            return false;
        }
    };
    let printed = game.fen();
    let again = family.game(Some(&printed)).expect("it round-trips");
    assert_eq!((again.fen(), again.key()), (printed.clone(), game.key()), "{variant} {fen:?}");
    let (rules, s) = read(rules, &printed).unwrap_or_else(|e| panic!("{variant} {fen:?}: {e}"));
    assert_eq!(rules.fen(&s), printed, "{variant} {fen:?}");
    let mut legal = texts(&game);
    legal.sort();
    assert_eq!(legal, rules.actions(&s), "{variant} {fen:?}");
    let reason = game.outcome().map(|outcome| outcome.reason.to_string());
    let expected = rules.outcome(&[s]).map(|outcome| outcome.reason.to_owned());
    assert_eq!(reason, expected, "{variant} {fen:?}");
    true
}

#[test]
fn no_string_panics_and_both_sides_accept_the_same() {
    for variant in multiplayer_games() {
        let rules = Ring::new(variant).expect("a known variant");
        let mut rng = rng("mutations");
        let (mut scrambled, mut twisted) = (0, 0);
        for index in 0..sample(MUTATIONS) {
            let whole = if rng.random_bool(0.8) {
                artificial_fen(&rules, &mut rng)
            } else {
                rules.fen(&rules.start())
            };
            if index % 2 == 0 {
                scrambled +=
                    usize::from(compare(variant, &rules, &mutate(BYTES, &whole, &mut rng)));
            } else {
                let s = rules.parse(&whole).expect("a good position");
                twisted += usize::from(compare(variant, &rules, &twist(&rules, &s, &mut rng)));
            }
        }
        let count = sample(MUTATIONS) / 2;
        println!("{variant}: {scrambled} scrambled and {twisted} twisted of {count} each accepted");
        assert!(scrambled > count / 50 && scrambled < count, "{variant}: {scrambled}");
        assert!(twisted > count / 10 && twisted < count, "{variant}: {twisted}");
    }
}

/// Strings that the engine must refuse, each with a word of the reason.
const REFUSED: [(&str, &str, &str); 23] = [
    ("modern2", "16/16/16/2aK6bK6", "turn is missing"),
    ("modern2", "16/16/16/2aK6bK6 a ab - m bm a3a4", "not ended by ';'"),
    ("modern2", "16/16/16/2aK6xbK6 b", "is eliminated"),
    ("modern2", "16/16/16/2aK6bK6 a ab - m +3 1", "number of moves"),
    ("modern2", "16/16/16/2aK6bK6 a ab - m 0 1 2", "after the last field"),
    ("modern2", "16/16/2aK6bK6 a ab - m 0 1", "3 rings"),
    ("modern2", "16/16/15/2aK6bK6 a ab - m 0 1", "only 15 of 16"),
    ("modern2", "16/16/17/2aK6bK6 a ab - m 0 1", "past the last sector"),
    ("modern2", "16/16/15aE/2aK6bK6 a ab - m 0 1", "unknown piece"),
    ("modern2", "16/16/15cR/2aK6bK6 a ab - m 0 1", "unknown piece"),
    ("modern2", "16/16/16/2aK6bK6 c ab - m 0 1", "player to move"),
    ("modern2", "16/16/16/2aK6bK6 a abb - m 0 1", "twice"),
    ("modern2", "16/16/16/2xaK6xbK6 a - - m 0 1", "unknown player"),
    ("modern2", "16/16/16/2aK6xbK6 b a - m 0 1", "is eliminated"),
    ("modern2", "16/16/16/2aK6bK6 a a - m 0 1", "has living pieces"),
    ("modern2", "16/16/16/2aK6bK6 a ab ab m 0 1", "teams"),
    ("modern2", "16/16/16/2aK6bK6 a ab - b 0 1", "rules"),
    ("modern2", "16/16/16/1aKaK6bK6 a ab - m 0 1", "2 kings"),
    ("modern2", "16/16/9aP6/2aK6bK6 a ab - m 0 1", "can stand on"),
    ("byzantine2", "16/16/15aR/2aK6bK6 a ab - b 0 1", "nothing but the king"),
    ("modern4-2v2", "32/32/32/2aK6bR6cK6dR8 a abcd ac.bd m 0 1", "has no king"),
    ("modern4-2v2", "32/32/32/2aK6bK22 a abc ac.bd m 0 1", "has no pieces"),
    ("modern4-2v2", "32/32/32/2aK6bK6cR15 a abc ac.bd mf 0 1", "0 kings"),
];

#[test]
fn bad_strings_are_refused_for_the_right_reason() {
    for (variant, fen, reason) in REFUSED {
        let entry = rotunda_movegen::Variant::by_name(variant).expect("a known variant");
        let game = entry.family(Options::default()).game(Some(fen));
        let error = game.map(|game| game.fen()).expect_err(fen).to_string();
        assert!(error.contains(reason), "{variant} {fen:?}: {error}");
    }
}

#[test]
fn what_may_be_left_out_or_vary_is_accepted() {
    for (variant, fen, printed) in [
        ("modern2", "16/16/16/2aK6bK6 b ab - m", "16/16/16/2aK6bK6 b ab - m 0 1"),
        ("modern2", "16/16/16/2aK6bK6 b", "16/16/16/2aK6bK6 b ab - m 0 1"),
        ("modern2", "16/16/16/2aK6bK6 b ab -", "16/16/16/2aK6bK6 b ab - m 0 1"),
        ("modern4-2v2", "32/32/32/2aK6bK6cK6dR8 c", "32/32/32/2aK6bK6cK6dR8 c abcd ac.bd m 0 1"),
        (
            "byzantine2",
            "16/16/aE15/2aK6bKbE5 b ab - b bm a10b10; hmvc 41; fmvn 7;",
            "16/16/aE15/2aK6bKbE5 b ab - b 41 7",
        ),
        ("modern2", "16/16/16/2aK6bK6 b ba - mf 3", "16/16/16/2aK6bK6 b ab - m 3 1"),
        (
            "modern4",
            "32/32/32/2aK6bK6cK15 a acb dc.ab mf 0 1",
            "32/32/32/2aK6bK6cK15 a abc ab.cd mf 0 1",
        ),
        // A bare king of a team is allowed.
        (
            "byzantine4-2v2",
            "32/32/32/2aK6bK6cE15 a abc ac.bd b 0 1",
            "32/32/32/2aK6bK6cE15 a abc ac.bd b 0 1",
        ),
    ] {
        let entry = rotunda_movegen::Variant::by_name(variant).expect("a known variant");
        let game = entry.family(Options::default()).game(Some(fen));
        let game = game.unwrap_or_else(|error| panic!("{variant} {fen}: {error}"));
        assert_eq!(game.fen(), printed, "{variant} {fen}");
    }
}
