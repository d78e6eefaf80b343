//! `rotunda fit`: the numbers of the derived evaluation from the games of files.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;
use rotunda_training::{FitConfig, FitEvent, Fitted, TrainingError, fit};

use super::shared::{ThreadsArg, part};
use super::training_error::run_error;
use crate::completion::{Completion, RunError};

/// The options of `rotunda fit`.
#[derive(Args, Debug)]
pub struct FitArgs {
    /// Files, or folders with files, of one variant
    #[arg(value_name = "FILE|DIR", required = true)]
    paths: Vec<PathBuf>,
    /// The file to write, which the option `EvalFile` reads
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Weight of the game's result in the target, from 0 to 1; the rest is the score of the search.
    /// The default is 0.3 for two seats and 0 for more
    #[arg(long, value_name = "PART", value_parser = part)]
    wdl: Option<f32>,
    /// Lambda of TD(lambda), from 0 to 1: the weight of the search at the side's next move relative
    /// to this one. The default is 0 for two seats and 0.9 for more
    #[arg(long, value_name = "L", value_parser = part)]
    lambda: Option<f32>,
    /// Strength of the pull to the usual numbers; by default the one of several that predicts games
    /// best that are held out from the fit
    #[arg(long, value_name = "P", value_parser = strength)]
    pull: Option<f32>,
    #[command(flatten)]
    threads: ThreadsArg,
}

fn strength(word: &str) -> Result<f32, String> {
    let strength = word.parse().ok().filter(|pull: &f32| pull.is_finite() && *pull > 0.0);
    strength.ok_or_else(|| "a number above 0".into())
}

impl FitArgs {
    /// Fits the numbers and reports on `out`.
    ///
    /// # Errors
    /// Returns an error if a file is missing or the numbers cannot be written.
    pub fn run(self, out: &mut dyn Write) -> Result<Completion, RunError> {
        let config = FitConfig {
            result: self.wdl,
            lambda: self.lambda,
            pull: self.pull,
            threads: self.threads.count(),
            ..FitConfig::new(self.paths, &self.out)
        };
        let mut written = Ok(());
        let fitted = fit(&config, &mut |event| {
            written = write_event(event, out);
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        let fitted = match fitted {
            Err(TrainingError::Stopped) => {
                written?;
                return Ok(Completion::Interrupted);
            }
            fitted => fitted.map_err(run_error)?,
        };
        write_table(&fitted, out)?;
        writeln!(out, "{}: {}", self.out.display(), fitted.fit.note)?;
        Ok(Completion::Success)
    }
}

/// Writes a line for each event of a fit.
fn write_event(event: FitEvent, out: &mut dyn Write) -> io::Result<()> {
    match event {
        FitEvent::Read { variant, positions, games } => {
            writeln!(out, "{}: {positions} positions of {games} games", variant.name)?;
        }
        FitEvent::Numbers { numbers, loss } => {
            writeln!(out, "{numbers} numbers matter; loss {loss:.5}")?;
        }
        FitEvent::Tried { pull, held_out } => {
            writeln!(out, "pull {pull}: loss {held_out:.5} in held out games")?;
        }
        _ => {}
    }
    out.flush()
}

/// Writes the numbers and the losses before and after.
fn write_table(fitted: &Fitted, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\n{:<20} {:>7} {:>7}", "number", "before", "after")?;
    for number in &fitted.numbers {
        writeln!(out, "{:<20} {:>7} {:>7}", number.name, number.before, number.after)?;
    }
    let Fitted { before, after, held_out, .. } = *fitted;
    writeln!(out, "{:<20} {before:>7.5} {after:>7.5}", "loss")?;
    writeln!(out, "{:<20} {before:>7.5} {held_out:>7.5}\n", "loss, held out")?;
    if fitted.pull.is_none() {
        writeln!(out, "note: the usual numbers predict held out games best, and stay")?;
    }
    Ok(())
}
