//! `rotunda analyse`: positions and games from files.

mod annotated;
mod games;
mod positions;
mod summary;
mod task;
mod verdict;

use std::fmt::Display;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use crate::completion::{Completion, RunError};
use clap::{ArgGroup, Args};
use indicatif::ProgressBar;
use rotunda_movegen::Variant;
use rotunda_search::{Limits, Searcher};
use serde::Serialize;

use crate::names::named;
use crate::progress;
use crate::source::{Content, Source};
use task::Task;
use verdict::{Verdict, judge};

/// Deepest search, in plies.
const DEEPEST: i64 = 100;
/// Most lines of a position.
const MOST_LINES: i64 = 500;

/// What is looked at, and how long.
#[derive(Args, Debug)]
#[command(group(ArgGroup::new("limit").required(true).multiple(true).args(["nodes", "movetime", "depth"])))]
pub struct AnalyseArgs {
    /// Positions, a line each, with operations as in EPD (`.epd`, `.txt`), or games (`.pgn`); `-`
    /// is the standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The variant; games may name another
    #[arg(long, value_parser = named, default_value = "chess")]
    variant: &'static Variant,
    /// Nodes for each position
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Milliseconds for each position
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Plies for each position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=DEEPEST))]
    depth: Option<u32>,
    /// So many of the best lines
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=MOST_LINES))]
    multipv: u16,
    /// A JSON object on each line
    #[arg(long)]
    json: bool,
    /// Write the games as PGN with scores, marks, and the best lines as variations
    #[arg(long, conflicts_with = "json")]
    pgn: bool,
}

/// An analysis that goes on.
struct Analysis<'a> {
    args: &'a AnalyseArgs,
    searcher: Searcher,
    limits: Limits,
    out: &'a mut dyn Write,
    bar: ProgressBar,
    tally: Tally,
}

/// How many positions there were, how many of those with a right move were solved, and how many
/// games and lines could not be read.
#[derive(Clone, Copy, Default, Debug)]
struct Tally {
    tasks: usize,
    solved: usize,
    unreadable: usize,
}

impl AnalyseArgs {
    /// Searches every position, each as soon as it has been read. A position with `bm` or `am` that
    /// is not solved is a failed check, and so is a game or a line that cannot be read.
    ///
    /// # Errors
    /// If a file cannot be opened, there is no memory, or `out` takes no more.
    pub fn run(&self, out: &mut dyn Write) -> Result<Completion, RunError> {
        let sources: Vec<Source> =
            self.files.iter().map(|file| Source::open(file)).collect::<Result<_, _>>()?;
        let mut searcher = Searcher::new().map_err(|error| RunError::Machine(error.to_string()))?;
        searcher.settings.multi_pv = usize::from(self.multipv);
        let limits = Limits {
            nodes: self.nodes,
            move_time: self.movetime.map(Duration::from_millis),
            depth: self.depth,
            ..Limits::default()
        };
        let (bar, tally) = (progress::counter("positions"), Tally::default());
        let mut analysis = Analysis { args: self, searcher, limits, out, bar, tally };
        for source in sources {
            match source.content {
                Content::Games => games::analyse(&mut analysis, source)?,
                Content::Positions => positions::analyse(&mut analysis, source)?,
            }
        }
        analysis.bar.finish_and_clear();
        let tally = analysis.tally;
        if tally.tasks > 0 && !self.json {
            writeln!(analysis.out, "{} of {} solved", tally.solved, tally.tasks)?;
        }
        let is_fine = tally.solved == tally.tasks && tally.unreadable == 0;
        Ok(if is_fine { Completion::Success } else { Completion::CheckFailed })
    }
}

impl Analysis<'_> {
    fn judge(&mut self, task: &Task) -> Verdict {
        let verdict = judge(&mut self.searcher, &self.limits, task);
        self.tally.tasks += usize::from(verdict.solved.is_some());
        self.tally.solved += usize::from(verdict.solved == Some(true));
        self.bar.inc(1);
        verdict
    }

    /// Prints a result, for people or as JSON.
    fn print(&mut self, result: &(impl Serialize + Display)) -> io::Result<()> {
        let text = if self.args.json { serde_json::to_string(result)? } else { result.to_string() };
        self.print_line(&text)
    }

    fn print_line(&mut self, text: &str) -> io::Result<()> {
        let Self { out, bar, .. } = self;
        bar.suspend(|| writeln!(out, "{text}"))?;
        self.out.flush()
    }

    /// Reports what cannot be read to standard error.
    fn refuse(&mut self, place: &str, why: &dyn Display) {
        self.tally.unreadable += 1;
        self.remark(place, why);
    }

    /// Reports what is odd to standard error.
    fn remark(&self, place: &str, what: &dyn Display) {
        self.bar.suspend(|| eprintln!("{place}{what}"));
    }
}
