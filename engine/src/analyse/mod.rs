//! `rotunda analyse`: positions and games from files.

mod pgn;
mod positions;
mod summary;
mod task;
mod verdict;

use std::fmt::Display;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgGroup, Args};
use rotunda_command::{Completion, RunError};
use rotunda_movegen::Variant;
use rotunda_search::{Limits, Searcher};
use serde::Serialize;

use crate::names::named;
use crate::progress;
use summary::Summary;
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
    /// Positions, a line each, with operations as in EPD (`.epd`, `.txt`), or games (`.pgn`)
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
}

/// How many positions there were, and how many of those with a right move were solved.
#[derive(Clone, Copy, Default, Serialize, Debug)]
struct Tally {
    positions: usize,
    tasks: usize,
    solved: usize,
}

impl AnalyseArgs {
    /// Searches every position; a position with `bm` or `am` that is not solved is a failed check.
    ///
    /// # Errors
    /// If a file cannot be read or understood, there is no memory, or `out` takes no more.
    pub fn run(&self, out: &mut dyn Write) -> Result<Completion, RunError> {
        let mut tasks = Vec::new();
        for file in &self.files {
            tasks.extend(self.read(file).map_err(RunError::Usage)?);
        }
        let mut searcher = Searcher::new().map_err(|error| RunError::Machine(error.to_string()))?;
        searcher.settings.multi_pv = usize::from(self.multipv);
        let limits = Limits {
            nodes: self.nodes,
            move_time: self.movetime.map(Duration::from_millis),
            depth: self.depth,
            ..Limits::default()
        };
        let bar = progress::bar(tasks.len() as u64);
        let (mut tally, mut game) = (Tally::default(), None);
        for task in &tasks {
            let verdict = judge(&mut searcher, &limits, task).map_err(RunError::Usage)?;
            tally.add(&verdict);
            bar.inc(1);
            let ended = Summary::follow(&mut game, task, &verdict);
            bar.suspend(|| {
                ended.map_or(Ok(()), |summary| self.tell(out, &summary))?;
                self.tell(out, &verdict)
            })?;
        }
        bar.finish_and_clear();
        game.map_or(Ok(()), |summary| self.tell(out, &summary))?;
        if tally.tasks > 0 && !self.json {
            writeln!(out, "{} of {} solved", tally.solved, tally.tasks)?;
        }
        let is_solved = tally.solved == tally.tasks;
        Ok(if is_solved { Completion::Success } else { Completion::CheckFailed })
    }

    fn read(&self, file: &PathBuf) -> Result<Vec<Task>, String> {
        let text =
            fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
        let name = file.display().to_string();
        if file.extension().is_some_and(|kind| kind.eq_ignore_ascii_case("pgn")) {
            pgn::tasks(&name, self.variant, &text)
        } else {
            positions::tasks(&name, self.variant, &text)
        }
    }

    fn tell(&self, out: &mut dyn Write, told: &(impl Serialize + Display)) -> io::Result<()> {
        if self.json {
            writeln!(out, "{}", serde_json::to_string(told)?)
        } else {
            writeln!(out, "{told}")
        }
    }
}

impl Tally {
    fn add(&mut self, verdict: &Verdict) {
        self.positions += 1;
        self.tasks += usize::from(verdict.solved.is_some());
        self.solved += usize::from(verdict.solved == Some(true));
    }
}
