//! The bench: fixed positions of every variant, searched to a fixed depth on one thread.
//!
//! The sum of its nodes is the same on every run and machine: the signature of the search.

use std::time::{Duration, Instant};

use rotunda_movegen::{Options, Variant};
use rotunda_protocol::BenchOrder;
use rotunda_search::{
    Limits, SearchOrder, SearchResult, Settings, Statistics, StopHandle, TableError,
    TranspositionTable,
};

use crate::state::{DEFAULT_HASH, EngineFactory};

/// The default depth of the bench in plies: for games of two players, and for others, whose trees
/// are wider since less can be pruned with several enemies.
const DEFAULT_DEPTH: (u32, u32) = (12, 6);

/// A line a position: the variant, a blank, the position string.
const POSITIONS: &str = include_str!("../data/bench.txt");

/// A position of the bench: its variant and its string, `None` for the start.
type BenchPosition = (&'static Variant, Option<&'static str>);

/// Returns the positions of a variant, or of all of them. It compiles no variant's tables, which
/// would delay the answer to a stop.
fn positions(only: Option<&'static Variant>) -> Vec<BenchPosition> {
    let parse = |line: &'static str| {
        let (name, fen) = line.split_once(' ').expect("a line has a variant and a position");
        (Variant::by_name(name).expect("the variant is known"), Some(fen))
    };
    let mut positions: Vec<_> = POSITIONS.lines().map(parse).collect();
    // The file has no start positions, so every new variant is in the bench at once. A game from a
    // file is in it only by name.
    let starts: Vec<&'static Variant> =
        only.map_or_else(|| Variant::all().iter().collect(), |only| vec![only]);
    positions.splice(0..0, starts.into_iter().map(|entry| (entry, None)));
    positions.retain(|(entry, _)| only.is_none_or(|only| only.name == entry.name));
    positions
        .sort_by_key(|(entry, _)| Variant::all().iter().position(|other| other.name == entry.name));
    positions
}

/// The sums over the searches of one variant's positions.
#[derive(Clone, Copy, PartialEq, Debug)]
struct VariantTotal {
    name: &'static str,
    positions: u32,
    nodes: u64,
    time: Duration,
    /// The sum of the effective branching factors, the depth's root of the nodes.
    branching: f64,
    statistics: Statistics,
}

impl VariantTotal {
    const fn new(name: &'static str) -> Self {
        let statistics = Statistics { cuts: 0, first_cuts: 0, reduced: 0, searched_again: 0 };
        Self { name, positions: 0, nodes: 0, time: Duration::ZERO, branching: 0.0, statistics }
    }

    fn add(&mut self, result: &SearchResult, depth: u32, time: Duration) {
        self.positions += 1;
        self.nodes += result.nodes;
        self.time += time;
        self.branching += (result.nodes as f64).powf(1.0 / f64::from(depth));
        self.statistics += result.statistics;
    }

    /// Returns its row of the table.
    fn row(&self) -> String {
        let Statistics { cuts, first_cuts, reduced, searched_again } = self.statistics;
        let percent = |part: u64, whole: u64| part as f64 * 100.0 / whole.max(1) as f64;
        let Self { name, nodes, .. } = self;
        let speed = per_second(*nodes, self.time);
        let branching = self.branching / f64::from(self.positions.max(1));
        let (first, again) = (percent(first_cuts, cuts), percent(searched_again, reduced));
        format!("{name:20} {nodes:9} {speed:9} {branching:9.2} {first:8.1} % {again:8.1} %")
    }
}

/// The heads of the columns of [`VariantTotal::row`].
const HEADS: &str =
    "variant                  nodes       nps branching  first cut   searched again";

/// The results of a bench.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct BenchTotal {
    /// Nodes of all searches.
    pub nodes: u64,
    /// Time of all searches.
    pub time: Duration,
    variants: Vec<VariantTotal>,
}

impl BenchTotal {
    /// The closing line, which tools look for; before it, if the order wants it, a table of the
    /// variants: nodes, nodes per second, the effective branching factor, how many of the nodes
    /// that a move cut were cut by the first, and how many reduced moves had to be searched again.
    #[must_use]
    pub fn text(&self, order: &BenchOrder) -> String {
        let closing = format!("{} nodes {} nps", self.nodes, per_second(self.nodes, self.time));
        let rows = self.variants.iter().map(VariantTotal::row);
        let table = std::iter::once(HEADS.to_owned()).chain(rows).filter(|_| order.stats);
        table.chain([closing]).collect::<Vec<_>>().join("\n")
    }

    fn add(&mut self, name: &'static str, result: &SearchResult, depth: u32, time: Duration) {
        self.nodes += result.nodes;
        self.time += time;
        if self.variants.last().is_none_or(|last| last.name != name) {
            self.variants.push(VariantTotal::new(name));
        }
        if let Some(last) = self.variants.last_mut() {
            last.add(result, depth, time);
        }
    }
}

fn per_second(nodes: u64, time: Duration) -> u128 {
    u128::from(nodes) * 1_000_000 / time.as_micros().max(1)
}

/// Searches the positions one by one, each with an empty table; `None` if it was stopped.
///
/// `on_line` gets a line for every position, with the number of positions.
///
/// # Errors
/// Returns an error if a hash table cannot be had.
///
/// # Panics
/// Panics if a position of the bench is malformed, which a test rules out.
pub fn bench(
    order: &BenchOrder,
    factory: EngineFactory,
    stop: &StopHandle,
    on_line: &mut dyn FnMut(&str, usize),
) -> Result<Option<BenchTotal>, TableError> {
    let positions = positions(order.variant);
    let mut total = BenchTotal::default();
    let mut engine = factory();
    for (entry, fen) in &positions {
        if stop.is_stopped() {
            return Ok(None);
        }
        let game = entry.family(Options::default()).game(*fen);
        let game = game.expect("the positions of the bench are well-formed");
        let tt = TranspositionTable::new(DEFAULT_HASH)?;
        engine.new_game();
        let usual = if entry.seats > 2 { DEFAULT_DEPTH.1 } else { DEFAULT_DEPTH.0 };
        let depth = order.depth.unwrap_or(usual);
        let limits = Limits::depth(depth);
        let settings = Settings::default();
        engine.prepare(&game, &settings);
        let begin = Instant::now();
        let (tt, settings, limits) = (&tt, &settings, &limits);
        let search = SearchOrder { tt, settings, limits, stop, started: begin };
        let result = engine.think(&game, &search, &mut |_| ());
        total.add(entry.name, &result, depth, begin.elapsed());
        if stop.is_stopped() {
            return Ok(None);
        }
        let best = result.best.map_or_else(|| "(none)".into(), |best| best.to_string());
        let fen = fen.unwrap_or_else(|| entry.start());
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
            let fens = positions(Some(entry)).into_iter();
            let mut fens: Vec<_> = fens.map(|(_, fen)| fen.unwrap_or(entry.start())).collect();
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
        let run =
            || bench(&order, rotunda_search::search_engine, &StopHandle::new(), &mut |_, _| ());
        let nodes = || run().expect("a table").expect("nobody stopped it").nodes;
        assert_eq!(nodes(), nodes());
    }
}
