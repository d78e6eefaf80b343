//! `rotunda tune`: the numbers of an engine, tuned by games of the engine against itself.

mod drawing;
mod log;
mod spsa;
mod tendency;
mod tunings;

use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use rotunda_command::{Completion, RunError, Shard, handle_interrupts, is_interrupted};
use rotunda_movegen::{FULL, Variant};
use rotunda_protocol::uci_client::{OfferedOption, OfferedValues};

use crate::args::{AdjudicationArgs, EngineWords};
use crate::command::{STOP, entries};
use crate::conversation::PlayerError;
use crate::game_record::GameRecord;
use crate::key_values;
use crate::openings::Openings;
use crate::plan::{EngineSpec, OpeningSource, Plan};
use crate::player::Player;
use crate::runner::{Job, MatchEvent, run};
use crate::schedule::{Schedule, sides};
use log::{Iteration, TuneHeader, TuneLog};
use spsa::{Parameter, Perturbation, Spsa, USUAL_GAIN};

pub use tunings::TuningsArgs;

/// Most games at a time.
const MAX_GAMES: i64 = 512;

/// Tune numbers of an engine, which are options of it, by games against itself (SPSA)
#[derive(Args, Debug)]
pub struct TuneArgs {
    #[command(flatten)]
    engine: EngineWords,
    /// The options to tune; if left out, all whole numbers whose names have no capital, as those of
    /// this engine's builds for tuning
    #[arg(long, value_delimiter = ',', num_args = 1..)]
    params: Vec<String>,
    /// The variants to play in every iteration
    #[arg(long, value_delimiter = ',', num_args = 1.., default_value = "chess")]
    variant: Vec<String>,
    /// How many iterations; steps shrink towards the last
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    iterations: u64,
    /// Openings of every variant in an iteration, each played with all seatings
    #[arg(long, value_name = "N", default_value = "2", value_parser = clap::value_parser!(u64).range(1..))]
    rounds: u64,
    /// Steps of the last iteration by which a number follows each point of it, 0.0001 to 1: the
    /// more games, the fewer
    #[arg(long, value_name = "STEPS", default_value_t = USUAL_GAIN, value_parser = gain)]
    gain: f64,
    /// Games at a time
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=MAX_GAMES))]
    concurrency: u16,
    /// As for `match`
    #[arg(long, num_args = 1.., value_name = "WORD")]
    openings: Vec<String>,
    #[command(flatten)]
    adjudication: AdjudicationArgs,
    /// The number from which openings and steps follow
    #[arg(long, default_value = "1")]
    seed: u64,
    /// Where the tuning is kept, a line an iteration; one that is there is gone on with
    #[arg(long, value_name = "FILE")]
    log: PathBuf,
}

impl TuneArgs {
    /// Tunes; the values go to `out`.
    ///
    /// # Errors
    /// If what was asked for makes no sense, an engine fails, or the file cannot be written.
    pub fn run(self, out: &mut dyn Write) -> Result<Completion, RunError> {
        let mut plan = self.plan().map_err(RunError::Usage)?;
        let entries = entries(&plan)?;
        let openings =
            Openings::read(&mut plan.openings, &entries, plan.seed).map_err(RunError::Usage)?;
        let parameters = self.parameters(&plan.engines[0]).map_err(RunError::Usage)?;
        let (iterations, rounds, gain) = (self.iterations, self.rounds, self.gain);
        let (kept, tuned) = (plan.clone(), parameters.clone());
        let header = TuneHeader { plan: kept, parameters: tuned, iterations, rounds, gain };
        let mut log = TuneLog::open(&self.log, &header).map_err(RunError::Usage)?;
        let mut spsa = Spsa::new(parameters.clone(), iterations, gain, self.seed);
        let mut first = 0;
        if let Some(last) = log.last.take() {
            spsa.resume(last.values);
            first = last.number + 1;
        }
        handle_interrupts(&STOP)?;
        for iteration in first..iterations {
            let perturbation = spsa.perturb(iteration);
            let played =
                self.play(&plan, &entries, &openings, iteration, &parameters, &perturbation)?;
            let Some((games, ahead)) = played else { break };
            spsa.update(iteration, &perturbation, ahead);
            let values = spsa.values().to_vec();
            log.add(&Iteration { number: iteration, games, ahead, values })?;
            eprintln!("iteration {} of {iterations}: {games} games, {ahead:+}", iteration + 1);
        }
        for (parameter, value) in parameters.iter().zip(spsa.values()) {
            let Parameter { name, start, min, max } = parameter;
            writeln!(out, "{name:24} {start:7} -> {value:9.1}   {min}..={max}")?;
        }
        let interrupted = is_interrupted();
        Ok(if interrupted { Completion::Interrupted } else { Completion::Success })
    }

    /// What is played, by the engine and its copy.
    fn plan(&self) -> Result<Plan, String> {
        let [words] = self.engine.0.as_slice() else {
            return Err("one engine plays against itself: --engine cmd=..".into());
        };
        let some = |words: &Vec<String>| (!words.is_empty()).then(|| words.clone());
        let openings =
            some(&self.openings).map(|words| key_values::openings(&words)).transpose()?;
        let engines = key_values::engines(&[], &[words.clone(), words.clone()])?;
        Ok(Plan {
            engines,
            variants: self.variant.clone(),
            openings: openings.unwrap_or_else(OpeningSource::default),
            seed: self.seed,
            repeat: true,
            classic_scoring: false,
            sprt: None,
            draw: self.adjudication.draw()?,
            resign: self.adjudication.resign()?,
            max_moves: self.adjudication.max_moves,
        })
    }

    /// The numbers that are tuned, with their defaults and ranges, as the engine offers them.
    fn parameters(&self, spec: &EngineSpec) -> Result<Vec<Parameter>, String> {
        let player = Player::start(spec, &STOP).map_err(|error| match error {
            PlayerError::Fault(fault) => format!("{}: {fault}", spec.name),
            PlayerError::Interrupted => "interrupted".into(),
        })?;
        let offered = player.offered().to_vec();
        player.quit();
        let wanted = |option: &&OfferedOption| {
            let is_number = matches!(option.values, OfferedValues::Spin(..));
            let is_lower = !option.name.contains(|c: char| c.is_uppercase() || c.is_whitespace());
            if self.params.is_empty() {
                is_number && is_lower
            } else {
                self.params.contains(&option.name)
            }
        };
        let parameter = |option: &OfferedOption| match (&option.values, option.default) {
            (&OfferedValues::Spin(min, max), Some(start)) => {
                Ok(Parameter { name: option.name.clone(), start, min, max })
            }
            _ => Err(format!("option {} is no number with a default", option.name)),
        };
        let parameters: Vec<Parameter> =
            offered.iter().filter(wanted).map(parameter).collect::<Result<_, _>>()?;
        let known = |name: &&String| parameters.iter().all(|parameter| parameter.name != **name);
        if let Some(name) = self.params.iter().find(known) {
            return Err(format!("{} has no option {name}", spec.name));
        }
        if parameters.is_empty() {
            return Err(format!(
                "{} offers no numbers to tune: is it a build for tuning?",
                spec.name
            ));
        }
        Ok(parameters)
    }

    /// Plays an iteration: how many games, and the points by which the first engine is ahead;
    /// `None` if it was interrupted.
    fn play(
        &self,
        plan: &Plan,
        entries: &[&'static Variant],
        openings: &Openings,
        iteration: u64,
        parameters: &[Parameter],
        perturbation: &Perturbation,
    ) -> Result<Option<(u64, f64)>, RunError> {
        let mut plan = plan.clone();
        for (spec, values) in plan.engines.iter_mut().zip([&perturbation.plus, &perturbation.minus])
        {
            let named = parameters.iter().zip(values);
            spec.options.extend(
                named.map(|(parameter, value)| (parameter.name.clone(), value.to_string())),
            );
        }
        let tables: Vec<Vec<usize>> = entries.iter().map(|entry| sides(entry)).collect();
        let schedule = Schedule::new(plan.engines.len(), &tables, plan.repeat);
        let first = iteration * self.rounds;
        let blocks = schedule.blocks(first + self.rounds, Shard::ALL);
        let blocks = blocks.skip((first * entries.len() as u64) as usize);
        let (done, concurrency) = (BTreeSet::new(), self.concurrency.into());
        let job = Job {
            plan: &plan,
            entries,
            openings,
            schedule: &schedule,
            done: &done,
            concurrency,
            live: None,
            stop: &STOP,
            abort: &STOP,
        };
        let (mut games, mut ahead, mut fault) = (0, 0.0, None);
        run(&job, blocks, &mut |event| match event {
            MatchEvent::Finished(game) => {
                games += 1;
                ahead += lead(&game);
            }
            MatchEvent::NotStarted(engine, why) => {
                fault = Some(RunError::Machine(format!("{}: {why}", plan.engines[engine].name)));
            }
        })
        .map_err(|error| RunError::Machine(error.to_string()))?;
        match fault {
            Some(fault) => Err(fault),
            None if is_interrupted() => Ok(None),
            None => Ok(Some((games, ahead))),
        }
    }
}

/// Reads how far numbers follow a point.
fn gain(text: &str) -> Result<f64, String> {
    let steps: f64 = text.parse().map_err(|_| "a number is expected".to_owned())?;
    let is_sensible = (0.0001..=1.0).contains(&steps);
    is_sensible.then_some(steps).ok_or_else(|| "0.0001 to 1 are possible".into())
}

/// By how much the first engine is ahead of an even share in a game: 1 for a game of two that it
/// has won, -1 for one that it has lost.
fn lead(game: &GameRecord) -> f64 {
    let points = |engine: Option<usize>| {
        let seats = game.seating.iter().zip(&game.points);
        let own: Vec<f64> = seats
            .filter(|(seat, _)| engine.is_none_or(|engine| **seat == engine))
            .map(|(_, points)| f64::from(*points))
            .collect();
        own.iter().sum::<f64>() / own.len().max(1) as f64
    };
    2.0 * (points(Some(0)) - points(None)) / f64::from(FULL)
}
