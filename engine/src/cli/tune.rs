//! `rotunda tune`: the numbers of an engine, tuned by games of the engine against itself.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use rotunda_arena::{
    ArenaError, EngineSpec, MatchStop, Parameter, TuneConfig, TuneError, TuneEvent, USUAL_GAIN,
    tune,
};

use super::key_values::{self, WordError};
use super::matches::{AdjudicationArgs, EngineWords, openings, run_error};
use super::shared::{ConcurrencyArg, SeedArg, VariantsArg};
use crate::completion::{Completion, RunError};
use crate::interrupt::{handle_interrupts, is_interrupted};

/// Tune numeric options of an engine by games against itself (SPSA)
#[derive(Args, Debug)]
pub struct TuneArgs {
    #[command(flatten)]
    engine: EngineWords,
    /// Options to tune; by default all integer options whose names have no capital letter, such as
    /// those of this engine built for tuning
    #[arg(long, value_name = "OPTION", value_delimiter = ',', num_args = 1..)]
    params: Vec<String>,
    #[command(flatten)]
    variants: VariantsArg,
    /// Number of iterations; steps shrink towards the last one
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    iterations: u64,
    /// Openings of each variant in an iteration; each is played with all seatings
    #[arg(long, value_name = "N", default_value = "2", value_parser = clap::value_parser!(u64).range(1..))]
    rounds: u64,
    /// Learning rate at the end, 0.0001 to 1: the part of a step by which a number changes for
    /// each point won; use less with more games
    #[arg(long, value_name = "STEPS", default_value_t = USUAL_GAIN, value_parser = gain)]
    gain: f64,
    #[command(flatten)]
    concurrency: ConcurrencyArg,
    /// The openings, as for `match`
    #[arg(long, num_args = 1.., value_name = "WORD")]
    openings: Vec<String>,
    #[command(flatten)]
    adjudication: AdjudicationArgs,
    #[command(flatten)]
    seed: SeedArg,
    /// Log of the tuning, a line for each iteration; an existing log is continued
    #[arg(long, value_name = "FILE")]
    log: PathBuf,
}

impl TuneArgs {
    /// Runs the tuning and writes the values to `out`.
    ///
    /// # Errors
    /// Returns an error if the options contradict each other, an engine fails, or the file cannot
    /// be written.
    pub fn run(self, out: &mut dyn Write) -> Result<Completion, RunError> {
        let config = self.config().map_err(|error| RunError::Usage(error.to_string()))?;
        let stop = config.stop.clone();
        handle_interrupts(vec![Box::new(move || stop.finish())])?;
        let tuned = tune(&config, &mut |event| match event {
            TuneEvent::Note(note) => eprintln!("{note}"),
            TuneEvent::Iteration(iteration) => {
                let (number, of) = (iteration.number + 1, config.iterations);
                let (games, ahead) = (iteration.games, iteration.ahead);
                eprintln!("iteration {number} of {of}: {games} games, {ahead:+}");
            }
        });
        let tuned = tuned.map_err(|error| match error {
            ArenaError::Tune(TuneError::Io { .. }) => RunError::Machine(error.to_string()),
            error => run_error(error),
        })?;
        for number in tuned {
            let Parameter { name, start, min, max } = &number.parameter;
            writeln!(out, "{name:24} {start:7} -> {:9.1}   {min}..={max}", number.value)?;
        }
        let interrupted = is_interrupted();
        Ok(if interrupted { Completion::Interrupted } else { Completion::Success })
    }

    /// Returns the tuning that the words describe.
    fn config(&self) -> Result<TuneConfig, WordError> {
        let [words] = self.engine.0.as_slice() else { return Err(WordError::OneEngine) };
        let engine: EngineSpec = key_values::engines(&[], std::slice::from_ref(words))?.remove(0);
        Ok(TuneConfig {
            parameters: self.params.clone(),
            variants: self.variants.names(),
            rounds: self.rounds,
            gain: self.gain,
            concurrency: self.concurrency.count(),
            openings: openings(&self.openings)?,
            draw: self.adjudication.draw()?,
            resign: self.adjudication.resign()?,
            max_moves: self.adjudication.max_moves,
            seed: self.seed.seed,
            stop: MatchStop::new(),
            ..TuneConfig::new(engine, self.iterations, &self.log)
        })
    }
}

/// Reads the learning rate at the end.
fn gain(text: &str) -> Result<f64, String> {
    let steps: f64 = text.parse().map_err(|_| "a number is expected".to_owned())?;
    let is_sensible = (0.0001..=1.0).contains(&steps);
    is_sensible.then_some(steps).ok_or_else(|| "0.0001 to 1 are possible".into())
}
