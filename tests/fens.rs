//! Mutated position strings: engine and oracle accept the same strings, and none makes the parser
//! panic. Other strings must be refused, each with its reason.

use rand::Rng;
use rotunda_movegen::{Duel, Rules};

use crate::artificial::artificial_fen;
use crate::support::{Oracle, duels, family, game, mutate, parse, rng, sample, texts};

/// The number of mutated strings of each variant.
const MUTATIONS: usize = 20_000;
/// The bytes of mutations: those with a meaning in a position string, and some without.
const BYTES: &[u8] = b"KQRBNPXTLMCkqrbnpxtlmc/*0123456789 -wbabcdefghijkl+\0\t\n\xC3\xA9\xFF";

/// Returns whether engine and oracle must agree on a string. The oracle accepts longer counters and
/// other white space than the engine.
fn is_plain(fen: &str) -> bool {
    let is_short = |field: &str| field.len() <= 6 || field.contains('/');
    fen.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' ') && fen.split(' ').all(is_short)
}

#[test]
fn no_string_panics_and_what_is_accepted_round_trips() {
    for facts in duels() {
        let oracle = Oracle::new(facts.variant);
        let mut rng = rng("mutations");
        let mut accepted = 0;
        for _ in 0..sample(MUTATIONS) {
            let whole = if rng.random() {
                artificial_fen(&oracle, facts, &mut rng)
            } else {
                oracle.rules.start().to_owned()
            };
            let fen = mutate(BYTES, &whole, &mut rng);
            let expected = oracle.rules.parse(&fen);
            let Ok(position) = parse(facts.variant, &fen) else {
                assert!(expected.is_err() || !is_plain(&fen), "{} {fen:?}", facts.variant);
                continue;
            };
            accepted += 1;
            let printed = Duel::fen(&position);
            let again = parse(facts.variant, &printed).expect("it round-trips");
            assert_eq!(
                (Duel::fen(&again), again.key()),
                (printed.clone(), position.key()),
                "{fen:?}"
            );
            let s = oracle.rules.parse(&printed);
            let s = s.unwrap_or_else(|error| panic!("{} {fen:?}: {error}", facts.variant));
            let game = game(facts.variant, &printed);
            let mut names = texts(&game);
            names.sort();
            assert_eq!(names, oracle.rules.moves(&s), "{fen:?}");
            let _ = game.outcome();
        }
        println!("{}: {accepted} of {} accepted", facts.variant, sample(MUTATIONS));
        assert!(accepted > sample(MUTATIONS) / 50);
    }
}

/// Strings that every parser of the variant must refuse, and a word of the reason.
const REFUSED: [(&str, &str, &str); 69] = [
    ("chess", "", "missing"),
    ("chess", "   ", "missing"),
    ("chess", "4k3/8/8/8/8/8/8/4K3", "missing"),
    ("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 2", "after the last field"),
    ("chess", "4k3/8/8/8/8/8/8/4K3 w - - +3 1", "number of moves"),
    ("chess", "4k3/8/8/8/8/8/8/4K3 w - - bm e1e2", "not ended by ';'"),
    ("chess", "4k3/8/8/8/8/8/8/4K3 w - - id \"a; b;", "not ended by ';'"),
    ("chess", "4k3/8/8/8/8/8/8/4K3 w - - bm e1e2; ;", "without a name"),
    ("chess", "4k3/8/8/8/8/8/8/4K3 w - - hmvc -3;", "number of moves"),
    ("chess", "4k3/8/8/8/8/8/8/4K3 w bm e1e2;", "unknown right"),
    ("chess", "4k3/8/8/8/8/8/8/4K3 x - - 0 1", "neither w nor b"),
    ("chess", "4k3/8/8/8/8/8/8/4K3 W - - 0 1", "neither w nor b"),
    ("chess", "4k3/8/8/8/8/8/4K3 w - - 0 1", "rows"),
    ("chess", "4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "rows"),
    ("chess", "4k3/8/8/8/8/8/8/4K2 w - - 0 1", "of 8 files"),
    ("chess", "4k3/8/8/8/8/8/8/4K4 w - - 0 1", "past the last file"),
    ("chess", "4k3/8/8/8/8/8/8/4K3R w - - 0 1", "past the last file"),
    ("chess", "4k3/9/8/8/8/8/8/4K3 w - - 0 1", "past the last file"),
    ("chess", "4k3/0p7/8/8/8/8/8/4K3 w - - 0 1", "past the last file"),
    ("chess", "4k3/99999999999999999999/8/8/8/8/8/4K3 w - - 0 1", "past the last file"),
    ("chess", "4k3/4x3/8/8/8/8/8/4K3 w - - 0 1", "unknown piece"),
    ("chess", "4k3/4é3/8/8/8/8/8/4K3 w - - 0 1", "unknown piece"),
    ("chess", "4k3/*7/8/8/8/8/8/4K3 w - - 0 1", "'*' on the cell"),
    ("chess", "8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has 0 kings"),
    ("chess", "4k3/8/8/8/8/8/8/8 w - - 0 1", "White has 0 kings"),
    ("chess", "4k3/8/8/8/8/8/8/4KK2 w - - 0 1", "White has 2 kings"),
    ("chess", "8/8/8/8/pP6/8/8/4K3 b - b3 0 1", "Black has 0 kings"),
    (
        "roundtable84",
        "***6***/***6***/***6***/9K2/12/pP10/12/***6***/***6***/***5K*** b - b4 0 1",
        "White has 2 kings",
    ),
    ("chess", "4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "can be captured"),
    ("chess", "8/8/8/8/8/8/4k3/4K3 w - - 0 1", "can be captured"),
    ("chess", "P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "no pawn"),
    ("chess", "4k3/8/8/8/8/8/8/p3K3 w - - 0 1", "no pawn"),
    ("chess", "4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "no pawn"),
    ("chess", "4k3/8/8/8/8/8/8/4K3 w K - 0 1", "right to castle"),
    ("chess", "r3k3/8/8/8/8/8/8/4K2R w Kk - 0 1", "right to castle"),
    ("chess", "4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "twice"),
    ("chess", "4k3/8/8/8/8/8/8/4K2R w H - 0 1", "unknown right"),
    ("chess", "4k3/8/8/8/8/8/8/4K3 w - e3 0 1", "passed over"),
    ("chess", "4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", "passed over"),
    ("chess", "4k3/8/8/8/4P3/4n3/8/4K3 b - e3 0 1", "not free"),
    ("chess", "4k3/8/8/8/4P3/8/4R3/4K3 b - e3 0 1", "not free"),
    ("chess", "4k3/8/8/8/8/8/8/4K3 w - z9 0 1", "unknown en passant cell"),
    ("chess", "4k3/8/8/8/8/8/8/4K3 w - - 99999999999999999999 1", "number of moves"),
    ("chess", "4k3/8/8/8/8/8/8/4K3 w - - -1 1", "number of moves"),
    ("rollerball", "3k3/7/2***2/2***2/2***2/3K3/7 w - - - 0 1", "after the last field"),
    ("rollerball", "3k3/7/2***2/2***2/2***2/3K3/7 w - c3 0 1", "not ended by ';'"),
    ("rollerball", "3k3/7/2***2/2***2/2***2/3K3/7 w - - 0 1 2", "after the last field"),
    ("rollerball", "3k3/7/7/2***2/2***2/3K3/7 w - 0 1", "a hole"),
    ("rollerball", "3k3/7/2**n2/2***2/2***2/3K3/7 w - 0 1", "a hole"),
    ("rollerball", "3k3/4P2/2***2/2***2/2***2/3K3/7 w - 0 1", "no pawn"),
    ("circular70", "k8/9/9/9/9/9/9/K7* w - - 0 1", "a hole"),
    ("circular70", "k3X3*/9/9/9/9/9/9/K7* w - - 0 1", "no pawn"),
    ("ordinary", "12/10k1/9C2/12/12/12/12/12/12/K11 w - - 0 1", "can be captured"),
    ("ordinary", "k11/12/12/12/12/12/12/2c9/1K10/12 b - - 0 1", "can be captured"),
    ("ordinary", "12/12/10k1/12/10P1/10C1/12/12/12/K11 w - - 0 1", "can be captured"),
    ("ordinary", "12/12/12/10k1/12/10p1/10C1/12/12/K11 w - - 0 1", "can be captured"),
    ("ordinary-nocheckers", "11k/12/12/12/12/12/12/2C9/12/K11 w - - 0 1", "unknown piece"),
    (
        "roundtable84",
        "***6***/***1P4***/***6***/k11/12/12/12/***6***/***6***/***5K*** w - - 0 1",
        "no pawn",
    ),
    (
        "roundtable84",
        "***6***/***6***/***6***/k11/12/12/12/***6***/***6***/***4pK*** w - - 0 1",
        "no pawn",
    ),
    (
        "roundtable84",
        "***6***/***6***/***6***/k11/12/12/12/***6***/***6***/***5K w - - 0 1",
        "of 12 files",
    ),
    (
        "roundtable84",
        "***6***/***6***/***6***/k11/12/12/12/***6***/n**6***/***5K*** w - - 0 1",
        "a hole",
    ),
    (
        "roundtable84",
        "***6***/***6***/***6***/k11/12/12/12/***6***/12/***5K*** w - - 0 1",
        "a hole",
    ),
    (
        "roundtable84",
        "***6***/***6***/***6***/12/12/12/4K7/***1k4***/***6***/***6*** w - - 0 1",
        "can be captured",
    ),
    (
        "roundtable84",
        "***6***/***6***/***6***/k11/12/12/12/***6***/***3K2***/***6*** w K - 0 1",
        "right to castle",
    ),
    (
        "roundtable84",
        "***6***/***6***/***6***/k11/12/12/12/***6***/***6***/***3KR1*** w K - 0 1",
        "right to castle",
    ),
    (
        "roundtable84",
        "***prqkrp***/***pbnnbp***/***pppppp***/12/12/12/12/***PPPPPP***/***PBQKBP***/***PRNNRP*** w KQkq - 0 1",
        "right to castle",
    ),
    (
        "roundtable84-knights-front",
        "***6***/***6***/***6***/k11/12/12/12/***6***/***3K2***/***4R1*** w K - 0 1",
        "right to castle",
    ),
    (
        "roundtable84",
        "***6***/***6***/***6***/k11/12/1P10/12/***6***/***6***/***5K*** w - b4 0 1",
        "passed over",
    ),
    (
        "roundtable84",
        "***6***/***6***/***6***/k11/12/1P10/1n10/***6***/***6***/***5K*** b - b4 0 1",
        "not free",
    ),
];

#[test]
fn bad_strings_are_refused_for_the_right_reason() {
    for (variant, fen, reason) in REFUSED {
        let error = parse(variant, fen).map(|position| Duel::fen(&position));
        let error = error.expect_err(fen).to_string();
        assert!(error.contains(reason), "{variant} {fen:?}: {error}");
        assert!(!error.contains('\n') && error.len() < 200, "{error}");
    }
}

#[test]
fn what_tools_leave_out_or_vary_is_accepted() {
    for (fen, printed) in [
        ("4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 b - - 7", "4k3/8/8/8/8/8/8/4K3 b - - 7 1"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 0", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("  4k3/8/8/8/8/8/8/4K3   w - -  3 9 ", "4k3/8/8/8/8/8/8/4K3 w - - 3 9"),
        ("4k3/8/8/8/8/8/8/4K3 w", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("r3k3/8/8/8/8/8/8/4K3 w q", "r3k3/8/8/8/8/8/8/4K3 w q - 0 1"),
        ("4k3/44/8/8/8/8/8/4K3 w - - 0 1", ""),
        ("r3k2r/8/8/8/8/8/8/R3K2R w kqQK - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
    ] {
        let found = parse("chess", fen).map(|position| Duel::fen(&position));
        if printed.is_empty() {
            // A run of digits is one number, not one number for each digit.
            assert!(found.is_err(), "{fen}");
        } else {
            assert_eq!(found.as_deref(), Ok(printed));
        }
    }
}

#[test]
fn clocks_at_their_largest_stay_in_strings_that_are_understood() {
    for entry in rotunda_movegen::Variant::all() {
        let family = entry.family(rotunda_movegen::Options::default());
        let start = entry.start().strip_suffix(" 1").expect("the last field is the move's number");
        let start = start.strip_suffix(" 0").map_or(start.into(), |s| format!("{s} 1000000"));
        let mut rng = rng(entry.name);
        let mut game = family.game(Some(&format!("{start} 1000000"))).expect("the largest clocks");
        for _ in 0..4 * entry.seats {
            let fen = game.fen();
            let again = family.game(Some(&fen));
            let again = again.unwrap_or_else(|error| panic!("{} {fen}: {error}", entry.name));
            assert_eq!(again.fen(), fen);
            assert!(fen.ends_with(" 1000000"), "{} {fen}", entry.name);
            let legal = game.legal_moves();
            game.play(&legal[rng.random_range(0..legal.len())]).expect("a legal move");
        }
    }
}

#[test]
fn the_sides_of_a_round_table_may_stand_otherwise_without_rights_to_castle() {
    let mixed = "***prqkrp***/***pbnnbp***/***pppppp***/12/12/12/12/\
                 ***PPPPPP***/***PBQKBP***/***PRNNRP*** w KQ - 0 1";
    for variant in ["roundtable84", "roundtable84-knights-front"] {
        let (white, black) = (mixed.to_owned(), mixed.replace("KQ", "kq"));
        let fen = if variant == "roundtable84" { white } else { black };
        assert_eq!(game(variant, &fen).fen(), fen);
    }
}

/// Returns strings with words that tools leave out or add, and the string that is printed for each.
fn tolerated(start: &str, fields: usize) -> Vec<(String, String)> {
    let words: Vec<&str> = start.split(' ').collect();
    let [board, turn] = [words[0], words[1]];
    let blank = |halfmove: u32, fullmove: u32| {
        let dashes = " -".repeat(fields - 4);
        format!("{board} {turn}{dashes} {halfmove} {fullmove}")
    };
    let four = format!("{board} {turn} - -");
    vec![
        (format!("{board} {turn}"), blank(0, 1)),
        (format!("{board} {turn} -"), blank(0, 1)),
        (four.clone(), blank(0, 1)),
        (format!("{four} 7"), blank(7, 1)),
        (format!("{four} 7 9"), blank(7, 9)),
        (format!("{four} bm a1a2; id \"x; y\"; "), blank(0, 1)),
        (format!("{four} hmvc 7; fmvn 9;"), blank(7, 9)),
        (format!("{four} 3 4 c0 \"both clocks and an operation\";"), blank(3, 4)),
        (start.to_owned(), start.to_owned()),
    ]
}

#[test]
fn strings_as_tools_send_them_are_understood_in_every_duel() {
    for entry in rotunda_movegen::Variant::all().iter().filter(|entry| entry.is_duel()) {
        let fields = entry.start().split(' ').count();
        for (fen, printed) in tolerated(entry.start(), fields) {
            let found = family(entry.name).game(Some(&fen));
            let found = found.unwrap_or_else(|error| panic!("{} {fen}: {error}", entry.name));
            assert_eq!(found.fen(), printed, "{} {fen}", entry.name);
        }
    }
}
