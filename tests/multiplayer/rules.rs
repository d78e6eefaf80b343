//! Every rule of the circular games takes effect in random games, which the engine plays as the
//! oracle does.

use rotunda_movegen::{Family, Game, Multiplayer, Options, Rules, VariantTables};

use super::agree::Comparison;
use super::coverage::{required, watch};
use super::random_games::play_random_games;
use crate::coverage::Coverage;
use crate::oracle::ring::Ring;
use crate::support::{multiplayer_games, on_every_processor, rng};

/// Positions that a game must have been compared in.
const ENOUGH: usize = 5000;

/// Compares random games of a variant, and requires that every rule took effect.
fn explore(variant: &str) {
    let ring = Ring::new(variant).expect("a known variant");
    explore_rules(variant, &ring, &required(&ring));
}

/// Compares random games by these rules, and requires that all this happened.
fn explore_rules(variant: &str, ring: &Ring, required: &[&str]) {
    let entry = rotunda_movegen::Variant::by_name(variant).expect("a known variant");
    match entry.family(Options::default()) {
        Family::Multiplayer(tables) => explore_tables(variant, tables, ring, required),
        Family::WideMultiplayer(tables) => explore_tables(variant, tables, ring, required),
        family => panic!("{variant} is {family:?}"),
    }
}

fn explore_tables<const W: usize>(
    variant: &str,
    tables: &'static VariantTables<W>,
    ring: &Ring,
    required: &[&str],
) {
    let mut coverage = Coverage::default();
    let (mut good, mut bad) = (0, 0);
    let mut comparison = Comparison::new(Game::new(tables));
    let on_start = |text: &str, is_good: bool| {
        let found = Multiplayer::parse(tables, text);
        assert_eq!(found.is_ok(), is_good, "{variant} {text}: {:?}", found.err());
        if is_good { good += 1 } else { bad += 1 }
    };
    play_random_games(ring, &mut rng(variant), on_start, |step| {
        let text = ring.fen(step.now());
        assert_eq!(ring.parse(&text).as_ref(), Ok(step.now()), "{variant} {text}");
        watch(step, &mut coverage);
        comparison.on_position(step);
    });
    let Comparison { positions, actions, .. } = comparison;
    println!("{variant}: {positions} positions, {actions} actions, {good} starts, {bad} refused");
    let required: Vec<String> = required.iter().copied().map(String::from).collect();
    coverage.require(variant, &required);
    assert!(good > 9 * bad, "{variant}: {bad} of the artificial positions are impossible");
    assert!(positions >= ENOUGH, "{variant}: {positions} positions");
}

#[test]
fn every_rule_of_the_circular_games_is_met_and_agreed_on() {
    on_every_processor(multiplayer_games(), explore);
}

#[test]
fn modern_neighbours_in_teams_swap_their_pawns() {
    for (variant, teams) in [("modern4", "ab.cd"), ("modern6", "ab.cd.ef"), ("modern6", "abc.def")]
    {
        let ring = Ring::new(variant).and_then(|ring| ring.with_teams(teams));
        let ring = ring.expect("proper teams");
        let mut required = required(&ring);
        required.extend(["swap: P with M, face to face", "swap: M with P, face to face"]);
        explore_rules(variant, &ring, &required);
    }
}
