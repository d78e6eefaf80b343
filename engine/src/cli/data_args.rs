//! `rotunda data`: what files of training data hold.

use std::io::Write;
use std::path::{Path, PathBuf};

use crate::completion::{Completion, RunError};
use clap::Args;
use rotunda_training::{
    DataError, VerdictConfig, data_files, first_positions, summarize, write_verdicts,
};

use super::training_error::run_error;

/// The words after `rotunda data`.
#[derive(Args, Debug)]
pub struct DataArgs {
    /// Files, or folders with files, of one variant
    #[arg(value_name = "FILE|DIR", required = true)]
    paths: Vec<PathBuf>,
    /// Print the first N positions instead of statistics
    #[arg(long, value_name = "N")]
    print: Option<u64>,
    /// Print N positions, one of a game, with the scores of long searches, as EPD for `train
    /// --judge`
    #[arg(long, value_name = "N", conflicts_with = "print")]
    verdicts: Option<usize>,
    /// Nodes of these searches
    #[arg(long, value_name = "N", requires = "verdicts", default_value = "300000", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Decides which positions these are
    #[arg(long, requires = "verdicts", default_value = "1")]
    seed: u64,
}

impl DataArgs {
    /// Writes statistics or positions to `out`.
    ///
    /// # Errors
    /// If there are no such files, or `out` takes no more.
    pub fn run(self, out: &mut dyn Write) -> Result<Completion, RunError> {
        let files = data_files(&self.paths).map_err(run_error)?;
        if let Some(positions) = self.verdicts {
            let wanted = VerdictConfig { positions, nodes: self.nodes, seed: self.seed };
            write_verdicts(&files, wanted, out).map_err(run_error)?;
            return Ok(Completion::Success);
        }
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
