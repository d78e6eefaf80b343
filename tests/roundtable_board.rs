//! Round Table Chess in the engine: its board against the table of the rules page, and the rules
//! that no other game has.

use std::collections::HashMap;

use rotunda_movegen::{Cell, CirSquare, Duel, FamilyGame, Link, Mode, Path, Reason, Rules, Seat};

use crate::support::{after, legal, position, tables};

/// The board as tables, whose first lines explain the format.
const TABLE: &str = include_str!("data/round-table-84.txt");

/// One cell of the table: the fields after its name by their first word.
struct Row {
    name: &'static str,
    fields: HashMap<&'static str, &'static str>,
}

impl Row {
    fn parse(line: &'static str) -> Self {
        let (name, fields) = line.split_once("; ").expect("a name and fields");
        let fields = fields.split("; ").map(|field| field.split_once(' ').unwrap_or((field, "")));
        Self { name, fields: fields.collect() }
    }

    /// Returns the links across sides or corners: the names of neighbours, and the sides of entry.
    fn links(&self, field: &str) -> Vec<Option<(&'static str, usize)>> {
        let link = |link: &'static str| {
            let (to, entry) = link.split_once('.').filter(|(to, _)| !to.is_empty())?;
            Some((to, entry.parse().expect("a number")))
        };
        self.fields[field].split(' ').map(link).collect()
    }

    /// Returns the paths of a field as text, sorted.
    fn paths(&self, field: &str) -> Vec<String> {
        sorted(self.fields[field].split(", ").map(str::to_owned))
    }

    /// Returns the names of cells in a field, sorted.
    fn cells(&self, field: &str) -> Vec<String> {
        sorted(self.fields[field].split(' ').map(str::to_owned))
    }
}

fn sorted(texts: impl Iterator<Item = String>) -> Vec<String> {
    let mut texts: Vec<String> = texts.collect();
    texts.sort();
    texts
}

fn rows() -> Vec<Row> {
    TABLE.lines().filter(|line| !line.starts_with('#')).map(Row::parse).collect()
}

/// Returns the number of places by which the page's sides of a cell are rotated against the
/// board's. The board begins with the upper side where there is one. Squares are not rotated.
fn turn(board: &CirSquare, row: &Row) -> usize {
    let own = board.sides(board.grid().at(row.name));
    let name = |link: &Option<Link>| link.map(|link| board.grid().name(link.to));
    let own: Vec<_> = own.iter().map(name).collect();
    let page: Vec<_> =
        row.links("sides").into_iter().map(|link| link.map(|l| l.0.to_owned())).collect();
    let fits = |turn: &usize| (0..page.len()).all(|i| page[i] == own[(i + turn) % own.len()]);
    (0..page.len()).find(fits).unwrap_or_else(|| panic!("{}: {own:?}, not {page:?}", row.name))
}

#[test]
fn sides_and_corners_are_those_of_the_page() {
    let board = CirSquare::new();
    let rows = rows();
    assert_eq!((rows.len(), board.grid().all().count()), (84, 84));
    let turns: HashMap<&str, usize> =
        rows.iter().map(|row| (row.name, turn(&board, row))).collect();
    let mut pairs = [0, 0];
    for row in &rows {
        let cell = board.grid().at(row.name);
        let own = [board.sides(cell), board.corners(cell)];
        assert_eq!(board.is_triangle(cell), ["d3", "i3", "d8", "i8"].contains(&row.name));
        assert!(board.is_triangle(cell) || turns[row.name] == 0, "{}", row.name);
        for ((field, own), pairs) in ["sides", "corners"].into_iter().zip(own).zip(&mut pairs) {
            let page = row.links(field);
            assert_eq!(page.len(), own.len(), "{} {field}", row.name);
            for (index, page) in page.into_iter().enumerate() {
                let link = own[(index + turns[row.name]) % own.len()];
                let expected = page.map(|(to, entry)| {
                    let to = (board.grid().at(to), turns[to]);
                    Link { to: to.0, entry: (entry + to.1) % board.sides(to.0).len() }
                });
                assert_eq!(link, expected, "{} {field} {index}", row.name);
                *pairs += usize::from(link.is_some());
            }
        }
    }
    assert_eq!(pairs, [2 * 154, 2 * 146]);
}

/// Returns the paths of a piece from a cell as names joined by spaces, sorted, each once.
fn paths(letter: char, seat: Seat, from: &str, mode: Mode) -> Vec<String> {
    let tables = tables("roundtable84");
    let kind = tables.kinds().iter().find(|kind| kind.letter == letter).expect("a kind");
    let paths = &kind.paths[seat.index()][tables.grid().at(from).index()];
    let paths = paths.iter().filter(|path| path.mode == mode);
    let name = |cell: &Cell| tables.grid().name(*cell);
    let mut texts =
        sorted(paths.map(|path| path.cells.iter().map(name).collect::<Vec<_>>().join(" ")));
    texts.dedup();
    texts
}

#[test]
fn paths_are_those_of_the_page() {
    for row in rows() {
        let both = |letter| paths(letter, Seat::WHITE, row.name, Mode::Both);
        let mut targets = [0, 0];
        for (letter, field, sum) in [('R', "rook", 0), ('B', "bishop", 1)] {
            assert_eq!(both(letter), row.paths(field), "{letter} {}", row.name);
            targets[sum] += both(letter).len();
        }
        assert_eq!(both('Q').len(), targets[0] + targets[1], "{}", row.name);
        assert_eq!(both('K'), row.cells("king"), "K {}", row.name);
        assert_eq!(both('N'), row.cells("knight"), "N {}", row.name);
        for (seat, field) in [(Seat::WHITE, "white"), (Seat::BLACK, "black")] {
            let (steps, captures) = match row.fields[field] {
                "-" => ("", ""),
                text => text.split_once(" x").expect("steps and captures"),
            };
            let quiet = paths('P', seat, row.name, Mode::Quiet);
            assert_eq!(quiet.join(","), steps.trim(), "{field} {}", row.name);
            let taken = paths('P', seat, row.name, Mode::Capture);
            let page = sorted(captures.split_whitespace().map(str::to_owned));
            assert_eq!(taken, page, "{field} {}", row.name);
        }
    }
}

#[test]
fn the_examples_of_the_page() {
    let both = |letter, from| paths(letter, Seat::WHITE, from, Mode::Both);
    let has = |letter, from, path: &str| both(letter, from).contains(&path.to_owned());
    assert!(has('R', "b5", "b6 b7 d10 e10 f10") && has('R', "b5", "b4 d1 e1 f1 g1 h1 i1 k4 k5"));
    assert!(has('R', "f3", "e3 d3 d2 d1") && has('R', "f3", "e3 d3 d4 d5 d6 d7"));
    assert!(has('B', "a6", "b7 d9 e8 f7 g6 h5 i4 i2 h1"));
    assert_eq!(both('N', "d3"), ["b4", "c5", "e1", "e5", "f2", "f4"]);
    assert_eq!(both('N', "d2"), ["a4", "b5", "d5", "e4", "f1", "f3"]);
}

/// Returns a position string whose castle rows without pieces are `c` in `rows`.
fn fen(rows: &str) -> String {
    rows.replace('c', "***6***")
}

fn moves(fen: &str) -> Vec<String> {
    let list = legal::<Duel>(&position("roundtable84", fen)).into_iter();
    list.map(|(text, _)| text).collect()
}

#[test]
fn a_king_in_check_stays_on_its_side_of_the_wall() {
    let free = fen("c/c/c/9k2/12/12/4K7/c/c/c w - - 0 1");
    assert_eq!(moves(&free), ["e4d3", "e4d4", "e4d5", "e4e3", "e4e5", "e4f3", "e4f4", "e4f5"]);
    let checked = fen("c/c/c/9k2/4r7/12/4K7/c/c/c w - - 0 1");
    assert_eq!(moves(&checked), ["e4d4", "e4d5", "e4f4", "e4f5"]);
    // The king may not capture even the checker across the wall, but other pieces may. Here the
    // rook guards d4 and d5 through the triangle.
    let adjacent = fen("c/c/c/9k2/12/12/4K7/***1r4***/c/c w - - 0 1");
    assert_eq!(moves(&adjacent), ["e4f4", "e4f5"]);
    let helped = fen("c/c/c/9k2/12/12/4K7/***1rR3***/c/c w - - 0 1");
    assert_eq!(moves(&helped), ["e4f4", "e4f5", "f3e3"]);
    // Kings also guard cells across walls.
    let kings = fen("c/c/c/12/12/12/4K7/c/***1k4***/c w - - 0 1");
    assert_eq!(moves(&kings), ["e4d4", "e4d5", "e4e5", "e4f4", "e4f5"]);
    // Without the wall the king could go to a4.
    let mated = fen("c/c/c/9k2/12/12/12/c/***4r1***/***K3r1*** w - - 0 1");
    let game = FamilyGame::<Duel, 1>::parse(tables("roundtable84"), &mated).expect("good");
    assert_eq!(game.outcome().map(|outcome| outcome.reason), Some(Reason::Checkmate));
}

#[test]
fn two_paths_are_two_checks() {
    // The queen attacks c4 along the row and through the triangle d3. To close one line is not
    // enough.
    assert_eq!(moves(&fen("c/c/c/3R8/12/11k/2K1q7/c/c/c w - - 0 1")), ["c4c5"]);
    assert_eq!(moves(&fen("c/c/c/12/12/11k/2K1q7/***4R1***/c/c w - - 0 1")), ["c4c5"]);
    let one = fen("c/c/c/12/12/11k/2KPq7/***4R1***/c/c w - - 0 1");
    assert_eq!(moves(&one), ["c4b4", "c4c5", "h3d3"]);
    let other = fen("c/c/c/3R8/12/11k/2K1q7/***N5***/c/c w - - 0 1");
    assert_eq!(moves(&other), ["c4b5", "c4c5", "d7d4"]);
}

#[test]
fn four_castlings_and_where_they_lead() {
    for (variant, start, castlings) in [
        (
            "roundtable84",
            fen("c/c/c/9k2/12/12/12/***PPPPPP***/***P2K1P***/***PR2RP*** w KQ - 0 1"),
            [
                ("e1g2", "***PK1R1P***/***P3RP***"),
                ("g2e1", "***PR3P***/***PK2RP***"),
                ("h1g2", "***P2RKP***/***PR3P***"),
                ("g2h1", "***P3RP***/***PR2KP***"),
            ],
        ),
        (
            "roundtable84-knights-front",
            fen("c/c/c/9k2/12/12/12/***PPPPPP***/***P4P***/***PR1KRP*** w KQ - 0 1"),
            [
                ("e1g1", "***PK3P***/***P2RRP***"),
                ("g1e1", "***PR3P***/***PK2RP***"),
                ("h1g1", "***P3KP***/***PR1R1P***"),
                ("g1h1", "***P3RP***/***PR2KP***"),
            ],
        ),
    ] {
        let before = position(variant, &start);
        for (text, rows) in castlings {
            let list = legal::<Duel>(&before);
            let (_, mv) = list.iter().find(|(name, _)| name == text).expect(text);
            let next = Duel::fen(&after::<Duel>(&before, mv));
            assert!(next.ends_with(&format!("/{rows} b - - 1 1")), "{variant} {text} {next}");
        }
        for attacked in ["***PPPPrP***", "***PrPPPP***"] {
            let start = start.replace("***PPPPPP***", attacked);
            let names: Vec<_> =
                legal::<Duel>(&position(variant, &start)).into_iter().map(|m| m.0).collect();
            let king_side = attacked == "***PPPPrP***";
            for (text, _) in castlings {
                let same_side = text.contains('h') == king_side;
                assert_eq!(names.iter().any(|n| n == text), !same_side, "{variant} {text}");
            }
        }
    }
}

#[test]
fn pawns_become_what_has_been_lost() {
    let arrivals = |pieces: &str| {
        let fen = fen(&format!("c/c/c/k4P6/12/12/12/c/***{pieces}***/***5K*** w - - 0 1"));
        moves(&fen).into_iter().filter(|name| name.starts_with("f7")).collect::<Vec<_>>()
    };
    assert_eq!(arrivals("6"), ["f7f8b", "f7f8n", "f7f8q", "f7f8r"]);
    assert_eq!(arrivals("QR4"), ["f7f8b", "f7f8n", "f7f8r"]);
    assert_eq!(arrivals("QRRBB1"), ["f7f8n"]);
    assert_eq!(arrivals("QQRRBN"), ["f7f8b", "f7f8n"]);
}

#[test]
fn a_pawn_that_cannot_become_anything_is_stuck() {
    let full = fen("c/c/***1n4***/k4P6/12/12/12/***N5***/***QRRBBN***/***5K*** w - - 0 1");
    let game = FamilyGame::<Duel, 1>::parse(tables("roundtable84"), &full).expect("good");
    let before = game.position();
    let list = legal::<Duel>(before);
    let arrivals: Vec<_> = list.iter().filter(|(name, _)| name.starts_with("f7")).collect();
    assert_eq!(
        arrivals.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(),
        ["f7e8", "f7f8"]
    );
    let stuck = Duel::fen(&after::<Duel>(before, &arrivals[1].1));
    assert!(stuck.starts_with(&fen("c/c/***1nP3***/k11/")), "{stuck}");
    // The pawn stands there for ever, captures and guards nothing, whatever its side loses later.
    let later = fen("c/***2k3***/***2P3***/12/12/12/12/c/c/***5K*** w - - 0 1");
    assert!(moves(&later).iter().all(|name| !name.starts_with("f8")));
    assert_eq!(moves(&later.replace(" w ", " b ")).len(), 8);
}

#[test]
fn pawns_never_stand_deep_in_a_castle() {
    for (row, letter) in [("***1P4***", 'P'), ("***1p4***", 'p')] {
        let strings = [
            fen(&format!("c/c/c/k11/12/12/12/c/{row}/***5K*** w - - 0 1")),
            fen(&format!("{row}/c/c/k11/12/12/12/c/c/***5K*** w - - 0 1")),
        ];
        for string in strings {
            let refused = Duel::parse(tables("roundtable84"), &string);
            let error = refused.expect_err(&string).to_string();
            assert!(error.starts_with("no pawn 'P' can stand on"), "{letter} {error}");
        }
    }
}

#[test]
fn passing_pawns_are_taken_on_the_bands_and_at_triangles() {
    for (fen_text, double, capture, left) in [
        ("c/c/c/9k2/12/p11/12/c/c/***P4K*** w - - 0 1", "d1b5", "a5b4", "/12/1p10/"),
        ("c/c/c/9k2/12/4p7/12/***P5***/c/***5K*** w - - 0 1", "d3d5", "e5d4", "/12/3p8/"),
        ("c/c/c/9k2/12/1p10/12/c/***P5***/***5K*** w - - 0 1", "d2c5", "b5c4", "/12/2p9/"),
        ("c/c/c/9k2/12/11p/12/c/c/***K4P*** w - - 0 1", "i1k5", "l5k4", "/12/10p1/"),
    ] {
        let before = position("roundtable84", &fen(fen_text));
        let find = |p: &_, text: &str| legal::<Duel>(p).into_iter().find(|(name, _)| name == text);
        let (_, mv) = find(&before, double).expect(double);
        let passed = after::<Duel>(&before, &mv);
        let (_, mv) = find(&passed, capture).expect(capture);
        assert!(Duel::fen(&after::<Duel>(&passed, &mv)).contains(left), "{capture}");
    }
}

/// Returns the targets of a kind from each cell of the empty board.
fn targets(letter: char) -> Vec<Vec<Cell>> {
    let kinds = tables("roundtable84").kinds();
    let kind = kinds.iter().find(|kind| kind.letter == letter).expect("a kind");
    let of_cell =
        |paths: &Vec<Path>| paths.iter().flat_map(|path| path.cells.iter().copied()).collect();
    kind.paths[0].iter().map(of_cell).collect()
}

/// Returns the cells to which a king in check can flee while the other king stands on `other`;
/// attacks of other pieces do not count.
fn flights(board: &CirSquare, steps: &[Vec<Cell>], from: Cell, other: Cell) -> Vec<Cell> {
    let own = steps[from.index()].iter().copied();
    own.filter(|to| board.castle(*to) == board.castle(from) && !steps[other.index()].contains(to))
        .collect()
}

#[test]
fn neither_a_knight_nor_bishops_of_one_colour_can_mate() {
    let board = CirSquare::new();
    let (steps, leaps) = (targets('K'), targets('N'));
    let light = |cell: Cell| {
        let (file, rank) = board.grid().place(cell);
        (file + rank) % 2
    };
    for (from, bishop) in targets('B').iter().enumerate() {
        assert!(bishop.iter().all(|to| light(*to) == light(Cell(from as u8))));
    }
    for king in board.grid().all() {
        let others = board.grid().all().filter(|other| !steps[king.index()].contains(other));
        for other in others.filter(|other| *other != king) {
            let flights = flights(&board, &steps, king, other);
            // Bishops that give check neither attack cells of the other colour nor stand on them.
            assert!(flights.iter().any(|to| light(*to) != light(king)));
            for knight in board.grid().all().filter(|cell| leaps[cell.index()].contains(&king)) {
                let covered = |to: &Cell| leaps[knight.index()].contains(to);
                assert!(!flights.iter().all(covered), "{king:?} {other:?} {knight:?}");
            }
        }
    }
}

#[test]
fn drawings_show_triangles() {
    let game = FamilyGame::<Duel, 1>::new(tables("roundtable84"));
    let text = rotunda_movegen::Game::from(game).draw().to_string();
    assert!(text.contains("|\\P/| P | P | P | P |\\P/|"), "{text}");
    assert!(text.contains("|/p\\| p | p | p | p |/p\\|"), "{text}");
    assert!(text.contains("d1-b4 d2-c4"), "{text}");
}
