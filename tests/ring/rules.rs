//! Every rule of the circular games takes effect in the oracle's random games.

use super::coverage::{required, watch};
use super::wander::wander;
use crate::coverage::Coverage;
use crate::oracle::ring::{Ring, VARIANTS};
use crate::support::rng;

/// Walks at random through a game and asks that nothing be missing.
fn explore(variant: &str) {
    let ring = Ring::new(variant).expect("a known variant");
    let mut coverage = Coverage::default();
    let (mut good, mut bad, mut positions) = (0, 0, 0);
    let tell = |_: &str, is_good: bool| if is_good { good += 1 } else { bad += 1 };
    wander(&ring, &mut rng(variant), tell, |stage| {
        positions += 1;
        let text = ring.fen(stage.now());
        assert_eq!(ring.parse(&text).as_ref(), Ok(stage.now()), "{variant} {text}");
        watch(stage, &mut coverage);
    });
    println!("{variant}: {positions} positions, {good} starts, {bad} refused");
    let required: Vec<String> = required(&ring).into_iter().map(String::from).collect();
    coverage.require(variant, &required);
    assert!(good > 9 * bad, "{variant}: {bad} of the artificial positions are impossible");
}

#[test]
fn every_rule_of_the_modern_game_is_met() {
    VARIANTS.iter().filter(|name| name.starts_with("modern")).for_each(|name| explore(name));
}

#[test]
fn every_rule_of_the_byzantine_game_is_met() {
    VARIANTS.iter().filter(|name| name.starts_with("byzantine")).for_each(|name| explore(name));
}
