//! `rotunda perft`: the leaves of trees of legal moves.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use clap::{ArgGroup, Args};

use super::shared::{DEEPEST, MAX_THREADS, PositionArg};
use crate::completion::{Completion, RunError};
use crate::perft_runner::PerftRunner;
use crate::progress::{self, Moves};
use crate::room;
use crate::suite::{read_suite, run_suite};

/// The options of `rotunda perft`.
#[derive(Args, Debug)]
#[command(group(ArgGroup::new("what").required(true).args(["suite", "depth"])))]
pub struct PerftArgs {
    #[command(flatten)]
    position: PositionArg,
    /// Depth, in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=DEEPEST))]
    depth: Option<u32>,
    /// Print the leaves below each move
    #[arg(long)]
    divide: bool,
    /// Count on this many threads
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS), default_value = "1")]
    threads: u16,
    /// Check files of positions and their counts; each file is named after its variant
    #[arg(long, value_name = "FILE", num_args = 1.., help_heading = "Suites")]
    #[arg(conflicts_with_all = ["variant", "fen", "depth", "divide"])]
    suite: Vec<PathBuf>,
    /// Skip counts greater than this
    #[arg(long, value_name = "N", requires = "suite", help_heading = "Suites")]
    max_nodes: Option<u64>,
}

impl PerftArgs {
    /// Runs perft on a position, or checks the counts of suites.
    ///
    /// # Errors
    /// Returns an error if the position or a file is wrong, or if there is too little memory.
    pub fn run(&self, out: &mut dyn Write) -> Result<Completion, RunError> {
        if self.suite.is_empty() { self.count(out) } else { self.check(out) }
    }

    fn runner(&self) -> Result<PerftRunner, RunError> {
        if !room::is_left_to_count(self.threads.into()) {
            return Err(RunError::Machine("too little memory is left".into()));
        }
        PerftRunner::new(self.threads.into()).map_err(|error| RunError::Machine(error.to_string()))
    }

    fn count(&self, out: &mut dyn Write) -> Result<Completion, RunError> {
        let game = self.position.game()?;
        let depth = self.depth.expect("a depth is required where there is no suite");
        let runner = self.runner()?;
        let bar = progress::bar(game.legal_moves().len() as u64);
        let begin = Instant::now();
        let counts = runner.count(&game, depth, &Moves(&bar));
        let time = begin.elapsed();
        bar.finish_and_clear();
        let counts = counts.expect("nobody stops it");
        if self.divide {
            for (mv, below) in &counts.by_move {
                writeln!(out, "{mv}: {below}")?;
            }
            writeln!(out)?;
        }
        // Leaves per microsecond are millions per second.
        let tenths = u128::from(counts.total) * 10 / time.as_micros().max(1);
        writeln!(out, "Nodes searched: {}", counts.total)?;
        writeln!(out, "{:.3} s, {}.{} Mnps", time.as_secs_f64(), tenths / 10, tenths % 10)?;
        Ok(Completion::Success)
    }

    fn check(&self, out: &mut dyn Write) -> Result<Completion, RunError> {
        let mut cases = Vec::new();
        for path in &self.suite {
            cases.extend(read_suite(path).map_err(|error| RunError::Usage(error.to_string()))?);
        }
        let most = self.max_nodes.unwrap_or(u64::MAX);
        let tally = run_suite(&cases, most, &self.runner()?, out)?;
        writeln!(out, "{tally}")?;
        Ok(if tally.failed == 0 { Completion::Success } else { Completion::CheckFailed })
    }
}
