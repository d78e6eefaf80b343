//! The oracle of Round Table Chess by itself: what the rules page counts and its examples.

use crate::oracle::cirsquare::{self, Joint};
use crate::oracle::{self, Man, WHITE};
use crate::support::Sheet;

/// Positions with their numbers of legal lines at depths 1, 2 and so on.
const COUNTS: [(&str, &str, &[u64]); 12] = [
    (
        "roundtable84",
        "***prnnrp***/***pbqkbp***/***pppppp***/12/12/12/12/***PPPPPP***/***PBQKBP***/***PRNNRP*** w KQkq - 0 1",
        &[20, 400, 9808],
    ),
    (
        "roundtable84",
        "***6***/***6***/***6***/9k2/12/12/12/***PPPPPP***/***P2K1P***/***PR2RP*** w KQ - 0 1",
        &[34, 267, 8507],
    ),
    (
        "roundtable84",
        "***6***/***6***/***6***/9k2/12/pPp9/12/***6***/***6***/***3K2*** b - b4 0 1",
        &[12, 70, 712],
    ),
    (
        "roundtable84",
        "***6***/***6***/***6***/11k/K11/12/3PQ7/***6***/***6***/***6*** w - - 0 1",
        &[41, 96, 3744],
    ),
    (
        "roundtable84",
        "***6***/***6***/***6***/2B6k2/12/9K2/12/***6***/***6***/***6*** w - - 0 1",
        &[22, 107, 2541],
    ),
    (
        "roundtable84",
        "***1r1nrq***/***3k2***/***1p2p1***/1p1p4p3/2p6p1P/1PPP1pp2P2/1NQ1PP1b1N2/***1n3P***/***3KB1***/***B1R3*** w k - 0 1",
        &[1, 59],
    ),
    (
        "roundtable84",
        "***prnnr1***/***pbq2p***/***1pk1pp***/5b6/3p1p4p1/7pP3/2PQPP4P1/***P2P2***/***1BK1BP***/***PRNNR1*** w - d7 0 1",
        &[40, 1743],
    ),
    (
        "roundtable84-knights-front",
        "***prqkrp***/***pbnnbp***/***pppppp***/12/12/12/12/***PPPPPP***/***PBNNBP***/***PRQKRP*** w KQkq - 0 1",
        &[24, 576, 15_496],
    ),
    (
        "roundtable84-knights-front",
        "***6***/***6***/***6***/9k2/12/12/12/***PPPPPP***/***P4P***/***PR1KRP*** w KQ - 0 1",
        &[31, 243, 7259],
    ),
    (
        "roundtable84-knights-front",
        "***3k2***/***6***/***1p2b1***/2P1P7/3p2p5/1r6p3/4B4K2/***6***/***3b2***/***6*** w - - 0 1",
        &[0, 0],
    ),
    (
        "roundtable84-knights-front",
        "***1rqkr1***/***pb1n1p***/***ppppp1***/4n7/1p4P3p1/7P4/1PP1b3pPP1/***PPP2P***/***1BNNB1***/***1RQKR1*** w KQkq b7 0 1",
        &[31, 1254],
    ),
    (
        "roundtable84-knights-front",
        "***nr1kr1***/***p3bp***/***2pppp***/1pqp8/5b3BP1/2PP1pP1n3/10P1/***1P2P1***/***1BNN2***/***PRQKR1*** w KQkq - 0 1",
        &[38, 2465],
    ),
];

#[test]
fn the_oracle_counts_what_the_reference_counts() {
    for (variant, fen, counts) in COUNTS {
        let rules = oracle::game(variant).expect("a known variant");
        let s = rules.parse(fen).expect("a good position");
        for (depth, expected) in (1..).zip(counts) {
            assert_eq!(oracle::perft(&*rules, &s, depth), *expected, "{variant} {fen} {depth}");
        }
    }
}

#[test]
fn the_board_has_as_many_links_as_the_rules_page_counts() {
    let board = cirsquare::board();
    let pairs = |joint: Joint| -> Vec<[usize; 2]> {
        let cells = board.grid().cells();
        let links = |cell| board.neighbours(cell, joint).into_iter().map(move |to| [cell, to]);
        cells.flat_map(links).collect()
    };
    let (sides, corners) = (pairs(Joint::Side), pairs(Joint::Corner));
    assert_eq!([sides.len(), corners.len()], [2 * 154, 2 * 146]);
    for links in [&sides, &corners] {
        assert!(links.iter().all(|&[from, to]| links.contains(&[to, from])));
    }
    assert!(sides.iter().all(|link| !corners.contains(link)));
    let triangles = board.grid().cells().filter(|&cell| board.is_triangle(cell)).count();
    assert_eq!([board.grid().cells().count(), triangles], [84, 4]);
}

/// Where a lone man can go, sorted.
fn reach(sheet: &Sheet, man: Man, from: &str) -> Vec<String> {
    let mut s = sheet.blank();
    s.board[sheet.index(from)] = Some(man);
    let strikes = |to: &&String| !sheet.rules.captures_onto(&s, to, man.side).is_empty();
    sheet.cells.iter().filter(strikes).cloned().collect()
}

#[test]
fn men_reach_as_many_cells_as_the_rules_page_counts() {
    let sheet = Sheet::new("roundtable84");
    for (kind, expected) in [('R', 1832), ('B', 1296), ('K', 600), ('N', 520)] {
        let man = Man { side: WHITE, kind };
        let reached: usize = sheet.cells.iter().map(|from| reach(&sheet, man, from).len()).sum();
        assert_eq!(reached, expected, "{kind}");
    }
}

#[test]
fn men_reach_the_cells_of_the_examples() {
    let sheet = Sheet::new("roundtable84");
    let goes = |kind, from: &str, to: &str, not: &str| {
        let reached = reach(&sheet, Man { side: WHITE, kind }, from);
        let has = |cell: &str| reached.iter().any(|reached| reached == cell);
        assert!(to.split(' ').all(has), "{kind} {from}: {reached:?}");
        assert!(!not.split(' ').any(has), "{kind} {from}: {reached:?}");
    };
    goes('R', "b5", "b6 b7 d10 e10 f10 b4 d1 e1 f1 g1 h1 i1 k4 k5", "g10 h10 i10 k7 k6");
    goes('R', "f3", "e3 d3 d2 d1 d4 d5 d6 d7 g3 h3 i3 i2 i4", "d8 i8 c4");
    goes('R', "d3", "d2 d1 e3 h3 d4 d7", "d8 i3");
    goes('B', "a6", "b7 d9 e8 f7 g6 h5 i4 i2 h1", "d10 j3");
    goes('Q', "e4", "c4 e2 d3 i8", "d1 d2 i3");
    goes('N', "d3", "b4 c5 e1 e5 f2 f4", "d5 c4");
    goes('N', "d2", "a4 b5 d5 e4 f1 f3", "c4 b4");
    goes('K', "d1", "b4 c4 a4 d2 e1 e2", "d3");
    goes('P', "d1", "a4 c4", "b4 e2");
    goes('P', "b7", "d9", "d10 a7");
}

/// The legal moves that begin like this.
fn moves(fen: &str, from: &str) -> Vec<String> {
    let rules = oracle::game("roundtable84").expect("a known variant");
    let mut all = rules.moves(&rules.parse(fen).expect("a good position"));
    all.retain(|name| name.starts_with(from));
    all
}

/// How a position ends the game.
fn end(fen: &str) -> Option<&'static str> {
    let rules = oracle::game("roundtable84").expect("a known variant");
    let s = rules.parse(fen).expect("a good position");
    rules.outcome(&[s]).map(|outcome| outcome.reason)
}

#[test]
fn a_checked_king_stays_behind_its_wall() {
    let fen = |rook: &str| {
        format!("***6***/***6***/***6***/k11/2K9/{rook}/12/***6***/***6***/***6*** b - - 0 1")
    };
    assert_eq!(end(&fen("R11")), Some("checkmate"));
    assert_eq!(moves(&fen("11R"), ""), ["a7a6", "a7d10"]);
    let bishop = "***6***/***6***/***6***/12/8k3/12/b11/***6***/***6***/***K5*** w - - 0 1";
    assert_eq!(moves(bishop, ""), ["d1d2", "d1e1"]);
}

#[test]
fn a_pawn_becomes_what_is_missing_and_freezes_if_nothing_is() {
    let fen = |castle: &str| {
        format!("***6***/***6***/***6***/2P9/12/11k/K11/***6***/{castle}/***N5*** w - - 0 1")
    };
    assert_eq!(moves(&fen("***QRRBBN***"), "c7"), ["c7d9"]);
    assert_eq!(moves(&fen("***1RRBBN***"), "c7"), ["c7d9q"]);
    assert_eq!(moves(&fen("***1R1BBN***"), "c7"), ["c7d9q", "c7d9r"]);
    assert_eq!(moves(&fen("***6***"), "c7"), ["c7d9b", "c7d9n", "c7d9q", "c7d9r"]);
    let frozen = "***1R4***/***6***/***6***/k11/12/1P10/11K/***6***/***6***/***p5*** b - - 0 1";
    assert_eq!(end(frozen), Some("stalemate"));
}

#[test]
fn castlings_are_named_by_king_and_rook() {
    let home = "***P2K1P***/***PR2RP***";
    let fen = |home: &str| format!("***6***/***6***/***6***/9k2/12/12/12/***PPPPPP***/{home}");
    let rules = oracle::game("roundtable84").expect("a known variant");
    let s = rules.parse(&format!("{} w KQ - 0 1", fen(home))).expect("a good position");
    for (code, after) in [
        ("h1g2", "***P2RKP***/***PR3P***"),
        ("g2h1", "***P3RP***/***PR2KP***"),
        ("e1g2", "***PK1R1P***/***P3RP***"),
        ("g2e1", "***PR3P***/***PK2RP***"),
    ] {
        assert_eq!(rules.fen(&rules.play(&s, code)), format!("{} b - - 1 1", fen(after)));
    }
    assert_eq!(rules.fen(&rules.play(&s, "g2h2")), {
        format!("{} b - - 1 1", fen("***P3KP***/***PR2RP***"))
    });
}
