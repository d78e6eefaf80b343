//! The engine plays the circular games against itself; the oracle checks every action and outcome.

use rotunda_movegen::Options;
use rotunda_search::{
    Control, Event, Limits, MultiSearch, Settings, Thinker, TranspositionTable, thinker,
};

use super::artificial::artificial_fen;
use crate::oracle::ring::{Ring, VARIANTS};
use crate::support::{rng, scaled};

/// Games of each variant from artificial positions, beside one from the start.
const GAMES: usize = 3;
/// Most plies of a game.
const LONGEST: usize = 60;
/// Nodes of a move.
const NODES: u64 = 400;

/// One game of a player that thinks for all seats.
fn play(player: &mut dyn Thinker, rules: &Ring, fen: &str, mode: MultiSearch) -> usize {
    let table = TranspositionTable::new(1).expect("the machine has memory");
    let settings = Settings { multi_search: mode, ..Settings::default() };
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let mut line = vec![rules.parse(fen).expect("a good position")];
    let mut moves: Vec<String> = Vec::new();
    for ply in 0..LONGEST {
        let texts: Vec<&str> = moves.iter().map(String::as_str).collect();
        player.set_up(Some(fen), &texts).unwrap_or_else(|error| panic!("{fen} {texts:?}: {error}"));
        let outcome = rules.outcome(&line);
        let reason = player.game().outcome().map(|outcome| outcome.reason.to_string());
        assert_eq!(reason.as_deref(), outcome.map(|outcome| outcome.reason), "{fen} {moves:?}");
        if reason.is_some() {
            return ply;
        }
        let mut fault =
            |event| assert!(!matches!(event, Event::Note(_)), "{fen} {texts:?}: {event:?}");
        let verdict = player.think(&table, &settings, &limits, &Control::default(), &mut fault);
        let best = verdict.best.unwrap_or_else(|| panic!("nothing in {fen} {moves:?}"));
        line.push(rules.play(line.last().expect("a position"), &best));
        moves.push(best);
    }
    LONGEST
}

#[test]
fn the_engine_plays_all_seats_by_the_rules() {
    let modes = [MultiSearch::Paranoid, MultiSearch::BestReply, MultiSearch::MaxN];
    for variant in VARIANTS {
        let entry = rotunda_movegen::variant(variant).expect("a known variant");
        let rules = Ring::new(variant).expect("a known variant");
        let mut player = thinker(entry.family(Options::default()));
        let mut rng = rng(variant);
        let mut plies = play(&mut *player, &rules, entry.start(), MultiSearch::Auto);
        for game in 0..scaled(GAMES) {
            let fen = artificial_fen(&rules, &mut rng);
            plies += play(&mut *player, &rules, &fen, modes[game % modes.len()]);
        }
        println!("{variant}: {plies} plies");
    }
}
