//! The search against the oracle: it plays a win in one move, and only legal moves.

use rand_chacha::ChaCha8Rng;
use rotunda_movegen::Game;
use rotunda_search::{Event, Limits, SearchResult, Searcher, Settings, StopHandle};

use crate::artificial::artificial_fen;
use crate::each_variant::each_duel;
use crate::oracle::facts::VariantFacts;
use crate::oracle::{State, facts};
use crate::support::{Oracle, duels, family, game, rng, sample, searcher};
use crate::wanted::entries;

/// The number of positions of each variant with a win in one.
const WINS: usize = 6;
/// The plies that suffice to see the win.
const DEPTH: u32 = 3;
/// The nodes of a search that only has to find some move.
const NODES: u64 = 3000;

fn think(searcher: &mut Searcher, game: &Game, limits: &Limits) -> SearchResult {
    searcher.new_game();
    searcher.run(game, limits, &StopHandle::new(), |_| ())
}

/// Returns the moves that win at once.
fn wins(oracle: &Oracle, s: &State) -> Vec<String> {
    let won = |after: &State| {
        let outcome = oracle.rules.outcome(std::slice::from_ref(after));
        outcome.is_some_and(|outcome| outcome.points[s.side] == 100)
    };
    let attempts = oracle.rules.attempts(s).into_iter();
    attempts.filter(|a| a.legal && won(&a.after)).map(|attempt| attempt.name).collect()
}

/// Returns a position whose mover can win at once, and the winning moves.
fn with_a_win(
    oracle: &Oracle,
    facts: &VariantFacts,
    rng: &mut ChaCha8Rng,
) -> (String, Vec<String>) {
    loop {
        let fen = artificial_fen(oracle, facts, rng);
        let Ok(s) = oracle.rules.parse(&fen) else { continue };
        if oracle.rules.outcome(std::slice::from_ref(&s)).is_none() {
            let wins = wins(oracle, &s);
            if !wins.is_empty() {
                return (fen, wins);
            }
        }
    }
}

fn a_win_in_one_is_played(variant: &'static str) {
    let (oracle, facts) = (Oracle::new(variant), facts(variant));
    let mut rng = rng("wins in one");
    let mut searcher = searcher();
    for _ in 0..sample(WINS) {
        let (fen, wins) = with_a_win(&oracle, facts, &mut rng);
        let game = game(variant, &fen);
        let best =
            think(&mut searcher, &game, &Limits::depth(DEPTH)).best.expect("there are moves");
        assert!(
            wins.contains(&best.to_string()),
            "{variant} {fen}: {best} and not one of {wins:?}"
        );
    }
}

each_duel!(a_win_in_one_is_played);

#[test]
fn searches_are_repeated_to_the_node_and_answer_with_legal_moves() {
    for facts in duels() {
        let oracle = Oracle::new(facts.variant);
        let mut rng = rng("searches");
        let mut searcher = searcher();
        for _ in 0..sample(WINS) {
            let fen = artificial_fen(&oracle, facts, &mut rng);
            let Ok(s) = oracle.rules.parse(&fen) else { continue };
            let (game, limits) = (game(facts.variant, &fen), Limits::nodes(NODES));
            let result = think(&mut searcher, &game, &limits);
            assert_eq!(result, think(&mut searcher, &game, &limits), "{} {fen}", facts.variant);
            let moves = oracle.rules.moves(&s);
            match result.best {
                Some(best) => {
                    assert!(moves.contains(&best.to_string()), "{} {fen}: {best}", facts.variant);
                }
                None => assert!(moves.is_empty(), "{} {fen}", facts.variant),
            }
        }
    }
}

#[test]
fn several_threads_play_legal_moves_too() {
    for entry in entries() {
        let mut searcher = searcher();
        searcher.settings = Settings { threads: 3, multi_pv: 2, ..Settings::default() };
        let game = family(entry.name).game(None).expect("a good start");
        let fault = |event| assert!(!matches!(event, Event::Note(_)), "{event:?}");
        let result = searcher.run(&game, &Limits::nodes(5000), &StopHandle::new(), fault);
        let best = result.best.expect("there are moves at the start");
        assert!(game.is_legal(&best), "{}: {best}", entry.name);
    }
}
