//! The bench: fixed positions of every variant, searched to a fixed depth on one thread.
//!
//! The sum of its nodes is the same on every run and machine: the signature of the search.

use std::time::{Duration, Instant};

use rotunda_movegen::{Options, Variant};
use rotunda_protocol::BenchOrder;
use rotunda_search::{Limits, SearchOrder, Settings, StopHandle, TableError, TranspositionTable};

use crate::state::{DEFAULT_HASH, ThinkerFactory};

/// How deep the bench searches by default, in plies: games of two players, and others,
/// whose trees are wider by what cannot be left out with several enemies.
const DEFAULT_DEPTH: (u32, u32) = (12, 6);

/// A line a position: the variant, a blank, the position string.
const POSITIONS: &str = include_str!("../data/bench.txt");

/// The positions of a variant, or of all of them.
fn positions(only: Option<&'static Variant>) -> Vec<(&'static Variant, &'static str)> {
    let parse = |line: &'static str| {
        let (name, fen) = line.split_once(' ').expect("a line has a variant and a position");
        (Variant::by_name(name).expect("the variant is known"), fen)
    };
    let mut positions: Vec<_> = POSITIONS.lines().map(parse).collect();
    // Starts are not in the file: a new variant is in the bench from its first day.
    let starts = Variant::all().iter().map(|entry| (entry, entry.start()));
    positions.splice(0..0, starts);
    positions.retain(|(entry, _)| only.is_none_or(|only| only.name == entry.name));
    positions
        .sort_by_key(|(entry, _)| Variant::all().iter().position(|other| other.name == entry.name));
    positions
}

/// What a bench has measured.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct BenchTotal {
    /// Nodes of all searches.
    pub nodes: u64,
    /// Time of all searches.
    pub time: Duration,
}

impl BenchTotal {
    /// The closing line, which tools look for.
    #[must_use]
    pub fn line(&self) -> String {
        let speed = u128::from(self.nodes) * 1_000_000 / self.time.as_micros().max(1);
        format!("{} nodes {speed} nps", self.nodes)
    }
}

/// Searches the positions one by one, each with an empty table; `None` if it was stopped.
///
/// `on_line` gets a line for every position, with the number of positions.
///
/// # Errors
/// If a hash table cannot be had.
///
/// # Panics
/// If a position of the bench is malformed, which a test rules out.
pub fn bench(
    order: &BenchOrder,
    factory: ThinkerFactory,
    stop: &StopHandle,
    on_line: &mut dyn FnMut(&str, usize),
) -> Result<Option<BenchTotal>, TableError> {
    let positions = positions(order.variant);
    let mut total = BenchTotal::default();
    let mut thinker = factory();
    for (entry, fen) in &positions {
        let game = entry.family(Options::default()).game(Some(fen));
        let game = game.expect("the positions of the bench are well-formed");
        let tt = TranspositionTable::new(DEFAULT_HASH)?;
        thinker.new_game();
        thinker.prepare(&*game);
        let usual = if entry.seats > 2 { DEFAULT_DEPTH.1 } else { DEFAULT_DEPTH.0 };
        let limits = Limits::depth(order.depth.unwrap_or(usual));
        let settings = Settings::default();
        let begin = Instant::now();
        let (tt, settings, limits) = (&tt, &settings, &limits);
        let search = SearchOrder { tt, settings, limits, stop, started: begin };
        let result = thinker.think(&*game, &search, &mut |_| ());
        total.time += begin.elapsed();
        total.nodes += result.nodes;
        if stop.is_stopped() {
            return Ok(None);
        }
        let best = result.best.as_deref().unwrap_or("(none)");
        let line = format!("{} {fen}: {} nodes bestmove {best}", entry.name, result.nodes);
        on_line(&line, positions.len());
    }
    Ok(Some(total))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variant_has_several_different_positions() {
        for entry in Variant::all() {
            let mut fens: Vec<_> = positions(Some(entry)).into_iter().map(|(_, fen)| fen).collect();
            for fen in &fens {
                let game = entry.family(Options::default()).game(Some(fen)).expect("well-formed");
                assert_eq!(game.fen(), *fen);
                assert!(game.outcome().is_none(), "{fen} is over");
            }
            fens.sort_unstable();
            fens.dedup();
            assert!((4..=7).contains(&fens.len()), "{}: {}", entry.name, fens.len());
        }
    }

    #[test]
    fn the_nodes_are_the_same_every_time() {
        let order = BenchOrder { depth: Some(2), ..BenchOrder::default() };
        let run = || bench(&order, rotunda_search::thinker, &StopHandle::new(), &mut |_, _| ());
        let nodes = || run().expect("a table").expect("nobody stopped it").nodes;
        assert_eq!(nodes(), nodes());
    }
}
