//! Games of the engine against itself in the circular games. The oracle checks every action and
//! outcome.

use rotunda_movegen::Game;
use rotunda_search::{Event, Limits, MultiSearch, Searcher, StopHandle};

use super::artificial::artificial_fen;
use crate::each_variant::each_multiplayer_game;
use crate::oracle::ring::Ring;
use crate::support::{family, game, rng, scaled, searcher};

/// The number of games of each variant from artificial positions, beside one from the start.
const GAMES: usize = 3;
/// The most plies of a game.
const LONGEST: usize = 40;
/// The nodes of a move.
const NODES: u64 = 150;

/// Plays a game in which one player thinks for all seats. Returns its length in plies.
fn play(searcher: &mut Searcher, rules: &Ring, mut game: Game) -> usize {
    let fen = game.fen();
    let mut line = vec![rules.parse(&fen).expect("a good position")];
    let mut moves: Vec<String> = Vec::new();
    for ply in 0..LONGEST {
        let outcome = rules.outcome(&line);
        let reason = game.outcome().map(|outcome| outcome.reason.to_string());
        assert_eq!(reason.as_deref(), outcome.map(|outcome| outcome.reason), "{fen} {moves:?}");
        if reason.is_some() {
            return ply;
        }
        let fault = |event| assert!(!matches!(event, Event::Note(_)), "{fen} {moves:?}: {event:?}");
        let result = searcher.run(&game, &Limits::nodes(NODES), &StopHandle::new(), fault);
        let best = result.best.unwrap_or_else(|| panic!("nothing in {fen} {moves:?}"));
        game.play(&best).unwrap_or_else(|error| panic!("{fen} {moves:?} {best}: {error}"));
        let best = best.to_string();
        line.push(rules.play(line.last().expect("a position"), &best));
        moves.push(best);
    }
    LONGEST
}

fn the_engine_plays_all_seats_by_the_rules(variant: &'static str) {
    let modes = [MultiSearch::Paranoid, MultiSearch::BestReply, MultiSearch::MaxN];
    let rules = Ring::new(variant).expect("a known variant");
    let mut searcher = searcher();
    let mut rng = rng(variant);
    let start = family(variant).game(None).expect("a good start");
    let mut plies = play(&mut searcher, &rules, start);
    for number in 0..scaled(GAMES) {
        searcher.settings.multi_search = modes[number % modes.len()];
        let fen = artificial_fen(&rules, &mut rng);
        plies += play(&mut searcher, &rules, game(variant, &fen));
    }
    println!("{variant}: {plies} plies");
}

each_multiplayer_game!(the_engine_plays_all_seats_by_the_rules);
