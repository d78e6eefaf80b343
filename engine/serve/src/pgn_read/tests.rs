use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use super::*;
use crate::pgn_write::pgn;

/// A random tree of a variant, with what can be said of nodes.
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
        let legal = record.tree.standing(at).game.legal();
        let standing = record.tree.standing(at);
        let act = match legal.len() {
            0 => continue,
            _ if standing.game.claim().is_some() => Act::Claim,
            _ if random.random_bool(0.02) => Act::Leave(0, Why::Time),
            count => Act::Move(legal[random.random_range(0..count)].clone()),
        };
        if let Ok((node, true)) = record.tree.add(at, &act) {
            let clocks =
                record.clocks().map(|clocks| clocks.iter().map(|left| left - 100).collect());
            let told = record.tree.node_mut(node).expect("it was added");
            if random.random_bool(0.3) {
                told.comment = "a (good) move".into();
            }
            if told.seat == 0 {
                let shares = vec![100; variant.seats];
                told.verdict = Some(Verdict { depth: 9, cp: Some(-31), mate: None, shares });
                told.clocks = clocks;
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
            let fen = |record: &Record| record.tree.standing(record.live).game.fen();
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
    let error = read("1. e4 e5 2. Ke3", chess).expect_err("no king goes there");
    assert!(error.contains("\"Ke3\" is not legal"), "{error}");
    let error = read("[Variant \"gess\"]\n\n1. e4", chess).expect_err("there is no such game");
    assert!(error.contains("gess"), "{error}");
    assert!(read("}{)(", chess).is_ok());
}
