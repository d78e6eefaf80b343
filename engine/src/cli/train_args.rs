//! `rotunda train`: a net from the games of files, and what is to be known of nets.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use crate::completion::{Completion, RunError};
use clap::{Args, ValueEnum};
use rotunda_search::net::Base;
use rotunda_training::{
    NetFile, TrainConfig, TrainEvent, Trained, TrainingError, check_net, judge, train,
};

use super::training_error::run_error;

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
    #[arg(long, value_name = "NET", requires = "out", value_parser = net_file)]
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

impl From<BaseArg> for Base {
    fn from(arg: BaseArg) -> Self {
        match arg {
            BaseArg::Full => Self::Full,
            BaseArg::Summary => Self::Summary,
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

fn net_file(path: &str) -> Result<NetFile, String> {
    NetFile::read(path).map_err(|error| error.to_string())
}

impl TrainArgs {
    /// Trains a net, or checks or judges one, and tells of it on `out`.
    ///
    /// # Errors
    /// If there are no such files, or the net cannot be written.
    pub fn run(self, out: &mut dyn Write) -> Result<Completion, RunError> {
        if let Some(net) = &self.check {
            let is_fine = check_net(net, self.seed, &mut |variant, comparison| {
                writeln!(out, "{}: {comparison}", variant.name)
            });
            let is_fine = is_fine.map_err(run_error)?;
            return Ok(if is_fine { Completion::Success } else { Completion::CheckFailed });
        }
        if let Some(verdicts) = &self.judge {
            let judgement = judge(verdicts, self.net.as_deref(), self.nodes).map_err(run_error)?;
            write!(out, "{judgement}")?;
            return Ok(Completion::Success);
        }
        let net = self.out.clone().ok_or_else(|| RunError::Usage("no net is named".into()))?;
        self.train(&net, out)
    }

    fn train(self, net: &Path, out: &mut dyn Write) -> Result<Completion, RunError> {
        let config = TrainConfig {
            hidden: self.hidden,
            base: self.base.map(Base::from),
            regions: self.regions.map(usize::from),
            threats: self.threats,
            buckets: self.buckets.into(),
            epochs: self.epochs,
            rate: self.lr,
            decay: self.decay,
            result: self.wdl,
            lambda: self.lambda,
            positions: self.positions,
            seed: self.seed,
            threads: self.threads.into(),
            from: self.from,
            resume: self.resume,
            plot: self.plot,
            ..TrainConfig::new(self.paths, net)
        };
        let mut written = Ok(());
        let trained = train(&config, &mut |event| {
            written = write_event(&event, out);
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        let trained = match trained {
            Err(TrainingError::Stopped) => {
                written?;
                return Ok(Completion::Interrupted);
            }
            trained => trained.map_err(run_error)?,
        };
        let Trained { bytes, without_net, validation, .. } = trained;
        writeln!(out, "{}: {bytes} bytes, validation {validation:.5}", net.display())?;
        if validation > without_net {
            let count = trained.validation_positions;
            writeln!(
                out,
                "note: that is more than without a net, on {count} positions; a match says whether the net plays better"
            )?;
        }
        let is_fine = trained.rounding.is_fine();
        Ok(if is_fine { Completion::Success } else { Completion::CheckFailed })
    }
}

/// Writes what has happened in a training, a line each.
fn write_event(event: &TrainEvent, out: &mut dyn Write) -> io::Result<()> {
    match event {
        TrainEvent::Read { variant, positions, games, validation, shape, scale } => writeln!(
            out,
            "{}: {positions} positions of {games} games, {validation} for validation; {} inputs in {} regions, {} neurons; scale {scale:.0}",
            variant.name, shape.inputs, shape.regions, shape.hidden,
        ),
        TrainEvent::WithoutNet(loss) => writeln!(out, "without a net: validation {loss:.5}"),
        TrainEvent::Origin(net, loss) => writeln!(out, "{net}: validation {loss:.5}"),
        TrainEvent::Resumed { checkpoint, epochs } => {
            writeln!(out, "{}: goes on after epoch {epochs}", checkpoint.display())
        }
        TrainEvent::Epoch(epoch, losses) => {
            let (training, validation) = (losses.training, losses.validation);
            writeln!(out, "epoch {epoch}: training {training:.5}, validation {validation:.5}")?;
            out.flush()
        }
        TrainEvent::Rounded(rounding) => writeln!(out, "{rounding}"),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::TrainArgs;

    #[derive(Parser)]
    struct Words {
        #[command(flatten)]
        _train: TrainArgs,
    }

    #[test]
    fn rates_and_decay_are_numbers_from_0_up() {
        for (word, is_fine) in
            [("0.5", true), ("0", true), ("-1", false), ("nan", false), ("inf", false)]
        {
            for option in ["--lr", "--decay"] {
                let words = ["train", "games", "--out=a.net", &format!("{option}={word}")];
                assert_eq!(Words::try_parse_from(words).is_ok(), is_fine, "{option} {word}");
            }
        }
    }
}
