//! Games as files, and the same games as rules for the slow generator.

use std::collections::{BTreeMap, BTreeSet};

use super::oracle::{Castling, Kind, Mode, Rules, Square, Way};

/// Returns the square with a name.
pub fn square(name: &str) -> Square {
    let (file, rank) = name.split_at(1);
    (i32::from(file.as_bytes()[0] - b'a'), rank.parse::<i32>().expect("a rank") - 1)
}

/// Returns the squares of blocks, as files write them.
fn squares(text: &str) -> BTreeSet<Square> {
    let block = |word: &str| {
        let (first, last) = word.split_once('-').unwrap_or((word, word));
        let (a, b) = (square(first), square(last));
        (a.0..=b.0).flat_map(move |file| (a.1..=b.1).map(move |rank| (file, rank)))
    };
    text.split_whitespace().flat_map(block).collect()
}

fn ways(mode: Mode, most: i32, steps: &[(i32, i32)]) -> Vec<Way> {
    steps.iter().map(|by| Way { by: *by, most, mode }).collect()
}

const W: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const F: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const N: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

fn piece(ways: Vec<Way>) -> Kind {
    Kind { ways, most: 1, ..Kind::default() }
}

fn king() -> Kind {
    piece([ways(Mode::Both, 1, &W), ways(Mode::Both, 1, &F)].concat())
}

fn queen() -> Kind {
    piece([ways(Mode::Both, 9, &W), ways(Mode::Both, 9, &F)].concat())
}

fn pawn(quiet: &[(i32, i32)], takes: &[(i32, i32)], starts: &str, most: i32) -> Kind {
    Kind {
        ways: [ways(Mode::Move, 1, quiet), ways(Mode::Take, 1, takes)].concat(),
        is_pawn: true,
        starts: squares(starts),
        most,
        takes_in_passing: true,
        ..Kind::default()
    }
}

/// A game as a file, and as rules of the generator.
pub struct Game {
    pub name: &'static str,
    pub file: String,
    pub rules: Rules,
    /// The letters of the pieces in random positions, without kings.
    pub men: &'static str,
}

fn game(
    name: &'static str,
    (size, start): ((i32, i32), &str),
    pieces: &str,
    kinds: Vec<(char, Kind)>,
    men: &'static str,
) -> Game {
    let (files, ranks) = size;
    let file = format!(
        "[[game]]\nname = {name:?}\nstart = {start:?}\n\
         board = {{ shape = \"rectangle\", files = {files}, ranks = {ranks} }}\npiece = [\n{pieces}]\n"
    );
    let kinds: BTreeMap<char, Kind> = kinds.into_iter().collect();
    Game { name, file, rules: Rules { size, kinds, castlings: Vec::new() }, men }
}

const KING: &str = "{ letter = \"K\", moves = \"K\", royal = true },\n";
const QUEEN: &str = "{ letter = \"Q\", moves = \"Q\" },\n";
const EIGHT: ((i32, i32), &str) = ((8, 8), "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1");

/// Returns a game whose pawns move diagonally, capture ahead, and make up to two or three steps in
/// their first move.
pub fn berolina(most: i32) -> Game {
    let name = if most == 2 { "test-berolina" } else { "test-berolina-3" };
    let start = if most == 2 {
        "double = \"a2-h2\"".into()
    } else {
        format!("start = {{ cells = \"a2-h2\", most = {most} }}")
    };
    let pieces = format!(
        "{{ letter = \"P\", pawn = true, moves = \"mfFcfW\", {start}, en_passant = true, \
         promotes_on = \"a8-h8\", becomes = \"Q\", closed = \"a1-h1\" }},\n{QUEEN}{KING}"
    );
    let mut man = pawn(&[(-1, 1), (1, 1)], &[(0, 1)], "a2-h2", most);
    man.promotes_on = squares("a8-h8");
    man.becomes = ["Q", "Q"];
    man.closed = squares("a1-h1");
    game(name, EIGHT, &pieces, vec![('P', man), ('Q', queen()), ('K', king())], "PPPPPPQ")
}

/// Returns a game whose pawns go ahead and sideways, so that several ways lead to one square. They
/// have start steps on every square, so that a start step can promote.
pub fn sideways() -> Game {
    let pieces = format!(
        "{{ letter = \"P\", pawn = true, moves = \"mfWmsWmfDcfF\", start = {{ cells = \"a2-h7\", most = 4 }}, \
         en_passant = true, promotes_on = \"a8-h8\", declines_on = \"e8-h8\", becomes = {{ white = \"Q\", black = \"QN\" }} }},\n\
         {{ letter = \"N\", moves = \"N\", en_passant = true, closed = \"a2 e8\" }},\n{QUEEN}{KING}"
    );
    let quiet = [(0, 1), (1, 0), (-1, 0), (0, 2)];
    let mut man = pawn(&quiet, &[(-1, 1), (1, 1)], "a2-h7", 4);
    man.promotes_on = squares("a8-h8");
    man.declines_on = squares("e8-h8");
    man.becomes = ["Q", "QN"];
    let mut knight = piece(ways(Mode::Both, 1, &N));
    knight.takes_in_passing = true;
    knight.closed = squares("a2 e8");
    let kinds = vec![('P', man), ('N', knight), ('Q', queen()), ('K', king())];
    game("test-sideways", EIGHT, &pieces, kinds, "PPPPNQ")
}

/// Returns a game with pieces other than pawns that promote, sliders among them, and with pieces
/// that pass over cells where they cannot stand.
pub fn promoters() -> Game {
    let pieces = format!(
        "{{ letter = \"P\", pawn = true, moves = \"mfWcfF\", double = \"a2-h6\", promotes_on = \"a8-h8\", becomes = \"R\", closed = \"a1-h1 a8-h8\", en_passant = true }},\n\
         {{ letter = \"S\", moves = \"FfW\", promotes_on = \"a8-h8\", becomes = {{ white = \"GN\", black = \"N\" }} }},\n\
         {{ letter = \"R\", moves = \"R\", promotes_on = \"c6-e8\", declines_on = \"c7 d6\", becomes = \"QS\", closed = \"f1-f5 b4-g4\" }},\n\
         {{ letter = \"N\", moves = \"mNcK\", closed = \"d5 a1-h1\" }},\n\
         {{ letter = \"G\", moves = \"WfF\" }},\n{QUEEN}{{ letter = \"K\", moves = \"K\", royal = true, closed = \"e2\" }},\n"
    );
    let mut man = pawn(&[(0, 1)], &[(-1, 1), (1, 1)], "a2-h6", 2);
    man.promotes_on = squares("a8-h8");
    man.becomes = ["R", "R"];
    man.closed = squares("a1-h1 a8-h8");
    let mut silver = piece([ways(Mode::Both, 1, &F), ways(Mode::Both, 1, &[(0, 1)])].concat());
    silver.promotes_on = squares("a8-h8");
    silver.becomes = ["GN", "N"];
    let mut rook = piece(ways(Mode::Both, 9, &W));
    rook.promotes_on = squares("c6-e8");
    rook.declines_on = squares("c7 d6");
    rook.becomes = ["QS", "QS"];
    rook.closed = squares("f1-f5 b4-g4");
    let mut knight =
        piece([ways(Mode::Move, 1, &N), ways(Mode::Take, 1, &W), ways(Mode::Take, 1, &F)].concat());
    knight.closed = squares("d5 a1-h1");
    let gold = piece([ways(Mode::Both, 1, &W), ways(Mode::Both, 1, &[(1, 1), (-1, 1)])].concat());
    let mut monarch = king();
    monarch.closed = squares("e2");
    let kinds = vec![
        ('P', man),
        ('S', silver),
        ('R', rook),
        ('N', knight),
        ('G', gold),
        ('Q', queen()),
        ('K', monarch),
    ];
    game("test-promoters", EIGHT, &pieces, kinds, "PPSRRNGQ")
}

/// Returns a game in which the king castles with a bishop, over squares in any order.
pub fn castlers() -> Game {
    let pieces = format!(
        "{{ letter = \"B\", moves = \"B\" }},\n{{ letter = \"N\", moves = \"N\" }},\n\
         {{ letter = \"R\", moves = \"R\" }},\n{KING}"
    );
    let kinds = vec![
        ('B', piece(ways(Mode::Both, 9, &F))),
        ('N', piece(ways(Mode::Both, 1, &N))),
        ('R', piece(ways(Mode::Both, 9, &W))),
        ('K', king()),
    ];
    let start = "1k2r2b/8/8/8/8/8/8/1K2R2B w AHah - 0 1";
    let mut game = game("test-castlers", ((8, 8), start), &pieces, kinds, "BNNR");
    game.file += "castling = [\n\
        { right = \"A\", king = \"b1 d1\", rook = \"e1 c1\", safe = \"c1 d1\" },\n\
        { right = \"H\", king = \"b1 f1\", rook = \"h1 b1\", safe = \"c1\", empty = \"\" },\n]\n";
    let castling = |right, king: [&str; 2], rook: [&str; 2], between, safe| Castling {
        right,
        king: (square(king[0]), square(king[1])),
        rook: (square(rook[0]), square(rook[1])),
        between: Vec::from_iter(squares(between)),
        safe: Vec::from_iter(squares(safe)),
    };
    game.rules.castlings = vec![
        castling('A', ["b1", "d1"], ["e1", "c1"], "c1-d1", "c1-d1"),
        castling('H', ["b1", "f1"], ["h1", "b1"], "", "c1 f1"),
    ];
    game
}
