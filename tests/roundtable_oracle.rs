//! The oracle's board of Round Table Chess, compared with the counts and examples of the rules
//! page.

use crate::oracle::cirsquare::{self, Joint};
use crate::oracle::{Piece, WHITE};
use crate::support::Oracle;

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

#[test]
fn knights_need_no_turns_on_triangles() {
    let board = cirsquare::board();
    let sorted = |mut cells: Vec<usize>| {
        cells.sort_unstable();
        cells.dedup();
        cells
    };
    let mut turns = 0;
    for from in board.grid().cells() {
        let elsewhere = board.knight_turning(from, |at| !board.is_triangle(at));
        turns += usize::from(board.knight(from).len() > elsewhere.len());
        assert_eq!(sorted(board.knight(from)), sorted(elsewhere), "{}", board.grid().name(from));
    }
    assert!(turns > 0, "no knight can turn on a triangle");
}

/// Returns the targets of a lone piece, sorted.
fn reach(oracle: &Oracle, piece: Piece, from: &str) -> Vec<String> {
    let mut s = oracle.blank();
    s.board[oracle.index(from)] = Some(piece);
    let attacks = |to: &&String| !oracle.rules.captures_onto(&s, to, piece.side).is_empty();
    oracle.cells.iter().filter(attacks).cloned().collect()
}

#[test]
fn pieces_reach_as_many_cells_as_the_rules_page_counts() {
    let oracle = Oracle::new("roundtable84");
    for (kind, expected) in [('R', 1832), ('B', 1296), ('K', 600), ('N', 520)] {
        let piece = Piece { side: WHITE, kind };
        let reached: usize =
            oracle.cells.iter().map(|from| reach(&oracle, piece, from).len()).sum();
        assert_eq!(reached, expected, "{kind}");
    }
}

#[test]
fn pieces_reach_the_cells_of_the_examples() {
    let oracle = Oracle::new("roundtable84");
    let goes = |kind, from: &str, to: &str, not: &str| {
        let reached = reach(&oracle, Piece { side: WHITE, kind }, from);
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
