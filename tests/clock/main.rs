//! Games on the clock: no illegal move, no crash, no loss on time, and an end of every duel.
//!
//! The test belongs on an otherwise idle machine: `cargo test -p rotunda-tests --test clock`. It is
//! not part of `cargo test`, since other programs change the outcome.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rotunda_movegen::{GameMove, Options, Variant};
use rotunda_search::{Clock, Event, Limits, Searcher, StopHandle, TranspositionTable};

/// The clock of each player of a duel, and its increment.
const DUEL: (Duration, Duration) = (Duration::from_millis(2500), Duration::from_millis(50));
/// The same for games of several players, which last longer.
const TABLE: (Duration, Duration) = (Duration::from_secs(1), Duration::from_millis(10));
/// The number of plies after which a duel counts as endless.
const ENDLESS: usize = 800;
/// The number of plies after which a game of several players is broken off. The rules end it after
/// fifty moves of every player without progress, and each capture starts the count again.
const ENOUGH: usize = 600;
/// Games of several players: everyone for itself, and in two and three teams.
const TABLES: [&str; 4] = ["modern3", "byzantine4", "modern4-2v2", "byzantine6-2v2v2"];

/// The lock of the running test: the tests of this program run one after the other.
static ALONE: Mutex<()> = Mutex::new(());

/// Plays one game. The players share a transposition table, and each has a clock.
fn play(entry: &'static Variant, (base, increment): (Duration, Duration)) {
    let family = entry.family(Options::default());
    let tt = Arc::new(TranspositionTable::new(4).expect("the machine has memory"));
    let mut players: Vec<_> = (0..entry.seats).map(|_| Searcher::with_table(tt.clone())).collect();
    let mut game = family.game(None).expect("a good start");
    let mut clocks = vec![base; entry.seats];
    let mut moves: Vec<GameMove> = Vec::new();
    let enough = if entry.is_duel() { ENDLESS } else { ENOUGH };
    while game.outcome().is_none() && moves.len() < enough {
        let seat = game.turn().index();
        let started = Instant::now();
        let limits = Limits::clock(Clock { left: clocks[seat], increment, moves_to_go: None });
        let fault = |event| assert!(!matches!(event, Event::Note(_)), "{event:?}");
        let result = players[seat].run(&game, &limits, &StopHandle::new(), fault);
        let spent = started.elapsed();
        let left = clocks[seat].checked_sub(spent);
        let left =
            left.unwrap_or_else(|| panic!("{}: {spent:?} of {:?}", entry.name, clocks[seat]));
        clocks[seat] = left + increment;
        let best = result.best.expect("the game goes on");
        game.play(&best).unwrap_or_else(|_| panic!("{}: {best} after {moves:?}", entry.name));
        moves.push(best);
    }
    let endless = entry.is_duel() && moves.len() == ENDLESS;
    assert!(!endless, "{} does not end: {moves:?}", entry.name);
}

#[test]
fn duels_are_played_to_the_end() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    for entry in Variant::all().iter().filter(|entry| entry.is_duel()) {
        play(entry, DUEL);
    }
}

#[test]
fn games_of_several_players_are_played_on() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    for name in TABLES {
        play(Variant::by_name(name).expect("a known variant"), TABLE);
    }
}
