//! `rotunda tunings`: the combined results of one or several tunings of the same numbers.

use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use rotunda_arena::{Tendency, TuneError, TuneRecord, draw_tunings, tendencies};

use crate::completion::{Completion, RunError};

/// The words after `rotunda tunings`.
#[derive(Args, Debug)]
pub struct TuningsArgs {
    /// Logs of `rotunda tune`, of the same numbers
    #[arg(value_name = "LOG", required = true)]
    logs: Vec<PathBuf>,
    /// Propose only numbers that moved so many times as far as chance would move them
    #[arg(long, value_name = "TIMES", default_value = "2", value_parser = times)]
    certainty: f64,
    /// Multiply the proposed changes by this factor
    #[arg(long, value_name = "TIMES", default_value = "1", value_parser = times)]
    times: f64,
    /// Draw the numbers over the iterations as SVG
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

impl TuningsArgs {
    /// Writes a table of the numbers to `out`, the most certain first, and the words for a match
    /// that tries the proposal.
    ///
    /// # Errors
    /// Returns an error if a file is no log of a tuning, the numbers differ, or the drawing cannot
    /// be written.
    pub fn run(self, out: &mut dyn Write) -> Result<Completion, RunError> {
        let usage = |error: TuneError| RunError::Usage(error.to_string());
        let records: Result<Vec<TuneRecord>, TuneError> =
            self.logs.iter().map(|path| TuneRecord::read(path)).collect();
        let records = records.map_err(usage)?;
        let tendencies = tendencies(&records).map_err(usage)?;
        if let Some(path) = &self.plot {
            draw_tunings(path, &records, &tendencies)
                .map_err(|error| RunError::Machine(error.to_string()))?;
        }
        let games = records.iter().flat_map(|record| &record.iterations).map(|one| one.games);
        writeln!(out, "tunings {}, games {}", records.len(), games.sum::<u64>())?;
        writeln!(
            out,
            "{:24} {:>7} {:>9} {:>7} {:>9}",
            "number", "start", "times", "steps", "certainty"
        )?;
        for tendency in &tendencies {
            let Tendency { parameter, steps, certainty } = tendency;
            let value = tendency.value(self.times);
            let (name, start) = (&parameter.name, parameter.start);
            writeln!(out, "{name:24} {start:7} {value:9} {steps:+7.2} {certainty:+9.2}")?;
        }
        let words = self.proposal(&tendencies);
        if !words.is_empty() {
            writeln!(out, "\nfor a match:{words}")?;
        }
        Ok(Completion::Success)
    }

    /// The certain numbers as words for an engine, each with a space before it.
    fn proposal(&self, tendencies: &[Tendency]) -> String {
        let certain = tendencies.iter().filter(|one| one.certainty.abs() >= self.certainty);
        certain.fold(String::new(), |mut words, one| {
            let _ = write!(words, " option.{}={}", one.parameter.name, one.value(self.times));
            words
        })
    }
}

/// Reads a factor.
fn times(text: &str) -> Result<f64, String> {
    let times: f64 = text.parse().map_err(|_| "a number is expected".to_owned())?;
    let is_sensible = (0.0..=1000.0).contains(&times);
    is_sensible.then_some(times).ok_or_else(|| "0 to 1000 are possible".into())
}
