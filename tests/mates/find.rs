//! The search for the positions of `data/mates`: they come from games of the engine, strong against
//! weak, and the naive search alone judges them.

use std::collections::HashSet;
use std::fmt::Write;

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rotunda_movegen::Game;
use rotunda_search::{Limits, Searcher, StopHandle};

use super::prover::moves_to_mate;
use super::{MOST, WANTED};
use crate::support::family;

/// The plies of the longest game.
const PLIES: usize = 200;
/// The number of positions at the end of a game from which some are chosen.
const LAST: usize = 5;
/// The number of positions that are chosen from them.
const LOOKS: usize = 3;
/// The most positions that the naive search may visit for one mate.
const BUDGET: u64 = 1_500_000;
/// The most games that are played for one variant.
const GAMES: usize = 700;

/// Returns the positions of a game in which one seat plays well, with that seat to move. Returns
/// none if that seat does not win.
fn game(name: &str, rng: &mut ChaCha8Rng, searcher: &mut Searcher) -> Vec<Game> {
    let mut game = family(name).game(None).expect("the start");
    let seats = game.seats();
    let strong = rng.random_range(0..seats);
    let nodes = *[200, 1000].choose(rng).expect("two");
    let luck = *[0.0, 0.5, 0.9].choose(rng).expect("three");
    let mut positions = Vec::new();
    for _ in 0..PLIES {
        if let Some(outcome) = game.outcome() {
            let won = outcome.points(rotunda_movegen::Seat(strong as u8)) == rotunda_movegen::FULL;
            return if won { positions } else { Vec::new() };
        }
        let is_strong = game.turn().index() == strong;
        if is_strong {
            positions.push(game.clone());
        }
        let legal = game.legal_moves();
        let thinks = is_strong || rng.random_bool(luck);
        let nodes = if is_strong { nodes } else { 60 };
        let best = thinks
            .then(|| searcher.run(&game, &Limits::nodes(nodes), &StopHandle::new(), |_| ()).best);
        let mv = best.flatten().unwrap_or_else(|| legal.choose(rng).expect("a move").clone());
        game.play(&mv).expect("legal");
    }
    Vec::new()
}

/// Returns the lines of a variant's file.
pub fn find(name: &str) -> String {
    let mut rng = ChaCha8Rng::seed_from_u64(name.bytes().map(u64::from).sum());
    let mut searcher = Searcher::new().expect("a small table");
    let mut found: [Vec<String>; MOST as usize] = Default::default();
    let mut seen = HashSet::new();
    for _ in 0..GAMES {
        let mut positions = game(name, &mut rng, &mut searcher);
        let last = positions.split_off(positions.len().saturating_sub(LAST));
        let mut places: Vec<_> = last.iter().collect();
        places.shuffle(&mut rng);
        for game in places.into_iter().take(LOOKS) {
            let fen = game.fen();
            if !seen.insert(game.key()) {
                continue;
            }
            let quickest = moves_to_mate(family(name), &fen, MOST, BUDGET);
            if let Ok(Some(moves)) = quickest {
                let mates = &mut found[moves as usize - 1];
                if mates.len() < WANTED[moves as usize - 1] {
                    mates.push(format!("{fen}; mate {moves}"));
                }
            }
        }
        if found.iter().zip(WANTED).all(|(list, wanted)| list.len() >= wanted) {
            break;
        }
    }
    let mut text = String::new();
    for line in found.iter().flatten() {
        writeln!(text, "{line}").expect("a string grows");
    }
    text
}
