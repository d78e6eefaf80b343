//! The search against the oracle: it plays a win that is one move away, and only legal moves.

use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use rotunda_movegen::Options;
use rotunda_search::{
    Control, Limits, Settings, SetupError, Thinker, TranspositionTable, Verdict, thinker,
};

use crate::artificial::artificial_fen;
use crate::oracle::State;
use crate::support::{Oracle, rng, scaled};
use crate::variant_facts::{FACTS, VariantFacts};

/// Positions of each variant with a win in one.
const WINS: usize = 6;
/// Plies that must do to see it.
const DEPTH: u32 = 3;
/// Nodes of a search that only has to find some move.
const NODES: u64 = 3000;
/// Plies of a game that is continued order by order.
const PLIES: usize = 60;

fn think(thinker: &mut dyn Thinker, limits: &Limits) -> Verdict {
    let table = TranspositionTable::new(1).expect("the machine has memory");
    thinker.forget();
    thinker.think(&table, &Settings::default(), limits, &Control::default(), &mut |_| ())
}

/// A player of the variant.
fn player(variant: &str) -> Box<dyn Thinker> {
    let entry = rotunda_movegen::variant(variant).expect("a known variant");
    thinker(entry.family(Options::default()))
}

/// The moves that win at once.
fn wins(oracle: &Oracle, s: &State) -> Vec<String> {
    let won = |after: &State| {
        let outcome = oracle.rules.outcome(std::slice::from_ref(after));
        outcome.is_some_and(|outcome| outcome.points[s.side] == 100)
    };
    let attempts = oracle.rules.attempts(s).into_iter();
    attempts.filter(|a| a.legal && won(&a.after)).map(|attempt| attempt.name).collect()
}

/// A position whose mover can win at once, and the moves that do it.
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

#[test]
fn a_win_in_one_is_played() {
    for facts in &FACTS {
        let oracle = Oracle::new(facts.variant);
        let mut rng = rng("wins in one");
        let mut player = player(facts.variant);
        for _ in 0..scaled(WINS) {
            let (fen, wins) = with_a_win(&oracle, facts, &mut rng);
            player.set_up(Some(&fen), &[]).expect("a good position");
            let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
            let best = think(&mut *player, &limits).best.expect("there are moves");
            assert!(
                wins.contains(&best),
                "{} {fen}: {best} and not one of {wins:?}",
                facts.variant
            );
        }
    }
}

#[test]
fn searches_are_repeated_to_the_node_and_answer_with_legal_moves() {
    for facts in &FACTS {
        let oracle = Oracle::new(facts.variant);
        let mut rng = rng("searches");
        let mut player = player(facts.variant);
        for _ in 0..scaled(WINS) {
            let fen = artificial_fen(&oracle, facts, &mut rng);
            let Ok(s) = oracle.rules.parse(&fen) else { continue };
            player.set_up(Some(&fen), &[]).expect("both sides accept it");
            let limits = Limits { nodes: Some(NODES), ..Limits::default() };
            let verdict = think(&mut *player, &limits);
            assert_eq!(verdict, think(&mut *player, &limits), "{} {fen}", facts.variant);
            let moves = oracle.rules.moves(&s);
            match verdict.best {
                Some(best) => assert!(moves.contains(&best), "{} {fen}: {best}", facts.variant),
                None => assert!(moves.is_empty(), "{} {fen}", facts.variant),
            }
        }
    }
}

#[test]
fn an_order_that_continues_a_game_is_the_same_as_one_from_its_start() {
    for facts in &FACTS {
        let mut rng = rng("continued games");
        let (mut steady, mut moves) = (player(facts.variant), Vec::new());
        for _ in 0..PLIES {
            let Some(next) = steady.game().legal().choose(&mut rng).cloned() else { break };
            moves.push(next);
            let way: Vec<&str> = moves.iter().map(String::as_str).collect();
            steady.set_up(None, &way).expect("legal moves");
            let mut fresh = player(facts.variant);
            fresh.set_up(None, &way).expect("legal moves");
            assert_eq!(steady.game().fen(), fresh.game().fen(), "{} {moves:?}", facts.variant);
            assert_eq!(steady.game().outcome(), fresh.game().outcome());
        }
        let way: Vec<&str> = moves.iter().map(String::as_str).collect();
        let fen = steady.game().fen();
        let illegal = [way.as_slice(), &["a1a1"]].concat();
        assert_eq!(steady.set_up(None, &illegal), Err(SetupError::Move(way.len())));
        assert_eq!(steady.game().fen(), fen, "{} is left as it was", facts.variant);
        steady.set_up(None, &way[..1]).expect("legal moves");
        let mut back = player(facts.variant);
        back.set_up(None, &way[..1]).expect("legal moves");
        assert_eq!(steady.game().fen(), back.game().fen(), "{}: back", facts.variant);
        steady.set_up(Some(&fen), &[]).expect("a position of the game");
        assert_eq!(steady.game().fen(), fen, "{}: elsewhere", facts.variant);
    }
}
