//! Boards of every shape, and movements that notation cannot express.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use rotunda_games::{FileGame, read};
use rotunda_movegen::{FeatureKind, Mode, Seat};

/// Returns the game of a text.
fn game(text: &str) -> FileGame {
    let mut games = read("test", text).unwrap_or_else(|error| panic!("{error}"));
    games[0].unlisted().unwrap_or_else(|error| panic!("{error}"));
    games.remove(0)
}

/// Returns a game of kings and of a piece with these moves on a board.
fn with(board: &str, start: &str, moves: &str) -> FileGame {
    game(&format!(
        "[[game]]\nname = \"test\"\nstart = \"{start} w - - 0 1\"\nboard = {{ {board} }}\npiece = [\n\
         {{ letter = \"X\", moves = {moves} }},\n\
         {{ letter = \"K\", moves = \"K\", royal = true }},\n]\n"
    ))
}

/// Returns the paths of a seat's pieces of the first kind from a cell, of one mode, as names of
/// cells.
fn paths(game: &FileGame, seat: Seat, from: &str, mode: Mode) -> BTreeSet<String> {
    let spec = &game.data().spec;
    let from = spec.grid.at(from);
    let all = spec.kinds[0].paths[seat.index()][from.index()].iter();
    let names = |cells: &[rotunda_movegen::Cell]| -> Vec<String> {
        cells.iter().map(|cell| spec.grid.name(*cell)).collect()
    };
    all.filter(|path| path.mode == mode).map(|path| names(&path.cells).join(" ")).collect()
}

fn set(paths: &[&str]) -> BTreeSet<String> {
    paths.iter().map(ToString::to_string).collect()
}

const SQUARE: &str = "shape = \"rectangle\", files = 5, ranks = 5";
const KINGS: &str = "k4/5/5/5/4K";

#[test]
fn a_piece_that_captures_along_more_lines_than_it_moves_gives_check_along_them_all() {
    let attacked = "4k/5/2K2/5/x2X1";
    let check = with(SQUARE, attacked, "\"RcB\"").unlisted().expect("sound").game();
    let mut moves: Vec<String> = check.legal_moves().iter().map(ToString::to_string).collect();
    moves.retain(|mv| mv.starts_with("d1"));
    assert_eq!(moves, ["d1a1"], "the check along the diagonal is met by a capture alone");
}

/// Returns the number of features of a kind in the layout of a game of the folder.
fn features(name: &str, kind: FeatureKind) -> usize {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("games/{name}.toml"));
    let text = fs::read_to_string(path).expect("a file of the repository");
    let game = game(&text);
    let layout = &game.data().layout;
    layout.features.iter().filter(|feature| feature.kind == kind).count()
}

#[test]
fn a_strip_with_a_twist_has_seams_and_xiangqi_is_drawn_by_lines() {
    assert_eq!(features("moebius", FeatureKind::Seam), 8);
    // Xiangqi has ten ranks, two whole files, seven files that the river breaks, and the diagonals
    // of two palaces.
    assert_eq!(features("xiangqi", FeatureKind::Line), 10 + 2 + 14 + 4);
    assert_eq!(features("capablanca", FeatureKind::Line), 0);
}

#[test]
fn movements_along_headings_and_paths() {
    let all =
        |moves: &str, seat, from: &str, mode| paths(&with(SQUARE, KINGS, moves), seat, from, mode);
    let (white, black) = (Seat::WHITE, Seat::BLACK);
    let steps = "[{ steps = \"n ne\", mode = \"move\" }]";
    assert_eq!(all(steps, white, "c3", Mode::Quiet), set(&["c4", "d4"]));
    assert_eq!(all(steps, black, "c3", Mode::Quiet), set(&["c2", "b2"]));
    let slides = "[{ slides = \"n\", most = 2, mode = \"capture\", seat = \"white\" }]";
    assert_eq!(all(slides, white, "c1", Mode::Capture), set(&["c2 c3"]));
    assert_eq!(all(slides, black, "c5", Mode::Capture), set(&[]));
    // Half a gryphon: a step across a corner, and on along the files.
    let bent = "[{ bent = [\"ne n+\", \"nw n+\"] }]";
    assert_eq!(all(bent, white, "c2", Mode::Both), set(&["d3 d4 d5", "b3 b4 b5"]));
    assert_eq!(all(bent, white, "e2", Mode::Both), set(&["d3 d4 d5"]));
    let hops = "[\"mR\", { slides = \"e\", mode = \"hop\" }]";
    assert_eq!(all(hops, white, "a1", Mode::Hop), set(&["b1 c1 d1 e1"]));
    let written = "[{ paths = { a1 = [\"b1 c1 c2\", \"a2\"] } }]";
    assert_eq!(all(written, white, "a1", Mode::Both), set(&["b1 c1 c2", "a2"]));
    assert_eq!(all(written, white, "a2", Mode::Both), set(&[]));
    assert_eq!(all("\"N2\"", white, "a1", Mode::Both), set(&["b3 c5", "c2 e3"]));
    let lame = |moves: &str, from| all(moves, white, from, Mode::Lame);
    assert_eq!(lame("\"nN\"", "a1"), set(&["a2 b3", "b1 c2"]));
    assert_eq!(lame("\"nA\"", "a1"), set(&["b2 c3"]));
    assert_eq!(lame("\"nCnZ\"", "a1"), set(&["a2 a3 b4", "b1 c1 d2", "a2 b3 c4", "b1 c2 d3"]));
    let leap = "[{ bent = [\"n ne\"], mode = \"lame\" }]";
    assert_eq!(lame(leap, "a1"), set(&["a2 b3"]));
    assert_eq!(lame(leap, "e1"), set(&[]), "the leap ends beyond the edge");
    let beyond = "[{ steps = \"w e\", from = \"a4-e5\" }]";
    assert_eq!(all(beyond, white, "c4", Mode::Both), set(&["b4", "d4"]));
    assert_eq!(all(beyond, white, "c3", Mode::Both), set(&[]));
    assert_eq!(all(beyond, black, "c2", Mode::Both), set(&["b2", "d2"]));
    assert_eq!(all("\"fsW2\"", black, "c3", Mode::Both), set(&["c2 c1", "b3 a3", "d3 e3"]));
}

#[test]
fn lines_go_round_boards_without_edges() {
    let rook = |board: &str, start: &str, from: &str| {
        paths(&with(board, start, "\"R\""), Seat::WHITE, from, Mode::Both)
    };
    let cylinder = "shape = \"cylinder\", files = 4, ranks = 3";
    let round = ["b2 c2 d2", "d2 c2 b2", "a3", "a1"];
    assert_eq!(rook(cylinder, "k3/4/2K1", "a2"), set(&round));
    let torus = "shape = \"torus\", files = 4, ranks = 4";
    let round = ["b1 c1 d1", "d1 c1 b1", "a2 a3 a4", "a4 a3 a2"];
    assert_eq!(rook(torus, "4/k3/4/2K1", "a1"), set(&round));
    let ring = "shape = \"ring\", lanes = 2, sectors = 4";
    assert_eq!(rook(ring, "2/k1/2/K1", "a1"), set(&["a2 a3 a4", "a4 a3 a2", "b1"]));
    let disc = "shape = \"disc\", files = 3, ranks = 4";
    // The paths lead along the file through the centre, and round the rim, where file c of one side
    // adjoins file a of the other.
    let round = ["a2 a3 a4", "b1 c1 a4 b4 c4", "c4 b4 a4 c1 b1"];
    assert_eq!(rook(disc, "1k1/3/3/K2", "a1"), set(&round));
}

#[test]
fn a_castling_whose_rook_lets_an_attack_through_from_the_other_side_is_illegal() {
    let castles = |rank: &str| {
        let game = game(&format!(
            "[[game]]\nname = \"test\"\nstart = \"7k/8/{rank} w Q - 0 1\"\n\
             board = {{ shape = \"cylinder\", files = 8, ranks = 3 }}\npiece = [\n\
             {{ letter = \"R\", moves = \"R\" }},\n{{ letter = \"N\", moves = \"N\" }},\n\
             {{ letter = \"K\", moves = \"K\", royal = true }},\n]\n\
             [[game.castling]]\nright = \"Q\"\nking = \"e1 c1\"\nrook = \"a1 d1\"\nsafe = \"d1 c1\"\n"
        ));
        let moves = game.unlisted().expect("sound").game().legal_moves();
        moves.iter().any(|mv| mv.to_string() == "e1c1")
    };
    assert!(castles("R3KN2"), "nobody attacks");
    assert!(!castles("R3KN1r"), "round the seam over a1, which the rook has left");
    assert!(castles("R3KN1n"), "a knight does not");
}

#[test]
fn hexagons() {
    let board = "shape = \"hex\", size = 3";
    let from = |moves: &str, cell: &str| {
        paths(&with(board, "**k**/*3*/5/5/2K2", moves), Seat::WHITE, cell, Mode::Both)
    };
    let rook = ["c4 c5", "c2 c1", "d3 e3", "b3 a3", "d2 e1", "b2 a1"];
    assert_eq!(from("\"R\"", "c3"), set(&rook));
    assert_eq!(from("\"F\"", "c3"), set(&["b4", "d4", "e2", "d1", "b1", "a2"]));
    assert_eq!(from("\"fW\"", "c3"), set(&["c4"]));
    assert_eq!(from("\"flfrW\"", "c3"), set(&["b3", "d3"]));
    assert_eq!(from("\"N\"", "c1"), set(&["b3", "d3", "a2", "e2"]));
}

/// Returns chess on a graph: every step of every cell is a link.
fn chess_on_a_graph() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("games/chess.toml");
    let text = fs::read_to_string(path).expect("a file of the repository");
    let names = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];
    let steps = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
    let name = |(file, rank): (i32, i32)| format!("{}{}", char::from(b'a' + file as u8), rank + 1);
    let mut links = String::new();
    for (file, rank) in (0..8).flat_map(|file| (0..8).map(move |rank| (file, rank))) {
        for (heading, (files, ranks)) in names.iter().zip(steps) {
            let to = (file + files, rank + ranks);
            if (0..8).contains(&to.0) && (0..8).contains(&to.1) {
                let _ = write!(links, "\"{} {heading} {}\", ", name((file, rank)), name(to));
            }
        }
    }
    let black: Vec<String> =
        (0..8).map(|at| format!("{} = \"{}\"", names[at], names[(at + 4) % 8])).collect();
    let board = format!(
        "shape = \"graph\", files = 8, ranks = 8, orthogonal = \"n e s w\", \
         diagonal = \"ne se sw nw\", black = {{ {} }}, links = [{links}]",
        black.join(", ")
    );
    let rectangle = "shape = \"rectangle\", files = 8, ranks = 8";
    assert!(text.contains(rectangle));
    text.replace(rectangle, &board)
}

#[test]
fn a_graph_says_all_that_a_shape_says() {
    let graph = game(&chess_on_a_graph());
    let chess = rotunda_movegen::Variant::by_name("chess").expect("known").spec();
    for (found, right) in graph.data().spec.kinds.iter().zip(&chess.kinds) {
        for (found, right) in found.paths.iter().flatten().zip(right.paths.iter().flatten()) {
            let all = |paths: &[rotunda_movegen::Path]| -> BTreeSet<String> {
                paths.iter().map(|path| format!("{path:?}")).collect()
            };
            assert_eq!(all(found), all(right), "{}", chess.name);
        }
    }
    assert_eq!(graph.findings(), Vec::<String>::new());
}

#[test]
fn a_graph_may_be_one_way_and_is_said_to_be() {
    let board = "shape = \"graph\", files = 3, ranks = 2, orthogonal = \"e w\", \
                 links = [\"a1 e b1\", \"b1 e c1\", \"c1 e c2 w\", \"c2 w b2\", \"b2 w a2\"]";
    let game = with(board, "2k/K2", "\"R\"");
    let rook = paths(&game, Seat::WHITE, "a1", Mode::Both);
    assert_eq!(rook, set(&["b1 c1 c2 b2 a2"]));
    let findings = game.findings();
    assert!(findings[0].starts_with("no step undoes that along \"e\" from a1 b1"), "{findings:?}");
    assert!(findings.iter().any(|f| f == "no piece can come to a1"), "{findings:?}");
    assert!(findings.iter().any(|f| f.starts_with("X is not on the board")), "{findings:?}");
}

#[test]
fn what_the_documentation_shows_can_be_used() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/games.md");
    let text = fs::read_to_string(path).expect("a file of the repository");
    let blocks: Vec<&str> =
        text.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    let whole = blocks[0];
    game(whole);
    let graph = blocks.iter().find(|block| block.contains("shape = \"graph\"")).expect("shown");
    let line = whole.lines().find(|line| line.starts_with("board")).expect("a board");
    let other = whole.replace(line, "").replace("r1k1r/5/5/5/R1K1R", "k2/2K");
    game(&other.replacen("[[game.piece]]", &format!("{graph}\n[[game.piece]]"), 1));
    let tables = blocks.iter().filter(|block| block.contains("players = "));
    assert_eq!(tables.map(|block| game(block).data().spec.seats()).collect::<Vec<_>>(), [4, 3]);
    let moves = blocks.iter().find(|block| block.starts_with("moves")).expect("shown");
    let line = whole.lines().find(|line| line.starts_with("moves = \"R\"")).expect("a rook");
    game(&whole.replace(line, moves));
}
