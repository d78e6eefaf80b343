//! Tests: every move of random games survives writing and reading; commands and replies.

use std::time::Duration;

use rotunda_movegen::{GameData, GameMove, Layout, Spec, Variant};
use rotunda_search::{Bound, Info, Value};

use super::*;

/// XBoard's lion among its kinds of pieces, for whose capture it has a special rule.
const LION: usize = 21;
/// Plies of a random game.
const PLIES: u32 = 120;

/// Returns the next of a series of pseudo-random numbers.
fn next(seed: &mut u64) -> usize {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) as usize
}

/// Returns whether two moves differ only by the letter of a promotion.
fn differs_by_promotion(one: &GameMove, other: &GameMove) -> bool {
    one.cells() == other.cells() && one.promotion().is_some() && other.promotion().is_some()
}

#[test]
fn moves_of_random_games_are_found_again() {
    for notation in variants().map(Notation::new) {
        let (mut game, mut seed) = (notation.variant().game(), 7);
        let mut several = 0;
        for _ in 0..PLIES {
            let legal = game.legal_moves();
            if legal.is_empty() {
                break;
            }
            let captures: Vec<_> = legal.iter().filter(|mv| mv.is_capture()).collect();
            let random = next(&mut seed);
            let mv = match captures.len() {
                0 => &legal[random % legal.len()],
                count => captures[random % count],
            };
            let sent = notation.legs(&game, mv);
            several += usize::from(sent.len() > 1);
            let found = notation.find(&game, &sent.concat()).expect("a legal move");
            let name = notation.name();
            assert!(
                found == *mv || differs_by_promotion(&found, mv),
                "{name}: {mv} is sent as {sent:?}, which is {found}, in {}",
                game.fen()
            );
            game.play(mv).expect("a legal move");
            let fen = notation.fen(&game.fen());
            let read = notation.variant().game_from(Some(&notation.own_fen(&fen)));
            assert_eq!(read.expect("its own").fen(), game.fen(), "{name}");
            assert_eq!(fen.split(' ').count(), 6, "{name}: {fen}");
        }
        assert!(several > 0 || notation.name() != "ordinary", "draughtsmen jump");
    }
}

#[test]
fn moves_are_clear_that_are_found_again_and_unambiguous_texts_of_all_moves_are() {
    let mut unclear = Vec::new();
    for notation in variants().map(Notation::new) {
        let (mut game, mut seed) = (notation.variant().game(), 11);
        for _ in 0..PLIES {
            let legal = game.legal_moves();
            let Some(mv) = legal.get(next(&mut seed) % legal.len().max(1)) else { break };
            let found = |mv: &&GameMove| {
                notation.find(&game, &notation.legs(&game, mv).concat()).as_ref() == Some(*mv)
            };
            let all: Vec<_> = legal.iter().filter(found).cloned().collect();
            let is_all = all.len() == legal.len();
            for mv in &legal {
                let text = notation.unambiguous(&game, mv);
                assert_eq!(notation.find(&game, &text).as_ref(), Some(mv), "{text}");
            }
            let clear = notation.clear_moves(&game);
            assert_eq!(clear, if is_all { Vec::new() } else { all }, "{}", game.fen());
            unclear.extend((!is_all).then_some(notation.name()));
            game.play(mv).expect("a legal move");
        }
    }
    assert!(unclear.contains(&"rollerball"), "promotions");
}

#[test]
fn the_unambiguous_text_of_a_weaker_promotion_has_its_letter() {
    let notation = Notation::named("rollerball").expect("a game of two");
    let fen = "7/R2P3/2***k1/2***1b/2***2/2P4/3pK2 w - 0 16";
    let game = notation.variant().game_from(Some(fen)).expect("a position");
    for (promotion, legs, text) in [("d6e6b", "d6e6", "d6e6b"), ("d6e6r", "d6e6", "d6e6")] {
        let mv = game.parse_move(promotion).expect("a promotion");
        assert_eq!(notation.legs(&game, &mv), [legs]);
        assert_eq!(notation.unambiguous(&game, &mv), text);
    }
}

#[test]
fn series_that_cannot_be_told_from_others_are_not_clear() {
    let notation = Notation::named("ordinary").expect("a game of two");
    let with_loop = "11k/5p1p4/12/3p1p1p4/12/3p8/4C7/12/12/K11 w - - 0 1";
    let game = notation.variant().game_from(Some(with_loop)).expect("a position");
    let clear = notation.clear_moves(&game);
    let is_clear = |mv: &str| clear.iter().any(|clear| clear.to_string() == mv);
    assert!(game.parse_move("e4c6e8").is_ok() && !is_clear("e4c6e8"), "{clear:?}");
    assert!(is_clear("e4c6e8g6i8g10e8") && is_clear("e4c6"), "{clear:?}");
}

#[test]
fn the_start_has_its_rights_to_castle_though_xboard_tells_of_none() {
    for notation in variants().map(Notation::new).filter(|notation| !notation.is_chess()) {
        let start = notation.fen(notation.variant().start());
        let mut fields: Vec<&str> = start.split(' ').collect();
        fields[2] = "-";
        let sent = notation.own_fen(&fields.join(" "));
        assert_eq!(sent, notation.variant().start(), "{}", notation.name());
    }
    let own = |name, fen: &str| Notation::named(name).expect("offered").own_fen(fen);
    let moved = "rnbqkbnr*/pppppppp1/9/9/9/7P1/PPPPPPP2/RNBQKBNR* b - - 0 1";
    assert_eq!(own("circular70", moved), moved);
    let chess = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";
    assert_eq!(own("normal", chess), chess, "chess has rights that XBoard tells");
}

#[test]
fn castling_is_told_with_its_rook_where_interfaces_do_not_know_it() {
    let sent = |name: &str, fen: &str, mv: &str| {
        let notation = Notation::named(name).expect("offered");
        let game = notation.variant().game_from(Some(fen)).expect("well-formed");
        let mv = game.parse_move(mv).expect("legal");
        notation.legs(&game, &mv)
    };
    let circular = "r3k2r*/pppppppp1/9/9/9/9/PPPPPPPP1/R3K2R* w KQkq - 0 1";
    assert_eq!(sent("circular70", circular, "e1g1"), ["e1h1,", "h1g1"]);
    assert_eq!(sent("circular70", circular, "e1c1"), ["e1a1,", "a1c1"]);
    let ordinary = "r6k3r/12/12/12/12/12/12/12/12/R6K3R w KQkq - 0 1";
    assert_eq!(sent("ordinary", ordinary, "h1e1"), ["h0a0,", "a0e0"]);
    let found = |name: &str, fen: &str, theirs: &str| {
        let notation = Notation::named(name).expect("offered");
        let game = notation.variant().game_from(Some(fen)).expect("well-formed");
        notation.find(&game, theirs).map(|mv| mv.to_string())
    };
    for (name, fen, theirs, mv) in [
        ("circular70", circular, "e1g1,h1f1", "e1g1"),
        ("ordinary", ordinary, "h0a0,a0e0", "h1e1"),
        ("ordinary", ordinary, "h0e0,a0f0", "h1e1"),
        ("ordinary", ordinary, "h0k0,l0j0", "h1k1"),
    ] {
        assert_eq!(found(name, fen, theirs).as_deref(), Some(mv), "{name}: {theirs}");
    }
    assert_eq!(found("ordinary", ordinary, "h0e0,l0j0"), None);
    let chess = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";
    assert_eq!(sent("normal", chess, "e1g1"), ["e1g1"]);
}

#[test]
fn promotions_may_lack_their_letter_except_in_chess() {
    let found = |name: &str, fen: &str, theirs: &str| {
        let notation = Notation::named(name).expect("offered");
        let game = notation.variant().game_from(Some(fen)).expect("well-formed");
        notation.find(&game, theirs).map(|mv| mv.to_string())
    };
    let chess = "8/P6k/8/8/8/8/8/K7 w - - 0 1";
    assert_eq!(found("normal", chess, "a7a8"), None);
    assert_eq!(found("normal", chess, "a7a8=N").as_deref(), Some("a7a8n"));
    let ordinary = "11k/P11/12/12/12/12/12/12/12/K11 w - - 0 1";
    let promotion = found("ordinary-nocheckers", ordinary, "a8a9").expect("a promotion");
    assert!(promotion.starts_with("a9a10") && promotion.len() == 6, "{promotion}");
}

#[test]
fn ranks_are_counted_from_zero_where_there_are_ten() {
    let of = |name: &str| Notation::named(name).expect("offered");
    let text = |mv: Option<GameMove>| mv.map(|mv| mv.to_string());
    let (large, small) = (of("roundtable84"), of("rollerball"));
    assert_eq!((large.text("d10e9"), large.own_text("d9e8")), ("d9e8".into(), "d10e9".into()));
    assert_eq!(small.text("c2b3"), "c2b3");
    let game = large.variant().game();
    assert_eq!(text(large.find(&game, "d0b3")).as_deref(), Some("d1b4"));
    assert_eq!(large.find(&game, "d0b9"), None);
    let ring = of("modern2-rotated");
    assert_eq!((ring.text("a4d16"), ring.own_text("d1p4")), ("d1p4".into(), "a4d16".into()));
    assert_eq!(text(ring.find(&ring.variant().game(), "d1e1")).as_deref(), Some("a4a5"));
    assert!(Notation::named("byzantine2").is_none());
    assert!(Notation::named("chess").is_some_and(|notation| notation.is_chess()));
    assert_eq!(of("Rollerball").name(), "rollerball");
}

#[test]
fn rings_are_offered_by_their_rules_and_not_by_their_names() {
    for (name, is_offered) in [("modern2", true), ("byzantine2", false), ("modern3", false)] {
        let known = Variant::by_name(name).expect("known");
        let data = GameData {
            title: String::new(),
            rules: String::new(),
            spec: Spec { name: "mine".into(), ..known.spec() },
            layout: known.layout(),
            round_table: true,
        };
        let mine = Variant::unlisted(data).expect("sound");
        assert_eq!(ring::is_ring(mine), is_offered, "{name}");
    }
}

#[test]
fn games_are_set_up_as_xboard_wants_them() {
    let setup = |name| reply::setup(Notation::named(name).expect("offered"));
    assert_eq!(setup("normal"), None);
    let text = setup("rollerball").expect("XBoard does not know it");
    assert!(text.starts_with("setup (") && text.contains(") 7x7+0_fairy 2rbp2/2rkp2/2***2/"));
    for notation in variants().map(Notation::new).filter(|notation| !notation.is_chess()) {
        let text = reply::setup(notation).expect("XBoard does not know it");
        let table = text.split(['(', ')']).nth(1).expect("a table of pieces");
        assert!(table.len().is_multiple_of(2) && (12..=132).contains(&table.len()), "{table}");
        let kinds = notation.variant().game().kinds();
        assert!(kinds.iter().all(|(letter, _)| table.contains(*letter)), "{table}");
        let (white, black) = table.split_at(table.len() / 2);
        for side in [white, black] {
            let others = &side.as_bytes()[..side.len() - 1];
            assert!(others.get(LION).is_none_or(|kind| *kind == b'.'), "{table}");
        }
        // XBoard reads lines into 8192 bytes and their words into 5120.
        assert!(text.lines().all(|line| line.len() < 5000), "{}", notation.name());
    }
    let features = reply::features("1.0");
    assert!(features.contains("variants=\"normal,rollerball,") && !features.contains("modern4"));
    assert!(features.ends_with("feature done=1"));
}

/// Returns chess with a makruk general instead of bishops and another name, as from a file.
fn with_generals(notation: [Option<&'static str>; 6]) -> Notation {
    let chess = Variant::by_name("chess").expect("known");
    let mut spec = Spec { name: "makruk-test".into(), ..chess.spec() };
    spec.kinds[2].letter = 'S';
    for (kind, word) in spec.kinds.iter_mut().zip(notation) {
        kind.notation = word;
    }
    let swapped = |letter: char| match letter {
        'B' => 'S',
        'b' => 's',
        other => other,
    };
    let (board, rest) = spec.start.split_once(' ').expect("fields");
    spec.start = format!("{} {rest}", board.chars().map(swapped).collect::<String>());
    let layout = Layout::squares(&spec.grid);
    let (title, rules) = ("Test".into(), String::new());
    let data = GameData { title, rules, spec, layout, round_table: false };
    Notation::new(Variant::unlisted(data).expect("a game"))
}

#[test]
fn every_letter_of_a_game_is_set_up_and_its_words_are_told() {
    let text = reply::setup(with_generals([None; 6])).expect("XBoard does not know it");
    let table = text.split(['(', ')']).nth(1).expect("a table of pieces");
    assert!(table.starts_with('P'), "its pawns are those of chess: {table}");
    for letter in ['P', 'N', 'S', 'R', 'Q', 'K'] {
        assert!(table.contains(letter) && table.contains(letter.to_ascii_lowercase()), "{table}");
    }
    assert!(text.contains("\npiece S& mpabK"), "every piece goes everywhere: {text}");
    let words = ["fmWfceFifmnD", "N", "FfW", "R", "Q", "KisO2"];
    let text = reply::setup(with_generals(words.map(Some))).expect("XBoard does not know it");
    for sent in ["piece P& fmWfceFifmnD", "piece S& FfW", "piece K& KisO2"] {
        assert!(text.contains(&format!("\n{sent}")), "{text}");
    }
    let table = text.split(['(', ')']).nth(1).expect("a table of pieces");
    assert!(table.ends_with('k'), "the king is royal: {table}");
}

/// Returns a cell's file and rank, as interfaces count them.
fn file_and_rank(notation: Notation, own: &str) -> (i32, i32) {
    let name = notation.text(own);
    let (file, rank) = name.split_at(1);
    (i32::from(file.as_bytes()[0]), rank.parse().expect("a number"))
}

/// Returns the cells to which XBoard lets a piece go from a cell, by a move along a file or rank,
/// or by two at a right angle. The first of the two must not end outside the board.
fn ends_of_straight_ways(moves: &str, from: (i32, i32), cells: &[(i32, i32)]) -> Vec<(i32, i32)> {
    const WAYS: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
    let length = |leg: &str| 1 + leg.matches('j').count() as i32;
    let along = |(x, y): (i32, i32), way: usize, by| (x + by * WAYS[way].0, y + by * WAYS[way].1);
    let mut ends = Vec::new();
    for sent in moves.split(['K', 'R']).filter(|sent| sent.contains("mcd")) {
        for way in 0..WAYS.len() {
            let Some((first, second)) = sent.split_once('a') else {
                ends.push(along(from, way, length(sent)));
                continue;
            };
            let turn = along(from, way, length(first));
            if cells.contains(&turn) {
                ends.extend([1, 3].map(|by| along(turn, (way + by) % 4, length(second))));
            }
        }
    }
    ends
}

#[test]
fn where_xboard_knows_no_moves_every_piece_may_go_everywhere() {
    let strange =
        |notation: &Notation| !["normal", "ordinary-nocheckers"].contains(&notation.name());
    for notation in variants().map(Notation::new).filter(strange) {
        let names = notation.variant().game().cells();
        let cells: Vec<_> = names.iter().map(|name| file_and_rank(notation, name)).collect();
        for (letter, moves) in xboard::moves(notation.variant()) {
            for &from in &cells {
                let ends = ends_of_straight_ways(&moves, from, &cells);
                let lost = cells.iter().filter(|to| **to != from && !ends.contains(to)).count();
                assert_eq!(lost, 0, "{}: {letter} from {from:?}", notation.name());
            }
        }
    }
}

/// A line of every kind that interfaces send.
const COMMANDS: &str = "xboard|protover 2|accepted ping|new|variant ordinary|quit|random|force|go|\
    playother|level 40 5 0|level 0 0:30 0.5|level 40 25+5 0|st 3.5|sd 8|nps 0|time 1200|time -3|\
    otim 90|e2e4|usermove e7e8q|c4d5,d5e4|?|ping 7|draw|result 1-0 {White mates}|hint|bk|undo|\
    remove|hard|easy|post|nopost|analyze|.|exit|name X|rating 1 2|ics -|computer|memory 64|cores 2|\
    option Clear Hash|option Skill Level=3|option UCI_LimitStrength=1|lift e2|hover e4|put e4|edit|\
    setboard 8/8/8/8/8/8/8/8 w - - 0 1|white|black";

#[test]
fn commands_are_understood_or_refused_with_a_reason() {
    let parsed = |line: &str| Command::parse(line.as_bytes());
    for line in COMMANDS.split('|') {
        assert!(matches!(parsed(line), Ok(Some(_))), "{line}: {:?}", parsed(line));
    }
    assert!(matches!(parsed("  "), Ok(None)));
    let refused = "xyzzy|usermove|level|level x 5 0|level 0 5:3x 2|level 0 1.5 0|st x|sd 0|ping|\
                   memory 0|option X=1";
    for line in refused.split('|') {
        let error = parsed(line).expect_err(line);
        let text = reply::error(&error, line);
        assert!(text.starts_with("Error (") && text.ends_with(&format!("): {line}")), "{text}");
    }
    let error = parsed("xyzzy").expect_err("no command");
    assert_eq!(reply::error(&error, "xyzzy"), "Error (unknown command): xyzzy");
    for byte in 0..=255_u8 {
        for line in [vec![byte], vec![b'u', byte, b' ', byte], vec![b'e', b'2', byte, byte]] {
            let _ = (Command::parse(&line), EditStep::parse(&line));
        }
    }
}

#[test]
fn clocks_become_limits() {
    let mut control = TimeControl::default();
    let level = |line: &str| match Command::parse(line.as_bytes()) {
        Ok(Some(Command::Level(level))) => level,
        other => panic!("{other:?}"),
    };
    control.set_level(level("level 0 2 12"));
    let clock = control.limits(1).clock.expect("a clock");
    assert_eq!(
        (clock.left.as_secs(), clock.increment.as_secs(), clock.moves_to_go),
        (120, 12, None)
    );
    control.set_level(level("level 40 5 0"));
    control.set_left(Duration::from_secs(7));
    let clock = control.limits(40).clock.expect("a clock");
    assert_eq!((clock.left.as_secs(), clock.moves_to_go), (7, Some(1)));
    assert_eq!(control.limits(41).clock.expect("a clock").moves_to_go, Some(40));
    control.set_depth(5);
    control.set_move_time(Duration::from_secs(8));
    control.set_node_rate(10_000);
    let limits = control.limits(1);
    assert_eq!((limits.nodes, limits.depth, limits.move_time), (Some(80_000), Some(5), None));
}

#[test]
fn thinking_is_told_in_hundredths() {
    let notation = Notation::named("ordinary").expect("offered");
    let mut game = notation.variant().game();
    let info = Info {
        lines: 1,
        depth: 9,
        selective_depth: 14,
        multi_pv: 1,
        value: Value::Centipawns(156),
        bound: Bound::Lower,
        wdl: None,
        nodes: 48_000,
        hash_full: 0,
        time: Duration::from_millis(10_840),
        pv: ["a2a4", "j9j7"].map(|text| game.play_text(text).expect("legal")).to_vec(),
    };
    assert_eq!(reply::thinking(&info, notation), "9 156 1084 48000 14 4428 0\ta1a3 j8j6!");
    let mated = Info { value: Value::Mate(-3), bound: Bound::Exact, ..info.clone() };
    assert!(reply::thinking(&mated, notation).starts_with("9 -100003 "));
    assert_eq!(reply::status(&info, 30), "stat01: 1084 48000 9 30 30");
}

#[test]
fn pieces_in_hand_light_up_their_ways() {
    let marks = |name: &str, fen: Option<&str>, cells: &[&str]| {
        let notation = Notation::named(name).expect("offered");
        let game = notation.variant().game_from(fen).expect("well-formed");
        let mut selection = Selection::default();
        for cell in cells {
            selection.lift(&game, notation, cell);
        }
        reply::highlight(&selection.marks(&game, notation), notation)
    };
    assert_eq!(marks("rollerball", None, &["c2"]), "highlight 7/7/7/7/1Y5/1Y5/1Y5");
    assert_eq!(marks("rollerball", None, &["a1", "c2"]), "highlight 7/7/7/7/1Y5/1Y5/1Y5");
    let jump = Some("11k/12/12/12/12/12/3n8/2C9/12/11K w - - 0 1");
    assert!(marks("ordinary", jump, &["c2"]).ends_with("/1YYC8/1Y1Y8/1YYY8/12"));
    assert!(marks("ordinary", jump, &["c2", "d3"]).contains("4R7"));
    assert_eq!(marks("modern2", None, &["b3"]), "highlight 15Y/16/15Y/16");
    let promotion = Some("7k/P7/8/8/8/8/8/K7 w - - 0 1");
    assert_eq!(marks("normal", promotion, &["a7"]), "highlight M7/8/8/8/8/8/8/8");
}

#[test]
fn pieces_that_are_put_on_the_board_make_a_position() {
    let notation = Notation::named("normal").expect("offered");
    let pieces =
        [("e1", 'K'), ("h1", 'R'), ("e8", 'k')].map(|(cell, letter)| (cell.into(), letter));
    let fen = notation.edited(&pieces, false);
    assert_eq!(fen, "4k3/8/8/8/8/8/8/4K2R b - - 0 1");
    let ring = Notation::new(Variant::by_name("rollerball").expect("known"));
    assert!(ring.edited(&[], true).starts_with("7/7/2***2/2***2/2***2/7/7 w - - 0 1"));
}
