//! [`fit`]: the numbers of the derived evaluation from the games of files.

use std::fs::{self, File};
use std::io::BufReader;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use rayon::{ThreadPool, ThreadPoolBuilder};
use rotunda_movegen::{SEATS, Variant};
use rotunda_search::net::{Base, EvalFit, EvalParams, SOFT_MAXIMUM_RANGE};

use super::columns::{Column, FittedNumber};
use super::problem::{FOLDS, Games, Objective, Problem, loss_of};
use super::rows::{usual_params, values};
use crate::file::block::DataReader;
use crate::file::data_files::data_files;
use crate::file::error::DataError;
use crate::file::stored_game::{Ending, StoredGame};
use crate::file::training_error::{FileProblem, TrainingError};
use crate::train::examples::Examples;
use crate::train::training::{LATER, RESULT, units};

/// The strengths of the pull that are tried, from the greatest.
const PULLS: [f32; 13] =
    [100.0, 30.0, 10.0, 3.0, 1.0, 0.3, 0.1, 0.03, 0.01, 0.003, 0.001, 0.0003, 0.0001];
/// The steps of Newton's method for each of them, which begin at the result of the one before.
const STEPS: u32 = 2;
/// The steps of the fit to all games.
const LAST_STEPS: u32 = 6;

/// The configuration of a fit: the data, the file, and the options.
#[derive(Clone, Debug)]
pub struct FitConfig {
    /// The files, or folders with files, of one variant.
    pub data: Vec<PathBuf>,
    /// The file to write.
    pub out: PathBuf,
    /// The part of the game's result in targets, 0 to 1; `None` for 0.3, and 0 with more than two
    /// sides.
    pub result: Option<f32>,
    /// The weight of a side's next search relative to this one, 0 to 1; `None` for 0, and 0.9 with
    /// more than two sides.
    pub lambda: Option<f32>,
    /// The strength of the pull to the usual numbers: a number that is off by 30 % costs as much as
    /// half a nat in one game at a strength of 1. `None` for the one that predicts held out games
    /// best.
    pub pull: Option<f32>,
    /// The number of threads. The numbers are the same for any number.
    pub threads: usize,
}

impl FitConfig {
    /// Returns the usual fit, on two threads.
    #[must_use]
    pub fn new(data: Vec<PathBuf>, out: impl Into<PathBuf>) -> Self {
        Self { data, out: out.into(), result: None, lambda: None, pull: None, threads: 2 }
    }
}

/// The events of a fit, in this order.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum FitEvent {
    /// The data have been read.
    Read {
        /// The variant.
        variant: &'static Variant,
        /// The number of positions.
        positions: usize,
        /// The number of their games.
        games: usize,
    },
    /// The effect of every number that matters is known.
    Numbers {
        /// The number of these numbers.
        numbers: usize,
        /// The loss of the usual numbers, in nats.
        loss: f64,
    },
    /// A strength of the pull was tried.
    Tried {
        /// The strength.
        pull: f32,
        /// The loss in held out games.
        held_out: f64,
    },
}

/// The observer of a fit. It gets every event and may end the fit.
pub type FitObserver<'a> = dyn FnMut(FitEvent) -> ControlFlow<()> + 'a;

/// The fitted numbers of a game, which have been written to their file.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The numbers.
    pub fit: EvalFit,
    /// The numbers that matter, before and after.
    pub numbers: Vec<FittedNumber>,
    /// The strength of the pull; `None` if the usual numbers predict held out games best, which are
    /// written then.
    pub pull: Option<f32>,
    /// The mean loss of the usual numbers, in nats.
    pub before: f64,
    /// The mean loss of the fitted numbers.
    pub after: f64,
    /// The mean loss in games that are held out from the fit, in five parts.
    pub held_out: f64,
}

/// Fits the numbers of the derived evaluation to the games of files and writes them.
///
/// The numbers have the least mean loss over quiet positions, with a pull to the usual numbers. The
/// targets are those of [`train`](crate::train()).
///
/// ```
/// use std::ops::ControlFlow;
/// use rotunda_movegen::Variant;
/// use rotunda_training::{FitConfig, GenerateConfig, fit, generate};
///
/// # let folder = std::env::temp_dir().join(format!("rotunda-doc-fit-{}", std::process::id()));
/// let rollerball = Variant::by_name("rollerball")?;
/// generate(&GenerateConfig::new(rollerball, &folder, 2000, 20, 1), &mut ())?;
///
/// let config = FitConfig::new(vec![folder.clone()], folder.join("my.fit"));
/// let fitted = fit(&config, &mut |_| ControlFlow::Continue(()))?;
/// assert!(fitted.after <= fitted.before);
/// # std::fs::remove_dir_all(folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns an error if the data cannot be read or are too few, the observer ends the fit, or the
/// file cannot be written.
pub fn fit(config: &FitConfig, observer: &mut FitObserver<'_>) -> Result<Fitted, TrainingError> {
    let pool = ThreadPoolBuilder::new().num_threads(config.threads).build();
    let pool = pool.map_err(|error| TrainingError::Threads(error.to_string()))?;
    let files = data_files(&config.data)?;
    let (examples, objective) = config.examples(&files)?;
    let (variant, count) =
        (variant(&examples)?, examples.training.len() + examples.validation.len());
    let games = examples.points.len();
    report(observer, FitEvent::Read { variant, positions: count, games })?;
    let stored = stored_games(&files)?;
    let family = examples.family;
    let usual = usual_params(family);
    let columns = Column::all(&usual);
    let values_by = |params: &[EvalParams]| {
        let found = pool.install(|| values(family, &stored, params));
        found.map_err(|error| TrainingError::file(&files[0], error))
    };
    let of_columns = values_by(&changed(&usual, &columns))?;
    let problem = Problem::new(&examples, objective, &columns, &of_columns);
    let unchanged = vec![0.0; problem.columns.len()];
    let mean = |(loss, count): (f64, usize)| loss / count.max(1) as f64;
    let before = mean(pool.install(|| problem.loss(Games::All, &unchanged)));
    report(observer, FitEvent::Numbers { numbers: unchanged.len(), loss: before })?;
    let (pull, held_out) = best_pull(&problem, &pool, config, (games, before), observer)?;
    let changes = pool.install(|| {
        pull.map_or(unchanged, |pull| {
            let from = vec![0.0; problem.columns.len()];
            problem.descend(Games::All, weight(pull, games), &from, LAST_STEPS)
        })
    });
    let mut params = usual.clone();
    for (column, change) in problem.columns.iter().zip(&changes) {
        let number = column.usual() as f32 + change * column.width();
        column.set(&mut params, number.round() as i32);
    }
    let range = params.rival_range as f32;
    let of_fit = values_by(std::slice::from_ref(&params))?;
    let after = loss_of(&examples, Objective { range, ..objective }, &of_fit);
    let numbers = problem.columns.iter().map(|column| column.fitted(&params)).collect();
    let fit = EvalFit::new(variant, params, note(&files, count, games, pull));
    let write = |error| TrainingError::write(&config.out, DataError::Io(error));
    fs::write(&config.out, fit.to_string()).map_err(write)?;
    Ok(Fitted { fit, numbers, pull, before, after, held_out })
}

/// Passes an event to the observer.
fn report(observer: &mut FitObserver<'_>, event: FitEvent) -> Result<(), TrainingError> {
    match observer(event) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(TrainingError::Stopped),
    }
}

/// Returns the usual numbers, and after them those with each column changed by its step.
fn changed(usual: &EvalParams, columns: &[Column]) -> Vec<EvalParams> {
    let with = |column: &Column| {
        let mut params = usual.clone();
        column.set(&mut params, column.usual() + column.step());
        params
    };
    std::iter::once(usual.clone()).chain(columns.iter().map(with)).collect()
}

/// Returns the weight of squared changes relative to the mean loss.
fn weight(pull: f32, games: usize) -> f64 {
    f64::from(pull) / games.max(1) as f64
}

/// Returns the pull with the least loss in held out games, and that loss.
fn best_pull(
    problem: &Problem<'_>,
    pool: &ThreadPool,
    config: &FitConfig,
    (games, before): (usize, f64),
    observer: &mut FitObserver<'_>,
) -> Result<(Option<f32>, f64), TrainingError> {
    let mut changes = vec![vec![0.0; problem.columns.len()]; FOLDS];
    let mut best = (None, before);
    let pulls = config.pull.map_or(PULLS.to_vec(), |pull| vec![pull]);
    let steps = if config.pull.is_some() { LAST_STEPS } else { STEPS };
    for pull in pulls {
        let (mut loss, mut count) = (0.0, 0);
        for (fold, changes) in changes.iter_mut().enumerate() {
            let pull = weight(pull, games);
            let learned =
                pool.install(|| problem.descend(Games::Without(fold), pull, changes, steps));
            *changes = learned;
            let (of_fold, of_count) = pool.install(|| problem.loss(Games::Fold(fold), changes));
            (loss, count) = (loss + of_fold, count + of_count);
        }
        let held_out = loss / count.max(1) as f64;
        report(observer, FitEvent::Tried { pull, held_out })?;
        if held_out < best.1 || config.pull.is_some() {
            best = (Some(pull), held_out);
        }
    }
    Ok(best)
}

/// Returns the variant of examples.
fn variant(examples: &Examples) -> Result<&'static Variant, TrainingError> {
    let name = examples.family.name();
    let variant = Variant::by_name(name);
    variant.map_err(|error| TrainingError::file(Path::new(name), FileProblem::from(error)))
}

/// Returns the games of files whose results have a meaning.
fn stored_games(files: &[PathBuf]) -> Result<Vec<StoredGame>, TrainingError> {
    let mut games = Vec::new();
    for file in files {
        let named = |error: DataError| TrainingError::file(file, error);
        let opened = File::open(file).map_err(|error| TrainingError::file(file, error))?;
        let mut reader = DataReader::new(BufReader::new(opened)).map_err(named)?;
        while let Ok(Some(block)) = reader.next_block() {
            for game in block.records() {
                let game = game.map_err(named)?;
                if game.ending != Ending::Unfinished {
                    games.push(game);
                }
            }
        }
    }
    Ok(games)
}

/// Returns a note on the data of a fit.
fn note(files: &[PathBuf], positions: usize, games: usize, pull: Option<f32>) -> String {
    let names = files.iter().filter_map(|file| file.file_stem());
    let names: Vec<_> = names.map(|name| name.to_string_lossy()).collect();
    let pull = pull.map_or_else(|| "none".to_owned(), |pull| pull.to_string());
    format!("{positions} positions of {games} games, {}; pull {pull}", names.join(", "))
}

impl FitConfig {
    /// Returns the positions of files with their targets, and the objective.
    fn examples(&self, files: &[PathBuf]) -> Result<(Examples, Objective), TrainingError> {
        let mut examples = Examples::read(files, usize::MAX, Base::Full)?;
        let of = |(of_two, of_many): (f32, f32)| if examples.is_duel() { of_two } else { of_many };
        let (result, lambda) =
            (self.result.unwrap_or(of(RESULT)), self.lambda.unwrap_or(of(LATER)));
        let mut units = units(&examples);
        if examples.is_duel() {
            units = [units[2]; SEATS + 1];
        }
        examples.set_td_targets(lambda, &units);
        Ok((examples, Objective { result, units, range: SOFT_MAXIMUM_RANGE as f32 }))
    }
}
