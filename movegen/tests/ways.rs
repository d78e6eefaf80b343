//! The cells that the pieces of a move pass.

use rotunda_movegen::{Variant, Way};

/// Returns the ways of a move as names of cells.
fn names(variant: &str, fen: &str, text: &str) -> Vec<String> {
    let variant = Variant::by_name(variant).expect("known");
    let game = variant.game_from(Some(fen)).expect("well-formed");
    let grid = variant.spec().grid;
    let mv = game.parse_move(text).expect("legal");
    let name = |way: &Way| way.iter().map(|cell| grid.name(*cell)).collect::<Vec<_>>().join(" ");
    mv.ways().iter().map(name).collect()
}

#[test]
fn a_move_goes_along_the_path_of_its_piece() {
    let rebound = "K6/3k3/2***2/2***1R/2***2/4B2/7 w - 0 1";
    assert_eq!(names("rollerball", rebound, "g4e1"), ["g4 g3 g2 g1 f1 e1"]);
    let ring = "24/24/24/2aR8bK9aKcK1 a abc - m 0 1";
    assert_eq!(names("modern3", ring, "a3a6"), ["a3 a4 a5 a6"]);
    let through_the_centre = "8*/4k4/9/9/9/3Q5/4K4/8* w - - 0 1";
    assert_eq!(names("circular70", through_the_centre, "d3d6"), ["d3 d4 d5 d6"]);
    let fork = "***4k1***/***6***/***6***/12/12/12/12/***2R3***/***6***/***K5*** w - - 0 1";
    assert_eq!(names("roundtable84", fork, "f3d5"), ["f3 e3 d3 d4 d5"]);
}

#[test]
fn castling_has_two_ways_and_a_series_every_cell() {
    let castling = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    assert_eq!(names("chess", castling, "e1g1"), ["e1 g1", "h1 f1"]);
    let series = "12/12/12/12/12/12/2P9/1C10/12/K10k w - - 0 1";
    assert_eq!(names("ordinary", series, "b3d5"), ["b3 d5"]);
    let steps = "12/12/12/12/2p1p7/12/2p9/1C10/12/K10k w - - 0 1";
    assert_eq!(names("ordinary", steps, "b3d5b7"), ["b3 d5 b7"]);
}

#[test]
fn what_moves_no_piece_has_no_way() {
    let facing = "32/32/32/aPaM5aK8bKcKdKbRaRcRdR9 b abcd - b 0 1";
    let found = names("byzantine4", facing, "xa1a2");
    assert!(found.is_empty(), "{found:?}");
}
