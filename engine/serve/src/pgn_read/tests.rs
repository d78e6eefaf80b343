use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rotunda_movegen::Forfeit;
use rotunda_notation::GameFault;

use super::*;
use crate::pgn_write::pgn;
use crate::record::{ClockRule, Player};

/// A random tree of a variant, with comments, verdicts and clocks.
fn random(variant: &'static Variant, random: &mut StdRng) -> Record {
    let tree = Tree::new(variant, Options::default(), None).expect("the start");
    let mut players = vec![Player::PERSON; variant.seats];
    players[0] = Player::named("somebody \"else\"");
    players[1] = Player::Engine { elo: Some(1500), time: 250 };
    let clock = Some(ClockRule { base: 300_000, increment: 2500 });
    let mut record = Record::new(tree).with(players, clock).expect("sensible");
    for _ in 0..40 {
        let nodes = record.tree.nodes().len();
        let at = if random.random_bool(0.2) { random.random_range(0..nodes) } else { nodes - 1 };
        let legal = record.tree.standing(at).game().legal_moves();
        let standing = record.tree.standing(at);
        let action = match legal.len() {
            0 => continue,
            _ if standing.game().claim().is_some() => WrittenAction::Claim,
            _ if random.random_bool(0.02) => WrittenAction::Forfeit(0, Forfeit::FlagFall),
            count => WrittenAction::Move(legal[random.random_range(0..count)].to_string()),
        };
        if let Ok((node, true)) = record.tree.add(at, &action) {
            let clocks =
                record.clocks().map(|clocks| clocks.iter().map(|left| left - 100).collect());
            let entry = record.tree.node_mut(node).expect("it was added");
            if random.random_bool(0.3) {
                entry.comment = "a (good) move".into();
            }
            if entry.seat == 0 {
                let shares = vec![100; variant.seats];
                entry.verdict = Some(Verdict { depth: 9, cp: Some(-31), mate: None, shares });
                entry.clocks = clocks;
            }
        }
    }
    record.live = random.random_range(0..record.tree.nodes().len());
    record
}

#[test]
fn what_is_written_is_read_again() {
    let mut rng = StdRng::seed_from_u64(7);
    for variant in Variant::all() {
        for _ in 0..3 {
            let record = random(variant, &mut rng);
            let text = pgn(&record);
            let again = read(&text, variant).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(pgn(&again), text, "{}", variant.name);
            let fen = |record: &Record| record.tree.standing(record.live).game().fen();
            assert_eq!(fen(&again), fen(&record), "{text}");
            assert_eq!(again.tree.nodes().len(), record.tree.nodes().len(), "{text}");
            assert_eq!((&again.players, again.clock), (&record.players, record.clock));
        }
    }
}

#[test]
fn games_of_others_are_read() {
    let chess = Variant::by_name("chess").expect("known");
    let text = "[Event \"x\"]\n[White \"a\"]\n\n1.e4 {best by test} e5 (1... c5 2. Nf3 (2. c3)) 2. Nf3 $1\n\
                ; a remark\nNc6 1-0\n\n[Event \"y\"]\n\n1. d4 *\n";
    let record = read(text, chess).expect("legal");
    assert_eq!(record.tree.nodes().len(), 8);
    assert_eq!(record.players, [Player::named("a"), Player::PERSON]);
    assert_eq!(record.tree.nodes()[1].comment, "best by test");
    assert_eq!(record.tree.line(record.live).len(), 5);
    let fault = |text| match read(text, chess) {
        Err(ReadError::Game(error)) => error.fault,
        other => panic!("{other:?}"),
    };
    assert!(matches!(fault("1. e4 e5 2. Ke3"), GameFault::Move(_)));
    assert!(matches!(fault("[Variant \"gess\"]\n\n1. e4"), GameFault::Variant(_)));
    assert!(read("}{)(", chess).is_ok());
}

#[test]
fn null_moves_and_empty_variations_have_notes() {
    let chess = Variant::by_name("chess").expect("known");
    for (text, nodes, notes) in [
        ("1. e4 e5 2. -- d4 *", 3, &["null"][..]),
        ("1. e4 e5 (1... -- 2. d4) 2. Nf3 *", 4, &["variation"]),
        ("1. e4 () e5 ({so}) 2. Nf3 *", 4, &["empty", "empty"]),
    ] {
        let game = read_all(text, chess).next().expect("a game").expect("legal");
        let kind = |note: &Note| match note {
            Note::NullMove { .. } => "null",
            Note::Variation { .. } => "variation",
            Note::EmptyVariation(_) => "empty",
            _ => "other",
        };
        assert_eq!(game.record.tree.nodes().len(), nodes, "{text}");
        assert_eq!(game.notes.iter().map(kind).collect::<Vec<_>>(), notes, "{text}");
    }
}

#[test]
fn nothing_of_a_foreign_game_is_lost() {
    let chess = Variant::by_name("chess").expect("known");
    let text = "[Event \"Rated blitz\"]\n[Site \"https://lichess.org/x\"]\n[Date \"2026.01.31\"]\n\
                [Round \"?\"]\n[White \"a\"]\n[Black \"?\"]\n[Result \"1-0\"]\n[Variant \"Standard\"]\n\
                [TimeControl \"40/7200:3600\"]\n[Termination \"Time forfeit\"]\n[ECO \"C20\"]\n\n\
                {Before} 1. e4 $1 {[%eval 0.36] [%clk 0:03:00] [%cal Ga1b2] solid; {well} 1... e5 $10 $6\n\
                ({or} 1... c5 $5 {sharp} 2. Nf3 (2. c3)) 2. Qh5 {[%eval #-5]} 1-0\n";
    let record = read(text, chess).expect("legal");
    let written = pgn(&record);
    let line = written.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "[Event \"Rated blitz\"]",
        "[Site \"https://lichess.org/x\"]",
        "[Round \"?\"]",
        "[White \"a\"] [Black \"?\"] [Result \"1-0\"]",
        "[TimeControl \"40/7200:3600\"]",
        "[Termination \"Time forfeit\"]",
        "[ECO \"C20\"]",
        "{Before} 1. e4 $1 {[%eval 0.36] [%clk 0:03:00] [%cal Ga1b2] solid; {well} 1... e5 $10 $6 ({or} \
         1... c5 $5 {sharp} 2. Nf3 (2. c3)) 2. Qh5 {[%eval #-5]} 1-0",
    ] {
        assert!(line.contains(part), "{part}\n{written}");
    }
    assert_eq!(pgn(&read(&written, chess).expect("legal")), written);
    let mut record = record;
    let tip = record.tree.tip();
    record.tree.add(tip, &WrittenAction::Move("b8c6".into())).expect("legal");
    let written = pgn(&record);
    assert!(written.contains("[Result \"*\"]") && !written.contains("Termination"), "{written}");
}

#[test]
fn a_score_is_for_white_in_the_file_and_for_the_mover_at_the_table() {
    let chess = Variant::by_name("chess").expect("known");
    let record = read("1. e4 {[%eval 0.36,20]} e5 {[%eval 0.31]} *", chess).expect("legal");
    let scores = record.tree.nodes()[1..].iter().map(|node| node.verdict.as_ref()?.cp);
    assert_eq!(scores.collect::<Vec<_>>(), [Some(-36), Some(31)]);
}

#[test]
fn how_a_player_leaves_is_written_and_read_again() {
    let chess = Variant::by_name("chess").expect("known");
    for (forfeit, word, ending) in [
        (Forfeit::Resignation, "normal", "Black resigns: White wins."),
        (Forfeit::FlagFall, "time forfeit", "Black has no time left: White wins."),
        (Forfeit::IllegalMove, "rules infraction", "Black breaks the rules: White wins."),
        (Forfeit::Disconnection, "abandoned", "Black has left: White wins."),
    ] {
        let mut tree = Tree::new(chess, Options::default(), None).expect("the start");
        tree.add(0, &WrittenAction::Forfeit(1, forfeit)).expect("the game goes on");
        let text = pgn(&Record::new(tree));
        for tag in [format!("[Termination \"{word}\"]"), format!("[Ending \"{ending}\"]")] {
            assert!(text.contains(&tag), "{tag} in {text}");
        }
        let read = read(&text, chess).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(pgn(&read), text);
    }
}
