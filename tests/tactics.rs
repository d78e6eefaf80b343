//! Tactics that a search must see within a number of nodes: mates and sacrifices on several boards.
//!
//! Each line of `data/tactics.txt` has variant, position string, `; bm` and the best moves,
//! `; nodes` and the number of nodes that suffice. A usual run leaves out the tactics that take
//! long; `ROTUNDA_TEST_SCALE=1` runs all.

use rotunda_movegen::{Options, Variant};
use rotunda_search::{Limits, Searcher, StopHandle};

use crate::support::is_full_volume;
use crate::wanted::is_wanted;

const TACTICS: &str = include_str!("data/tactics.txt");

/// The most nodes of a tactic in a usual run.
const USUAL: u64 = 250_000;
/// The number of variants that must have tactics in the suite.
const VARIANTS: usize = 6;

struct Tactic {
    variant: &'static str,
    fen: &'static str,
    best: Vec<&'static str>,
    nodes: u64,
}

fn parse(line: &'static str) -> Tactic {
    let mut parts = line.split("; ");
    let (variant, fen) = parts.next().and_then(|part| part.split_once(' ')).expect("a position");
    let mut operation = |name: &str| {
        let words = parts.next().and_then(|part| part.strip_prefix(name)).expect("bm, then nodes");
        words.split_whitespace()
    };
    let best = operation("bm").collect();
    let nodes = operation("nodes").next().and_then(|n| n.parse().ok()).expect("a number");
    Tactic { variant, fen, best, nodes }
}

/// Returns a report if the move after so many nodes is none of the best moves.
fn miss(tactic: &Tactic) -> Option<String> {
    let family = Variant::by_name(tactic.variant).expect("known").family(Options::default());
    let game = family.game(Some(tactic.fen)).expect("well-formed");
    let mut searcher = Searcher::new().expect("a small table");
    let found = searcher.run(&game, &Limits::nodes(tactic.nodes), &StopHandle::new(), |_| ());
    let found = found.best.expect("the game goes on").to_string();
    let Tactic { variant, fen, best, .. } = tactic;
    (!best.contains(&&*found)).then(|| format!("{variant} {fen}: {found} instead of {best:?}"))
}

#[test]
fn tactics_are_seen_in_time() {
    let tactics: Vec<Tactic> = TACTICS.lines().map(parse).collect();
    let mut variants: Vec<_> = tactics.iter().map(|tactic| tactic.variant).collect();
    variants.dedup();
    assert!(variants.len() >= VARIANTS, "{variants:?}");
    let is_usual = |tactic: &&Tactic| is_full_volume() || tactic.nodes <= USUAL;
    let wanted = tactics.iter().filter(|tactic| is_wanted(tactic.variant)).filter(is_usual);
    let missed: Vec<String> = wanted.filter_map(miss).collect();
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}
