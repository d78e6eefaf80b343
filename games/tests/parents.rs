//! The variants of Fairy-Stockfish on which sections can build, against its own counts of moves,
//! from the start and in positions of random games.

use rotunda_games::{import, read};
use rotunda_movegen::{Game, Seat};

/// The numbers of sequences of one to four moves from the start.
const COUNTS: [(&str, [u64; 4]); 14] = [
    ("makruk", [23, 529, 12012, 273_026]),
    ("shatranj", [16, 256, 4176, 68122]),
    ("chaturanga", [16, 256, 4176, 68122]),
    ("courier", [26, 678, 18406, 500_337]),
    ("knightmate", [18, 324, 6765, 139_774]),
    ("hoppelpoppel", [20, 400, 9034, 202_459]),
    ("newzealand", [20, 400, 8976, 200_310]),
    ("shako", [58, 3364, 185_938, 10_273_158]),
    ("tencubed", [40, 1600, 68230, 2_906_895]),
    ("omicron", [30, 900, 29540, 967_381]),
    ("troitzky", [20, 400, 8766, 191_848]),
    ("legan", [8, 64, 724, 8138]),
    ("modern", [24, 576, 15831, 433_729]),
    ("opulent", [50, 2500, 133_829, 7_147_971]),
];

/// Positions of random games, with the numbers of sequences of one and of two moves.
const POSITIONS: [(&str, &str, [u64; 2]); 42] = [
    ("makruk", "1n1m1k2/1s5r/1p2p1ps/3p3p/4P3/N2P2SP/1S6/2K1M1NR w - - 0 23", [25, 695]),
    ("makruk", "3n3k/8/Rm5s/5S2/3P4/8/K2M4/S3r3 b - - 0 43", [28, 566]),
    ("makruk", "8/8/5k2/8/8/5K2/2S5/3RM3 w - - 11 71", [24, 177]),
    ("shatranj", "2bk2nr/1rnppq2/5p2/8/6p1/P6P/1PPPPP1R/1R1KQB2 w - - 0 23", [14, 417]),
    ("shatranj", "3k2q1/4r3/b2p4/4p1p1/1P4P1/K1P1P3/5Q2/5B2 b - - 4 43", [19, 225]),
    ("shatranj", "8/7q/b7/4k1p1/6P1/3K4/1p6/8 w - - 2 71", [5, 56]),
    ("chaturanga", "2rq1b1r/ppp4p/4k3/4n3/P4PP1/5N1P/1PP1K3/1RBQ3R w - - 3 23", [27, 573]),
    ("chaturanga", "2r4r/2p2k1p/1p1q3b/8/P5PP/2P1B3/8/4K3 b - - 1 43", [25, 317]),
    ("chaturanga", "7k/1QP4p/7b/8/5q2/8/8/7K w - - 5 71", [8, 56]),
    (
        "courier",
        "r1em1knwb3/2pp3E1ppr/5p6/pp9p/Pn4P4P/4K4P2/2PPP2BP1P1/1N1BM2W2NR w - - 1 23",
        [34, 979],
    ),
    ("courier", "6k1w3/3r1m2n1pr/e11/p3K1p3Pp/p11/5M2PP1P/n1PPP7/1N1B3W4 b - - 2 43", [39, 740]),
    ("courier", "12/10pr/8e3/5k1w2Pp/11P/2N5PP2/1K7W2/12 w - - 6 71", [21, 380]),
    ("knightmate", "2b2b2/p1kppm2/1p3p2/1m6/3P3q/4P3/KPP3P1/2B3M1 w - - 0 23", [14, 592]),
    ("knightmate", "8/3ppq2/b3m3/pk2b1P1/8/8/3M4/2K5 b - - 4 43", [40, 428]),
    ("knightmate", "1b6/2k5/2m5/3pp3/p7/8/6K1/8 w - - 11 71", [3, 45]),
    ("hoppelpoppel", "1rbqkb1r/1pppp1pp/2N2p2/p7/8/1PQ2P2/P2P2PP/RNB1Kn1R b KQk - 1 9", [18, 606]),
    ("hoppelpoppel", "3qkbb1/2p3p1/4ppR1/Q7/Pp6/1r3PP1/3PK1P1/R1B5 w - - 0 23", [32, 912]),
    ("hoppelpoppel", "8/2k3p1/6b1/P4P2/1p6/5bP1/8/3K4 b - - 0 43", [22, 165]),
    ("newzealand", "r1bk1bnr/p3pppp/2p5/8/Q1Pp1q1P/4P3/1P1P1PP1/R1B1KBNR b KQ - 0 9", [42, 1342]),
    ("newzealand", "2b2bnr/B1k1p2p/5p2/7p/1PB5/8/R5PK/6NR w - - 2 23", [32, 615]),
    ("newzealand", "5k2/8/8/8/3pR2K/5P2/3B4/1B6 b - - 1 43", [6, 163]),
    (
        "shako",
        "1c1k3b1c/er1bq3re/ppppppp1p1/3n3pn1/10/10/1P5E1C/P1PPPPPPPP/ERNQ1K1N2/C1B4BR1 b Q - 2 9",
        [44, 2189],
    ),
    (
        "shako",
        "3k3b1c/e2r1r4/pnpp1pp1p1/7p2/1p8/1c5P1P/1N8/P1P1qPP1E1/ER1Q3NB1/C1B4KR1 w - - 0 23",
        [55, 3856],
    ),
    ("shako", "3k3b2/e9/p5R3/2p7/7p1P/N6P2/P9/5PP3/E1r5r1/C1c4K2 b - - 0 43", [50, 1374]),
    (
        "tencubed",
        "1c3mw1c1/1rnq1a3r/ppp2pp1pn/3ppk4/7PPp/7P2/P3P2W2/1P1P1P3P/1RNbQK1N2/1C1W1M2RC w - - 0 23",
        [56, 3482],
    ),
    (
        "tencubed",
        "4nmwac1/10/3c6/1r1ppkp3/ppM5P1/5P4/P3P5/1P1P1W1K1C/CR2Q3R1/4N5 b - - 0 43",
        [49, 3659],
    ),
    ("tencubed", "8m1/10/4r1k3/6p3/n8K/2p7/P8a/3P6/2N7/9C w - - 0 71", [16, 898]),
    (
        "omicron",
        "w**********w/*1rnq1kbnrc*/*cpp2pppp1*/*4p5*/*4p4p*/*10*/*1P3PP3*/*P1PP1N1PP1*/*CRNBQK1Cb1*/W**********W b Qkq - 1 9",
        [48, 1788],
    ),
    (
        "omicron",
        "1**********1/*wr3kbnrw*/*cp2np1p2*/*2p1p3p1*/*3Q2p2p*/*10*/*CP1W1P4*/*P1PP3cP1*/*R1N2BKC2*/W**********1 w kq - 0 23",
        [45, 1931],
    ),
    (
        "omicron",
        "1**********1/*2C3bn1w*/*1Wc2k1Br1*/*10*/*10*/*2PP6*/*5K4*/*P7P1*/*W1N7*/1**********1 b - - 0 43",
        [28, 1164],
    ),
    (
        "troitzky",
        "****1k****/**1nb3**/*4p2p*/*8*/1p1n6/5P2P1/*P7*/*1P1P1P2*/**3K2**/****Q1**** w - - 0 23",
        [16, 334],
    ),
    (
        "troitzky",
        "****2****/**1R3n**/*8*/*4P1kp*/6p3/1p6K1/*8*/*8*/**6**/****2**** b - - 0 43",
        [9, 146],
    ),
    (
        "troitzky",
        "****2****/**6**/*4P3*/*4k3*/10/4K3p1/*8*/*8*/**6**/****2**** w - - 0 71",
        [7, 55],
    ),
    ("legan", "kn2p3/2R2P2/b3p3/2pp1P2/p3P3/1P3NqN/4PQ1B/5B1K w - - 0 23", [28, 669]),
    ("legan", "8/1k3N2/4p3/3p1P2/p3P3/RP1P4/8/5B1K b - - 0 43", [9, 143]),
    ("legan", "8/8/8/8/4B3/P7/8/3k2K1 w - - 9 71", [18, 74]),
    (
        "modern",
        "rn2km2r/pbpp1pp1p/4pq2b/1p5pn/9/1P1P3P1/P3B1P1P/2P1PP3/RN1MKQBNR b KQkq - 3 9",
        [54, 1375],
    ),
    ("modern", "rnbqkm1r1/1p1pp1pbp/p1p2p1p1/9/6Mn1/9/9/PPPPPPPPP/RNB1KQBR1 b q - 3 9", [38, 1468]),
    ("modern", "rnb1k3r/3pp4/ppp2p1p1/8p/7n1/1P2P1P1P/q1m2K3/2P2P1P1/2B3BR1 w q - 0 23", [19, 938]),
    (
        "opulent",
        "rw1nnlb1wr/3l1k4/1c2pp1p1p/p1p2a2p1/10/1P8/2P4LP1/P3PPP2P/WC1LQKNB2/R2B4W1 w - - 4 23",
        [56, 3863],
    ),
    (
        "opulent",
        "4n1b1lr/l4k4/4pp1p1p/2p3w1p1/4n5/6P3/8P1/r1B2K3P/L7L1/7NW1 b - - 1 43",
        [59, 1818],
    ),
    ("opulent", "4k1bl2/l1w4B2/5p4/2p7/4p5/9P/10/4n2K2/10/10 w - - 3 71", [14, 600]),
];

/// Returns the game of a section without keys of its own, and the rules that it lacks.
fn child(name: &str, fen: Option<&str>) -> (Game, Vec<String>) {
    of_section(&format!("[child:{name}]\n"), fen)
}

/// Returns the game of a section, and the rules that it lacks.
fn of_section(section: &str, fen: Option<&str>) -> (Game, Vec<String>) {
    let all = import(section, true).expect("short");
    let text = all[0].game.as_ref().unwrap_or_else(|| panic!("{:?}", all[0]));
    let games = read("child", text).unwrap_or_else(|error| panic!("{error}"));
    let variant = games[0].unlisted().unwrap_or_else(|error| panic!("{error}"));
    let game = variant.game_from(fen).unwrap_or_else(|error| panic!("{section} {fen:?}: {error}"));
    (game, all[0].missing.clone())
}

fn count(game: &Game, depth: u32) -> u64 {
    game.perft(depth).iter().map(|(_, leaves)| leaves).sum()
}

#[test]
fn parents_have_the_counts_of_fairy_stockfish() {
    for (name, right) in COUNTS {
        let (game, _) = child(name, None);
        assert_eq!([1, 2, 3, 4].map(|depth| count(&game, depth)), right, "{name}");
    }
}

#[test]
fn parents_have_the_counts_of_fairy_stockfish_in_positions_of_random_games() {
    for (name, fen, right) in POSITIONS {
        let (game, _) = child(name, Some(fen));
        assert_eq!([1, 2].map(|depth| count(&game, depth)), right, "{name} {fen}");
    }
}

#[test]
fn rules_that_parents_lack_are_named() {
    let bare = [
        "extinctionClaim = true",
        "extinctionOpponentPieceCount = 2",
        "extinctionPieceCount = 1",
        "extinctionPieceTypes = *",
        "extinctionValue = loss",
    ];
    for (name, _) in COUNTS {
        let missing: &[&str] = match name {
            "makruk" => &["countingRule = makruk"],
            "shatranj" | "courier" => &bare,
            _ => &[],
        };
        assert_eq!(child(name, None).1, missing, "{name}");
    }
}

#[test]
fn parents_end_as_in_fairy_stockfish() {
    for (name, fen, outcome) in [
        // Stalemate is a draw in Makruk and a loss in Shatranj. Kings with a piece too weak to mate
        // draw.
        ("makruk", "7k/8/6M1/8/8/8/8/5K2 b - - 0 1", "insufficient-material 50"),
        ("makruk", "7k/5K2/6M1/6N1/8/8/8/8 b - - 0 1", "stalemate 50"),
        ("chaturanga", "7k/5K2/6N1/6N1/8/8/8/8 b - - 0 1", "checkmate 100"),
        ("chaturanga", "7k/5K2/8/6N1/8/8/8/8 b - - 0 1", "stalemate 100"),
        ("hoppelpoppel", "7k/8/8/8/8/8/8/KB6 w - - 0 1", "insufficient-material 50"),
        // A piece that captures like a rook can mate.
        ("newzealand", "7k/8/8/8/8/8/8/KN6 w - - 0 1", "ongoing"),
        // A king that leaps can be mated by a bishop.
        ("knightmate", "7k/8/8/8/8/8/8/KB6 w - - 0 1", "ongoing"),
    ] {
        let game = child(name, Some(fen)).0;
        let found = game.outcome().map_or_else(
            || "ongoing".to_owned(),
            |it| format!("{} {}", it.reason, it.points(Seat::WHITE)),
        );
        assert_eq!(found, outcome, "{name} {fen}");
    }
}

#[test]
fn pawns_that_have_nothing_to_become_stay_off_the_last_rank_and_attack_it() {
    let section = "[child:chess]\npromotionPieceTypes = -\n";
    for (fen, right) in [
        ("1r5k/P1P5/8/8/8/8/8/K7 w - - 0 1", [1, 16, 51]),
        ("k7/1P6/8/2K5/8/8/8/7r b - - 0 1", [3, 21, 378]),
    ] {
        let (game, missing) = of_section(section, Some(fen));
        assert_eq!(
            (missing.len(), [1, 2, 3].map(|depth| count(&game, depth))),
            (0, right),
            "{fen}"
        );
    }
}
