//! A search for a mate ends with the mate, or with the proof that there is none.

use std::sync::Arc;
use std::time::Duration;

use rotunda_movegen::{Game, Options, Variant};
use rotunda_search::{
    Event, Limits, SearchResult, Searcher, StopHandle, TranspositionTable, Value,
};

/// A mate in two: the rook sacrifices itself for a waiting move.
const WAITING_ROOK: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
/// A mate in one.
const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
/// The last ply before the fifty-move rule: every move ends the game.
const LAST_MOVE: &str = "8/8/8/4k3/8/8/8/4K2R w - - 99 80";

fn game(name: &str, fen: Option<&str>) -> Game {
    let entry = Variant::by_name(name).expect("a known variant");
    entry.family(Options::default()).game(fen).expect("a good position")
}

/// Returns the result of a search without a stop, and its events.
fn search(game: &Game, limits: &Limits) -> (SearchResult, Vec<Event>) {
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
        let (result, events) = search(&game("chess", Some(WAITING_ROOK)), &mate(moves));
        assert_eq!(text(&result).as_deref(), Some("a1a6"), "mate {moves}");
        assert_eq!(last_value(&events), Some(Value::Mate(2)), "mate {moves}");
    }
}

#[test]
fn a_mate_that_is_not_there_is_proven_not_to_be() {
    let (result, events) = search(&game("chess", Some(WAITING_ROOK)), &mate(1));
    assert!(result.best.is_some());
    assert!(events.contains(&Event::Note("no mate in 1".into())), "{events:?}");
}

/// Returns whether the search finds a mate in so many moves. If not, it must report that there is
/// none.
fn finds(game: &Game, moves: u32) -> bool {
    let (result, events) = search(game, &mate(moves));
    assert!(result.best.is_some());
    let is_denied = events.contains(&Event::Note(format!("no mate in {moves}")));
    let is_found = last_value(&events) == Some(Value::Mate(moves.cast_signed()));
    assert_ne!(is_found, is_denied, "{}: {events:?}", game.fen());
    is_found
}

#[test]
fn quiet_mates_of_underpromoting_pawns_are_found() {
    let pawns = game("chess", Some("8/3P2P1/3N4/3k4/4N3/4K3/8/8 w - - 0 1"));
    assert!(finds(&pawns, 3) && !finds(&pawns, 2));
}

#[test]
fn a_mate_comes_before_the_moves_without_progress_are_over_or_not_at_all() {
    let fen = |halfmove: u32| format!("7k/8/8/8/8/8/R7/1R4K1 w - - {halfmove} 80");
    let found = [97, 98].map(|halfmove| finds(&game("chess", Some(&fen(halfmove))), 2));
    assert_eq!(found, [true, false]);
}

#[test]
fn a_mate_through_a_position_that_ends_the_game_is_none() {
    let mut game = game("chess", Some("k7/2K5/8/8/8/8/8/1R6 b - - 0 1"));
    for mv in ["a8a7", "c7c6", "a7a8"] {
        game.play_text(mv).expect("legal");
    }
    assert!(finds(&game, 2), "the king's move takes the corner's last cells");
    for mv in ["c6c7", "a8a7", "c7c6", "a7a8"] {
        game.play_text(mv).expect("legal");
    }
    assert!(!finds(&game, 2), "it brings the position of the beginning for the third time");
}

#[test]
fn a_limit_or_a_stop_ends_the_search_for_a_mate() {
    let start = game("chess", None);
    let nodes = Limits { nodes: Some(150_000), ..mate(8) };
    let (result, events) = search(&start, &nodes);
    assert!(result.best.is_some() && result.nodes <= 150_000, "{}", result.nodes);
    assert!(!events.iter().any(|event| matches!(event, Event::Note(_))), "{events:?}");
    let time = Duration::from_millis(50);
    let (result, _) = search(&start, &Limits { move_time: Some(time), ..mate(30) });
    assert!(result.best.is_some());
}

/// Returns the text of the best move.
fn text(result: &SearchResult) -> Option<String> {
    result.best.as_ref().map(ToString::to_string)
}

#[test]
fn only_the_moves_that_are_asked_for_mate() {
    let game = game("chess", Some(WAITING_ROOK));
    let only =
        |mv: &str| Limits { search_moves: vec![game.parse_move(mv).expect("legal")], ..mate(2) };
    let (_, events) = search(&game, &only("a1a5"));
    assert!(events.contains(&Event::Note("no mate in 2".into())), "{events:?}");
    let (result, _) = search(&game, &only("a1a6"));
    assert_eq!(text(&result).as_deref(), Some("a1a6"));
}

#[test]
fn no_game_begins_with_a_mate_in_two() {
    for entry in Variant::all() {
        let game = game(entry.name, None);
        let moves = 2;
        let (result, events) = search(&game, &mate(moves));
        assert!(game.is_legal(&result.best.expect("there are moves")), "{}", entry.name);
        assert!(events.contains(&Event::Note(format!("no mate in {moves}"))), "{}", entry.name);
    }
}

#[test]
fn with_nothing_left_to_find_deepening_ends() {
    for (fen, max) in [(BACK_RANK, 20), (LAST_MOVE, 20)] {
        let (result, events) = search(&game("chess", Some(fen)), &Limits::default());
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
        let searching = scope.spawn(|| searcher.run(&game, &Limits::infinite(), &stop, |_| ()));
        std::thread::sleep(std::time::Duration::from_millis(50));
        assert!(!searching.is_finished());
        stop.stop();
        let result = searching.join().expect("it does not panic");
        assert_eq!(text(&result).as_deref(), Some("a1a8"));
    });
}
