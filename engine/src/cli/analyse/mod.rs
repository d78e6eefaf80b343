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

use clap::Args;
use indicatif::ProgressBar;
use rotunda_search::{Limits, Searcher};
use serde::Serialize;

use super::shared::{LimitArgs, VariantArg};
use crate::completion::{Completion, RunError};
use crate::progress;
use crate::source::{Content, Source};
use task::Task;
use verdict::{Verdict, judge};

/// The most lines of a position.
const MOST_LINES: i64 = 500;

/// The options of `rotunda analyse`.
#[derive(Args, Debug)]
pub struct AnalyseArgs {
    /// Positions, a line each, with operations as in EPD (`.epd`, `.txt`), or games (`.pgn`); `-`
    /// is the standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    usual: VariantArg,
    #[command(flatten, next_help_heading = "Limits, one at least")]
    limits: LimitArgs,
    /// Number of best lines
    #[arg(long, value_name = "N", default_value = "1", help_heading = "Output")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=MOST_LINES))]
    multipv: u16,
    /// A JSON object on each line
    #[arg(long, help_heading = "Output")]
    json: bool,
    /// Write the games as PGN with scores, marks, and the best lines as variations
    #[arg(long, conflicts_with = "json", help_heading = "Output")]
    pgn: bool,
}

/// A running analysis.
struct Analysis<'a> {
    args: &'a AnalyseArgs,
    searcher: Searcher,
    limits: Limits,
    out: &'a mut dyn Write,
    bar: ProgressBar,
    tally: Tally,
}

/// The counts of positions, of solved ones among those with a right move, and of unreadable games
/// and lines.
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
    /// Returns an error if a file cannot be opened, there is no memory, or `out` takes no more.
    pub fn run(&self, out: &mut dyn Write) -> Result<Completion, RunError> {
        let sources: Vec<Source> =
            self.files.iter().map(|file| Source::open(file)).collect::<Result<_, _>>()?;
        let positions = sources.iter().find(|source| source.content == Content::Positions);
        if let Some(source) = positions.filter(|_| self.pgn) {
            let text = format!("--pgn writes games, and {} has positions", source.name);
            return Err(RunError::Usage(text));
        }
        let mut searcher = Searcher::new().map_err(|error| RunError::Machine(error.to_string()))?;
        searcher.settings.multi_pv = usize::from(self.multipv);
        let limits = self.limits.limits();
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

    /// Reports unreadable games and lines to standard error.
    fn refuse(&mut self, place: &str, why: &dyn Display) {
        self.tally.unreadable += 1;
        self.remark(place, why);
    }

    /// Reports oddities to standard error.
    fn remark(&self, place: &str, what: &dyn Display) {
        self.bar.suspend(|| eprintln!("{place}{what}"));
    }
}
