//! The boards against the tables and examples of the rules pages, path by path.

use rotunda_movegen::{Mode, Path, Seat};

use crate::support::{duels, name, tables};

/// Returns the paths of a piece in one mode, as names joined by spaces, sorted.
fn paths(variant: &str, letter: char, from: &str, mode: Mode) -> Vec<String> {
    let tables = tables(variant);
    let grid = tables.grid();
    let kind = tables.kinds().iter().find(|kind| kind.letter == letter).expect("a kind");
    let seat = Seat::WHITE.index();
    let of_mode = kind.paths[seat][grid.at(from).index()].iter().filter(|path| path.mode == mode);
    let text =
        |path: &Path| path.cells.iter().map(|cell| grid.name(*cell)).collect::<Vec<_>>().join(" ");
    let mut texts: Vec<String> = of_mode.map(text).collect();
    texts.sort();
    texts
}

/// Returns the paths of a piece that moves and captures alike.
fn both(variant: &str, letter: char, from: &str) -> Vec<String> {
    paths(variant, letter, from, Mode::Both)
}

#[test]
fn sizes_and_starts() {
    for (variant, cells, size) in [
        ("chess", 64, (8, 8)),
        ("rollerball", 40, (7, 7)),
        ("circular70", 70, (9, 8)),
        ("circular68", 68, (9, 8)),
        ("circular66", 66, (9, 8)),
        ("ordinary", 120, (12, 10)),
        ("ordinary-nocheckers", 120, (12, 10)),
        ("roundtable84", 84, (12, 10)),
        ("roundtable84-knights-front", 84, (12, 10)),
    ] {
        let entry = rotunda_movegen::Variant::by_name(variant).expect("a known variant");
        assert_eq!((entry.cells(), entry.size(), entry.seats), (cells, size, 2), "{variant}");
        assert_eq!(entry.name, variant);
    }
    assert!(rotunda_movegen::Variant::by_name("Chess").is_err());
}

#[test]
fn cells_are_named_as_the_oracle_names_them() {
    for facts in duels() {
        let grid = tables(facts.variant).grid();
        let names: Vec<String> = grid.all().map(|cell| grid.name(cell)).collect();
        let rules = crate::oracle::game(facts.variant).expect("a known variant");
        assert_eq!(names, rules.cells(), "{}", facts.variant);
    }
}

#[test]
fn no_path_comes_back_or_has_more_than_two_monotone_runs() {
    for facts in duels() {
        for kind in tables(facts.variant).kinds() {
            for (from, path) in kind.paths.iter().flat_map(|seat| seat.iter().enumerate()) {
                for path in path {
                    let cells: Vec<usize> = path.cells.iter().map(|cell| cell.index()).collect();
                    assert!(!cells.contains(&from) && !cells.is_empty());
                    let turns = cells.windows(3).filter(|w| (w[0] < w[1]) != (w[1] < w[2])).count();
                    assert!(turns <= 2, "{} {} {cells:?}", facts.variant, kind.letter);
                    let mut once = cells.clone();
                    once.sort_unstable();
                    once.dedup();
                    assert_eq!(once.len(), cells.len(), "{} {}", facts.variant, kind.letter);
                }
            }
        }
    }
}

#[test]
fn rollerball_runs_clockwise() {
    // docs/rules/rollerball.md 1, rank 7 first.
    let arrows = [">>>>>>v", "^>>>>vv", "^^***vv", "^^***vv", "^^***vv", "^^<<<<v", "^<<<<<<"];
    for (row, rank) in arrows.iter().zip((0..7).rev()) {
        for (arrow, file) in row.chars().zip(0..7).filter(|(arrow, _)| *arrow != '*') {
            let (files, ranks) = match arrow {
                '^' => (0, 1),
                '>' => (1, 0),
                'v' => (0, -1),
                _ => (-1, 0),
            };
            // A pawn goes straight and diagonally forward.
            let exists = |file: i32, rank: i32| {
                let hole = (2..5).contains(&file) && (2..5).contains(&rank);
                (0..7).contains(&file) && (0..7).contains(&rank) && !hole
            };
            let mut expected: Vec<String> = [-1, 0, 1]
                .iter()
                .map(|side| (file + files + side * ranks, rank + ranks + side * files))
                .filter(|(file, rank)| exists(*file, *rank))
                .map(|(file, rank)| name(file, rank))
                .collect();
            expected.sort();
            assert_eq!(both("rollerball", 'P', &name(file, rank)), expected);
        }
    }
}

#[test]
fn rollerball_rooks_rebound() {
    for (from, expected) in [
        ("e1", vec!["d1 c1 b1 a1 a2 a3 a4 a5 a6 a7", "e2", "f1"]),
        ("g1", vec!["f1 e1 d1 c1 b1 a1 a2 a3 a4 a5 a6 a7", "g2"]),
        ("a1", vec!["a2 a3 a4 a5 a6 a7 b7 c7 d7 e7 f7 g7", "b1"]),
        ("f2", vec!["e2 d2 c2 b2 a2", "f1", "f3", "g2"]),
        ("b1", vec!["a1 a2 a3 a4 a5 a6 a7", "b2 b3 b4 b5 b6 b7", "c1"]),
        ("b2", vec!["a2", "b1", "b3 b4 b5 b6 b7", "c2"]),
        ("a6", vec!["a5", "a7 b7 c7 d7 e7 f7 g7", "b6 c6 d6 e6 f6 g6"]),
    ] {
        assert_eq!(both("rollerball", 'R', from), expected, "{from}");
    }
}

#[test]
fn rollerball_bishops_rebound() {
    for (from, expected) in [
        ("f1", vec!["e2 d1", "g2"]),
        ("e2", vec!["d1 c2 b3 a4", "f1", "f3"]),
        ("d1", vec!["c2 b3 a4 b5 c6 d7", "e2"]),
        ("c2", vec!["b1 a2", "b3 a4 b5 c6 d7", "d1"]),
        ("b1", vec!["a2 b3", "c2"]),
        ("a1", vec!["b2 a3"]),
        ("b2", vec!["a1", "a3 b4", "c1"]),
        ("a7", vec!["b6 c7"]),
        ("g7", vec!["f6 g5"]),
        ("g1", vec!["f2 e1"]),
    ] {
        assert_eq!(both("rollerball", 'B', from), expected, "{from}");
    }
}

/// The four circles, counter-clockwise from White's left (docs/rules/circular.md 1.1).
const CIRCLES: [&str; 4] = [
    "a1 b1 c1 d1 e1 f1 g1 h1 i1 a8 b8 c8 d8 e8 f8 g8 h8 i8",
    "a2 b2 c2 d2 e2 f2 g2 h2 i2 a7 b7 c7 d7 e7 f7 g7 h7 i7",
    "a3 b3 c3 d3 e3 f3 g3 h3 i3 a6 b6 c6 d6 e6 f6 g6 h6 i6",
    "a4 b4 c4 d4 e4 f4 g4 h4 i4 a5 b5 c5 d5 e5 f5 g5 h5 i5",
];

#[test]
fn circles_close_unless_a_void_breaks_them() {
    for (variant, unbroken) in [("circular70", 1), ("circular68", 2), ("circular66", 3)] {
        for (index, circle) in CIRCLES.iter().enumerate() {
            let ring: Vec<&str> = circle.split(' ').collect();
            let exists = |cell: &&&str| tables(variant).grid().named(cell).is_some();
            assert_eq!(ring.iter().filter(exists).count() == 18, index >= unbroken, "{variant}");
            for (start, from) in ring.iter().enumerate().filter(|(_, cell)| exists(cell)) {
                let walk = |step: usize| {
                    let cells = (1..18).map(|n| &ring[(start + n * step) % 18]);
                    cells.take_while(|cell| exists(cell)).copied().collect::<Vec<_>>().join(" ")
                };
                let rook = both(variant, 'R', from);
                for way in [walk(1), walk(17)].iter().filter(|way| !way.is_empty()) {
                    assert!(rook.contains(way), "{variant} {from}: {way} is not in {rook:?}");
                }
                assert!(rook.len() <= 4);
            }
        }
    }
}

#[test]
fn files_and_diagonals_of_the_disc_cross_the_centre() {
    let has = |letter, from: &str, path: &str| {
        let all = both("circular70", letter, from);
        assert!(all.iter().any(|known| known == path), "{letter} {from}: {path} not in {all:?}");
    };
    has('R', "d4", "d3 d2 d1");
    has('R', "d4", "d5 d6 d7 d8");
    has('R', "i4", "i5 i6 i7");
    has('R', "g2", "h2 i2 a7 b7 c7 d7 e7 f7 g7 h7 i7 a2 b2 c2 d2 e2 f2");
    has('B', "f1", "g2 h3 i4 a4 b3 c2 d1");
    has('B', "f1", "e2 d3 c4 b5 a6 i2 h1");
    has('B', "a1", "b2 c3 d4 e5 f6 g7 h8");
    has('B', "a1", "i7 h6 g5 f4 e3 d2 c1");
    has('B', "i2", "h1");
    has('B', "i2", "a8");
    assert!(both("circular68", 'B', "h2").iter().any(|path| path.starts_with("i3")));
    assert!(both("circular68", 'R', "h2").contains(&"g2 f2 e2 d2 c2 b2 a2".to_owned()));
}

#[test]
fn kings_and_knights_of_the_disc() {
    let all = |letter, from| both("circular70", letter, from).join(" ");
    assert_eq!(all('K', "d4"), "c3 c4 c5 d3 d5 e3 e4 e5");
    assert_eq!(all('K', "a4"), "a3 a5 b3 b4 b5 i4 i5 i6");
    assert_eq!(all('N', "d4"), "b3 b5 c2 c6 e2 e6 f3 f5");
    assert_eq!(all('N', "b1"), "a3 c3 d2");
    assert_eq!(all('N', "h1"), "f2 g3 i3");
    // Some leaps exist one way only.
    assert!(all('N', "a7").contains("h1") && !all('N', "h1").contains("a7"));
    assert!(!all('N', "i3").contains("h1"));
}

#[test]
fn pawns_of_the_disc() {
    let of = |variant, letter, from, mode| paths(variant, letter, from, mode).join(", ");
    for (letter, from, goes, captures) in [
        ('P', "d2", "d3 d4", "c3, e3"),
        ('P', "d3", "d4", "c4, e4"),
        ('P', "d4", "d5", "c5, e5"),
        ('P', "i3", "i4", "a5, h4"),
        ('P', "d7", "d6", "c6, e6"),
        ('X', "d5", "d6", "c6, e6"),
        ('X', "d7", "d8", "c8, e8"),
        ('X', "i2", "", "a8, h1"),
        ('X', "a2", "a1", "b1"),
    ] {
        assert_eq!(of("circular70", letter, from, Mode::Quiet), goes, "{letter} {from}");
        assert_eq!(of("circular70", letter, from, Mode::Capture), captures, "{letter} {from}");
    }
    assert_eq!(of("circular68", 'X', "i3", Mode::Capture), "a7, h2");
    assert_eq!(of("circular66", 'X', "i4", Mode::Capture), "a6, h3");
}

#[test]
fn tigers_and_leos() {
    let ordinary = "ordinary-nocheckers";
    assert_eq!(paths(ordinary, 'T', "d1", Mode::Capture), ["b2", "c3", "e3", "f2"]);
    assert_eq!(paths(ordinary, 'T', "d1", Mode::Quiet), ["c2 b3 a4", "e2 f3 g4 h5 i6 j7 k8 l9"]);
    assert_eq!(both(ordinary, 'T', "d1"), [""; 0]);
    let lines = ["a2 a3 a4 a5 a6 a7 a8 a9 a10", "b1 c1 d1 e1 f1 g1 h1 i1 j1 k1 l1"];
    let leo = paths(ordinary, 'L', "a1", Mode::Quiet);
    assert_eq!(leo, paths(ordinary, 'L', "a1", Mode::Hop));
    assert!(lines.iter().all(|line| leo.iter().any(|path| path == line)) && leo.len() == 3);
    assert_eq!(both(ordinary, 'M', "a1"), ["a2", "b1", "b2"]);
}
