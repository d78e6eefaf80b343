//! `rotunda data`: the contents of files of training data.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use rotunda_training::{
    DataError, VerdictConfig, data_files, first_positions, summarize, write_verdicts,
};

use super::shared::SeedArg;
use super::training_error::run_error;
use crate::completion::{Completion, RunError};

/// The training data to look at.
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct DataArgs {
    #[command(subcommand)]
    action: Option<Action>,
    /// Files, or folders with files, of one variant
    #[arg(value_name = "FILE|DIR", required = true)]
    paths: Vec<PathBuf>,
    /// Print the first N positions instead of statistics
    #[arg(long, value_name = "N")]
    print: Option<u64>,
}

/// The other commands for training data.
#[derive(Subcommand, Debug)]
enum Action {
    /// Print one position of each game with the score of a long search, as EPD for `train judge`
    Verdicts(VerdictArgs),
}

/// The positions that get verdicts.
#[derive(Args, Debug)]
struct VerdictArgs {
    /// Files, or folders with files, of one variant
    #[arg(value_name = "FILE|DIR", required = true)]
    paths: Vec<PathBuf>,
    /// The number of positions
    #[arg(long, value_name = "N")]
    positions: usize,
    /// Nodes of each search
    #[arg(long, value_name = "N", default_value = "300000", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    #[command(flatten)]
    seed: SeedArg,
}

impl VerdictArgs {
    fn run(&self, out: &mut dyn Write) -> Result<Completion, RunError> {
        let files = data_files(&self.paths).map_err(run_error)?;
        let wanted =
            VerdictConfig { positions: self.positions, nodes: self.nodes, seed: self.seed.seed };
        write_verdicts(&files, wanted, out).map_err(run_error)?;
        Ok(Completion::Success)
    }
}

impl DataArgs {
    /// Writes statistics or positions to `out`.
    ///
    /// # Errors
    /// Returns an error if there are no such files, or `out` takes no more.
    pub fn run(self, out: &mut dyn Write) -> Result<Completion, RunError> {
        if let Some(Action::Verdicts(args)) = &self.action {
            return args.run(out);
        }
        let files = data_files(&self.paths).map_err(run_error)?;
        let mut completion = Completion::Success;
        let mut on_fault = |path: &Path, error: &DataError| {
            eprintln!("{}: {error}", path.display());
            if !matches!(error, DataError::Torn { .. }) {
                completion = Completion::CheckFailed;
            }
        };
        if let Some(most) = self.print {
            let on_line = &mut |line: &str| writeln!(out, "{line}");
            first_positions(&files, most, &mut on_fault, on_line).map_err(run_error)?;
            return Ok(completion);
        }
        let summary = summarize(&files, &mut on_fault).map_err(run_error)?;
        if let Some(summary) = summary {
            let (statistics, bytes) = (&summary.statistics, summary.bytes);
            writeln!(out, "variant: {}", summary.variant.name)?;
            write!(out, "{}", statistics.of_seats(summary.variant.seats))?;
            let each = bytes as f64 / statistics.positions.max(1) as f64;
            writeln!(out, "bytes: {bytes}, {each:.2} a position")?;
        }
        Ok(completion)
    }
}
