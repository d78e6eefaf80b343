//! Searches for a mate end: with it, or with the proof that there is none.

use std::sync::Arc;

use rotunda_movegen::{AnyGame, Options, Variant};
use rotunda_search::{
    Event, Limits, SearchResult, Searcher, StopHandle, TranspositionTable, Value,
};

/// A mate in two: the rook gives itself up for a move that waits.
const WAITING_ROOK: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
/// A mate in one.
const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
/// A ply before the fifty moves are over: whatever is played, the game ends.
const LAST_MOVE: &str = "8/8/8/4k3/8/8/8/4K2R w - - 99 80";

fn game(name: &str, fen: Option<&str>) -> Box<dyn AnyGame> {
    let entry = Variant::by_name(name).expect("a known variant");
    entry.family(Options::default()).game(fen).expect("a good position")
}

/// What a search without a stop answers, and what it tells.
fn search(game: &dyn AnyGame, limits: &Limits) -> (SearchResult, Vec<Event>) {
    let tt = TranspositionTable::new(1).expect("the machine has memory");
    let mut events = Vec::new();
    let mut searcher = Searcher::with_table(Arc::new(tt));
    let result = searcher.run(game, limits, &StopHandle::new(), |event| events.push(event));
    (result, events)
}

fn mate(moves: u32) -> Limits {
    Limits { mate: Some(moves), ..Limits::default() }
}

fn last_value(events: &[Event]) -> Option<Value> {
    events.iter().rev().find_map(|event| match event {
        Event::Info(info) => Some(info.value),
        _ => None,
    })
}

#[test]
fn a_mate_is_found_and_the_search_ends() {
    for moves in [2, 3, 15_990] {
        let (result, events) = search(&*game("chess", Some(WAITING_ROOK)), &mate(moves));
        assert_eq!(result.best.as_deref(), Some("a1a6"), "mate {moves}");
        assert_eq!(last_value(&events), Some(Value::Mate(2)), "mate {moves}");
    }
}

#[test]
fn a_mate_that_is_not_there_is_proven_not_to_be() {
    let (result, events) = search(&*game("chess", Some(WAITING_ROOK)), &mate(1));
    assert!(result.best.is_some());
    assert!(events.contains(&Event::Note("no mate in 1".into())), "{events:?}");
}

#[test]
fn no_game_begins_with_a_mate_in_two() {
    for entry in Variant::all() {
        let game = game(entry.name, None);
        // With more players the moves of the others make even a mate in two a long search.
        let moves = if entry.seats > 2 { 1 } else { 2 };
        let (result, events) = search(&*game, &mate(moves));
        assert!(game.legal().contains(&result.best.expect("there are moves")), "{}", entry.name);
        assert!(events.contains(&Event::Note(format!("no mate in {moves}"))), "{}", entry.name);
    }
}

#[test]
fn with_nothing_left_to_find_deepening_ends() {
    for (fen, max) in [(BACK_RANK, 20), (LAST_MOVE, 20)] {
        let (result, events) = search(&*game("chess", Some(fen)), &Limits::default());
        assert!(result.best.is_some());
        assert!(events.len() < max, "{} lines about {fen}", events.len());
    }
}

#[test]
fn an_infinite_search_waits_for_its_stop_even_so() {
    let game = game("chess", Some(BACK_RANK));
    let tt = TranspositionTable::new(1).expect("the machine has memory");
    let mut searcher = Searcher::with_table(Arc::new(tt));
    let stop = StopHandle::new();
    std::thread::scope(|scope| {
        let searching = scope.spawn(|| searcher.run(&*game, &Limits::infinite(), &stop, |_| ()));
        std::thread::sleep(std::time::Duration::from_millis(50));
        assert!(!searching.is_finished());
        stop.stop();
        let result = searching.join().expect("it does not panic");
        assert_eq!(result.best.as_deref(), Some("a1a8"));
    });
}
