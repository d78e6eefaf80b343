//! Invalid files: each is refused with a reason and its place.

use rotunda_games::{LARGEST, read};

/// A game, one line of which each test replaces.
const GAME: &str = r#"[[game]]
name = "test"
start = "r1k1r/5/5/5/R1K1R w - - 0 1"
board = { shape = "rectangle", files = 5, ranks = 5 }

[[game.piece]]
letter = "R"
moves = "R"

[[game.piece]]
letter = "K"
moves = "K"
royal = true
"#;

/// Returns the error of the game with one text replaced.
fn refusal(old: &str, new: &str) -> String {
    assert_eq!(GAME.matches(old).count(), 1, "{old}");
    let text = GAME.replace(old, new);
    let games = read("f", &text).map_err(|error| error.to_string());
    let variant = games.and_then(|games| games[0].unlisted().map_err(|error| error.to_string()));
    variant.map(|variant| variant.name).expect_err(new)
}

#[test]
fn the_game_of_these_tests_can_be_used() {
    let games = read("f", GAME).expect("well-formed");
    let game = games[0].unlisted().expect("sound").game();
    assert_eq!(game.legal_moves().len(), 15);
    assert_eq!(games[0].findings(), Vec::<String>::new());
}

#[test]
fn a_game_without_a_start_is_named_with_its_line() {
    let second = GAME.replace("\"test\"", "\"other\"");
    let begin = second.find("start = ").expect("a start");
    let end = begin + second[begin..].find('\n').expect("a line");
    let without = format!("{}{}", &second[..begin], &second[end..]);
    let text = format!("{GAME}{without}");
    let line = GAME.lines().count() + 1;
    let error = read("f", &text).expect_err("no start").to_string();
    assert!(error.starts_with(&format!("f:{line}:1: game \"other\" has no start")), "{error}");
    assert!(error.contains("for example: start = .."), "{error}");
    let single = GAME.replace("[[game.piece]]\nletter = \"R\"", "[game.piece]\nletter = \"R\"");
    let rest = single.rfind("[[game.piece]]").expect("a second piece");
    let error = read("f", &single[..rest]).expect_err("one bracket").to_string();
    assert!(error.contains("write [[game.piece]], with two brackets"), "{error}");
    let empty = read("f", "").expect_err("no game").to_string();
    assert!(empty.starts_with("f:1:1: the file has no game"), "{empty}");
}

#[test]
fn malformed_values_are_refused_in_words_of_the_format() {
    let cases = [
        ("name = \"test\"\n", "", "f:1:1: this game has no name"),
        ("start = \"", "begin = \"", "unknown field `begin`"),
        ("[[game]]\n", "[game]\n", "f:1:1: write [[game]], with two brackets"),
        ("letter = \"R\"\n", "", "this piece has no letter"),
        ("letter = \"R\"", "letter = \"NN\"", "a letter is one character"),
        ("0 1\"", "0 1\"\ncastling = [{ right = \"KQ\" }]", "f:4:23: a right is one letter"),
        (
            "0 1\"",
            "0 1\"\nlap = [{ seat = \"white\", letter = \"\" }]",
            "a letter is one character",
        ),
        ("0 1\"", "0 1\"\nlimits = 3", "f:4:10: a table of keys belongs here"),
        ("0 1\"", "0 1\"\ncastling = [3]", "f:4:13: a table of keys belongs here"),
        ("0 1\"", "0 1\"\ncastling = 3", "f:4:12: a list belongs here"),
        ("0 1\"", "0 1\"\nscoring = { repetition = 5 }", "f:4:26: a table of keys belongs"),
        ("royal = true", "royal = \"yes\"", "f:13:9: true or false belongs here"),
        ("name = \"test\"", "name = 3", "f:2:8: a text in quotation marks belongs here"),
        ("files = 5", "files = \"5\"", "files is a whole number from 1 to 26"),
        (
            "moves = \"R\"",
            "moves = \"R\"\nsupply = [ # \u{fffd}=\n4294967296]",
            "invalid value: integer `4294967296`",
        ),
        ("files = 5", "files = 5.0", "files is a whole number from 1 to 26"),
        ("moves = \"R\"", "moves = \"R\"\nvalue = 999999", "value is a whole number of centipawns"),
        (
            "moves = \"R\"",
            "moves = \"R\"\nsupply = 4294967296",
            "supply is a list of whole numbers",
        ),
        (
            "moves = \"R\"",
            "moves = \"R\"\nsupply = [4294967296]",
            "supply is a list of whole numbers",
        ),
        ("moves = \"R\"", "moves = \"R\"\nbecomes = \"KK\"", "'K' stands here twice"),
    ];
    for (old, new, what) in cases {
        let text = refusal(old, new);
        assert!(text.contains(what), "{new}:\n{text}\nwithout {what:?}");
    }
}

#[test]
fn every_refusal_names_its_place_and_what_is_wrong() {
    let cases = [
        ("name = \"test\"", "name = \"Test\"", "f:2:8: a name has 1 to 40 small letters"),
        ("name = \"test\"", "nam = \"test\"", "f:2:1: unknown field `nam`"),
        ("rectangle", "square", "f:4:19: \"square\" is no shape; there are rectangle, cylinder"),
        (", ranks = 5", "", "f:4:9: a board of the shape \"rectangle\" needs the key \"ranks\""),
        ("ranks = 5", "ranks = 5, size = 2", "has no key \"size\""),
        ("ranks = 5", "ranks = 52", "260 cells, where 1 to 256 are possible"),
        (
            "files = 5, ranks = 5 }\n\n[[game.piece]]\nletter = \"R\"",
            "files = 5, ranks = 26 }\n\n[[game.piece]]\njumps = true\nletter = \"R\"",
            "f:8:10: a board of 130 cells, where pieces jump in series on 128 cells at most",
        ),
        ("ranks = 5", "ranks = 1000000", "5 by 1000000 cells"),
        ("ranks = 5", "ranks = -1", "f:4:51: ranks is a whole number from 1 to 256"),
        (
            "ranks = 5",
            "ranks = 5, holes = \"a9\"",
            "\"a9\" is no cell; the first is a1, the last e5",
        ),
        ("ranks = 5", "ranks = 5, lines = { river = 5 }", "the river is after one of the ranks"),
        ("ranks = 5", "ranks = 5, lines = { palaces = \"a1-f9\" }", "\"f9\" is no cell"),
        ("ranks = 5", "ranks = 5, colours = \"Red Pink\"", "two different colours are needed"),
        ("ranks = 5", "ranks = 5, colours = \"Red Red\"", "two different colours are needed"),
        ("moves = \"R\"", "moves = \"mRX\"", "f:8:12: 'X' is neither an atom nor a modifier"),
        ("moves = \"R\"", "moves = \"mnN\"", "f:8:12: a lame leap ('n') moves and takes alike"),
        ("moves = \"K\"", "moves = \"Q\"", "f:12:9: the king 'K' does not go single steps alone"),
        ("moves = \"R\"", "moves = \"R\"\nfaces = \"n\"", "f:9:9: only kings face each other"),
        ("moves = \"R\"", "moves = 7", "f:8:9: a text, or a table or list as docs/"),
        ("moves = \"R\"", "moves = [{ steps = \"up\" }]", "\"up\" is no heading of this board"),
        ("moves = \"R\"", "moves = [{ most = 2 }]", "one of steps, slides, bent and paths"),
        ("moves = \"R\"", "moves = [{ slides = \"n\", mode = \"eat\" }]", "none of both, move"),
        (
            "moves = \"R\"",
            "moves = [{ paths = { a1 = [\"b1 a1\"] } }]",
            "the path from a1 comes to a1 again",
        ),
        ("moves = \"R\"", "moves = \"R\"\npawn = true", "a pawn goes single steps"),
        ("moves = \"R\"", "moves = \"R\"\nbecomes = \"X\"", "'X' is no piece's letter"),
        (
            "letter = \"R\"",
            "letter = \"K\"",
            "a piece's letter is a capital that no other piece has",
        ),
        ("royal = true", "royal = false", "0 kinds of pieces are royal, where one must be"),
        (
            "[[game.piece]]\nletter = \"R\"",
            "[[game.piece]]\nletter = \"P\"\nmoves = \"fW\"\npawn = true\n\
             [[game.piece]]\nletter = \"M\"\nmoves = \"bW\"\npawn = true\n\
             [[game.piece]]\nletter = \"X\"\nmoves = \"fF\"\npawn = true\n\
             [[game.piece]]\nletter = \"R\"",
            "3 kinds of pawns, where 2 are possible",
        ),
        (
            "moves = \"R\"",
            "moves = \"R\"\nvalue = 3001",
            "f:9:9: a piece is worth 1 to 3000 centipawns",
        ),
        ("moves = \"R\"", "moves = \"R\"\nvalue = 0", "f:9:9: a piece is worth 1 to 3000"),
        (
            "moves = \"R\"",
            "moves = \"R\"\nvalue = -5",
            "f:9:9: value is a whole number of centipawns",
        ),
        ("moves = \"K\"", "moves = \"K\"\nvalue = 300", "f:13:9: a king is worth the game"),
        ("R1K1R w", "R1K2 w x", "f:3:9: the start is no position of the game"),
        ("R1K1R w", "R3R w", "the start is no position of the game: White has 0 kings"),
        ("0 1\"", "0 1\"\nscoring = \"mine\"", "scoring is classic, dynamic, or a table"),
        ("0 1\"", "0 1\"\nscoring = { stalemate = 101 }", "a share is 0 to 100 points"),
        ("0 1\"", "0 1\"\nfields = [\"turn\"]", "fields begin with board and turn"),
        ("0 1\"", "0 1", "f:3:"),
    ];
    for (old, new, expected) in cases {
        let found = refusal(old, new);
        assert!(found.contains(expected), "{new}:\n{found}\nwithout {expected:?}");
    }
}

#[test]
fn movements_that_are_never_possible_or_never_stopped_are_refused() {
    let (hop, lame) = ("no room for a hurdle", "no way to be stopped on");
    for (movement, expected) in [
        ("steps = \"n\", mode = \"hop\"", hop),
        ("slides = \"n\", most = 1, mode = \"hop\"", hop),
        ("paths = { a1 = [\"b1\", \"a2\"] }, mode = \"hop\"", hop),
        ("steps = \"n\", mode = \"lame\"", lame),
        ("bent = [\"n\", \"s\"], mode = \"lame\"", lame),
        (
            "steps = \"n\", from = \"\"",
            "f:8:32: 'from' names no cell, so the movement is never possible",
        ),
    ] {
        let found = refusal("moves = \"R\"", &format!("moves = [{{ {movement} }}]"));
        assert!(found.contains(expected), "{movement}:\n{found}\nwithout {expected:?}");
    }
}

#[test]
fn limits_and_points_that_cannot_be_are_refused() {
    let cases = [
        ("scoring = { repetition = { mover = 101 } }", "f:4:26: a share is 0 to 100 points"),
        ("scoring = { no_progress = { white = 101 } }", "f:4:27: a share is 0 to 100 points"),
        (
            "scoring = { repetition = { white = 1, black = 99 } }",
            "f:4:26: the points are those of one of mover, white and black",
        ),
        ("scoring = { repetition = {} }", "f:4:26: the points are those of one of"),
        (
            "limits = { occurrences = 0 }\nscoring = { repetition = { mover = 0 } }",
            "f:5:26: points for a limit that the game does not have",
        ),
        (
            "limits = { occurrences = 0 }\nscoring = { perpetual = [0, 0] }",
            "f:5:11: points for a limit that the game does not have",
        ),
        ("limits = { occurrences = 1 }", "f:4:26: 1 is no limit: it is 2 to 100, or 0 for none"),
        ("limits = { occurrences = 101 }", "f:4:26: 101 is no limit"),
        (
            "limits = { quiet_plies = 10001 }",
            "f:4:26: 10001 is no limit: it is 1 to 10000, or 0 for none",
        ),
        ("limits = { quiet_plies = -1 }", "f:4:26: quiet_plies is a whole number of plies"),
        ("scoring = { perpetual = [0, 0, 0] }", "a list of 3, where two numbers belong"),
        ("scoring = { perpetual = [0] }", "a list of 1, where two numbers belong"),
        ("limits = { moves = 50 }", "f:4:12: unknown field `moves`"),
    ];
    for (keys, expected) in cases {
        let found = refusal("0 1\"", &format!("0 1\"\n{keys}"));
        assert!(found.contains(expected), "{keys}:\n{found}\nwithout {expected:?}");
    }
}

/// A game of four, one text of which each test replaces.
const TABLE: &str = r#"[[game]]
name = "test"
players = 4
start = "aMaK5bMbK5cMcK5dMdK5/aPaR5bPbR5cPcR5dPdR5 a abcd - m 0 1"
board = { shape = "ring", lanes = 2, sectors = 28 }
piece = [
    { letter = "P", pawn = true, moves = "mfWcfF" },
    { letter = "M", pawn = true, moves = "mbWcbF" },
    { letter = "R", moves = "R" },
    { letter = "K", moves = "K", royal = true },
]
"#;

#[test]
fn games_round_a_table_say_what_a_table_has() {
    let read_all = |text: &str| {
        let games = read("f", text).map_err(|error| error.to_string())?;
        let variant = games[0].unlisted().map_err(|error| error.to_string())?;
        assert_eq!(games[0].findings(), Vec::<String>::new());
        Ok::<_, String>((variant.seats, games[0].most_moves(), variant.game()))
    };
    let (seats, most, game) = read_all(TABLE).expect("a game of four");
    assert_eq!((seats, game.legal_moves().len()), (4, 9));
    // Pawns have a move and a capture, a rook goes round its ring or across, and there is a king.
    assert_eq!(most, 2 + 2 + 28 + 5);
    let byzantine = TABLE.replace("players = 4", "players = 4\nbyzantine = true");
    let byzantine = byzantine.replace("- m 0 1", "- b 0 1");
    assert_eq!(read_all(&byzantine).expect("Byzantine rules").0, 4);
    let cases = [
        ("players = 4", "players = 7", "f:3:11: 7 players, where 2 to 6 sit round a table"),
        ("players = 4", "players = 1", "f:3:11: 1 players, where 2 to 6 sit round a table"),
        (
            "players = 4",
            "players = 2",
            "f:4:9: the start is no position of the game: unknown piece",
        ),
        (
            "players = 4",
            "byzantine = true",
            "f:3:13: a game without the key \"players\" has no key",
        ),
        ("players = 4", "players = 6", "28 sectors are not an even number, as many for each of 6"),
        ("sectors = 28", "sectors = 12", "12 sectors are not an even number"),
        ("sectors = 28", "sectors = 28, holes = \"a1\"", "on a \"ring\" without holes"),
        ("sectors = 28", "sectors = 132", "264 cells, where 1 to 256 are possible"),
        (
            "ring\", lanes = 2, sectors",
            "disc\", files = 2, ranks",
            "round a table one plays on any shape but a \"disc\"",
        ),
        (
            "players = 4",
            "players = 4\nforward = \"n e s w\"",
            "on a \"ring\" \"n\" is forward to everybody",
        ),
        (
            "players = 4",
            "forward = \"n s\"",
            "f:3:11: a game without the key \"players\" has no key \"forward\"",
        ),
        ("name = \"test\"", "name = \"test\"\nscoring = \"classic\"", "no key \"scoring\""),
        ("name = \"test\"", "name = \"test\"\nlimits = { occurrences = 4 }", "no key \"limits\""),
        (
            "pawn = true, moves = \"mf",
            "pawn = true, double = \"a2\", moves = \"mf",
            "the key \"double\"",
        ),
        (
            "pawn = true, moves = \"mf",
            "pawn = true, start = { cells = \"a2\", most = 3 }, moves = \"mf",
            "the key \"start\"",
        ),
        ("- m 0 1", "- b 0 1", "the rules are \"b\" where this game has m"),
        ("aMaK", "aMaX", "unknown piece \"aX\""),
        (
            "letter = \"R\", moves = \"R\"",
            "letter = \"R\", closed = { white = \"a1\", black = \"a2\" }, moves = \"R\"",
            "round a table the cells of the others follow",
        ),
        (
            "letter = \"R\", moves = \"R\"",
            "letter = \"R\", moves = [{ steps = \"n\", seat = \"white\" }]",
            "\"white\" is no seat; there are a and b and c and d",
        ),
        ("letter = \"P\", pawn = true,", "letter = \"P\",", "the pawns are the first pieces"),
    ];
    for (old, new, expected) in cases {
        assert_eq!(TABLE.matches(old).count(), 1, "{old}");
        let found = read_all(&TABLE.replace(old, new)).map(|(seats, ..)| seats).expect_err(new);
        assert!(found.contains(expected), "{new}:\n{found}\nwithout {expected:?}");
    }
    let runs = byzantine.replace("mfWcfF", "mbWcfF");
    let found = read_all(&runs).map(|(seats, ..)| seats).expect_err("pawns run one way");
    assert!(found.contains("Byzantine rules need two pawns"), "{found}");
}

#[test]
fn two_may_sit_round_a_table_of_more_than_128_cells() {
    let replaced = [
        ("players = 4", "players = 2"),
        ("lanes = 2, sectors = 28", "lanes = 10, sectors = 20"),
        ("aMaK5bMbK5cMcK5dMdK5/aPaR5bPbR5cPcR5dPdR5 a abcd", "aMaK8bMbK8/aPaR8bPbR8/LANES a ab"),
        ("LANES", "20/20/20/20/20/20/20/20"),
    ];
    let text = replaced.iter().fold(TABLE.to_owned(), |text, (old, new)| text.replace(old, new));
    let games = read("f", &text).unwrap_or_else(|error| panic!("{error}"));
    let variant = games[0].unlisted().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((variant.seats, variant.cells(), variant.is_duel()), (2, 200, false));
    // The moves: the minus pawn backwards, the king forward, the rook eight cells inward and up to
    // the enemy's pawn.
    assert_eq!(variant.game().legal_moves().len(), 1 + 2 + 8 + 9);
}

#[test]
fn an_error_shows_its_line_and_an_example() {
    let found = refusal("moves = \"R\"", "moves = \"mRX\"");
    assert_eq!(
        found,
        "\
f:8:12: 'X' is neither an atom nor a modifier
  |
8 | moves = \"mRX\"
  |            ^
  = for example: moves = \"mBcN\""
    );
}

#[test]
fn files_of_fairy_stockfish_are_known_by_their_names() {
    let error = read("/some/variants.INI", "[a:chess]\n").expect_err("no file of games");
    assert!(error.to_string().ends_with("'rotunda import' makes one of it"), "{error}");
}

#[test]
fn hostile_files_are_refused() {
    let nested = format!("game = {}", "[".repeat(500_000));
    assert!(read("f", &nested).is_err());
    let large = "#".repeat(LARGEST as usize + 1);
    assert!(read("f", &large).expect_err("large").to_string().contains("bytes at most"));
    let games = "[[game]]\n".repeat(100_000);
    assert!(read("f", &games).is_err());
    let blocks = format!("ranks = 5, holes = \"{}\"", "a1-e5 ".repeat(100_000));
    assert!(refusal("ranks = 5", &blocks).contains("more than 1000 cells"));
    let letters = format!("moves = \"{}\"", "R".repeat(500_000));
    assert!(refusal("moves = \"R\"", &letters).contains("more than 64 letters"));
    let legs = format!("moves = [{{ bent = [\"{}\"] }}]", "n+ ".repeat(100_000));
    assert!(refusal("moves = \"R\"", &legs).contains("parts, where 1 to 64"));
    let list = format!("moves = [{}]", "\"Q\", ".repeat(100_000));
    assert!(refusal("moves = \"R\"", &list).contains("more than 64 movements"));
    let lap = "{ seat = \"white\", letter = \"L\", goal = \"a1-e5\" }, ";
    let laps = format!("ranks = 5 }}\nlap = [{}]", lap.repeat(10_000));
    assert!(refusal("ranks = 5 }", &laps).contains("f:2:8: 10000 rights of both seats and laps"));
}

/// Checks games for six seats in which nine kinds have 224 paths of a cell or two from most cells.
/// Each list is short, but together they are too large for a file.
#[test]
fn a_small_file_whose_paths_are_too_many_is_refused() {
    let atoms = "W F D N A H C Z G mW mF mD mN mA mH mC mZ mG cW cF cD cN cA cH cC cZ cG N2 C2";
    let atoms: Vec<String> = atoms.split(' ').map(|atom| format!("{atom:?}")).collect();
    let piece =
        |letter: char| format!("{{ letter = \"{letter}\", moves = [{}] }}, ", atoms.join(", "));
    let pieces: String = ('A'..='I').map(piece).collect();
    let seats = ('a'..='f').map(|seat| format!("{seat}K{seat}A5")).collect::<Vec<_>>().concat();
    let game = |number: usize| {
        format!(
            "[[game]]\nname = \"g{number}\"\nplayers = 6\n\
             start = \"{seats}/42/42/42/42/42 a abcdef - m 0 1\"\n\
             board = {{ shape = \"ring\", lanes = 6, sectors = 42 }}\n\
             piece = [{pieces}{{ letter = \"K\", moves = \"K\", royal = true }}]\n"
        )
    };
    let text = |games: usize| (0..games).map(game).collect::<String>();
    assert_eq!(read("f", &text(1)).expect("one of them").len(), 1);
    let found = read("f", &text(8)).expect_err("eight of them").to_string();
    assert!(found.contains("all paths of a file's pieces take more than"), "{found}");
}
