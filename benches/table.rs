//! Speed of every variant as one table, beside a baseline:
//! `cargo bench -p rotunda-benches --bench table [-- --baseline FILE] [--save FILE] [--only NAME]`.
//!
//! The table has the leaves of perft and the nodes of a search on one thread, in millions a second
//! of processor time, from the fastest of several rounds: other programs make a round slower, never
//! faster. Figures of another machine do not compare; save a baseline of your own before a change.

mod starts;

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Parser;
use cpu_time::ProcessTime;
use rotunda_movegen::{Game, Options, Variant};
use rotunda_search::{Limits, Searcher, StopHandle, TranspositionTable};

use crate::starts::{KIWIPETE, KIWIPETE_COUNT, count};

/// The nodes of one search.
const NODES: u64 = 200_000;
/// The megabytes of the search's table.
const HASH: usize = 16;

/// Measures perft and search of every variant and prints a table.
#[derive(Parser)]
struct Arguments {
    /// Figures to compare with.
    #[arg(long, default_value_os_t = standing())]
    baseline: PathBuf,
    /// Writes the figures there.
    #[arg(long)]
    save: Option<PathBuf>,
    /// Measures only rows whose names contain this.
    #[arg(long, default_value = "")]
    only: String,
    /// The number of times that everything is measured.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// The argument that `cargo bench` adds.
    #[arg(long, hide = true)]
    bench: bool,
}

/// Returns the path of the baseline in the repository.
fn standing() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("baseline.tsv")
}

/// Millions a second of processor time.
#[derive(Clone, Copy)]
struct Figures {
    perft: f64,
    search: f64,
}

/// A row: a position with its perft.
struct Row {
    name: &'static str,
    game: Game,
    depth: u32,
    leaves: u64,
}

impl Row {
    fn new(name: &'static str, game: Game, (depth, leaves): (u32, u64)) -> Self {
        Self { name, game, depth, leaves }
    }

    fn measure(&self, rounds: u32) -> Figures {
        let perft = || {
            let begin = ProcessTime::now();
            let counts = self.game.perft(self.depth);
            let time = begin.elapsed();
            assert_eq!(counts.iter().map(|(_, leaves)| leaves).sum::<u64>(), self.leaves);
            (self.leaves, time)
        };
        let search = || {
            let tt = TranspositionTable::new(HASH).expect("the machine has memory");
            let mut searcher = Searcher::with_table(Arc::new(tt));
            // The first search derives the weights, outside the measured time.
            searcher.run(&self.game, &Limits::nodes(1), &StopHandle::new(), |_| ());
            let begin = ProcessTime::now();
            let limits = Limits::nodes(NODES);
            let result = searcher.run(&self.game, &limits, &StopHandle::new(), |_| ());
            (result.nodes, begin.elapsed())
        };
        Figures { perft: best(rounds, perft), search: best(rounds, search) }
    }
}

/// Returns millions a second in the fastest round.
fn best(rounds: u32, run: impl Fn() -> (u64, Duration)) -> f64 {
    let speed = |(count, time): (u64, Duration)| count as f64 / time.as_secs_f64() / 1e6;
    (0..rounds).map(|_| speed(run())).fold(0.0, f64::max)
}

/// Returns the rows: the starts of all variants, and Kiwipete.
fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for entry in Variant::all() {
        let family = entry.family(Options::default());
        rows.push(Row::new(entry.name, family.game(None).expect("a good start"), count(entry)));
        if entry.name == "chess" {
            let kiwipete = family.game(Some(KIWIPETE)).expect("a good position");
            rows.push(Row::new("chess/kiwipete", kiwipete, KIWIPETE_COUNT));
        }
    }
    rows
}

/// Reads a file of `--save`. A missing file has no figures.
fn read(path: &Path) -> HashMap<String, Figures> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let figures = |line: &str| {
        let mut words = line.split('\t');
        let name = words.next()?.to_string();
        let mut number = || words.next()?.parse().ok();
        Some((name, Figures { perft: number()?, search: number()? }))
    };
    text.lines().filter_map(figures).collect()
}

/// Returns a figure and its ratio to the baseline's.
fn cell(now: f64, before: Option<f64>) -> String {
    let ratio = before.map_or_else(String::new, |before| format!("{:.2}", now / before));
    format!("{now:>8.2} {ratio:>6}")
}

fn main() {
    let arguments = Arguments::parse();
    let baseline = read(&arguments.baseline);
    let mut saved = String::from("variant\tperft, M leaves/s\tsearch, M nodes/s\n");
    println!(
        "{:<28} {:>8} {:>6} {:>8} {:>6}",
        "M/s of processor time", "perft", "ratio", "search", "ratio"
    );
    for row in rows().iter().filter(|row| row.name.contains(&arguments.only)) {
        let now = row.measure(arguments.rounds);
        let before = baseline.get(row.name);
        let perft = cell(now.perft, before.map(|figures| figures.perft));
        let search = cell(now.search, before.map(|figures| figures.search));
        println!("{:<28} {perft} {search}", row.name);
        writeln!(saved, "{}\t{:.3}\t{:.4}", row.name, now.perft, now.search).expect("memory");
    }
    if let Some(path) = arguments.save {
        std::fs::write(&path, saved).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
}
