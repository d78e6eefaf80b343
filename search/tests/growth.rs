//! The growth of a search from depth to depth is bounded, even where few positions occur again and
//! again: in fortresses, blocked positions and endings with few pieces.

use std::sync::Arc;

use rotunda_movegen::{Options, Variant};
use rotunda_search::{Bound, Event, Limits, Searcher, StopHandle, TranspositionTable, Value};

/// The most nodes of an iteration, as a multiple of the most expensive iteration before it.
const FACTOR: u64 = 8;
/// The number of nodes below which an iteration is not judged.
const FLOOR: u64 = 16_384;
/// The deepest iteration.
const DEPTH: u32 = 40;
/// The nodes of each search. The environment variable `ROTUNDA_TEST_SCALE` multiplies them.
const NODES: u64 = 180_000;
/// The same for the positions of [`LATE`].
const LATE_NODES: u64 = 300_000;

/// Fortresses, blocked positions and few pieces, of boards of many shapes.
const POSITIONS: [(&str, &str); 51] = [
    // A bishop that does not attack the promotion square of its pawn.
    ("chess", "8/Pk6/8/8/8/3K4/5B2/8 w - - 1 14"),
    ("chess", "8/8/k7/8/P7/3K4/5B2/8 w - - 0 1"),
    ("chess", "k7/P7/8/2B5/8/3K4/8/8 w - - 0 1"),
    ("chess", "8/7k/7P/5K2/8/3B4/8/8 w - - 0 1"),
    ("chess", "8/Pk6/8/1p6/8/P1K5/8/6B1 w - - 37 130"),
    // Pawns of all files that block each other.
    ("chess", "8/8/1p1k4/1P1p1p2/p1pP1P1p/P1P1K2P/8/8 w - - 0 1"),
    ("chess", "8/1k6/3p4/p2P1p2/P2P1P2/8/8/1K6 w - - 0 1"),
    // Bishops of opposite colours, a rook against a bishop, a queen against a pawn about to
    // promote.
    ("chess", "8/5k2/4b3/p1p5/P1P1B3/4K3/8/8 w - - 0 1"),
    ("chess", "8/4b3/4k3/2p1p3/p1P1P3/P2BK3/8/8 w - - 0 1"),
    ("chess", "7k/8/8/5b2/8/8/2K5/3R4 w - - 0 1"),
    ("chess", "8/8/8/8/8/2k5/2p5/K6Q b - - 0 1"),
    ("chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
    ("chess", "4k3/8/4K3/4P3/8/8/8/8 b - - 0 1"),
    ("chess", "8/2k5/8/1P2R3/8/2KP4/8/8 b - - 0 42"),
    ("chess", "1k6/8/8/P1P1K3/8/8/1P6/8 w - - 0 101"),
    ("chess", "3k4/1P5N/7n/8/8/8/K7/8 w - - 0 74"),
    ("chess", "1n6/8/7K/8/p3k2P/8/8/8 b - - 0 41"),
    ("circular70", "8*/8k/n2r5/9/6N2/9/9/4K3* b - - 0 40"),
    ("circular70", "8*/3n5/5k3/K8/P8/9/6r2/8* b - - 0 47"),
    ("circular70", "8*/9/3kp4/1p3b3/9/2K6/9/8* w - - 0 50"),
    ("circular70", "4k3*/6p2/9/9/r1K2P3/9/9/8* w - - 0 35"),
    ("rollerball", "7/2k2p1/2***2/2***1p/2***2/4R2/2K4 w K 0 17"),
    ("rollerball", "7/2k4/P1***2/2***2/2***K1/R6/R6 w - 0 47"),
    ("rollerball", "3r3/2k4/2***1p/2***2/1K***p1/7/7 w K 0 24"),
    ("rollerball", "7/2k4/2***2/2***1R/2***2/7/1PKR3 b K 0 21"),
    ("roundtable84", "***6***/***6***/***6***/2k4P4/3p8/3K8/12/***6***/***5B***/***6*** w - - 0 1"),
    (
        "roundtable84",
        "***3n2***/***3k2***/***6***/12/12/3K1p2P3/12/***6***/***6***/***6*** w - - 0 1",
    ),
    ("ordinary-nocheckers", "12/12/9p2/2k5p3/4p7/12/12/3K8/12/12 b - - 0 82"),
    ("ordinary-nocheckers", "12/12/11p/11n/7kp3/12/11K/12/12/12 w - - 0 14"),
    ("modern2", "1bK14/16/14aK1/16 b ab - m 0 86"),
    ("modern2", "2aK13/16/bK15/16 b ab - m 0 112"),
    ("modern2", "11bK4/16/16/13aK2 b ab - m 0 167"),
    ("byzantine2", "2aKaE12/16/bK14bE/16 b ab - b 0 112"),
    ("byzantine2", "5aK4bP5/16/2aE13/9bK6 a ab - b 0 50"),
    // Few pieces and blocked positions of the other games for two. Pawns of Rollerball run the same
    // way for both sides, so they do not block each other.
    ("circular70", "6k1*/7n1/9/4p1p2/N2pP1P2/3P4p/8P/6K1* b - - 0 1"),
    ("circular68", "1k6*/7K*/3P5/9/8p/9/8*/7N* b - - 0 1"),
    ("circular68", "8*/k7*/9/1p3p3/pPpppP1p1/P1PPP1pP1/6P1*/1K6* w - - 0 1"),
    ("circular66", "k7*/6n1*/8*/3p5/3P5/8*/8*/1B1K4* b - - 0 1"),
    ("circular66", "8*/7n*/k7*/1p6b/1P1pp4/3PPp1B*/2K2P2*/B7* w - - 0 1"),
    (
        "roundtable84",
        "***6***/***k5***/***6***/12/10p1/2p4p1pP1/2PK3P1P2/***6***/***6***/***6*** w - - 0 1",
    ),
    (
        "roundtable84-knights-front",
        "***6***/***3K2***/***6***/12/4k7/1P10/12/***6***/***6***/***6*** w - - 0 1",
    ),
    (
        "roundtable84-knights-front",
        "***3k2***/***6***/***n5***/12/1p2p1pppp2/1P2PpPPPP2/5P5K/***6***/***6***/***5B*** b - - 0 1",
    ),
    ("ordinary", "9K2/k11/12/6L5/12/12/12/12/12/12 b - - 0 1"),
    ("ordinary", "12/9k2/12/12/6p5/pp1p2Pp4/PPpP1p1P3p/2P2P5P/12/4K7 w - - 0 1"),
    ("ordinary-nocheckers", "8n3/12/12/11k/4p5pp/2p1P1pp1pPP/ppP1K1PPpP2/PP6P3/8B3/12 w - - 0 1"),
    ("modern2", "5aPbM6bPaM1/5aPbM5bPaM2/2aN1aPbM7bPaM1/1aK4aPbMbK1bB3bPaM a ab - m 0 1"),
    ("modern2-rotated", "14bP1/1aK14/8bK7/aB15 b ab - m 0 1"),
    ("modern2-rotated", "14bPaM/3aK1aPbM2bK3bPaM1/6aPbM5bPaM1/6aPbM4bPaM2 b ab - m 0 1"),
    ("byzantine2", "5aPbM7bPaM/6aPbM1bK3bPaM1/14bPaM/3aKaPbM10 a ab - b 0 1"),
    ("byzantine2-mirrored", "14bN1/16/4aG9aK1/aG5bK9 b ab - b 0 1"),
    ("byzantine2-mirrored", "5aPbM5bPaM2/2aK2aPbM2bK3bPaM1/4aPbM6bPaM2/5aPbM7bPaM b ab - b 0 1"),
];

/// Positions with a late iteration that proves a mate, or finds few positions in the table.
const LATE: [(&str, &str); 7] = [
    ("rollerball", "r6/b1k2R1/2***2/1K***2/1P***2/7/1r5 b K 2 25"),
    ("rollerball", "7/3PBk1/2***2/2***2/2***2/5pK/1P4p b k 1 22"),
    ("circular66", "8*/8*/7X*/9/6K2/8*/5k2*/8* b - - 0 70"),
    ("circular70", "3K4*/9/9/8B/5k3/9/2R6/8* b - - 0 1"),
    ("ordinary-nocheckers", "12/12/12/12/2m7K1/3q7M/1k10/12/12/12 b - - 107 178"),
    ("modern2", "16/11aK4/3bK4aQ7/16 b ab - m 68 118"),
    ("byzantine2", "7aE5bP2/10bK1bP3/aK15/16 b ab - b 33 88"),
];

/// The nodes of the iterations.
struct Growth {
    /// The depth of the last finished iteration, and the nodes up to its end.
    last: (u32, u64),
    /// The nodes of the most expensive iteration.
    most: u64,
    fault: Option<String>,
}

impl Growth {
    /// Notes a finished iteration, or the unfinished last one.
    fn note(&mut self, depth: u32, nodes: u64) {
        let cost = nodes - self.last.1;
        let most = self.most.max(FLOOR);
        if cost > FACTOR * most {
            self.fault = Some(format!("depth {depth} takes {cost} nodes after {most}"));
        }
        self.most = self.most.max(cost);
        self.last = (depth, nodes);
    }
}

/// Returns a fault in the growth of a position's search, if there is one.
fn fault(name: &str, fen: &str, nodes: u64) -> Option<String> {
    let entry = Variant::by_name(name).expect("a known variant");
    let game = entry.family(Options::default()).game(Some(fen)).expect("a good position");
    let table = TranspositionTable::new(16).expect("the machine has memory");
    let mut searcher = Searcher::with_table(Arc::new(table));
    let mut growth = Growth { last: (0, 0), most: 0, fault: None };
    let limits = Limits { depth: Some(DEPTH), nodes: Some(nodes), ..Limits::default() };
    let result = searcher.run(&game, &limits, &StopHandle::new(), |event| {
        if let Event::Info(info) = event
            && info.depth > growth.last.0
            && info.bound == Bound::Exact
        {
            growth.note(info.depth, info.nodes);
        }
    });
    growth.note(growth.last.0 + 1, result.nodes);
    growth.fault.map(|fault| format!("{name} {fen}: {fault}"))
}

#[test]
fn every_game_for_two_has_positions() {
    for entry in Variant::all().iter().filter(|entry| entry.seats == 2) {
        assert!(POSITIONS.iter().any(|(name, _)| *name == entry.name), "{}", entry.name);
    }
}

#[test]
fn each_depth_takes_a_bounded_multiple_of_those_before() {
    let scale = std::env::var("ROTUNDA_TEST_SCALE").ok().and_then(|scale| scale.parse().ok());
    let scale = scale.unwrap_or(1);
    let faults = |positions: &[(&str, &str)], nodes: u64| -> Vec<String> {
        positions.iter().filter_map(|(name, fen)| fault(name, fen, nodes * scale)).collect()
    };
    let faults = [faults(&POSITIONS, NODES), faults(&LATE, LATE_NODES)].concat();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_search_of_limited_depth_knows_a_draw_with_pawns_of_both_sides() {
    let chess = Variant::by_name("chess").expect("a known variant");
    let fen = "8/Pk6/8/1p6/8/P1K5/8/6B1 w - - 37 130";
    let game = chess.family(Options::default()).game(Some(fen)).expect("a good position");
    let limits = Limits { depth: Some(26), ..Limits::default() };
    let table = TranspositionTable::new(16).expect("the machine has memory");
    let mut last = None;
    Searcher::with_table(Arc::new(table)).run(&game, &limits, &StopHandle::new(), |event| {
        if let Event::Info(info) = event {
            last = Some((info.depth, info.value));
        }
    });
    assert_eq!(last, Some((26, Value::Centipawns(0))));
}
