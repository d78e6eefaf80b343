//! Monte Carlo tree search: the moves that it finds, its limits, and the set of lines.

use rotunda_movegen::Variant;
use rotunda_search::{Event, Info, Limits, MultiSearch, Searcher, StopHandle, Value};

/// Returns the reports of a search and its best move.
fn search(name: &str, fen: Option<&str>, limits: &Limits, lines: usize) -> (Vec<Info>, String) {
    let game = Variant::by_name(name).expect("known").game_from(fen).expect("well-formed");
    let mut searcher = Searcher::new().expect("a small table");
    searcher.settings.multi_search = MultiSearch::Mcts;
    searcher.settings.multi_pv = lines;
    let mut infos = Vec::new();
    let result = searcher.run(&game, limits, &StopHandle::new(), |event| {
        if let Event::Info(info) = event {
            infos.push(info);
        }
    });
    (infos, result.best.expect("a move").to_string())
}

/// The rivals have only kings, and the rook on b1 can take either of them.
const OPEN_KINGS: &str = "24/24/aR6bK9cK6/2aK21 a abc - m 3 7";

#[test]
fn a_king_within_reach_is_taken() {
    for nodes in [200, 2000, 20_000] {
        let (_, best) = search("modern3", Some(OPEN_KINGS), &Limits::nodes(nodes), 1);
        assert!(["b1b8", "b1b18"].contains(&best.as_str()), "{nodes} nodes: {best}");
    }
}

#[test]
fn the_same_nodes_give_the_same_move() {
    for name in ["modern4", "byzantine3", "modern6-2v2v2"] {
        let [first, second] = [(); 2].map(|()| search(name, None, &Limits::nodes(3000), 1));
        assert_eq!(first.1, second.1, "{name}");
        let last = first.0.last().expect("a report");
        assert!(last.nodes <= 3000, "{name}: {} nodes", last.nodes);
        assert!(matches!(last.value, Value::Centipawns(_)), "{name}: {:?}", last.value);
    }
}

#[test]
fn all_lines_have_scores_in_order() {
    let (infos, best) = search("modern4", None, &Limits::depth(12), 5);
    let set: Vec<_> = infos.iter().rev().take_while(|info| info.multi_pv > 1).collect();
    let last = &infos[infos.len() - 5..];
    assert!(set.len() == 4 && last[0].pv[0].to_string() == best, "{infos:?}");
    let score = |info: &Info| match info.value {
        Value::Centipawns(score) => score,
        Value::Mate(_) => panic!("no mate is near: {info:?}"),
    };
    assert!(last.windows(2).all(|pair| score(&pair[0]) >= score(&pair[1])), "{last:?}");
}
