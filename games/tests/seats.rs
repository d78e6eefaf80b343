//! Players round boards that are not rings: their headings, drawings and refusals.

use std::fmt::Write;

use rotunda_games::{FileGame, read, read_file};
use rotunda_movegen::{Seat, Variant};

/// A game of four on a small cross, some texts of which each test replaces.
const CROSS: &str = r#"[[game]]
name = "test"
players = 4
start = "*1cRcK1*/3cP2/bKbP3dR/bR3dPdK/2aP3/*1aKaR1* a abcd - m 0 1"
board = { shape = "rectangle", files = 6, ranks = 6, holes = "a1 f1 a6 f6" }
piece = [
    { letter = "P", pawn = true, moves = "mfWcfF", double = "c2", promotes_on = "b6-e6", becomes = "R" },
    { letter = "R", moves = "R" },
    { letter = "K", moves = "K", royal = true },
]
"#;

fn game(text: &str) -> FileGame {
    let mut games = read("f", text).unwrap_or_else(|error| panic!("{error}"));
    games[0].unlisted().unwrap_or_else(|error| panic!("{error}"));
    games.remove(0)
}

/// Returns the text with some texts replaced. Each of them must stand in the text once.
fn replaced(text: &str, pairs: &[(&str, &str)]) -> String {
    pairs.iter().fold(text.to_owned(), |text, (old, new)| {
        assert_eq!(text.matches(old).count(), 1, "{old}");
        text.replace(old, new)
    })
}

/// Returns the cross as a graph, with the named cells of each player.
fn cross_as_a_graph() -> String {
    let headings = [
        ("n", (0, 1)),
        ("ne", (1, 1)),
        ("e", (1, 0)),
        ("se", (1, -1)),
        ("s", (0, -1)),
        ("sw", (-1, -1)),
        ("w", (-1, 0)),
        ("nw", (-1, 1)),
    ];
    let is_end = |at: i32| at == 0 || at == 5;
    let exists = |(file, rank): (i32, i32)| {
        let is_on_board = (0..6).contains(&file) && (0..6).contains(&rank);
        is_on_board && !(is_end(file) && is_end(rank))
    };
    let name = |(file, rank): (i32, i32)| format!("{}{}", char::from(b'a' + file as u8), rank + 1);
    let cells = (0..6).flat_map(|file| (0..6).map(move |rank| (file, rank)));
    let mut links = String::new();
    for from in cells.filter(|cell| exists(*cell)) {
        for (heading, (files, ranks)) in headings {
            let to = (from.0 + files, from.1 + ranks);
            if exists(to) {
                let _ = write!(links, "\"{} {heading} {}\", ", name(from), name(to));
            }
        }
    }
    let board = format!(
        "shape = \"graph\", orthogonal = \"n e s w\", diagonal = \"ne se sw nw\", links = [{links}],"
    );
    replaced(
        CROSS,
        &[
            ("shape = \"rectangle\",", &board),
            ("double = \"c2\"", "double = { a = \"c2\", b = \"b4\", c = \"d5\", d = \"e3\" }"),
            ("\"b6-e6\"", "{ a = \"b6-e6\", b = \"f2-f5\", c = \"b1-e1\", d = \"a2-a5\" }"),
        ],
    )
}

#[test]
fn pieces_of_each_player_go_the_way_it_faces() {
    let game = game(CROSS);
    assert_eq!(game.findings(), Vec::<String>::new());
    let spec = &game.data().spec;
    let pawn = |seat: usize, from: &str| {
        let paths = &spec.kinds[0].paths[seat][spec.grid.at(from).index()];
        let name = |cell: &rotunda_movegen::Cell| spec.grid.name(*cell);
        let mut texts: Vec<String> = paths
            .iter()
            .map(|path| path.cells.iter().map(name).collect::<Vec<_>>().join(" "))
            .collect();
        texts.sort();
        texts
    };
    assert_eq!(pawn(0, "c2"), ["b3", "c3 c4", "d3"]);
    assert_eq!(pawn(1, "b4"), ["c3", "c4 d4", "c5"]);
    assert_eq!(pawn(2, "d5"), ["c4", "d4 d3", "e4"]);
    assert_eq!(pawn(3, "e3"), ["d2", "d3 c3", "d4"]);
    assert_eq!(pawn(3, "e4"), ["d3", "d4", "d5"]);
    let mut game = game.unlisted().expect("sound").game();
    for mv in ["c2c3", "b4c3", "d5d3", "f4e4", "d1d3"] {
        game.play_text(mv).unwrap_or_else(|error| panic!("{mv}: {error:?}"));
    }
    assert_eq!(game.fen(), "*1cRcK1*/6/bK3dR1/bR1bPaRdPdK/6/*1aK2* b abcd - m 0 2");
}

#[test]
fn a_graph_with_players_says_all_that_a_rectangle_says() {
    let (graph, rectangle) = (game(&cross_as_a_graph()), game(CROSS));
    let (graph, rectangle) = (&graph.data().spec, &rectangle.data().spec);
    for (found, right) in graph.kinds.iter().zip(&rectangle.kinds) {
        let zones = |zones: &[Vec<rotunda_movegen::Cell>]| -> Vec<Vec<rotunda_movegen::Cell>> {
            let sorted = |zone: &Vec<rotunda_movegen::Cell>| {
                let mut zone = zone.clone();
                zone.sort_unstable();
                zone
            };
            zones.iter().map(sorted).collect()
        };
        assert_eq!(zones(&found.promotes_on), zones(&right.promotes_on));
        for (found, right) in found.paths.iter().flatten().zip(right.paths.iter().flatten()) {
            let all = |paths: &[rotunda_movegen::Path]| {
                let mut texts: Vec<String> = paths.iter().map(|path| format!("{path:?}")).collect();
                texts.sort();
                texts
            };
            assert_eq!(all(found), all(right));
        }
    }
    assert_eq!(graph.grid.quarter_turns(), rectangle.grid.quarter_turns());
}

#[test]
fn boards_without_edges_have_players_too() {
    let start = "7bR/3bK4/8/3aKaR3/8/8/8/8 a ab - m 0 1";
    let on = |shape: &str| {
        let text = replaced(
            CROSS,
            &[
                ("players = 4", "players = 2"),
                ("*1cRcK1*/3cP2/bKbP3dR/bR3dPdK/2aP3/*1aKaR1* a abcd - m 0 1", start),
                ("shape = \"rectangle\", files = 6, ranks = 6, holes = \"a1 f1 a6 f6\"", shape),
                ("\"c2\"", "\"a2-h2\""),
                ("\"b6-e6\"", "\"a8-h8\""),
            ],
        );
        game(&text).unlisted().expect("sound").game()
    };
    // The rook goes round its rank up to its king, and on the torus round its file too.
    let rook = |shape: &str| {
        let moves = on(shape).legal_moves();
        moves.iter().filter(|mv| mv.to_string().starts_with("e5")).count()
    };
    assert_eq!(rook("shape = \"rectangle\", files = 8, ranks = 8"), 3 + 3 + 4);
    assert_eq!(rook("shape = \"cylinder\", files = 8, ranks = 8"), 6 + 3 + 4);
    assert_eq!(rook("shape = \"torus\", files = 8, ranks = 8"), 6 + 7);
    // This is the largest board.
    let wide = replaced(
        CROSS,
        &[
            ("files = 6, ranks = 6, holes = \"a1 f1 a6 f6\"", "files = 16, ranks = 16"),
            (
                "*1cRcK1*/3cP2/bKbP3dR/bR3dPdK/2aP3/*1aKaR1* a abcd",
                "16/16/16/16/16/16/16/16/16/16/16/16/aK14dK/16/16/bK14cK a abcd",
            ),
            ("\"c2\"", "\"a2-p2\""),
            ("\"b6-e6\"", "\"a16-p16\""),
        ],
    );
    let variant = game(&wide).unlisted().expect("sound");
    assert_eq!((variant.cells(), variant.seats, variant.is_ring()), (256, 4, false));
    assert_eq!(variant.game().legal_moves().len(), 5);
}

#[test]
fn kings_alone_are_a_game_for_teams() {
    let kings = "piece = [ { letter = \"K\", moves = \"K\", royal = true } ]";
    let head = "[[game]]\nname = \"kings\"\nplayers = 4\n";
    let ring = "start = \"aK6bK6cK6dK6/28 a abcd ac.bd m 0 1\"\n\
                board = { shape = \"ring\", lanes = 2, sectors = 28 }\n";
    let square = "start = \"2cK/bK2/1aKdK a abcd ac.bd m 0 1\"\n\
                  board = { shape = \"rectangle\", files = 3, ranks = 3 }\n";
    for (board, count) in [(ring, 5), (square, 5)] {
        let variant = game(&format!("{head}{board}{kings}\n")).unlisted().expect("sound");
        assert_eq!(variant.game().legal_moves().len(), count);
        assert!(variant.game().draw().to_string().contains("* a  team ac, to move"));
    }
}

#[test]
fn drawings_have_a_players_own_men_at_the_bottom() {
    let variant = game(CROSS).unlisted().expect("sound");
    let mut game = variant.game();
    game.play_text("c2c3").expect("legal");
    let drawn = game.draw_from(Seat(1), &[]).to_string();
    let expected = "        +---+---+---+---+
  f     |   | dR| dK|   |
    +---+---+---+---+---+---+
  e |   |   |   | dP|   |   |
    +---+---+---+---+---+---+
  d | cK| cP|   |   |   | aR|
    +---+---+---+---+---+---+
  c | cR|   |   | aP|   | aK|
    +---+---+---+---+---+---+
  b |   |   | bP|   |   |   |
    +---+---+---+---+---+---+
  a     |   | bK| bR|   |
        +---+---+---+---+
      6   5   4   3   2   1

  a
* b  to move
  c
  d
";
    assert_eq!(drawn, expected, "{drawn}");
    let top = |seat: u8| {
        let drawn = game.draw_from(Seat(seat), &[]).to_string();
        drawn.lines().nth(1).expect("a row").trim().to_owned()
    };
    assert_eq!(
        [0, 2, 3].map(top),
        ["6     |   | cR| cK|   |", "1     |   | aR| aK|   |", "a     |   | bR| bK|   |"]
    );
    // No picture turns the names of these squares upside down.
    let layout = variant.layout();
    assert_eq!(layout.turns, [0.0, 90.0, 180.0, 270.0]);
    sees_its_own_men_lowest(variant);
    let hexagon = concat!(env!("CARGO_MANIFEST_DIR"), "/games/hex3.toml");
    let hexagon = read_file(hexagon.as_ref()).expect("a file of the repository");
    let hexagon = hexagon[0].unlisted().expect("sound");
    assert_eq!(hexagon.layout().turns, [0.0, 120.0, 240.0]);
    sees_its_own_men_lowest(hexagon);
}

/// Checks that the lowest piece in each seat's picture is one of its own.
fn sees_its_own_men_lowest(variant: &'static Variant) {
    let (layout, game) = (variant.layout(), variant.game());
    for seat in (0..variant.seats as u8).map(Seat) {
        let turned = layout.seen_from(seat);
        let lowest = game.pieces().into_iter().min_by(|(a, _), (b, _)| {
            let height = |cell: &rotunda_movegen::Cell| turned.tiles[cell.index()].centre.y;
            height(a).total_cmp(&height(b))
        });
        assert_eq!(lowest.map(|(_, piece)| piece.seat()), Some(seat), "{variant}");
    }
}

#[test]
fn what_no_board_of_players_has_is_refused() {
    let refusal = |text: &str| {
        let games = read("f", text).map_err(|error| error.to_string());
        let variant =
            games.and_then(|games| games[0].unlisted().map_err(|error| error.to_string()));
        variant.map(|variant| variant.name).expect_err(text)
    };
    let forward = |text: &str| format!("players = 4\nforward = \"{text}\"");
    let cases = [
        ("players = 4", forward("n e s"), "f:4:11: 3 headings, where each of 4 players has one"),
        (
            "players = 4",
            forward("n e s ne"),
            "f:4:11: \"ne\" is no heading across a side; there are n e s w",
        ),
        ("players = 4", forward("e n s w"), "f:4:11: the first player faces \"n\""),
        (
            "players = 4",
            "players = 3".into(),
            "f:3:11: 4 headings across sides are not as many for each of 3 players",
        ),
        ("players = 4", "players = 3".into(), "  = for example: forward = \"n e s\""),
        (
            "files = 6",
            "files = 7".into(),
            "f:7:61: c2 turned for \"b\" is no cell: name the cells of each seat",
        ),
        ("\"c2\"", "{ a = \"c2\" }".into(), "f:7:61: the cells of \"b\" are missing"),
        (
            "\"c2\"",
            "{ white = \"c2\", black = \"c5\" }".into(),
            "\"white\" is no seat of this game",
        ),
        (
            "\"c2\"",
            "{ a = \"c2\" }".into(),
            "  = for example: { a = \"b1\", b = \"b1\", c = \"b1\", d = \"b1\" }",
        ),
        (
            "players = 4",
            "players = 4\nbyzantine = true".into(),
            "f:4:13: Byzantine rules are those of a \"ring\"",
        ),
        (
            "\"c2\"",
            "\"c2\", en_passant = true".into(),
            "in a game round a table no piece has the key \"en_passant\"",
        ),
        ("*1aKaR1*", "2aKaR1*".into(), "\"2\" where the board has a hole in row \"2aKaR1*\""),
        ("*1aKaR1*", "aP1aKaR1*".into(), "\"aP\" where the board has a hole"),
        ("*1aKaR1*", "**aKaR1*".into(), "'*' on the cell b1"),
        ("/2aP3/", "/2aP4/".into(), "\"4\" goes past the last file"),
        ("/2aP3/", "/2aP2/".into(), "only 5 of 6 files"),
        ("/2aP3/", "/2aP3aP/".into(), "more than 6 files"),
        ("/2aP3/", "/".into(), "5 rows where the board has 6"),
        (
            "*1aKaR1*",
            "*1aKaR1* x".into(),
            "  = for example: start = \"bKbR1/2aR/2aK a ab - m 0 1\"",
        ),
    ];
    for (old, new, expected) in &cases {
        let found = refusal(&replaced(CROSS, &[(old, new)]));
        assert!(found.contains(expected), "{new}:\n{found}\nwithout {expected:?}");
    }
    let graph = cross_as_a_graph();
    let corners =
        replaced(&graph, &[("diagonal = \"ne se sw nw\"", "diagonal = \"ne se sw nw up\"")]);
    let found = refusal(&corners);
    assert!(found.contains("5 headings across corners do not turn with 4 across sides"), "{found}");
    let found = refusal(&replaced(
        &graph,
        &[("{ a = \"c2\", b = \"b4\", c = \"d5\", d = \"e3\" }", "\"c2\"")],
    ));
    assert!(found.contains("c2 turned for \"b\" is no cell"), "{found}");
    let white =
        replaced(CROSS, &[("moves = \"R\"", "moves = [{ slides = \"n\", seat = \"black\" }]")]);
    assert!(refusal(&white).contains("\"black\" is no seat; there are a and b and c and d"));
}
