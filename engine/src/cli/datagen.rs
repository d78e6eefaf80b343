//! `rotunda datagen`: games of the engine against itself, as training data.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use rotunda_movegen::{Options, Shard};
use rotunda_search::StopHandle;
use rotunda_training::{Evaluator, GenerateConfig, generate};

use super::datagen_progress::Progress;
use super::shared::{ScoringArg, SeedArg, ThreadsArg, VariantArg};
use super::training_error::run_error;
use crate::completion::{Completion, RunError};
use crate::interrupt::handle_interrupts;

/// The heading of options about how games are played.
const GAMES: &str = "Games";
/// Most megabytes of a thread's table.
const MAX_HASH: u64 = 1 << 20;
/// Most plies that can be played at random.
const MAX_OPENING: u32 = 1000;

/// The fate of a team player who has lost the king.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum KingLoss {
    Continue,
    Eliminate,
}

/// The words after `rotunda datagen`.
#[derive(Args, Debug)]
pub struct DatagenArgs {
    #[command(flatten)]
    of: VariantArg,
    /// Soft node limit: a search begins no new iteration after so many nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    soft_nodes: u64,
    /// Positions to search, in all shards together; each shard finishes its last game
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    positions: u64,
    /// The folder for the file, made if it is not there
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    seed: SeedArg,
    #[command(flatten)]
    threads: ThreadsArg,
    /// Play only part K of N, to its own file
    #[arg(long, value_name = "K/N", default_value_t = Shard::ALL)]
    shard: Shard,
    /// Append to a file that already holds games
    #[arg(long)]
    resume: bool,
    /// Random plies at the start of each game; by default 3 N to 5 N - 1 with N seats
    #[arg(long, value_name = "MIN-MAX", value_parser = plies, help_heading = GAMES)]
    random_plies: Option<(u32, u32)>,
    /// Largest score, in centipawns, of a position to start from
    #[arg(long, value_name = "CP", default_value = "400", help_heading = GAMES)]
    imbalance: u32,
    /// Temperature of the first twenty moves, in centipawns: the engine plays a move that is so
    /// much worse 1/e times as often as the best; 0 always plays the best
    #[arg(long, value_name = "CP", default_value = "0", help_heading = GAMES)]
    temperature: u32,
    /// Megabytes of each thread's table, which is cleared before each game
    #[arg(long, value_name = "MB", default_value = "2", help_heading = GAMES)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=MAX_HASH))]
    hash: u64,
    /// File of the net or of the fitted numbers to evaluate with, or `derived`; by default the
    /// program's own evaluation
    #[arg(long, value_name = "FILE|derived", value_parser = evaluator, help_heading = GAMES)]
    evaluation: Option<Evaluator>,
    #[command(flatten, next_help_heading = GAMES)]
    scoring: ScoringArg,
    /// The fate of a team player who has lost the king
    #[arg(long, value_enum, default_value = "continue", help_heading = GAMES)]
    team_king_loss: KingLoss,
}

fn evaluator(text: &str) -> Result<Evaluator, String> {
    if text == "derived" {
        return Ok(Evaluator::Derived);
    }
    Evaluator::read(text).map_err(|error| error.to_string())
}

fn plies(text: &str) -> Result<(u32, u32), String> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let bounds = least.parse().ok().zip(most.parse().ok());
    bounds
        .filter(|(least, most)| least <= most && *most <= MAX_OPENING)
        .ok_or_else(|| format!("expected MIN-MAX, {MAX_OPENING} at most"))
}

impl DatagenArgs {
    /// Plays games until the file has its positions, or Ctrl-C ends it; a line about it goes to
    /// `out`.
    ///
    /// # Errors
    /// Returns an error if the options make no sense, or the machine lacks the resources.
    pub fn run(self, out: &mut dyn Write) -> Result<Completion, RunError> {
        let stop = StopHandle::new();
        let config = GenerateConfig {
            threads: self.threads.count(),
            shard: self.shard,
            resume: self.resume,
            opening: self.random_plies,
            imbalance: self.imbalance,
            temperature: self.temperature,
            hash: self.hash as usize,
            evaluator: self.evaluation,
            options: Options {
                classic_scoring: self.scoring.is_classic(),
                team_king_loss_eliminates: self.team_king_loss == KingLoss::Eliminate,
            },
            stop: stop.clone(),
            ..GenerateConfig::new(
                self.of.variant,
                self.out,
                self.positions,
                self.soft_nodes,
                self.seed.seed,
            )
        };
        handle_interrupts(vec![Box::new(move || stop.stop())])?;
        let mut progress = Progress::default();
        let generated = generate(&config, &mut progress);
        progress.end();
        let file = generated.map_err(run_error)?;
        let (path, positions) = (file.path.display(), file.held.positions);
        writeln!(out, "{path}: {positions} positions, {}", progress.status(file.held))?;
        Ok(if file.is_complete { Completion::Success } else { Completion::Interrupted })
    }
}
