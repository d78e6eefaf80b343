//! [`tune`]: the tuning of an engine's parameters by games against itself.

mod drawing;
mod log;
mod spsa;
mod tendency;

use std::collections::BTreeSet;
use std::path::PathBuf;

use rotunda_movegen::{FULL, Shard, Variant};
use rotunda_protocol::uci_client::{OfferedOption, OfferedValues};

use crate::base::error::{ArenaError, EngineFault, TuneError};
use crate::engines::conversation::PlayerError;
use crate::engines::player::Player;
use crate::plan::match_plan::{DrawRule, EngineSpec, OpeningSource, Plan, ResignRule};
use crate::plan::openings::Openings;
use crate::plan::schedule::{Schedule, sides};
use crate::play::runner::{Job, MatchEvent, run};
use crate::record::game_record::GameRecord;
use crate::report::observer::MatchStop;
use log::TuneLog;
use spsa::{Perturbation, Spsa};

pub use drawing::draw_tunings;
pub use log::{Iteration, TuneHeader, TuneRecord};
pub use spsa::{Parameter, USUAL_GAIN};
pub use tendency::{Tendency, tendencies};

/// A tuning: the parameters of an engine, which are its options, and the games that decide.
#[derive(Clone, Debug)]
pub struct TuneConfig {
    /// The engine, which plays against itself.
    pub engine: EngineSpec,
    /// The options to tune. If the list is empty, these are all whole numbers with names in lower
    /// case, like those of this engine's builds for tuning.
    pub parameters: Vec<String>,
    /// The variants that are played in every iteration.
    pub variants: Vec<String>,
    /// The number of iterations. Steps shrink towards the last one.
    pub iterations: u64,
    /// The number of openings of every variant in an iteration, each played with all seatings.
    pub rounds: u64,
    /// The steps by which a parameter moves for each point of the last iteration.
    pub gain: f64,
    /// The number of games at a time.
    pub concurrency: usize,
    /// The source of the openings.
    pub openings: OpeningSource,
    /// The rule by which a game counts as drawn.
    pub draw: Option<DrawRule>,
    /// The rule by which a game counts as lost.
    pub resign: Option<ResignRule>,
    /// The number of moves of each seat after which a game counts as drawn.
    pub max_moves: Option<u32>,
    /// The seed of openings and steps.
    pub seed: u64,
    /// The file of the tuning, with a line for each iteration. An existing file is continued.
    pub log: PathBuf,
    /// The handle that ends the tuning. Keep a clone.
    pub stop: MatchStop,
}

impl TuneConfig {
    /// Returns a tuning of an engine in chess, with the usual settings.
    #[must_use]
    pub fn new(engine: EngineSpec, iterations: u64, log: impl Into<PathBuf>) -> Self {
        Self {
            engine,
            parameters: Vec::new(),
            variants: vec!["chess".into()],
            iterations,
            rounds: 2,
            gain: USUAL_GAIN,
            concurrency: 1,
            openings: OpeningSource::default(),
            draw: None,
            resign: None,
            max_moves: None,
            seed: 1,
            log: log.into(),
            stop: MatchStop::new(),
        }
    }

    /// Returns the plan of the games between the engine and its copy.
    fn plan(&self) -> Plan {
        let mut copy = self.engine.clone();
        copy.name.push_str(" 2");
        Plan {
            variants: self.variants.clone(),
            openings: self.openings.clone(),
            seed: self.seed,
            draw: self.draw,
            resign: self.resign,
            max_moves: self.max_moves,
            ..Plan::new(vec![self.engine.clone(), copy])
        }
    }
}

/// A report of a tuning.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum TuneEvent<'a> {
    /// A note about a part of a book of openings that was left out or changed in reading.
    Note(&'a str),
    /// An iteration has ended.
    Iteration(&'a Iteration),
}

/// A parameter and its tuned value.
#[derive(Clone, PartialEq, Debug)]
pub struct TunedNumber {
    /// The parameter as the engine offers it.
    pub parameter: Parameter,
    /// Its value now.
    pub value: f64,
}

/// Tunes parameters of an engine by games against itself, with simultaneous perturbation (SPSA).
/// `on_event` receives the notes of the books of openings, and every iteration. The function
/// returns the tuned values at the end, or when it was stopped.
///
/// ```no_run
/// use rotunda_arena::{EngineLimits, EngineSpec, TuneConfig, TuneEvent, tune};
///
/// let engine = EngineSpec::new("rotunda", "./rotunda-tune", EngineLimits::nodes(1000));
/// let config = TuneConfig::new(engine, 2000, "tuning.jsonl");
/// let mut on_event = |event: TuneEvent| match event {
///     TuneEvent::Note(note) => eprintln!("{note}"),
///     TuneEvent::Iteration(iteration) => println!("{}", iteration.number),
/// };
/// for number in tune(&config, &mut on_event)? {
///     println!("{} {:.1}", number.parameter.name, number.value);
/// }
/// # Ok::<(), rotunda_arena::ArenaError>(())
/// ```
///
/// # Errors
/// Returns an error if the tuning is malformed, the engine fails, or the log cannot be written.
pub fn tune(
    config: &TuneConfig,
    on_event: &mut dyn FnMut(TuneEvent<'_>),
) -> Result<Vec<TunedNumber>, ArenaError> {
    let mut plan = config.plan();
    plan.check()?;
    let entries = plan.entries()?;
    let openings = Openings::read(&mut plan.openings, &entries, plan.seed)?;
    openings.notes().iter().for_each(|note| on_event(TuneEvent::Note(note)));
    let parameters = parameters(config)?;
    let (iterations, rounds, gain) = (config.iterations, config.rounds, config.gain);
    let (kept, tuned) = (plan.clone(), parameters.clone());
    let header = TuneHeader { plan: kept, parameters: tuned, iterations, rounds, gain };
    let mut log = TuneLog::open(&config.log, &header)?;
    let mut spsa = Spsa::new(parameters.clone(), iterations, gain, config.seed);
    let mut first = 0;
    if let Some(last) = log.last.take() {
        spsa.resume(last.values);
        first = last.number + 1;
    }
    let tuning = Tuning { config, plan, entries, openings, parameters };
    for number in first..iterations {
        let perturbation = spsa.perturb(number);
        let Some((games, ahead)) = tuning.play(number, &perturbation)? else { break };
        spsa.update(number, &perturbation, ahead);
        let iteration = Iteration { number, games, ahead, values: spsa.values().to_vec() };
        log.add(&iteration).map_err(|source| TuneError::Io { path: config.log.clone(), source })?;
        on_event(TuneEvent::Iteration(&iteration));
    }
    let tuned = tuning.parameters.into_iter().zip(spsa.values());
    Ok(tuned.map(|(parameter, &value)| TunedNumber { parameter, value }).collect())
}

/// Returns the parameters to tune, with their defaults and ranges, as the engine offers them.
fn parameters(config: &TuneConfig) -> Result<Vec<Parameter>, TuneError> {
    let spec = &config.engine;
    let player = Player::start(spec, config.stop.finish_flag()).map_err(|error| match error {
        PlayerError::Fault(fault) => {
            TuneError::Engine(EngineFault { engine: spec.name.clone(), fault })
        }
        PlayerError::Interrupted => TuneError::Interrupted,
    })?;
    let offered = player.offered().to_vec();
    player.quit();
    let names = &config.parameters;
    let is_wanted = |option: &&OfferedOption| {
        let is_number = matches!(option.values, OfferedValues::Spin(..));
        let is_lower = !option.name.contains(|c: char| c.is_uppercase() || c.is_whitespace());
        if names.is_empty() { is_number && is_lower } else { names.contains(&option.name) }
    };
    let parameter = |option: &OfferedOption| match (&option.values, option.default) {
        (&OfferedValues::Spin(min, max), Some(start)) => {
            Ok(Parameter { name: option.name.clone(), start, min, max })
        }
        _ => Err(TuneError::NoNumber(option.name.clone())),
    };
    let parameters: Vec<Parameter> =
        offered.iter().filter(is_wanted).map(parameter).collect::<Result<_, _>>()?;
    let is_missing = |name: &&String| parameters.iter().all(|one| one.name != **name);
    if let Some(option) = names.iter().find(is_missing).cloned() {
        return Err(TuneError::NoOption { engine: spec.name.clone(), option });
    }
    if parameters.is_empty() {
        return Err(TuneError::NothingToTune(spec.name.clone()));
    }
    Ok(parameters)
}

/// The state that all iterations share.
struct Tuning<'a> {
    config: &'a TuneConfig,
    plan: Plan,
    entries: Vec<&'static Variant>,
    openings: Openings,
    parameters: Vec<Parameter>,
}

impl Tuning<'_> {
    /// Plays an iteration. Returns the number of games and the points by which the first engine is
    /// ahead; `None` if it was interrupted.
    fn play(
        &self,
        iteration: u64,
        perturbation: &Perturbation,
    ) -> Result<Option<(u64, f64)>, ArenaError> {
        let Self { config, entries, .. } = self;
        let mut plan = self.plan.clone();
        for (spec, values) in plan.engines.iter_mut().zip([&perturbation.plus, &perturbation.minus])
        {
            let named = self.parameters.iter().zip(values);
            spec.options.extend(
                named.map(|(parameter, value)| (parameter.name.clone(), value.to_string())),
            );
        }
        let tables: Vec<Vec<usize>> = entries.iter().map(|entry| sides(entry)).collect();
        let schedule = Schedule::new(plan.engines.len(), &tables, plan.repeat);
        let first = iteration * config.rounds;
        let blocks = schedule.blocks(first + config.rounds, Shard::ALL);
        let blocks = blocks.skip((first * entries.len() as u64) as usize);
        let done = BTreeSet::new();
        let job = Job {
            plan: &plan,
            entries,
            openings: &self.openings,
            schedule: &schedule,
            done: &done,
            concurrency: config.concurrency.max(1),
            live: None,
            stop: config.stop.finish_flag(),
            abort: config.stop.finish_flag(),
        };
        let (mut games, mut ahead, mut fault) = (0, 0.0, None);
        run(&job, blocks, &mut |event| match event {
            MatchEvent::Finished(game) => {
                games += 1;
                ahead += lead(&game);
            }
            MatchEvent::NotStarted(engine, why) => {
                let engine = plan.engines[engine].name.clone();
                fault = Some(ArenaError::NotStarted(EngineFault { engine, fault: why }));
            }
        })?;
        match fault {
            Some(fault) => Err(fault),
            None if config.stop.is_finishing() => Ok(None),
            None => Ok(Some((games, ahead))),
        }
    }
}

/// Returns the lead of the first engine over an even share in a game: 1 for a won game of two, -1
/// for a lost one.
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
