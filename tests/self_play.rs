//! Self-play of every variant: legal moves, no fault, and the same game in a second run.
//!
//! Limits of nodes make the games the same on every machine. In a debug build every node compares
//! the incremental values with those computed from scratch.

use std::sync::Arc;

use rotunda_movegen::{Options, Variant};
use rotunda_search::{Event, Limits, Searcher, StopHandle, TranspositionTable};

use crate::each_variant::each_variant;

/// The nodes of a move.
const NODES: u64 = 120;
/// The number of plies after which a game is broken off.
const LONGEST: usize = 40;

/// Plays a game between two searchers, which have one transposition table and have learned nothing.
/// Returns its moves.
fn play(entry: &'static Variant, players: &mut [Searcher; 2]) -> Vec<String> {
    players.iter_mut().for_each(Searcher::new_game);
    let mut game = entry.family(Options::default()).game(None).expect("a good start");
    let mut moves: Vec<String> = Vec::new();
    while game.outcome().is_none() && moves.len() < LONGEST {
        let player = &mut players[moves.len() % 2];
        let fault = |event| {
            assert!(!matches!(event, Event::Note(_)), "{} {moves:?}: {event:?}", entry.name);
        };
        let verdict = player.run(&game, &Limits::nodes(NODES), &StopHandle::new(), fault);
        let best = verdict.best.unwrap_or_else(|| panic!("{} {moves:?}: no move", entry.name));
        game.play(&best).unwrap_or_else(|_| panic!("{} {moves:?}: {best}", entry.name));
        moves.push(best.to_string());
    }
    moves
}

fn is_played_by_its_rules(variant: &'static str) {
    let entry = Variant::by_name(variant).expect("a known variant");
    let tt = Arc::new(TranspositionTable::new(1).expect("the machine has memory"));
    let mut players = [0, 1].map(|_| Searcher::with_table(tt.clone()));
    let moves = play(entry, &mut players);
    println!("{variant}: {} plies", moves.len());
    assert_eq!(moves, play(entry, &mut players), "{variant}: another game in the second run");
}

each_variant!(is_played_by_its_rules);
