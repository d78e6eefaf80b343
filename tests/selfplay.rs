//! Whole games on the clock: no illegal move, no crash, no lost time, and an end.

use std::time::{Duration, Instant};

use rotunda_movegen::Options;
use rotunda_search::{Clock, Control, Event, Limits, Settings, Table, Thinker, thinker};

use crate::support::duels;

/// Each side's clock, and what is added after each move.
const BASE: Duration = Duration::from_millis(2500);
const INCREMENT: Duration = Duration::from_millis(50);
/// Plies after which a game counts as endless.
const ENDLESS: usize = 800;

/// One game of two players that share a table and a clock each.
fn play(variant: &str) {
    let entry = rotunda_movegen::variant(variant).expect("a known variant");
    let family = entry.family(Options::default());
    let mut players: [Box<dyn Thinker>; 2] = [thinker(family), thinker(family)];
    let mut arbiter = family.game(None).expect("a good start");
    let table = Table::new(4).expect("the machine has memory");
    let mut clocks = [BASE; 2];
    let mut moves: Vec<String> = Vec::new();
    while arbiter.outcome().is_none() {
        let seat = arbiter.turn().index();
        let started = Instant::now();
        let texts: Vec<&str> = moves.iter().map(String::as_str).collect();
        players[seat].set_up(None, &texts).expect("the game so far is legal");
        let clock = Clock { left: clocks[seat], increment: INCREMENT, moves_to_go: None };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        let mut fault = |event| assert!(matches!(event, Event::Info(_)), "{variant}: {event:?}");
        let verdict = players[seat].think(
            &table,
            &Settings::default(),
            &limits,
            &Control::default(),
            &mut fault,
        );
        let spent = started.elapsed();
        let left = clocks[seat].checked_sub(spent);
        let left = left.unwrap_or_else(|| panic!("{variant}: {spent:?} of {:?}", clocks[seat]));
        clocks[seat] = left + INCREMENT;
        let best = verdict.best.expect("the game goes on");
        arbiter.play(&best).unwrap_or_else(|_| panic!("{variant}: {best} after {moves:?}"));
        moves.push(best);
        assert!(moves.len() < ENDLESS, "{variant} does not end: {moves:?}");
    }
}

#[test]
fn every_variant_plays_itself_to_the_end() {
    for entry in duels() {
        play(entry.name);
    }
}

#[test]
fn several_threads_play_legal_moves_too() {
    let settings = Settings { threads: 3, multi_pv: 2, ..Settings::default() };
    for entry in duels() {
        let mut player = thinker(entry.family(Options::default()));
        let table = Table::new(1).expect("the machine has memory");
        let limits = Limits { nodes: Some(60_000), ..Limits::default() };
        let mut fault = |event| assert!(matches!(event, Event::Info(_)), "{event:?}");
        let verdict = player.think(&table, &settings, &limits, &Control::default(), &mut fault);
        let best = verdict.best.expect("there are moves at the start");
        assert!(player.game().legal().contains(&best), "{}: {best}", entry.name);
    }
}
