//! The reports of a search: whole sets of lines, and a score even in the smallest search.

use rotunda_movegen::{GameMove, Options, Variant};
use rotunda_search::{Bound, Event, Info, Limits, Searcher, StopHandle, Value};

/// Returns a score as a number, greater for a better score.
fn rank(value: Value) -> i32 {
    match value {
        Value::Centipawns(score) => score,
        Value::Mate(moves) if moves > 0 => 1_000_000 - moves,
        Value::Mate(moves) => -1_000_000 - moves,
    }
}

fn infos(name: &str, limits: &Limits, multi_pv: usize) -> (Vec<Info>, Option<GameMove>) {
    let entry = Variant::by_name(name).expect("a known variant");
    let game = entry.family(Options::default()).game(None).expect("the start");
    let mut searcher = Searcher::new().expect("a small table");
    searcher.settings.multi_pv = multi_pv;
    let mut infos = Vec::new();
    let result = searcher.run(&game, limits, &StopHandle::new(), |event| {
        if let Event::Info(info) = event {
            infos.push(info);
        }
    });
    (infos, result.best)
}

/// Checks that lines are sorted and exact, of one depth, and begin with different moves.
fn check(set: &[Info]) {
    for (place, pair) in set.windows(2).enumerate() {
        assert_eq!([pair[0].multi_pv, pair[1].multi_pv], [place + 1, place + 2]);
        assert_eq!(pair[0].depth, pair[1].depth);
        assert!(rank(pair[0].value) >= rank(pair[1].value), "{set:?}");
    }
    let mut moves: Vec<_> = set.iter().map(|info| info.pv[0].to_string()).collect();
    moves.sort();
    moves.dedup();
    assert_eq!(moves.len(), set.len(), "a move twice: {set:?}");
    assert!(set.iter().all(|info| info.bound == Bound::Exact));
}

#[test]
fn several_lines_are_reported_as_whole_sets() {
    for name in ["chess", "rollerball", "modern4", "ordinary-nocheckers"] {
        for nodes in [1, 10, 100, 1000, 20_000] {
            let (infos, best) = infos(name, &Limits::nodes(nodes), 7);
            let mut left = &infos[..];
            let mut held: Option<&[Info]> = None;
            while let Some(first) = left.first() {
                let (set, rest) = left.split_at(first.lines);
                assert_eq!(first.multi_pv, 1, "{name} {nodes}: a set begins with its best line");
                check(set);
                if set.len() == 7 {
                    held = Some(set);
                } else {
                    // The search reports the best line again at its end.
                    let best = held.expect("a whole set before").first().expect("seven lines");
                    assert!(rest.is_empty());
                    assert_eq!((&set[0].pv, set[0].value), (&best.pv, best.value));
                }
                left = rest;
            }
            let held = held.expect("at least one whole set");
            assert_eq!(best.as_ref(), held[0].pv.first(), "{name} {nodes}");
        }
    }
}

#[test]
fn one_node_is_enough_for_a_move_and_its_score() {
    for entry in Variant::all() {
        let (infos, best) = infos(entry.name, &Limits::nodes(1), 1);
        let last = infos.last().expect("a line");
        assert_eq!(best.as_ref(), last.pv.first(), "{}", entry.name);
        assert!(rank(last.value).abs() < 1000, "{}: {:?}", entry.name, last.value);
    }
}

/// Position strings of chess, and the move that a look at each legal move finds.
const LOOKS: [(&str, &str); 3] = [
    ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "a1a8"),
    ("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "e4d5"),
    ("4k3/8/3p4/4p3/8/8/3R4/4K3 w - - 0 1", "d2d6"),
];

#[test]
fn a_look_at_the_moves_is_better_than_the_first_one() {
    for (fen, expected) in LOOKS {
        let game = Variant::by_name("chess").expect("chess").family(Options::default());
        let game = game.game(Some(fen)).expect("a good position");
        let mut searcher = Searcher::new().expect("a small table");
        let result = searcher.run(&game, &Limits::nodes(1), &StopHandle::new(), |_| ());
        let best = result.best.expect("there are moves");
        assert_eq!(best.to_string(), expected, "{fen}");
    }
}
