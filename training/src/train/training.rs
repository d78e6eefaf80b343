//! [`train`]: a net from the games of files.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rayon::ThreadPoolBuilder;
use rotunda_movegen::{SEATS, Variant};
use rotunda_search::net::{Base, Network, Provenance, Regions, Shape};

use super::checkpoint::{Checkpoint, Progress, TrainingTask};
use super::examples::Examples;
use super::logit::{Units, entropy, offset, unit};
use super::model::{Model, Objective, Pass};
use super::plot::plot;
use super::quantise::{Rounding, bound, quantise, rounding};
use super::regions::regions;
use super::relative::{Relative, relative};
use super::td_targets::SideTargets;
use super::trainer::{Losses, Schedule, Trainer};
use crate::file::data_files::data_files;
use crate::file::error::DataError;
use crate::file::net_file::NetFile;
use crate::file::training_error::{CheckpointProblem, FileProblem, TrainingError};

/// The usual number of neurons of a new net.
const NEURONS: usize = 32;
/// The usual decay of the weights of such a net.
const DECAY: f32 = 20.0;
/// The usual decay to the weights of the net to begin with.
const DECAY_TO_ORIGIN: f32 = 5.0;
/// The usual part of the result in targets, in duels and with more sides.
pub(super) const RESULT: (f32, f32) = (0.3, 0.0);
/// The usual weight of the next move's search (lambda), in duels and with more sides.
pub(super) const LATER: (f32, f32) = (0.0, 0.9);

/// The configuration of a training: the data, the net, and the options.
#[derive(Clone, Debug)]
pub struct TrainConfig {
    /// The files, or folders with files, of one variant.
    pub data: Vec<PathBuf>,
    /// The net to write. Its checkpoint is beside it during the training.
    pub out: PathBuf,
    /// The neurons of each point of view, a multiple of 16; `None` for those of `from`, or 32.
    pub hidden: Option<usize>,
    /// The base to which the net is added; `None` for that of `from`, or the full one.
    pub base: Option<Base>,
    /// The number of regions of the own king with separate weights, 1 to 64; `None` for that of
    /// `from`, or 1.
    pub regions: Option<usize>,
    /// Whether there are weights for pieces that are attacked or defended. They are also used if
    /// `from` has them.
    pub threats: bool,
    /// The output buckets by the number of pieces.
    pub buckets: usize,
    /// The number of times that every position is seen.
    pub epochs: u32,
    /// The first learning rate.
    pub rate: f32,
    /// The weight decay in a step of rate 1: to 0, or with `from` to the weights of that net;
    /// `None` for 20, and 5 with `from`.
    pub decay: Option<f32>,
    /// The part of the game's result in targets, 0 to 1; `None` for 0.3, and 0 with more than two
    /// sides.
    pub result: Option<f32>,
    /// The weight of a side's next search relative to this one, 0 to 1; `None` for 0, and 0.9 with
    /// more than two sides.
    pub lambda: Option<f32>,
    /// The most training positions.
    pub positions: usize,
    /// The seed of all random choices.
    pub seed: u64,
    /// The number of threads. The net is the same for any number.
    pub threads: usize,
    /// The net to begin with: of the same size, of fewer neurons or of one region. It may belong to
    /// a game with the same number of seats that has some of the same pieces and cells, by letter
    /// and by name.
    pub from: Option<NetFile>,
    /// Whether an interrupted training continues after the last epoch of its checkpoint.
    pub resume: bool,
    /// The file that gets a drawing of the losses of all epochs, as SVG.
    pub plot: Option<PathBuf>,
}

impl TrainConfig {
    /// Returns the usual training of a new net, on two threads.
    #[must_use]
    pub fn new(data: Vec<PathBuf>, out: impl Into<PathBuf>) -> Self {
        Self {
            data,
            out: out.into(),
            hidden: None,
            base: None,
            regions: None,
            threats: false,
            buckets: 4,
            epochs: 6,
            rate: 0.001,
            decay: None,
            result: None,
            lambda: None,
            positions: 100_000_000,
            seed: 1,
            threads: 2,
            from: None,
            resume: false,
            plot: None,
        }
    }
}

/// The events of a training, in this order.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum TrainEvent<'a> {
    /// The data have been read.
    Read {
        /// The variant.
        variant: &'static Variant,
        /// The number of training positions.
        positions: usize,
        /// The number of their games.
        games: usize,
        /// The number of validation positions.
        validation: usize,
        /// The shape of the net.
        shape: Shape,
        /// The centipawns of a unit of the net's output.
        scale: f32,
    },
    /// The net to begin with is one for a related game.
    Relative {
        /// The game of the net.
        variant: &'static Variant,
        /// The number of inputs that get their weights from the same input of that game.
        known: usize,
        /// The number of all inputs.
        inputs: usize,
    },
    /// The validation loss of the evaluation without a net.
    WithoutNet(f32),
    /// The validation loss of the net to begin with.
    Origin(&'a NetFile, f32),
    /// A training continues after an epoch.
    Resumed {
        /// The file of the checkpoint.
        checkpoint: &'a Path,
        /// The number of finished epochs.
        epochs: u32,
    },
    /// An epoch, counted from 1, has ended, and its checkpoint is written.
    Epoch(u32, Losses),
    /// The net was converted to integers.
    Rounded(Rounding),
}

/// The observer of a training. It gets every event and may end the training, which can continue
/// later after its last epoch.
pub type TrainObserver<'a> = dyn FnMut(TrainEvent<'_>) -> ControlFlow<()> + 'a;

/// A trained net, which has been written to its file.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The net.
    pub network: Network,
    /// The bytes of its file.
    pub bytes: usize,
    /// The validation loss of the evaluation without a net.
    pub without_net: f32,
    /// The validation loss of the net.
    pub validation: f32,
    /// The number of validation positions.
    pub validation_positions: usize,
    /// The effect of the conversion to integers.
    pub rounding: Rounding,
}

/// Trains a net from the games of files and writes it.
///
/// ```
/// use std::ops::ControlFlow;
/// use rotunda_movegen::Variant;
/// use rotunda_training::{GenerateConfig, TrainConfig, TrainEvent, generate, train};
///
/// # let folder = std::env::temp_dir().join(format!("rotunda-doc-train-{}", std::process::id()));
/// let rollerball = Variant::by_name("rollerball")?;
/// generate(&GenerateConfig::new(rollerball, &folder, 2000, 20, 1), &mut ())?;
///
/// let net = folder.join("my.net");
/// let config = TrainConfig {
///     hidden: Some(16),
///     epochs: 2,
///     ..TrainConfig::new(vec![folder.clone()], &net)
/// };
/// let mut losses = Vec::new();
/// let trained = train(&config, &mut |event| {
///     if let TrainEvent::Epoch(_, of_epoch) = event {
///         losses.push(of_epoch.validation);
///     }
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(losses.len(), 2);
/// assert_eq!(std::fs::metadata(net)?.len(), trained.bytes as u64);
/// # std::fs::remove_dir_all(folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns an error if the data cannot be read or are too few, the net to begin with does not fit,
/// the observer ends the training, or files cannot be written.
pub fn train(
    config: &TrainConfig,
    observer: &mut TrainObserver<'_>,
) -> Result<Trained, TrainingError> {
    let pool = ThreadPoolBuilder::new().num_threads(config.threads).build();
    let pool = pool.map_err(|error| TrainingError::Threads(error.to_string()))?;
    let files = data_files(&config.data)?;
    let mut examples = Examples::read(&files, config.positions, config.base())?;
    let relative = config.relative(&examples)?;
    let config = &config.with_relative(relative.as_ref());
    let origin = config.from.as_ref().map(|origin| &*origin.network);
    let scale = origin.map_or_else(|| scale(&examples), |network| network.scale as f32);
    let units = if examples.is_duel() { [scale; SEATS + 1] } else { units(&examples) };
    examples.set_td_targets(config.lambda(&examples), &units);
    let examples = examples;
    let objective = Objective { result: config.result(&examples), scale, units };
    let regions = config.regions(&examples);
    let shape = config.shape(&examples, &regions);
    if let Some(from) = &config.from {
        from.begins(shape)?;
    }
    report(observer, read_event(&examples, shape, scale)?)?;
    if let Some(Relative { variant, known, .. }) = relative {
        report(observer, TrainEvent::Relative { variant, known, inputs: shape.inputs })?;
    }
    let mut random = ChaCha8Rng::seed_from_u64(config.seed);
    let board = (examples.features.layout(), examples.family.grid());
    let unlearned = Model::new(shape, regions, board, &mut random);
    let model =
        origin.map_or_else(|| unlearned.clone(), |network| unlearned.with_weights_of(network));
    let schedule = Schedule {
        epochs: config.epochs,
        rate: config.rate,
        decay: config.decay(),
        seed: config.seed,
    };
    let model = (model, origin.is_some());
    let mut trainer = Trainer::new(model, (&examples, &pool), objective, schedule, bound(shape));
    let without_net = trainer.validate(&trainer.model.zeros());
    report(observer, TrainEvent::WithoutNet(without_net))?;
    if let Some(origin) = &config.from {
        let before = trainer.validate(&trainer.model);
        report(observer, TrainEvent::Origin(origin, before))?;
    }
    let learned = config.epochs(&mut trainer, config.task(&files, &examples), observer)?;
    let (_, parameters) = learned.best.ok_or(TrainingError::NoEpoch)?;
    let model = trainer.model.with(parameters);
    let network =
        quantise(&model, &examples, objective.scale, config.provenance(&files, &examples));
    let columns = model.columns();
    let pass = Pass { model: &model, examples: &examples, objective, columns: &columns };
    let rounding = rounding(&network, &pass);
    report(observer, TrainEvent::Rounded(rounding))?;
    if let Some(path) = &config.plot {
        plot(path, without_net, &learned.history)
            .map_err(|error| TrainingError::file(path, FileProblem::Drawing(error.to_string())))?;
    }
    let bytes = network.to_bytes();
    let write = |error| TrainingError::write(&config.out, DataError::Io(error));
    fs::write(&config.out, &bytes).map_err(write)?;
    fs::remove_file(Checkpoint::path(&config.out)).map_err(write)?;
    Ok(Trained {
        bytes: bytes.len(),
        without_net,
        validation: trainer.validate(&unlearned.with_weights_of(&network)),
        validation_positions: examples.validation.len(),
        rounding,
        network,
    })
}

/// Passes an event to the observer.
fn report(observer: &mut TrainObserver<'_>, event: TrainEvent<'_>) -> Result<(), TrainingError> {
    match observer(event) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(TrainingError::Stopped),
    }
}

/// Returns the event that the data have been read.
fn read_event(
    examples: &Examples,
    shape: Shape,
    scale: f32,
) -> Result<TrainEvent<'static>, TrainingError> {
    let name = examples.family.name();
    let problem = FileProblem::from;
    let variant = Variant::by_name(name);
    let variant = variant.map_err(|error| TrainingError::file(Path::new(name), problem(error)))?;
    Ok(TrainEvent::Read {
        variant,
        positions: examples.training.len(),
        games: examples.points.len(),
        validation: examples.validation.len(),
        shape,
        scale,
    })
}

impl TrainConfig {
    /// Returns the net to begin with, converted to the game of the examples, if it belongs to
    /// another one.
    fn relative(&self, examples: &Examples) -> Result<Option<Relative>, TrainingError> {
        let is_other =
            |origin: &&NetFile| origin.network.fingerprint != examples.features.fingerprint();
        let converted = |origin: &NetFile| {
            relative(&origin.network, examples).map_err(|conflict| origin.refused(conflict))
        };
        self.from.as_ref().filter(is_other).map(converted).transpose()
    }

    /// Returns the same configuration with a converted net to begin with, if there is one.
    fn with_relative(&self, relative: Option<&Relative>) -> Self {
        let mut config = self.clone();
        if let (Some(origin), Some(relative)) = (&mut config.from, relative) {
            origin.network = Arc::new(relative.network.clone());
        }
        config
    }

    fn result(&self, examples: &Examples) -> f32 {
        self.result.unwrap_or(if examples.is_duel() { RESULT.0 } else { RESULT.1 })
    }

    fn lambda(&self, examples: &Examples) -> f32 {
        self.lambda.unwrap_or(if examples.is_duel() { LATER.0 } else { LATER.1 })
    }

    /// Returns the base to which the net is added.
    fn base(&self) -> Base {
        let inherited = self.from.as_ref().map_or(Base::Full, |origin| origin.network.base);
        self.base.unwrap_or(inherited)
    }

    fn hidden(&self) -> usize {
        let inherited = self.from.as_ref().map_or(NEURONS, |origin| origin.network.shape.hidden);
        self.hidden.unwrap_or(inherited)
    }

    fn decay(&self) -> f32 {
        self.decay.unwrap_or(if self.from.is_some() { DECAY_TO_ORIGIN } else { DECAY })
    }

    /// Returns the king regions: those of the first net, if their number is the wanted one, or else
    /// new ones.
    fn regions(&self, examples: &Examples) -> Regions {
        let inherited = self.from.as_ref().map(|origin| &origin.network.regions);
        let inherited = inherited.filter(|own| self.wanted_regions() == own.count());
        inherited.map_or_else(|| regions(examples, self.wanted_regions()), Regions::clone)
    }

    /// Returns whether the net has weights for the states of pieces.
    fn threats(&self) -> bool {
        self.threats || self.from.as_ref().is_some_and(|origin| origin.network.shape.threats)
    }

    fn wanted_regions(&self) -> usize {
        let inherited = self.from.as_ref().map_or(1, |origin| origin.network.regions.count());
        self.regions.unwrap_or(inherited)
    }

    fn shape(&self, examples: &Examples, regions: &Regions) -> Shape {
        let layout = examples.features.layout();
        Shape {
            inputs: layout.inputs(),
            regions: regions.count(),
            threats: self.threats(),
            hidden: self.hidden(),
            buckets: self.buckets,
            men: examples.men,
            perspectives: layout.perspectives,
        }
    }

    /// Trains for all epochs, or for those that remain after a checkpoint, and writes a checkpoint
    /// after each.
    fn epochs(
        &self,
        trainer: &mut Trainer<'_>,
        task: TrainingTask,
        observer: &mut TrainObserver<'_>,
    ) -> Result<Progress, TrainingError> {
        let path = Checkpoint::path(&self.out);
        let found = if self.resume { Checkpoint::read(&path, &task) } else { Ok(None) };
        let mut progress = Progress::default();
        if let Some(checkpoint) = found.map_err(|problem| TrainingError::file(&path, problem))? {
            progress = checkpoint.progress;
            let epochs = progress.history.len() as u32;
            if !trainer.resume(checkpoint.state, epochs) {
                return Err(TrainingError::file(&path, CheckpointProblem::OtherSize));
            }
            report(observer, TrainEvent::Resumed { checkpoint: &path, epochs })?;
        }
        let mut checkpoint = Checkpoint { task, progress, state: trainer.state() };
        for epoch in checkpoint.progress.history.len() as u32..self.epochs {
            let losses = trainer.epoch(epoch);
            checkpoint.state = trainer.state();
            checkpoint.progress.add(losses, &checkpoint.state.parameters);
            let written = checkpoint.write(&path);
            written.map_err(|error| TrainingError::write(&path, DataError::Io(error)))?;
            report(observer, TrainEvent::Epoch(epoch + 1, losses))?;
        }
        Ok(checkpoint.progress)
    }

    fn task(&self, files: &[PathBuf], examples: &Examples) -> TrainingTask {
        let Provenance { version, variant, data, settings, .. } = self.provenance(files, examples);
        let settings = format!("{settings}, buckets {}", self.buckets);
        TrainingTask { version, variant, settings, data, examples: examples.checksum() }
    }

    fn provenance(&self, files: &[PathBuf], examples: &Examples) -> Provenance {
        let text = |name: &OsStr| name.to_string_lossy().into_owned();
        let Self { epochs, rate, seed, .. } = self;
        let (hidden, decay) = (self.hidden(), self.decay());
        let (result, lambda) = (self.result(examples), self.lambda(examples));
        let from = self.from.as_ref().map_or_else(String::new, |from| format!(", from {from}"));
        Provenance {
            version: env!("CARGO_PKG_VERSION").into(),
            variant: examples.family.name().into(),
            data: files.iter().filter_map(|file| file.file_name()).map(text).collect(),
            positions: examples.training.len() as u64,
            settings: format!(
                "base {}, regions {}{}, hidden {hidden}, epochs {epochs}, lr {rate}, decay {decay}, wdl {result}, lambda {lambda}, seed {seed}{from}",
                base_name(self.base()),
                self.wanted_regions(),
                if self.threats() { ", threats" } else { "" },
            ),
        }
    }
}

/// Returns the word for a net's base.
const fn base_name(base: Base) -> &'static str {
    match base {
        Base::Full => "full",
        Base::Summary => "summary",
        Base::None => "none",
    }
}

/// The centipawns of a unit in the outputs of a net for more than two sides. It is less than a unit
/// of odds, since outputs are rounded to parts of it.
const SCALE_OF_MANY: f32 = 300.0;

/// Returns the centipawns of a unit of odds in the outputs of a new net: the scale with which the
/// derived evaluation predicts results best, that of the search without a base, or a fixed one with
/// many sides.
fn scale(examples: &Examples) -> f32 {
    if examples.is_duel() {
        return units(examples)[2];
    }
    let sides = examples.sides[..examples.features.layout().seats].iter();
    if sides.collect::<BTreeSet<_>>().len() > 2 { SCALE_OF_MANY } else { unit(2) }
}

/// Returns the scales with which the derived evaluation predicts results best, in centipawns of a
/// unit of odds, by the number of sides left. Where no game had so many sides, and without a base,
/// it is the search's scale.
pub(super) fn units(examples: &Examples) -> Units {
    if examples.base == Base::None {
        return std::array::from_fn(unit);
    }
    let some: Vec<(usize, SideTargets)> =
        examples.training.iter().step_by(7).map(|example| examples.side_targets(example)).collect();
    std::array::from_fn(|sides| {
        let of_sides = some.iter().filter(|(living, _)| *living == sides);
        let pairs: Vec<(f32, f32)> = of_sides.flat_map(|(_, pairs)| pairs.clone()).collect();
        if pairs.is_empty() {
            return unit(sides);
        }
        let loss = |scale: f32| -> f64 {
            let logit = |margin: f32| margin / scale - offset(sides);
            pairs.iter().map(|(margin, points)| f64::from(entropy(*points, logit(*margin)))).sum()
        };
        let scales = (0..40).map(|step| 60.0 * 1.08_f32.powi(step));
        let best = scales.map(|scale| (scale, loss(scale))).min_by(|a, b| a.1.total_cmp(&b.1));
        best.map_or(unit(sides), |(scale, _)| scale)
    })
}
