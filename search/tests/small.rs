//! The smallest searches end and have a score, even on boards so full that captures lead to
//! captures without end.

use std::sync::Arc;
use std::time::Duration;

use rotunda_movegen::{Game, Options, Variant};
use rotunda_search::{Event, Info, Limits, Searcher, StopHandle, TranspositionTable};

/// Positions of chess with more queens than any game has.
const QUEENS: [&str; 3] = [
    "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQkqqqq/QQQKQqqq/qqqqqqqq/qqqqqqqq/qqqqqqqq w - - 0 1",
    "kqqqqqqq/qqqqqqqq/qqqqqqqq/8/8/QQQQQQQQ/QQQQQQQQ/KQQQQQQQ w - - 0 1",
    "k1q1q1q1/1Q1Q1Q1Q/q1q1q1q1/1Q1Q1Q1Q/q1q1q1q1/1Q1Q1Q1Q/q1q1q1q1/1Q1Q1Q1K w - - 0 1",
];
/// The nodes that a search to depth 1 may take for each legal move: a quiescence search of a
/// thousand nodes, and some of these searches again.
const NODES_OF_MOVE: u64 = 5_000;
/// The number of random plies in the games whose positions are searched.
const PLIES: usize = 30;
/// The time that a search of 100 ms may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

fn game(name: &str, fen: Option<&str>) -> Option<Game> {
    let entry = Variant::by_name(name).expect("a known variant");
    entry.family(Options::default()).game(fen).ok()
}

/// Returns the last line of a search.
fn last_line(game: &Game, limits: &Limits) -> Info {
    let table = TranspositionTable::new(1).expect("the machine has memory");
    let mut last = None;
    let mut searcher = Searcher::with_table(Arc::new(table));
    let result = searcher.run(game, limits, &StopHandle::new(), |event| {
        if let Event::Info(info) = event {
            last = Some(info);
        }
    });
    let last = last.unwrap_or_else(|| panic!("no score in {}", game.fen()));
    assert_eq!(result.best.as_ref(), last.pv.first(), "{}", game.fen());
    assert!(game.is_legal(&last.pv[0]), "{}", game.fen());
    last
}

/// Returns a crowded position of every variant, and those with many queens.
fn crowded() -> Vec<Game> {
    let queens = QUEENS.iter().filter_map(|fen| game("chess", Some(fen)));
    let of_games = Variant::all().iter().map(|entry| {
        let mut game = game(entry.name, None).expect("the start");
        for ply in 0..PLIES {
            let legal = game.legal_moves();
            let mut next = game.clone();
            next.play(&legal[ply * 7 % legal.len()]).expect("legal");
            if next.outcome().is_some() {
                break;
            }
            game = next;
        }
        game
    });
    queens.chain(of_games).collect()
}

#[test]
fn depth_one_ends_soon_on_crowded_boards() {
    let all = crowded();
    assert!(all.len() > Variant::all().len(), "positions with queens are refused");
    for game in all {
        let moves = game.legal_moves().len() as u64;
        let line = last_line(&game, &Limits::depth(1));
        assert!(line.nodes <= NODES_OF_MOVE * moves, "{}: {} nodes", game.fen(), line.nodes);
    }
}

#[test]
fn a_hundred_milliseconds_end_on_crowded_boards() {
    for game in crowded() {
        let limits = Limits { move_time: Some(Duration::from_millis(100)), ..Limits::default() };
        let line = last_line(&game, &limits);
        assert!(line.time < PATIENCE, "{}: {:?}", game.fen(), line.time);
    }
}

#[test]
fn one_node_is_enough_for_a_move_and_a_score() {
    for game in crowded() {
        let line = last_line(&game, &Limits::nodes(1));
        assert!(line.nodes <= 1, "{}: {} nodes", game.fen(), line.nodes);
    }
}
