//! The rules of the new games, as on their pages in docs/rules.

use std::collections::{BTreeMap, BTreeSet};

use super::oracle::{Castling, Moves, Rules, State, Vector};

/// Returns these vectors with all signs.
fn signs(vectors: &[Vector]) -> Vec<Vector> {
    let all = vectors.iter().flat_map(|(x, y)| [(*x, *y), (-x, *y), (*x, -y), (-x, -y)]);
    all.collect::<BTreeSet<_>>().into_iter().collect()
}

fn lines(vectors: &[Vector]) -> Moves {
    Moves { lines: vectors.to_vec(), ..Moves::default() }
}

fn leaps(vectors: &[Vector]) -> Moves {
    Moves { leaps: vectors.to_vec(), ..Moves::default() }
}

/// Returns the pieces of chess from the steps of rook and bishop and the leaps of the knight.
fn pieces(rook: &[Vector], bishop: &[Vector], knight: &[Vector]) -> BTreeMap<char, Moves> {
    let queen = [rook, bishop].concat();
    let pair = |steps: &[Vector]| Moves { lines: steps.to_vec(), leaps: knight.to_vec() };
    BTreeMap::from([
        ('R', lines(rook)),
        ('B', lines(bishop)),
        ('Q', lines(&queen)),
        ('K', leaps(&queen)),
        ('N', leaps(knight)),
        ('A', pair(bishop)),
        ('C', pair(rook)),
    ])
}

fn set(names: &str) -> BTreeSet<String> {
    names.split(' ').filter(|name| !name.is_empty()).map(String::from).collect()
}

fn square_name((file, rank): Vector) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

/// Returns the squares of a rank.
fn rank(files: i32, rank: i32) -> BTreeSet<String> {
    (0..files).map(|file| square_name((file, rank - 1))).collect()
}

/// Returns the rules of chess on squares.
fn squares(files: i32, on_board: fn(Vector) -> Option<Vector>, is_doubling: bool) -> Rules {
    let doubles = [rank(files, 2), rank(files, 7)];
    Rules {
        on_board,
        longest: i32::MAX,
        name: square_name,
        kinds: pieces(&signs(&[(1, 0), (0, 1)]), &signs(&[(1, 1)]), &signs(&[(1, 2), (2, 1)])),
        ahead: (0, 1),
        taking: vec![(-1, 1), (1, 1)],
        doubles: if is_doubling { doubles } else { [set(""), set("")] },
        ends: [rank(files, 8), rank(files, 1)],
        declining: [set(""), set("")],
        choices: "QRBN",
        supply: None,
        castlings: Vec::new(),
    }
}

/// Returns the castlings on a rank of White's and on its image on a board of so many ranks. `ways`
/// has the files of king and rook, from and to.
fn castlings(ranks: i32, rank: i32, ways: [(char, [i32; 4]); 2]) -> Vec<Castling> {
    let sides = [(0, rank - 1), (1, ranks - rank)];
    let castling = |(side, rank): (usize, i32),
                    (right, [king, to, rook, beside]): (char, [i32; 4])| {
        let places = |one: i32, other: i32| -> Vec<Vector> {
            (one.min(other)..=one.max(other)).map(|file| (file, rank)).collect()
        };
        let between = places(king, rook);
        Castling {
            side,
            right: if side == 0 { right } else { char::to_ascii_lowercase(&right) },
            king: ((king, rank), (to, rank)),
            rook: ((rook, rank), (beside, rank)),
            free: between[1..between.len() - 1].to_vec(),
            safe: places(king, to),
        }
    };
    sides.into_iter().flat_map(|side| ways.map(|way| castling(side, way))).collect()
}

/// Returns the rules of chess on squares with archbishops, chancellors and camels. The pawns begin
/// on White's third rank and its image.
fn large(files: i32, ranks: i32, on_board: fn(Vector) -> Option<Vector>) -> Rules {
    let mut rules = squares(files, on_board, false);
    rules.kinds.insert('L', leaps(&signs(&[(1, 3), (3, 1)])));
    Rules {
        doubles: [rank(files, 3), rank(files, ranks - 2)],
        ends: [rank(files, ranks), rank(files, 1)],
        choices: "QCARBNL",
        ..rules
    }
}

/// Returns a place on a hexagonal board: files from the middle one, and half heights of a cell.
fn hexagon((x, y): Vector) -> Option<Vector> {
    (x.abs() <= 5 && y.abs() <= 10 - x.abs()).then_some((x, y))
}

fn hexagon_name((x, y): Vector) -> String {
    let letter = "abcdefghikl".as_bytes()[(x + 5) as usize];
    format!("{}{}", char::from(letter), (y + 10 - x.abs()) / 2 + 1)
}

/// Returns the rules of chess on hexagons.
fn hexagons(taking: Vec<Vector>, doubles: [&str; 2]) -> Rules {
    Rules {
        on_board: hexagon,
        longest: i32::MAX,
        name: hexagon_name,
        kinds: pieces(
            &signs(&[(0, 2), (1, 1)]),
            &signs(&[(2, 0), (1, 3)]),
            &signs(&[(1, 5), (2, 4), (3, 1)]),
        ),
        ahead: (0, 2),
        taking,
        doubles: doubles.map(set),
        ends: [set("a6 b7 c8 d9 e10 f11 g10 h9 i8 k7 l6"), set("a1 b1 c1 d1 e1 f1 g1 h1 i1 k1 l1")],
        declining: [set(""), set("")],
        choices: "QRBN",
        supply: None,
        castlings: Vec::new(),
    }
}

/// Returns a place on a strip of four files and twelve ranks that is closed with a half twist: each
/// time round, the files change places.
fn moebius((file, rank): Vector) -> Option<Vector> {
    let file = if rank.div_euclid(12) % 2 == 0 { file } else { 3 - file };
    (0..4).contains(&file).then_some((file, rank.rem_euclid(12)))
}

/// Returns the rules of a game.
pub fn rules(name: &str) -> Rules {
    match name {
        "cylinder" => {
            squares(8, |(f, r)| (0..8).contains(&r).then_some((f.rem_euclid(8), r)), true)
        }
        "torus" => squares(8, |(f, r)| Some((f.rem_euclid(8), r.rem_euclid(8))), false),
        "capablanca" => Rules {
            choices: "QCARBN",
            castlings: castlings(8, 1, [('K', [5, 8, 9, 7]), ('Q', [5, 2, 0, 3])]),
            ..squares(
                10,
                |(f, r)| ((0..10).contains(&f) && (0..8).contains(&r)).then_some((f, r)),
                true,
            )
        },
        "grand" => {
            let both = |one, other| &rank(10, one) | &rank(10, other);
            let declining = [both(8, 9), both(2, 3)];
            Rules {
                doubles: [rank(10, 3), rank(10, 8)],
                ends: [&declining[0] | &rank(10, 10), &declining[1] | &rank(10, 1)],
                declining,
                choices: "QCARBN",
                supply: Some("QCARRBBNN".chars().fold(BTreeMap::new(), |mut counts, letter| {
                    *counts.entry(letter).or_default() += 1;
                    counts
                })),
                ..squares(
                    10,
                    |(f, r)| ((0..10).contains(&f) && (0..10).contains(&r)).then_some((f, r)),
                    true,
                )
            }
        }
        "chess144" => Rules {
            castlings: castlings(12, 2, [('K', [6, 9, 11, 8]), ('Q', [6, 3, 0, 4])]),
            ..large(12, 12, |(f, r)| {
                ((0..12).contains(&f) && (0..12).contains(&r)).then_some((f, r))
            })
        },
        "chess256" => Rules {
            castlings: castlings(16, 2, [('K', [8, 12, 15, 11]), ('Q', [8, 4, 0, 5])]),
            ..large(16, 16, |(f, r)| {
                ((0..16).contains(&f) && (0..16).contains(&r)).then_some((f, r))
            })
        },
        "moebius" => Rules {
            longest: 11,
            ends: [&rank(4, 9) | &rank(4, 10), &rank(4, 3) | &rank(4, 4)],
            ..squares(4, moebius, false)
        },
        "glinski" => hexagons(
            vec![(-1, 1), (1, 1)],
            ["b1 c2 d3 e4 f5 g4 h3 i2 k1", "b7 c7 d7 e7 f7 g7 h7 i7 k7"],
        ),
        "mccooey" => hexagons(vec![(-1, 3), (1, 3)], ["c1 d2 e3 g3 h2 i1", "c8 d8 e8 g8 h8 i8"]),
        other => panic!("no rules of {other}"),
    }
}

/// Returns the position with pieces on named places and these rights, White to move.
pub fn state(rules: &Rules, pieces: &[(String, usize, char)], rights: BTreeSet<char>) -> State {
    let places = (-20..20).flat_map(|x| (-20..20).map(move |y| (x, y)));
    let is_place = |place: &Vector| (rules.on_board)(*place) == Some(*place);
    // Places between the cells have no names.
    let names: BTreeMap<String, Vector> = places
        .filter(is_place)
        .filter(|(x, y)| rules.ahead.1 == 1 || (x + y) % 2 == 0)
        .map(|place| ((rules.name)(place), place))
        .collect();
    let board = pieces.iter().map(|(cell, side, letter)| (names[cell], (*side, *letter))).collect();
    State { board, turn: 0, passed: None, rights }
}
