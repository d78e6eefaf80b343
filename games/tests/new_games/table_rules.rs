//! The boards and pieces of games of players round a table, as on their pages in docs/rules.

use std::collections::BTreeSet;

use super::oracle::Vector;
use super::table::Table;

/// Returns the pieces of a seat from their letters and cells.
fn men(text: &str) -> Vec<(String, char)> {
    let man = |word: &str| {
        let letter = word.chars().next().expect("a word has letters");
        if letter.is_ascii_uppercase() {
            (word[1..].to_owned(), letter)
        } else {
            (word.to_owned(), 'P')
        }
    };
    text.split(' ').map(man).collect()
}

fn pawns(men: &[(String, char)]) -> BTreeSet<String> {
    men.iter().filter(|(_, letter)| *letter == 'P').map(|(cell, _)| cell.clone()).collect()
}

fn table(places: Vec<(String, Vector)>, size: (i32, i32), start: [&str; 4]) -> Table {
    let start: Vec<_> =
        start.iter().filter(|text| !text.is_empty()).map(|text| men(text)).collect();
    Table {
        names: places.iter().map(|(name, place)| (*place, name.clone())).collect(),
        places: places.into_iter().collect(),
        size,
        rook: Vec::new(),
        bishop: Vec::new(),
        knight: Vec::new(),
        ahead: Vec::new(),
        taking: Vec::new(),
        doubles: start.iter().map(|men| pawns(men)).collect(),
        ends: Vec::new(),
        barred: Vec::new(),
        sides: (0..start.len()).collect(),
        start,
    }
}

/// Returns the rules of the cross of four (cross4.md 1 to 3). The pawns promote on a rank counted
/// from their player.
fn cross(end: i32, sides: [usize; 4]) -> Table {
    let is_cut = |at: i32| !(3..11).contains(&at);
    let places: Vec<Vector> = (0..14)
        .flat_map(|file| (0..14).map(move |rank| (file, rank)))
        .filter(|(file, rank)| !(is_cut(*file) && is_cut(*rank)))
        .collect();
    let name = |(file, rank): Vector| format!("{}{}", char::from(b'a' + file as u8), rank + 1);
    let named = places.iter().map(|place| (name(*place), *place)).collect();
    let start = [
        "Rd1 Ne1 Bf1 Qg1 Kh1 Bi1 Nj1 Rk1 d2 e2 f2 g2 h2 i2 j2 k2",
        "Ra11 Na10 Ba9 Qa8 Ka7 Ba6 Na5 Ra4 b11 b10 b9 b8 b7 b6 b5 b4",
        "Rk14 Nj14 Bi14 Qh14 Kg14 Bf14 Ne14 Rd14 k13 j13 i13 h13 g13 f13 e13 d13",
        "Rn4 Nn5 Bn6 Qn7 Kn8 Bn9 Nn10 Rn11 m4 m5 m6 m7 m8 m9 m10 m11",
    ];
    let ranks: [fn(Vector) -> i32; 4] = [|at| at.1, |at| at.0, |at| 13 - at.1, |at| 13 - at.0];
    let having = |holds: &dyn Fn(i32) -> bool| -> Vec<BTreeSet<String>> {
        let of = |rank: &fn(Vector) -> i32| {
            places.iter().filter(|at| holds(rank(**at) + 1)).map(|at| name(*at)).collect()
        };
        ranks.iter().map(of).collect()
    };
    Table {
        rook: vec![(0, 1), (1, 0), (0, -1), (-1, 0)],
        bishop: vec![(1, 1), (1, -1), (-1, -1), (-1, 1)],
        knight: vec![(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)],
        ahead: vec![(0, 1), (1, 0), (0, -1), (-1, 0)],
        taking: vec![
            vec![(-1, 1), (1, 1)],
            vec![(1, 1), (1, -1)],
            vec![(1, -1), (-1, -1)],
            vec![(-1, -1), (-1, 1)],
        ],
        ends: having(&|rank| rank == end),
        barred: having(&|rank| rank > end),
        sides: sides.to_vec(),
        ..table(named, (14, 14), start)
    }
}

/// Returns the rules of the hexagon of three (hex3.md): files from the middle one, and halves of a
/// cell's height.
fn hexagon() -> Table {
    let is_place = |(x, y): &Vector| y.abs() <= 14 - x.abs() && (x + y) % 2 == 0;
    let places: Vec<Vector> =
        (-7..=7).flat_map(|x| (-14..=14).map(move |y| (x, y))).filter(is_place).collect();
    let name = |(x, y): Vector| {
        format!("{}{}", char::from(b'h'.wrapping_add_signed(x as i8)), (y + 14 - x.abs()) / 2 + 1)
    };
    let named = places.iter().map(|place| (name(*place), *place)).collect();
    let start = [
        "Bh1 Bh3 Bj1 Qf1 Kh2 Ng1 Ni1 Re1 Rk1 d1 e2 f3 g4 h5 i4 j3 k2 l1",
        "Ba6 Ba8 Bc8 Qc10 Kb8 Na7 Nb9 Ra5 Rd11 a4 b5 c6 d7 e10 e11 e12 e8 e9",
        "Bm10 Bm8 Bo8 Qo6 Kn8 Nn9 No7 Rl11 Ro5 k10 k11 k12 k8 k9 l7 m6 n5 o4",
        "",
    ];
    let [n, ne, se, s, sw, nw] = [(0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1)];
    let ahead = [n, se, sw];
    let last = |(dx, dy): Vector| {
        let is_last = |(x, y): &&Vector| !places.contains(&(x + dx, y + dy));
        places.iter().filter(is_last).map(|place| name(*place)).collect()
    };
    let signs = |all: &[Vector]| -> Vec<Vector> {
        let all = all.iter().flat_map(|(x, y)| [(*x, *y), (-x, *y), (*x, -y), (-x, -y)]);
        all.collect::<BTreeSet<_>>().into_iter().collect()
    };
    Table {
        rook: vec![n, ne, se, s, sw, nw],
        bishop: signs(&[(2, 0), (1, 3)]),
        knight: signs(&[(1, 5), (2, 4), (3, 1)]),
        taking: vec![vec![nw, ne], vec![ne, s], vec![s, nw]],
        ends: ahead.iter().map(|step| last(*step)).collect(),
        barred: vec![BTreeSet::new(); 3],
        ahead: ahead.to_vec(),
        ..table(named, (15, 15), start)
    }
}

/// Returns the rules of a game.
pub fn rules(name: &str) -> Table {
    match name {
        "cross4" => cross(8, [0, 1, 2, 3]),
        "cross4-2v2" => cross(11, [0, 1, 0, 1]),
        "hex3" => hexagon(),
        other => panic!("no rules of {other}"),
    }
}
