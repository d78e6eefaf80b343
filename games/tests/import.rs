//! Sections like those of `variants.ini`, imported as files of games.

use std::fs;
use std::path::Path;

use rotunda_games::{Imported, import, read};

/// Returns the sections of the sample.
fn sample(leave_out: bool) -> Vec<Imported> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/imported/sample.ini");
    import(&fs::read_to_string(path).expect("a file of the repository"), leave_out).expect("short")
}

/// Returns the numbers of move sequences from the start of an imported game, by their length.
fn counts(imported: &Imported, depth: u32) -> Vec<u64> {
    let text = imported.game.as_ref().unwrap_or_else(|| panic!("{imported:?}"));
    let games = read("imported", text).unwrap_or_else(|error| panic!("{error}"));
    let game = games[0].unlisted().unwrap_or_else(|error| panic!("{error}")).game();
    let count = |depth| game.perft(depth).iter().map(|(_, leaves)| leaves).sum();
    (1..=depth).map(count).collect()
}

fn section<'a>(all: &'a [Imported], name: &str) -> &'a Imported {
    all.iter().find(|imported| imported.name == name).expect("a section of the sample")
}

#[test]
fn games_of_sections_have_the_moves_that_fairy_stockfish_counts() {
    let all = sample(false);
    for (name, right) in [
        ("leapers", [26, 674, 19874]),
        ("wall", [7, 49, 436]),
        ("eager", [34, 1156, 46458]),
        ("armies", [12, 144, 2124]),
        ("hill", [9, 35, 310]),
        ("tight", [18, 320, 6524]),
        ("patient", [16, 196, 2929]),
        ("scarce", [13, 92, 1198]),
        ("palace", [13, 175, 2670]),
        ("facing", [26, 166, 4659]),
    ] {
        assert_eq!(counts(section(&all, name), 3), right, "{name}");
    }
}

#[test]
fn parents_have_the_moves_that_fairy_stockfish_counts() {
    for (name, right) in [
        ("nocastle", [20, 400, 8902]),
        ("almost", [22, 484, 11895]),
        ("amazon", [22, 484, 12483]),
        ("nightrider", [24, 576, 15586]),
        ("centaur", [28, 784, 24490]),
        ("gustav3", [22, 484, 12804]),
        ("capablanca", [28, 784, 25228]),
        ("gothic", [28, 784, 25283]),
        ("embassy", [28, 784, 25281]),
        ("janus", [28, 782, 24747]),
        ("chancellor", [24, 576, 15896]),
        ("grand", [65, 4225, 259_514]),
        ("gardner", [7, 53, 506]),
        ("losalamos", [10, 100, 1212]),
        ("minixiangqi", [19, 331, 6664]),
        ("manchu", [18, 860, 17648]),
    ] {
        let text = format!("[child:{name}]\n");
        assert_eq!(counts(&import(&text, false).expect("short")[0], 3), right, "{name}");
    }
}

#[test]
fn what_xiangqi_needs_is_written_and_what_it_lacks_is_named() {
    let all = import("[mine:xiangqi]\nnMoveRule = 0\n", true).expect("short");
    assert_eq!(all[0].missing, ["chasingRule = axf"]);
    assert_eq!(counts(&all[0], 3), [44, 1920, 79666]);
    let text = all[0].game.clone().expect("written without them");
    for line in [
        "limits = { quiet_plies = 0 }\nscoring = { stalemate = 100, perpetual = [0, 0] }\n",
        "moves = [\"fW\", { steps = \"w e\", from = \"a6-i6 a7-i7 a8-i8 a9-i9 a10-i10\" }]\n",
        "faces = \"n e s w\"\nwithin = \"d1-f1 d2-f2 d3-f3\"\n",
    ] {
        assert!(text.contains(line), "{text}");
    }
}

#[test]
fn limits_and_what_they_are_worth_are_written() {
    let of = |keys: &str| {
        let all = import(&format!("[mine:chess]\n{keys}"), false).expect("short");
        let text = all[0].game.clone().unwrap_or_else(|| panic!("{:?}", all[0]));
        let is_said =
            |line: &&str| ["limits", "scoring", "dead"].iter().any(|key| line.starts_with(key));
        text.lines().filter(is_said).collect::<Vec<_>>().join("\n")
    };
    let weak = "dead = { lone = \"NB\", one_colour = \"B\" }";
    let limits = |limits: &str| format!("limits = {{ {limits} }}\n{weak}");
    assert_eq!(of("nMoveRule = 50\nnFoldRule = 3\nnFoldValue = draw\n"), weak);
    assert_eq!(of("nMoveRule = 0\n"), limits("quiet_plies = 0"));
    assert_eq!(of("nMoveRule = 70\nnFoldRule = 4\n"), limits("quiet_plies = 140, occurrences = 4"));
    // The first occurrence of a position does not end a game there.
    assert_eq!(of("nFoldRule = 1\n"), limits("occurrences = 2"));
    assert_eq!(of("nFoldRule = 0\nnFoldValue = loss\n"), limits("occurrences = 0"));
    let dead = "dead = { never = true }";
    let scoring = |share: &str| format!("scoring = {{ repetition = {{ {share} }} }}\n{dead}");
    assert_eq!(of("nFoldValue = loss\n"), scoring("mover = 0"));
    assert_eq!(of("nFoldValue = win\n"), scoring("mover = 100"));
    assert_eq!(of("nFoldValue = loss\nnFoldValueAbsolute = true\n"), scoring("white = 0"));
    assert_eq!(of("nFoldValueAbsolute = true\n"), weak);
    for wrong in ["nMoveRule = -1", "nMoveRule = 5001", "nFoldRule = many", "nFoldValue = none"] {
        let all = import(&format!("[mine:chess]\n{wrong}\n"), false).expect("short");
        assert_eq!(
            (&all[0].game, &all[0].wrong[..]),
            (&None, &[format!("{wrong}: this value means nothing")][..])
        );
    }
}

#[test]
fn castling_is_written_as_fairy_stockfish_writes_it() {
    let all = sample(false);
    let text = |name: &str| section(&all, name).game.clone().expect("a game");
    // A king that leaps over one cell cannot go two cells. One that ends beside itself can.
    assert!(!text("leapers").contains("code = "));
    assert!(text("tight").contains(
        "king = \"d1 e1\"\nrook = \"f1 d1\"\nsafe = \"e1\"\nempty = \"e1\"\ncode = \"d1 f1\""
    ));
}

#[test]
fn rights_to_castle_may_name_the_files_of_rooks() {
    let import_one = |rank: &str, rights: &str| {
        let start = format!("r3k2r/8/8/8/8/8/8/{rank} w {rights} - 0 1");
        import(&format!("[mine:chess]\nstartFen = {start}\n"), false).expect("short").remove(0)
    };
    let text = |rank: &str, rights: &str| {
        let imported = import_one(rank, rights);
        imported.game.clone().unwrap_or_else(|| panic!("{imported:?}"))
    };
    let usual = text("R3K2R", "KQkq");
    for rights in ["KQkq", "HAha", "HQka"] {
        let found = import_one("R3K2R", rights);
        assert_eq!(counts(&found, 3), [26, 568, 13744], "{rights}");
    }
    assert!(usual.contains("R3K2R w KQkq - 0 1"));
    assert!(text("R3K2R", "AH").contains("R3K2R w QK - 0 1"));
    assert!(text("R3K2R", "AQKH").contains("R3K2R w QK - 0 1"));
    let inner = text("RR2K2R", "B");
    assert!(inner.contains("R w Q - 0 1") && inner.contains("rook = \"b1 d1\""), "{inner}");
    for (rank, rights, reason) in [
        ("R3K2R", "B", "startFen: the right B to castle names no rook"),
        ("R3K2R", "KZ", "startFen: the right Z to castle names no rook"),
        ("R3K2R", "e", "startFen: the right e to castle names no rook"),
        ("RR2K2R", "QB", "startFen: B is a second rook on one side"),
    ] {
        assert_eq!(import_one(rank, rights).wrong, [reason], "{rights}");
    }
}

#[test]
fn a_perpetual_check_counts_only_where_repetitions_end_games() {
    let text = |times: u32| {
        let text = format!("[mine:chess]\nnFoldRule = {times}\nperpetualCheckIllegal = true\n");
        import(&text, false).expect("short")[0].game.clone().expect("a game")
    };
    assert!(text(2).contains("perpetual = [0, 0]"));
    assert!(!text(0).contains("perpetual"));
}

#[test]
fn rules_without_an_equivalent_are_named_and_only_left_out_if_asked_for() {
    let all = sample(false);
    let hands = section(&all, "hands");
    assert_eq!(hands.game, None);
    let missing = ["capturesToHand = true", "dropChecks = false", "pieceDrops = true"];
    assert_eq!(hands.missing, missing);
    assert_eq!(hands.wrong, Vec::<String>::new());
    let all = sample(true);
    let text = section(&all, "hands").game.clone().expect("written without them");
    for key in missing {
        assert!(text.contains(&format!("# Left out, though it is a rule: {key}\n")), "{text}");
    }
    assert_eq!(counts(section(&all, "hands"), 2), [20, 400]);
    assert_eq!(section(&all, "leapers").looks, ["pieceToCharTable"]);
}

#[test]
fn what_cannot_be_said_or_understood_has_its_reason() {
    let all = sample(true);
    let wrong = |name: &str| {
        let imported = section(&all, name);
        assert_eq!(imported.game, None, "{name}");
        imported.wrong.join("\n")
    };
    let strays = wrong("strays");
    for reason in
        ["R slides, and may pass cells", "mobilityRegionWhiteDuck = *1: no such key is known"]
    {
        assert!(strays.contains(reason), "{strays}");
    }
    assert_eq!(wrong("fenced"), "mobilityRegion: of P, whose moves start the count anew");
    assert_eq!(wrong("breakers"), "flagPiece: only a king wins by coming to a cell");
    assert!(wrong("hoppers").starts_with("customPiece1 = gQ: a hopper that must land"));
    assert!(!wrong("hoppers").contains("silver"), "a file can express it");
    assert_eq!(wrong("stuck"), "immobilityIllegal: L gets stuck where it does not promote");
    assert_eq!(wrong("orphan"), "it builds on \"bughouse\", whose rules are not known here");
    let careless = wrong("careless");
    for reason in [
        "maxRanks = 9: no such key is known",
        "doubleStep = yes: this value means nothing",
        "promotionPieceTypes = xyz: this value means nothing",
        "8*: these are no cells",
    ] {
        assert!(careless.contains(reason), "{careless}");
    }
}

#[test]
fn the_pawn_of_chess_promotes_and_takes_en_passant_whatever_lists_say() {
    let text = "[a:chess]\npromotionPawnTypes = n\nenPassantTypes = -\nnMoveRuleTypes = pn\n\
                startFen = 4k3/P7/8/3pP3/8/8/8/4K3 w - d6 0 1\ncastling = false\n";
    let all = import(text, false).expect("short");
    assert_eq!(counts(&all[0], 3), [11, 56, 663]);
}

#[test]
fn sections_have_names_of_their_own() {
    let text = "king = k\n[chess]\nking = k\n[a:chess]\n[a:chess]\n[b:a]\n[Bad Name:chess]\nword\n";
    let all = import(text, false).expect("short");
    let found: Vec<(&str, bool, String)> =
        all.iter().map(|it| (it.name.as_str(), it.game.is_some(), it.wrong.join("; "))).collect();
    assert_eq!(found[0], ("", false, "lines without the name of a section".into()));
    assert!(found[1].2.starts_with("a game of this name is built in"), "{found:?}");
    assert_eq!(found[2], ("a", true, String::new()));
    assert_eq!(found[3], ("a", false, "a section of this name stands before".into()));
    assert_eq!(found[4], ("b", true, String::new()));
    assert_eq!(found[5].2, "line 8 is neither a key with a value nor a comment");
}

#[test]
fn hostile_files_are_refused() {
    assert!(import(&"#".repeat(2 << 20), false).is_err());
    assert!(import(&"[a:chess]\n".repeat(5000), false).is_err());
    let start =
        format!("[a:chess]\nstartFen = {}\nmaxRank = 26\nmaxFile = 26\n", "9".repeat(500_000));
    let all = import(&start, false).expect("short");
    assert!(all[0].wrong[0].starts_with("startFen: the rows are not 26 of 26 cells"), "{all:?}");
    let wide = "[a:chess]\nmaxRank = 99999999999999999999\nmaxFile = 0\ncastlingRank = 0\n";
    assert_eq!(import(wide, false).expect("short")[0].wrong.len(), 3);
}

#[test]
fn names_of_games_and_pieces_are_those_that_people_and_interfaces_take() {
    let text = "[pawnT:chess]\ncustomPiece1 = p:mfWcfF\npawnTypes = p\ncustomPiece2 = n:NN\n\
                customPiece3 = b:mBcW\n[PawnT:chess]\n";
    let all = import(text, false).expect("short");
    assert_eq!((all[0].called.as_str(), &all[0].wrong), ("pawnt", &Vec::new()));
    let game = all[0].game.clone().expect("a game");
    for line in ["name = \"pawnt\"\n", "name = \"nightrider\"\n", "name = \"piece B\"\n"] {
        assert!(game.contains(line), "{game}");
    }
    assert!(!game.contains("name = \"piece P\""), "{game}");
    assert_eq!(all[1].wrong, ["the game of pawnT has the name pawnt already"]);
}

#[test]
fn reasons_name_no_line_of_a_file_that_is_not_there() {
    for (keys, reason) in [
        (
            "king = -\nstartFen = rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w - - 0 1\n",
            "0 kinds of pieces are royal",
        ),
        ("startFen = rnbqkbnr/pppppppp/8/8/4K3/8/PPPPPPPP/RNBQKBNR w - - 0 1\n", "2 kings"),
    ] {
        let all = import(&format!("[mine:chess]\n{keys}"), false).expect("short");
        let found = all[0].wrong.join("; ");
        let numbers = found.split(':').filter(|part| part.parse::<usize>().is_ok()).count();
        assert!(found.contains(reason) && numbers == 0, "{found}");
    }
}

#[test]
fn a_race_has_no_dead_material() {
    let all = import("[mine:kingofthehill]\n", false).expect("short");
    let games = read("mine", all[0].game.as_ref().expect("a game")).expect("a game");
    let variant = games[0].unlisted().expect("a game");
    let game = variant.game_from(Some("8/8/8/1k6/8/8/8/3K4 w - - 0 1")).expect("a position");
    assert!(game.outcome().is_none());
}

#[test]
fn what_is_wrong_for_both_seats_is_told_once() {
    let text = "[a:chess]\nflagPiece = q\nflagRegionWhite = *8\nflagRegionBlack = *1\n";
    let all = import(text, false).expect("short");
    assert_eq!(all[0].wrong, ["flagPiece: only a king wins by coming to a cell"]);
}

#[test]
fn pieces_that_promote_without_being_pawns_are_named() {
    let text = "[a:chess]\nsilver = s\npromotionPawnTypes = ps\n\
                startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNSQKSNR w KQkq - 0 1\n";
    let all = import(text, false).expect("short");
    assert_eq!(all[0].wrong, ["promotionPawnTypes: S is none of nMoveRuleTypes"]);
}
