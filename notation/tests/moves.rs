//! The moves of many games, written and read.

use std::path::Path;
use std::sync::LazyLock;

use rotunda_movegen::{Game, GameData, Spec, Variant};
use rotunda_notation::{MoveError, Notation};

fn game(variant: &str, fen: Option<&str>) -> (Notation, Game) {
    let variant = Variant::by_name(variant).expect("known");
    (Notation::of(variant), variant.game_from(fen).expect("well-formed"))
}

#[test]
fn chess_is_written_in_standard_algebraic_notation() {
    for (fen, text, san) in [
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O"),
        ("r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "e8c8", "O-O-O"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"),
        ("3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", "exd8=Q+"),
        ("4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1", "a1b3", "Nab3"),
        ("4k3/8/8/N7/8/8/8/N3K3 w - - 0 1", "a1b3", "N1b3"),
        ("4k3/8/8/N7/8/8/8/N1N1K3 w - - 0 1", "a1b3", "Na1b3"),
        ("6k1/5ppp/8/8/8/8/8/4K2R w - - 0 1", "h1h7", "Rxh7"),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#"),
        // The knight on e7 is pinned and does not count.
        ("4k3/4n3/8/8/4R3/8/8/1N2K1N1 b - - 0 1", "e8d8", "Kd8"),
        ("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2"),
    ] {
        let (notation, game) = game("chess", Some(fen));
        let mv = game.parse_move(text).expect("legal");
        assert_eq!(notation.write(&game, &mv), san, "{fen}");
        assert_eq!(notation.read(&game, san), Ok(mv), "{fen}");
    }
}

#[test]
fn moves_are_read_in_every_spelling() {
    let fen = "4k2r/P5P1/8/3pP3/8/8/1P6/RN2K2R w KQk d6 0 1";
    let (notation, game) = game("chess", Some(fen));
    for (text, mv) in [
        ("O-O", "e1g1"),
        ("o-o!?", "e1g1"),
        ("0-0", "e1g1"),
        ("e1g1", "e1g1"),
        ("e1h1", "e1g1"),
        ("exd6", "e5d6"),
        ("e5xd6 e.p.", "e5d6"),
        ("e5:d6ep", "e5d6"),
        ("ed", "e5d6"),
        ("ed6", "e5d6"),
        ("e5\u{d7}d6", "e5d6"),
        ("g8Q", "g7g8q"),
        ("g8=Q+", "g7g8q"),
        ("g8(R)+", "g7g8r"),
        ("g7g8/B", "g7g8b"),
        ("a7a8q", "a7a8q"),
        ("a7-a8=Q", "a7a8q"),
        ("gxh8Q", "g7h8q"),
        ("g7xh8=n", "g7h8n"),
        ("nc3", "b1c3"),
        ("Nxc3", "b1c3"),
        ("Nb1-c3", "b1c3"),
        ("\u{2658}c3", "b1c3"),
        ("Ra1a6", "a1a6"),
        ("R1a6", "a1a6"),
        ("Pb4", "b2b4"),
        ("b4+", "b2b4"),
        ("Ke1\u{2013}f1#", "e1f1"),
        ("OO", "e1g1"),
        ("00", "e1g1"),
        ("B4", "b2b4"),
        ("B2-B4", "b2b4"),
        ("B2B4", "b2b4"),
        ("NC3", "b1c3"),
        ("EXD6", "e5d6"),
        ("A7A8Q", "a7a8q"),
        ("a8Qch", "a7a8q"),
    ] {
        let found = notation.read(&game, text).map(|mv| mv.to_string());
        assert_eq!(found.as_deref(), Ok(mv), "{text}");
    }
    for text in ["--", "Z0", "0000", "O-O-O", "Nd4", "e8", "Bc3", "", "\u{fc}", "Na1a6", "e4e5"] {
        assert!(matches!(notation.read(&game, text), Err(MoveError::Illegal { .. })), "{text}");
    }
    let error = notation.read(&game, "g8").expect_err("four promotions");
    assert!(matches!(error, MoveError::Ambiguous { moves, .. } if moves.len() == 4));
}

#[test]
fn a_small_letter_is_a_bishop_where_no_pawn_fits() {
    let read = |fen, text: &str| {
        let (notation, game) = game("chess", Some(fen));
        notation.read(&game, text).map(|mv| mv.to_string()).ok()
    };
    let bishop = "4k3/8/8/8/2p5/8/8/4KB2 w - - 0 1";
    for text in ["bc4", "bxc4", "BC4", "Bc4"] {
        assert_eq!(read(bishop, text).as_deref(), Some("f1c4"), "{text}");
    }
    let both = "4k3/8/8/8/2p5/1P6/8/4KB2 w - - 0 1";
    assert_eq!(read(both, "bc4").as_deref(), Some("b3c4"));
    assert_eq!(read(both, "Bc4").as_deref(), Some("f1c4"));
    assert_eq!(read(bishop, "b1c4"), None);
}

#[test]
fn a_pass_is_read_where_it_is_legal() {
    let fen = "4aR1xbN25/32/32/2aK15cK13 c ac ac.bd m 0 1";
    let variant = Variant::by_name("modern4-2v2").expect("known");
    let ring = variant.game_from(Some(fen)).expect("well-formed");
    let is_legal = ring.parse_move("0000").is_ok();
    for text in ["--", "Z0", "0000"] {
        assert_eq!(Notation::of(variant).read(&ring, text).is_ok(), is_legal, "{text}");
    }
}

/// Returns chess with another name, like a game from a file.
fn chess_of_a_file() -> &'static Variant {
    static FILE: LazyLock<&'static Variant> = LazyLock::new(|| {
        let chess = Variant::by_name("chess").expect("known");
        let spec = Spec { name: "chess-of-a-file".into(), ..chess.spec() };
        let (title, rules, layout) = ("Mine".into(), String::new(), chess.layout());
        let data = GameData { title, rules, spec, layout, round_table: false };
        Variant::add(vec![data]).expect("sound")[0]
    });
    &FILE
}

#[test]
fn rectangles_of_files_and_ranks_have_san_and_others_have_none() {
    let chess = chess_of_a_file();
    let (notation, game) = (Notation::of(chess), chess.game());
    let mv = notation.read(&game, "Nf3").expect("legal");
    assert_eq!(notation.write(&game, &mv), "Nf3");
    for (name, has_san) in [
        ("chess", true),
        ("ordinary", true),
        ("ordinary-nocheckers", true),
        ("rollerball", false),
        ("circular70", false),
        ("roundtable84", false),
        ("modern2", false),
        ("modern4", false),
    ] {
        let variant = Variant::by_name(name).expect("known");
        assert_eq!(Notation::of(variant).has_san(), has_san, "{name}");
    }
}

#[test]
fn the_letter_of_a_pawn_may_be_another_kinds() {
    let text = r#"[[game]]
name = "letters"
start = "pk3/aaaaa/5/5/AAAAA/PK3 w - - 0 1"
board = { shape = "rectangle", files = 5, ranks = 6 }
piece = [
    { letter = "A", pawn = true, moves = "mfWcfF" },
    { letter = "P", moves = "N" },
    { letter = "K", moves = "K", royal = true },
]
"#;
    let games = rotunda_games::read("letters.toml", text).expect("well-formed");
    let variant = games[0].unlisted().expect("sound");
    let (notation, game) = (Notation::of(variant), variant.game());
    let read = |text: &str| notation.read(&game, text).map(|mv| mv.to_string());
    for (text, mv) in [("Pb3", "a1b3"), ("b3", "b2b3"), ("Ab3", "b2b3")] {
        assert_eq!(read(text).as_deref(), Ok(mv), "{text}");
    }
    let knight = notation.read(&game, "a1b3").expect("legal");
    assert_eq!(notation.write(&game, &knight), "Pb3");
}

/// Returns the built-in games and those of files.
fn all_variants() -> Vec<&'static Variant> {
    let mut variants: Vec<&'static Variant> = Variant::all().iter().collect();
    variants.push(chess_of_a_file());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/games");
    for file in std::fs::read_dir(folder).expect("the games of files") {
        let path = file.expect("a file").path();
        if path.extension().is_some_and(|kind| kind == "toml") {
            let games = rotunda_games::read_file(&path);
            let games = games.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            variants.extend(games.iter().map(|game| game.unlisted().expect("sound")));
        }
    }
    variants
}

#[test]
fn every_legal_move_is_read_as_it_is_written() {
    for variant in all_variants() {
        let notation = Notation::of(variant);
        let mut random = 7_u64;
        let mut written = 0;
        for _ in 0..3 {
            let mut game = variant.game();
            for _ in 0..40 {
                let moves = game.legal_moves_within(1 << 12).unwrap_or_default();
                if moves.is_empty() || game.outcome().is_some() {
                    break;
                }
                for mv in &moves {
                    let text = notation.write(&game, mv);
                    let (name, fen) = (variant.name, game.fen());
                    assert_eq!(notation.read(&game, &text).as_ref(), Ok(mv), "{name} {fen} {text}");
                    assert_eq!(
                        notation.read(&game, &mv.to_string()).as_ref(),
                        Ok(mv),
                        "{name} {fen} {mv}"
                    );
                    written += usize::from(text != mv.to_string());
                }
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                game.play(&moves[(random >> 33) as usize % moves.len()]).expect("legal");
            }
        }
        assert_eq!(notation.has_san(), written > 100, "{}: {written} moves in SAN", variant.name);
    }
}
