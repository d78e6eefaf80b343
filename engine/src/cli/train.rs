//! `rotunda train`: a net from the games of files, and measures of nets.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand, ValueEnum};
use rotunda_search::net::Base;
use rotunda_training::{
    NetFile, TrainConfig, TrainEvent, Trained, TrainingError, check_net, judge, train,
};

use super::shared::{SeedArg, ThreadsArg, part};
use super::training_error::run_error;
use crate::completion::{Completion, RunError};

/// Neurons that are computed at a time.
const LANES: usize = 16;

/// The heading of options about the net.
const NET: &str = "The net";
/// The heading of options about how it learns.
const LEARNING: &str = "Learning";

/// The options of `rotunda train`.
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct TrainArgs {
    #[command(subcommand)]
    action: Option<Action>,
    /// Files, or folders with files, of one variant
    #[arg(value_name = "FILE|DIR", required = true)]
    paths: Vec<PathBuf>,
    /// The net to write
    #[arg(long, value_name = "FILE", required = true)]
    out: Option<PathBuf>,
    /// Neurons of each perspective, a multiple of 16; by default those of the net of --from,
    /// otherwise 32
    #[arg(long, value_name = "H", value_parser = neurons, help_heading = NET)]
    hidden: Option<usize>,
    /// The part of the derived evaluation to which the net is added; by default that of the net
    /// of --from, otherwise `full`
    #[arg(long, value_enum, help_heading = NET)]
    base: Option<BaseArg>,
    /// King buckets, at most 64; by default those of the net of --from, otherwise 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=64), help_heading = NET)]
    regions: Option<u8>,
    /// Use inputs for attacked and for defended pieces; by default as the net of --from
    #[arg(long, help_heading = NET)]
    threats: bool,
    /// Output buckets by the number of pieces
    #[arg(long, value_name = "N", default_value = "4", help_heading = NET)]
    #[arg(value_parser = clap::value_parser!(u8).range(1..=16))]
    buckets: u8,
    /// Epochs: passes over all positions
    #[arg(long, value_name = "N", default_value = "6", help_heading = LEARNING)]
    epochs: u32,
    /// Initial learning rate
    #[arg(long, value_name = "RATE", default_value = "0.001", value_parser = amount, help_heading = LEARNING)]
    lr: f32,
    /// Weight decay for a learning rate of 1. Weights decay to 0, by default at 20, or with --from
    /// to those of that net, by default at 5
    #[arg(long, value_name = "D", value_parser = amount, help_heading = LEARNING)]
    decay: Option<f32>,
    /// Weight of the game's result in the target, from 0 to 1; the rest is the score of the search.
    /// The default is 0.3 for two seats and 0 for more
    #[arg(long, value_name = "PART", value_parser = part, help_heading = LEARNING)]
    wdl: Option<f32>,
    /// Lambda of TD(lambda), from 0 to 1: the weight of the search at the side's next move relative
    /// to this one. The default is 0 for two seats and 0.9 for more
    #[arg(long, value_name = "L", value_parser = part, help_heading = LEARNING)]
    lambda: Option<f32>,
    /// Largest number of positions to learn from
    #[arg(long, value_name = "N", default_value = "100000000", help_heading = LEARNING)]
    positions: usize,
    #[command(flatten)]
    seed: SeedArg,
    #[command(flatten)]
    threads: ThreadsArg,
    /// Start with the weights and the scale of a net of the same size, or of one with fewer neurons
    /// or a single king bucket. A net of another game gives the weights of the pieces and cells
    /// that both games have, by letter and by name
    #[arg(long, value_name = "NET", requires = "out", value_parser = net_file, help_heading = NET)]
    from: Option<NetFile>,
    /// Continue a training that ended early, from the last epoch in FILE.checkpoint
    #[arg(long, requires = "out")]
    resume: bool,
    /// Draw the losses of all epochs as SVG
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

/// The actions on nets.
#[derive(Subcommand, Debug)]
enum Action {
    /// Compare a net's results: incremental and full, in integers and in real numbers
    Check(CheckArgs),
    /// Print how well the derived evaluation and a net agree with the verdicts of long searches
    Judge(JudgeArgs),
}

/// The options of `rotunda train check`.
#[derive(Args, Debug)]
struct CheckArgs {
    /// The net; the command checks it in random games of every variant that it fits
    #[arg(value_name = "NET")]
    net: PathBuf,
    #[command(flatten)]
    seed: SeedArg,
}

/// The options of `rotunda train judge`.
#[derive(Args, Debug)]
struct JudgeArgs {
    /// The verdicts: a file VARIANT.epd, as `rotunda data verdicts` writes it
    #[arg(value_name = "FILE")]
    verdicts: PathBuf,
    /// The net; by default the program's own
    #[arg(long, value_name = "NET")]
    net: Option<PathBuf>,
    /// Nodes of the searches that are compared besides those of depth 1
    #[arg(long, value_name = "N", default_value = "2000", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
}

impl CheckArgs {
    fn run(&self, out: &mut dyn Write) -> Result<Completion, RunError> {
        let is_fine = check_net(&self.net, self.seed.seed, &mut |variant, comparison| {
            writeln!(out, "{}: {comparison}", variant.name)
        });
        let is_fine = is_fine.map_err(run_error)?;
        Ok(if is_fine { Completion::Success } else { Completion::CheckFailed })
    }
}

impl JudgeArgs {
    fn run(&self, out: &mut dyn Write) -> Result<Completion, RunError> {
        let judgement = judge(&self.verdicts, self.net.as_deref(), self.nodes);
        write!(out, "{}", judgement.map_err(run_error)?)?;
        Ok(Completion::Success)
    }
}

/// [`Base`] as a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum BaseArg {
    /// The whole derived evaluation
    Full,
    /// The derived evaluation without the terms that need all attacks, which is faster
    Summary,
    /// Nothing: the net stands alone, which is fastest
    None,
}

impl From<BaseArg> for Base {
    fn from(arg: BaseArg) -> Self {
        match arg {
            BaseArg::Full => Self::Full,
            BaseArg::Summary => Self::Summary,
            BaseArg::None => Self::None,
        }
    }
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
    /// Runs the action: trains, checks or judges a net, and reports on `out`.
    ///
    /// # Errors
    /// Returns an error if a file is missing or the net cannot be written.
    pub fn run(self, out: &mut dyn Write) -> Result<Completion, RunError> {
        match &self.action {
            Some(Action::Check(args)) => return args.run(out),
            Some(Action::Judge(args)) => return args.run(out),
            None => {}
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
            seed: self.seed.seed,
            threads: self.threads.count(),
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

/// Writes a line for each event of a training.
fn write_event(event: &TrainEvent, out: &mut dyn Write) -> io::Result<()> {
    match event {
        TrainEvent::Read { variant, positions, games, validation, shape, scale } => writeln!(
            out,
            "{}: {positions} positions of {games} games, {validation} for validation; {} inputs in {} regions, {} neurons; scale {scale:.0}",
            variant.name, shape.inputs, shape.regions, shape.hidden,
        ),
        TrainEvent::Relative { variant, known, inputs } => {
            writeln!(out, "weights from {}: {known} of {inputs} inputs", variant.name)
        }
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
