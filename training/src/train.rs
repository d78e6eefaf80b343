//! `rotunda train`: a net from the games of files.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::{fmt, fs};

use clap::{Args, ValueEnum};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rayon::ThreadPoolBuilder;
use rotunda_command::{Completion, RunError};
use rotunda_movegen::SEATS;
use rotunda_search::net::{Base, Provenance, Regions, Shape};

use crate::check::check;
use crate::checkpoint::{Checkpoint, Past, Task};
use crate::data::files;
use crate::examples::Examples;
use crate::foresight::Foretold;
use crate::judgement::judge;
use crate::model::{Aim, Model, Pass};
use crate::net_file::NetFile;
use crate::odds::{Units, entropy, handicap, unit};
use crate::plot::plot;
use crate::quantise::{bound, quantise, rounding};
use crate::regions::regions;
use crate::trainer::{Losses, Schedule, Trainer};

/// The usual number of neurons of a net that is begun anew.
const NEURONS: usize = 32;
/// The usual decay of the weights of such a net.
const DECAY: f32 = 20.0;
/// The usual part of the result in what is learned, in duels and among more.
const RESULT: (f32, f32) = (0.3, 0.0);
/// What the search of the next move usually counts, in duels and among more.
const LATER: (f32, f32) = (0.0, 0.9);
/// Neurons that are computed at a time.
const LANES: usize = 16;

/// The words after `rotunda train`.
#[derive(Args, Debug)]
pub struct TrainArgs {
    /// Files, or folders with files, of one variant
    #[arg(value_name = "FILE|DIR", required_unless_present_any = ["check", "judge"])]
    paths: Vec<PathBuf>,
    /// The net to write
    #[arg(long, value_name = "FILE", required_unless_present_any = ["check", "judge"])]
    out: Option<PathBuf>,
    /// Compare a net's arithmetic, incremental and full, in integers and in real numbers, over
    /// random games of every variant that it fits
    #[arg(long, value_name = "FILE", conflicts_with_all = ["paths", "out"])]
    check: Option<PathBuf>,
    /// Show how the derived evaluation and the net agree with the verdicts of VARIANT.epd, which
    /// `rotunda data --verdicts` makes
    #[arg(long, value_name = "FILE", conflicts_with_all = ["paths", "out", "check"])]
    judge: Option<PathBuf>,
    /// The net that --judge is about, if not the program's own
    #[arg(long, value_name = "FILE", requires = "judge")]
    net: Option<PathBuf>,
    /// Nodes of the searches that --judge looks at beside those of depth 1
    #[arg(long, value_name = "N", requires = "judge", default_value = "2000", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Neurons of each point of view, a multiple of 16; by default as the net of --from, and
    /// without one 32
    #[arg(long, value_name = "H", value_parser = neurons)]
    hidden: Option<usize>,
    /// What the net is added to; by default what that of --from is added to, and without one the
    /// full
    #[arg(long, value_enum)]
    base: Option<BaseArg>,
    /// Regions of the board, at most 64, in each of which the own king has weights of its own; by
    /// default as the net of --from, and without one 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=64))]
    regions: Option<u8>,
    /// Have weights for whether a piece is attacked and whether it is defended; by default as the
    /// net of --from has
    #[arg(long)]
    threats: bool,
    /// Output buckets by the number of men
    #[arg(long, value_name = "N", default_value = "4", value_parser = clap::value_parser!(u8).range(1..=16))]
    buckets: u8,
    /// How often every position is seen
    #[arg(long, value_name = "N", default_value = "6")]
    epochs: u32,
    /// The first learning rate
    #[arg(long, value_name = "RATE", default_value = "0.001", value_parser = amount)]
    lr: f32,
    /// Weight decay, in a step of rate 1; by default 20, and 0 with --from: what a net knows, decay
    /// takes away
    #[arg(long, value_name = "D", value_parser = amount)]
    decay: Option<f32>,
    /// The part of the game's result in what is learned, from 0 to 1; the rest is what searches
    /// have found; by default 0.3, and 0 among more than two
    #[arg(long, value_name = "PART", value_parser = part)]
    wdl: Option<f32>,
    /// What the search of a side's next move counts, of what that of this one does, from 0 to 1: at
    /// 0 it is this one's alone; by default 0, and 0.9 among more than two
    #[arg(long, value_name = "L", value_parser = part)]
    lambda: Option<f32>,
    /// Most positions to learn from
    #[arg(long, value_name = "N", default_value = "100000000")]
    positions: usize,
    /// Decides all random choices
    #[arg(long, default_value = "1")]
    seed: u64,
    /// How many threads compute; the net is the same for any number
    #[arg(long, default_value = "2", value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,
    /// Begin with the weights of a net of the same size, of fewer neurons or of one region, and
    /// keep to its scale
    #[arg(long, value_name = "NET", requires = "out", value_parser = NetFile::read)]
    from: Option<NetFile>,
    /// Go on with a training that was ended early, after the last epoch in FILE.checkpoint
    #[arg(long, requires = "out")]
    resume: bool,
    /// Draw the losses of all epochs as SVG
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

/// [`Base`] as a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum BaseArg {
    /// The whole derived evaluation
    Full,
    /// The derived evaluation without what needs a look at all attacks: faster
    Summary,
}

impl fmt::Display for BaseArg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Full => "full",
            Self::Summary => "summary",
        })
    }
}

impl From<BaseArg> for Base {
    fn from(arg: BaseArg) -> Self {
        match arg {
            BaseArg::Full => Self::Full,
            BaseArg::Summary => Self::Summary,
        }
    }
}

impl From<Base> for BaseArg {
    fn from(base: Base) -> Self {
        match base {
            Base::Full => Self::Full,
            Base::Summary => Self::Summary,
        }
    }
}

fn part(word: &str) -> Result<f32, String> {
    let part = word.parse().ok().filter(|part| (0.0..=1.0).contains(part));
    part.ok_or_else(|| "a number from 0 to 1".into())
}

fn amount(word: &str) -> Result<f32, String> {
    let amount = word.parse().ok().filter(|amount: &f32| amount.is_finite() && *amount >= 0.0);
    amount.ok_or_else(|| "a number that is not less than 0".into())
}

fn neurons(word: &str) -> Result<usize, String> {
    let count = word.parse().ok().filter(|count| (LANES..=1024).contains(count));
    let count = count.filter(|count| count % LANES == 0);
    count.ok_or_else(|| "a multiple of 16, at most 1024".into())
}

impl TrainArgs {
    /// Trains a net, or checks or judges one, and tells of it on `out`.
    ///
    /// # Errors
    /// If there are no such files, or the net cannot be written.
    pub fn run(self, out: &mut dyn Write) -> Result<Completion, RunError> {
        if let Some(net) = &self.check {
            return check(net, self.seed, out);
        }
        if let Some(verdicts) = &self.judge {
            return judge(verdicts, self.net.as_deref(), self.nodes, out);
        }
        let net = self.out.as_deref().ok_or_else(|| RunError::Usage("no net is named".into()))?;
        self.train(net, out)
    }

    fn train(&self, net: &Path, out: &mut dyn Write) -> Result<Completion, RunError> {
        let pool = ThreadPoolBuilder::new().num_threads(self.threads.into()).build();
        let pool = pool.map_err(|error| RunError::Machine(error.to_string()))?;
        let files = files(&self.paths).map_err(RunError::Usage)?;
        let mut examples =
            Examples::read(&files, self.positions, self.base()).map_err(RunError::Usage)?;
        let origin = self.from.as_ref().map(|origin| &*origin.network);
        let scale = origin.map_or_else(|| scale(&examples), |network| network.scale as f32);
        let units = if examples.is_duel() { [scale; SEATS + 1] } else { units(&examples) };
        examples.foresee(self.lambda(&examples), &units);
        let examples = examples;
        let aim = Aim { result: self.wdl(&examples), scale, units };
        let (layout, men) = (examples.features.layout(), examples.men);
        let regions = self.regions(&examples);
        let shape = Shape {
            inputs: layout.inputs(),
            regions: regions.count(),
            threats: self.threats(),
            hidden: self.hidden(),
            buckets: self.buckets.into(),
            men,
            perspectives: layout.perspectives,
        };
        if let Some(why) = self.from.as_ref().and_then(|from| from.conflict(shape, &examples)) {
            return Err(RunError::Usage(why));
        }
        writeln!(
            out,
            "{}: {} positions of {} games, {} for validation; {} inputs in {} regions, {} neurons; scale {:.0}",
            examples.family.name(),
            examples.training.len(),
            examples.points.len(),
            examples.validation.len(),
            shape.inputs,
            shape.regions,
            shape.hidden,
            aim.scale,
        )?;
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        let board = (layout, examples.family.grid());
        let unlearned = Model::new(shape, regions, board, &mut random);
        let model = origin.map_or_else(|| unlearned.clone(), |network| unlearned.saying(network));
        let schedule =
            Schedule { epochs: self.epochs, rate: self.lr, decay: self.decay(), seed: self.seed };
        let mut trainer = Trainer::new(model, (&examples, &pool), aim, schedule, bound(shape));
        let nothing = trainer.validate(&trainer.model.silent());
        writeln!(out, "without a net: validation {nothing:.5}")?;
        if let Some(origin) = &self.from {
            let before = trainer.validate(&trainer.model);
            writeln!(out, "{origin}: validation {before:.5}")?;
        }
        let learned = self.epochs(&mut trainer, net, self.task(&files, &examples), out)?;
        let (_, parameters) = learned.best.ok_or_else(|| RunError::Usage("no epoch".into()))?;
        let model = trainer.model.with(parameters);
        let network = quantise(&model, &examples, aim.scale, self.provenance(&files, &examples));
        let columns = model.columns();
        let pass = Pass { model: &model, examples: &examples, aim, columns: &columns };
        let rounding = rounding(&network, &pass);
        writeln!(out, "{rounding}")?;
        if let Some(path) = &self.plot {
            plot(path, nothing, &learned.history)
                .map_err(|error| RunError::Machine(format!("{}: {error}", path.display())))?;
        }
        let bytes = network.to_bytes();
        fs::write(net, &bytes).map_err(RunError::Output)?;
        fs::remove_file(Checkpoint::path(net)).map_err(RunError::Output)?;
        let loss = trainer.validate(&unlearned.saying(&network));
        writeln!(out, "{}: {} bytes, validation {loss:.5}", net.display(), bytes.len())?;
        if loss > nothing {
            let count = examples.validation.len();
            writeln!(
                out,
                "note: that is more than without a net, on {count} positions; a match says whether the net plays better"
            )?;
        }
        Ok(if rounding.is_fine() { Completion::Success } else { Completion::CheckFailed })
    }

    fn wdl(&self, examples: &Examples) -> f32 {
        self.wdl.unwrap_or(if examples.is_duel() { RESULT.0 } else { RESULT.1 })
    }

    fn lambda(&self, examples: &Examples) -> f32 {
        self.lambda.unwrap_or(if examples.is_duel() { LATER.0 } else { LATER.1 })
    }

    /// What the net is added to.
    fn base(&self) -> Base {
        let inherited = self.from.as_ref().map_or(Base::Full, |origin| origin.network.base);
        self.base.map_or(inherited, Base::from)
    }

    fn hidden(&self) -> usize {
        let inherited = self.from.as_ref().map_or(NEURONS, |origin| origin.network.shape.hidden);
        self.hidden.unwrap_or(inherited)
    }

    fn decay(&self) -> f32 {
        self.decay.unwrap_or(if self.from.is_some() { 0.0 } else { DECAY })
    }

    /// Where kings have weights of their own: where they have in the net of `--from`, if that has
    /// as many regions as are wanted.
    fn regions(&self, examples: &Examples) -> Regions {
        let inherited = self.from.as_ref().map(|origin| &origin.network.regions);
        let inherited = inherited.filter(|own| self.wanted_regions() == own.count());
        inherited.map_or_else(|| regions(examples, self.wanted_regions()), Regions::clone)
    }

    /// Whether the net has weights for the states of pieces.
    fn threats(&self) -> bool {
        self.threats || self.from.as_ref().is_some_and(|origin| origin.network.shape.threats)
    }

    fn wanted_regions(&self) -> usize {
        let inherited = self.from.as_ref().map_or(1, |origin| origin.network.regions.count());
        self.regions.map_or(inherited, usize::from)
    }

    /// Trains for all epochs, or those that a training before has left, and writes a checkpoint
    /// after each.
    fn epochs(
        &self,
        trainer: &mut Trainer<'_>,
        net: &Path,
        task: Task,
        out: &mut dyn Write,
    ) -> Result<Past, RunError> {
        let path = Checkpoint::path(net);
        let found = if self.resume { Checkpoint::read(&path, &task) } else { Ok(None) };
        let mut past = Past::default();
        if let Some(checkpoint) = found.map_err(RunError::Usage)? {
            past = checkpoint.past;
            let epochs = past.history.len() as u32;
            if !trainer.resume(checkpoint.state, epochs) {
                let why = format!("{}: is of a net of another size", path.display());
                return Err(RunError::Usage(why));
            }
            writeln!(out, "{}: goes on after epoch {epochs}", path.display())?;
        }
        let mut checkpoint = Checkpoint { task, past, state: trainer.state() };
        for epoch in checkpoint.past.history.len() as u32..self.epochs {
            let losses = trainer.epoch(epoch);
            checkpoint.state = trainer.state();
            checkpoint.past.add(losses, &checkpoint.state.parameters);
            checkpoint.write(&path).map_err(RunError::Output)?;
            let Losses { training, validation } = losses;
            let epoch = epoch + 1;
            writeln!(out, "epoch {epoch}: training {training:.5}, validation {validation:.5}")?;
            out.flush()?;
        }
        Ok(checkpoint.past)
    }

    fn task(&self, files: &[PathBuf], examples: &Examples) -> Task {
        let Provenance { version, variant, data, settings, .. } = self.provenance(files, examples);
        let settings = format!("{settings}, buckets {}", self.buckets);
        Task { version, variant, settings, data, examples: examples.checksum() }
    }

    fn provenance(&self, files: &[PathBuf], examples: &Examples) -> Provenance {
        let text = |name: &OsStr| name.to_string_lossy().into_owned();
        let Self { epochs, lr, seed, .. } = self;
        let (hidden, decay) = (self.hidden(), self.decay());
        let (wdl, lambda) = (self.wdl(examples), self.lambda(examples));
        let from = self.from.as_ref().map_or_else(String::new, |from| format!(", from {from}"));
        Provenance {
            version: env!("CARGO_PKG_VERSION").into(),
            variant: examples.family.name().into(),
            data: files.iter().filter_map(|file| file.file_name()).map(text).collect(),
            positions: examples.training.len() as u64,
            settings: format!(
                "base {}, regions {}{}, hidden {hidden}, epochs {epochs}, lr {lr}, decay {decay}, wdl {wdl}, lambda {lambda}, seed {seed}{from}",
                BaseArg::from(self.base()),
                self.wanted_regions(),
                if self.threats() { ", threats" } else { "" },
            ),
        }
    }
}

/// Centipawns of a unit in the outputs of a net for more than two sides, which are rounded in parts
/// of it: less than a unit of odds.
const SCALE_OF_MANY: f32 = 300.0;

/// Centipawns of a unit of odds in the outputs of a net that begins anew: the scale on which the
/// derived evaluation foretells results best; among many a fixed one.
fn scale(examples: &Examples) -> f32 {
    if examples.is_duel() {
        return units(examples)[2];
    }
    let sides = examples.sides[..examples.features.layout().seats].iter();
    if sides.collect::<BTreeSet<_>>().len() > 2 { SCALE_OF_MANY } else { unit(2) }
}

/// The scales on which the derived evaluation foretells results best, in centipawns of a unit of
/// odds, by the number of sides that are left; the search's where no game had so many.
fn units(examples: &Examples) -> Units {
    let some: Vec<(usize, Foretold)> =
        examples.training.iter().step_by(7).map(|example| examples.foretold(example)).collect();
    std::array::from_fn(|sides| {
        let of_sides = some.iter().filter(|(living, _)| *living == sides);
        let pairs: Vec<(f32, f32)> = of_sides.flat_map(|(_, pairs)| pairs.clone()).collect();
        if pairs.is_empty() {
            return unit(sides);
        }
        let loss = |scale: f32| -> f64 {
            let odds = |lead: f32| lead / scale - handicap(sides);
            pairs.iter().map(|(lead, points)| f64::from(entropy(*points, odds(*lead)))).sum()
        };
        let scales = (0..40).map(|step| 60.0 * 1.08_f32.powi(step));
        let best = scales.map(|scale| (scale, loss(scale))).min_by(|a, b| a.1.total_cmp(&b.1));
        best.map_or(unit(sides), |(scale, _)| scale)
    })
}
