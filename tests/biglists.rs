//! Positions with more moves than any game has: the lists grow, and nothing fails.

use std::cell::Cell;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::time::Duration;

use cpu_time::ThreadTime;
use rand::Rng;
use rand::seq::IndexedRandom;
use rotunda_movegen::{Draughts, GenBudget, GenKind, Rules};
use rotunda_search::{Event, Limits, SearchResult, StopHandle};

use crate::support::{game, position, rng, sample, searcher, texts};

/// A draughtsman that can capture each of sixteen pieces.
const SIXTEEN: &str = "11k/12/12/12/2n1n7/1nnnnn6/2nCn7/1nnnnn6/2n1n7/11K w - - 0 1";
/// A draughtsman that can capture any of twenty-three pieces.
const TWENTY_THREE: &str = "11k/12/12/2nnnnn5/2n1n1n5/1nnnnnnn4/2nCn1n5/2nnnnn5/12/11K w - - 0 1";
/// The processor time that a search may take beyond its limit.
const PATIENCE: Duration = Duration::from_secs(20);

/// Runs a search and returns its result.
fn think(fen: &str, limits: &Limits) -> SearchResult {
    let fault = |event| assert!(!matches!(event, Event::Shares(_)), "{fen}: {event:?}");
    searcher().run(&game("ordinary", fen), limits, &StopHandle::new(), fault)
}

/// Returns the legal moves, and checks that no two have the same text.
fn legal(fen: &str, count: usize) -> HashSet<String> {
    let counts = game("ordinary", fen).perft(1);
    assert!(counts.iter().all(|(_, leaves)| *leaves == 1));
    let texts: HashSet<String> = counts.into_iter().map(|(mv, _)| mv.to_string()).collect();
    assert_eq!(texts.len(), count, "{fen}");
    texts
}

#[test]
fn thousands_of_moves_are_searched() {
    // There are 11,004 captures, and three steps of the king.
    let legal = legal(SIXTEEN, 11_007);
    let limits = Limits { depth: Some(2), ..Limits::default() };
    let result = think(SIXTEEN, &limits);
    assert!(result.nodes > 11_007);
    let best = result.best.expect("there are moves");
    assert!(legal.contains(&best.to_string()), "{best}");
    let mut game = game("ordinary", SIXTEEN);
    game.play(&best).expect("a legal move");
    assert!(game.outcome().is_none());
}

#[test]
fn hundreds_of_thousands_of_moves_are_counted_and_answered_in_time() {
    // There are 407,478 captures, and three steps of the king.
    let legal = legal(TWENTY_THREE, 407_481);
    let longest = legal.iter().max_by_key(|text| text.len()).expect("there are moves");
    let mut game = game("ordinary", TWENTY_THREE);
    game.play_text(longest).expect("a legal move");
    let (started, asked) = (ThreadTime::now(), Duration::from_millis(300));
    let limits = Limits { move_time: Some(asked), ..Limits::default() };
    let best = think(TWENTY_THREE, &limits).best.expect("there are moves");
    println!("{asked:?} asked, {:?} of processor time spent", started.elapsed());
    assert!(legal.contains(&best.to_string()), "{best}");
    assert!(started.elapsed() < asked + PATIENCE, "{:?}", started.elapsed());
}

/// A draughtsman among the twenty-six pieces of an army after promotions: 1,955,060 states of
/// series, and 121,015 moves.
const ARMY: &str = "11k/12/12/2ptcpp5/2p1n1n5/1qrpmppb4/2bCp1r5/2tcppl5/2p1p1c5/11K w - - 0 1";
/// Two crowds of draughtsmen.
const CROWDS: &str = "11k/2c1c1c1c3/1ccccccccc2/2c1c1c1c3/1ccccccccc2/12/\
                      1CCCCCCCCC2/2C1C1C1C3/1CCCCCCCCC2/11K w - - 0 1";

#[test]
fn sets_of_pieces_that_no_game_brings_about_are_refused() {
    let fen = "11k/12/2n1n1n5/1nnnnnnn4/2n1n1n5/1nnnnnnn4/2nCn1n5/1nnnnnnn4/2n1n1n5/11K w - - 0 1";
    let error = crate::support::family("ordinary").game(Some(fen)).map(|game| game.fen());
    let error = error.expect_err("thirty-three knights").to_string();
    assert_eq!(error, "Black has 34 pieces, more than 28 at the start");
}

#[test]
fn the_budget_of_a_list_is_bounded_and_what_is_found_is_legal() {
    for (fen, complete) in [(SIXTEEN, 11_007), (TWENTY_THREE, 407_481)] {
        let position = position("ordinary", fen);
        let check_info = Draughts::check_info(&position);
        let mut all = Vec::new();
        Draughts::generate(&position, &check_info, GenKind::All, &mut all);
        assert_eq!(all.len(), complete);
        let all: HashSet<_> = all.into_iter().collect();
        let mut found = 0;
        for states in [10, 1000, 8000, 100_000, 1_000_000] {
            let (mut budget, mut some) = (GenBudget::new(states, usize::MAX), Vec::new());
            Draughts::generate_within(&position, &check_info, GenKind::All, &mut budget, &mut some);
            assert!(budget.spent() <= states && some.len() >= found);
            assert_eq!(budget.is_complete(), some.len() == complete, "{fen} {states}");
            assert!(some.iter().all(|mv| all.contains(mv)), "{fen} {states}");
            found = some.len();
        }
        assert_eq!(found, complete);
    }
}

/// Returns the moves that come one after another until the stop function has been called this
/// often.
fn listed(fen: &str, looks: usize) -> (Vec<String>, ControlFlow<()>) {
    let (asked, mut moves) = (Cell::new(0), Vec::new());
    let stop = || asked.replace(asked.get() + 1) >= looks;
    let end = game("ordinary", fen).each_legal(&stop, &mut |mv| {
        moves.push(mv.to_string());
        ControlFlow::Continue(())
    });
    (moves, end)
}

#[test]
fn huge_lists_come_one_after_another_and_stop() {
    for (fen, count) in [(SIXTEEN, 11_007), (CROWDS, 130)] {
        let (moves, end) = listed(fen, usize::MAX);
        assert_eq!((moves.len(), end), (count, ControlFlow::Continue(())), "{fen}");
        let moves: HashSet<_> = moves.into_iter().collect();
        assert!(texts(&game("ordinary", fen)).iter().all(|text| moves.contains(text)), "{fen}");
        assert_eq!(moves.len(), count, "{fen}");
        for looks in [0, 1, 10, 100] {
            let (some, end) = listed(fen, looks);
            assert!(some.iter().all(|text| moves.contains(text)), "{fen} {looks}");
            assert_eq!(end.is_break(), some.len() < count, "{fen} {looks}");
            // Moves without series come first.
            assert!(fen == CROWDS || some.len() <= looks + 3, "{fen} {looks}: {}", some.len());
        }
    }
}

#[test]
fn a_duty_holds_even_if_what_fulfils_it_is_not_among_the_states_looked_at() {
    // The draughtsman on d4 has thousands of series; the one on k7 must take the one on k8.
    let fen = "11k/12/10c1/10C1/2n1n7/1nnnnn6/2nCn7/1nnnnn6/2n1n7/11K w - - 0 1";
    assert_eq!(texts(&game("ordinary", fen)), ["k7k9"]);
    let position = position("ordinary", fen);
    let check_info = Draughts::check_info(&position);
    for states in [0, 1, 100, 1000] {
        let (mut budget, mut some) = (GenBudget::new(states, states), Vec::new());
        Draughts::generate_within(&position, &check_info, GenKind::All, &mut budget, &mut some);
        assert_eq!(Draughts::to_uci(&position, &some), ["k7k9"], "{states}");
        let duty = Draughts::duty(&position, &check_info, &mut GenBudget::new(states, states));
        assert!(duty.is_some_and(|duty| duty.binds && duty.moves == some), "{states}");
    }
}

#[test]
fn huge_lists_are_not_needed() {
    for fen in [ARMY, CROWDS, TWENTY_THREE] {
        let started = ThreadTime::now();
        let mut game = game("ordinary", fen);
        assert!(game.outcome().is_none());
        assert_eq!(game.legal_moves_within(1 << 16).is_none(), fen != CROWDS, "{fen}");
        let stop = StopHandle::new();
        stop.stop();
        let note = |event| assert!(!matches!(event, Event::Shares(_)), "{fen}: {event:?}");
        let best = searcher().run(&game, &Limits::infinite(), &stop, note).best;
        game.play(&best.expect("there are moves")).expect("a legal move");
        let spent = started.elapsed();
        println!("{fen}: {spent:?} of processor time");
        assert!(spent < Duration::from_secs(2), "{fen}: {spent:?}");
    }
}

#[test]
fn a_series_is_found_by_any_of_its_paths_without_a_list() {
    let mut budget = GenBudget::new(300_000, 300_000);
    let position = position("ordinary", ARMY);
    let mut some = Vec::new();
    let check_info = Draughts::check_info(&position);
    Draughts::generate_within(&position, &check_info, GenKind::All, &mut budget, &mut some);
    assert!(some.len() > 100 && !budget.is_complete(), "{}", some.len());
    for mv in some.iter().step_by(some.len() / 50) {
        let text = Draughts::to_uci(&position, std::slice::from_ref(mv)).remove(0);
        assert_eq!(Draughts::find(&position, &text), Some(*mv), "{text}");
    }
}

/// The number of random games that show the cost of series in games.
const GAMES: usize = 150;
/// The most states of series at a node of a search.
const NODE_STATES: usize = 1 << 13;

#[test]
fn positions_of_games_take_a_fraction_of_what_a_node_looks_at() {
    let mut rng = rng("series in games");
    let start = rotunda_movegen::Variant::by_name("ordinary").expect("a known variant").start();
    let (mut positions, mut most, mut worst) = (0, 0, String::new());
    for _ in 0..sample(GAMES) {
        let mut now = position("ordinary", start);
        for _ in 0..200 {
            let check_info = Draughts::check_info(&now);
            let (mut budget, mut moves) = (GenBudget::unlimited(), Vec::new());
            Draughts::generate_within(&now, &check_info, GenKind::All, &mut budget, &mut moves);
            positions += 1;
            if budget.spent() > most {
                (most, worst) = (budget.spent(), Draughts::fen(&now));
            }
            // The game avoids captures half of the time, so that hurdles remain.
            let quiet = moves.iter().filter(|mv| Draughts::captured(&now, mv).is_empty());
            let quiet: Vec<_> = quiet.copied().collect();
            let some = if rng.random() && !quiet.is_empty() { quiet } else { moves };
            let Some(mv) = some.choose(&mut rng) else { break };
            Draughts::play(&mut now, mv);
        }
    }
    println!("{most} states at most in {positions} positions: {worst}");
    assert!(most * 16 < NODE_STATES, "{most} states: {worst}");
}
