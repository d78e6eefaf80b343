//! `rotunda datagen`: games of the engine against itself, as training data.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use clap::{Args, ValueEnum};
use rotunda_command::{Completion, RunError, Shard, handle_interrupts};
use rotunda_movegen::{Options, Variant};
use rotunda_search::{Evaluation, Settings};

use crate::data_file::DataFile;
use crate::generate::{Job, generate};
use crate::header::{Header, Recipe};
use crate::net_file::NetFile;
use crate::progress::Progress;

/// Whether somebody wants it to end.
static STOP: AtomicBool = AtomicBool::new(false);
/// Most threads that can be asked for.
const MAX_THREADS: i64 = 512;
/// Most megabytes of a thread's table.
const MAX_HASH: u64 = 1 << 20;
/// Most plies that can be played at random.
const MAX_OPENING: u32 = 1000;

/// Whether partial wins count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Scoring {
    Dynamic,
    Classic,
}

/// What becomes of a team player who has lost the king.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum KingLoss {
    Continue,
    Eliminate,
}

/// The words after `rotunda datagen`.
#[derive(Args, Debug)]
pub struct DatagenArgs {
    /// The variant
    #[arg(long, value_parser = named)]
    variant: &'static Variant,
    /// Nodes after which a search begins no new iteration
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// How many positions to search, all shards together; the last game of each is finished
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    positions: u64,
    /// The folder for the file, made if it is not there
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Decides all random choices
    #[arg(long)]
    seed: u64,
    /// How many games to play at a time
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS), default_value = "1")]
    threads: u16,
    /// Play only part K of N, to its own file
    #[arg(long, value_name = "K/N", default_value_t = Shard::ALL)]
    shard: Shard,
    /// Go on with a file that holds games already
    #[arg(long)]
    resume: bool,
    /// Random plies at the beginning; by default 3 to 4 of each seat and so of both parities
    #[arg(long, value_name = "MIN-MAX", value_parser = plies)]
    opening: Option<(u32, u32)>,
    /// The greatest score, in centipawns, of a position to play from
    #[arg(long, value_name = "CP", default_value = "400")]
    imbalance: u32,
    /// In the first twenty moves, choose a move that is so many centipawns worse 1/e times as often
    /// as the best; 0: always the best
    #[arg(long, value_name = "CP", default_value = "0")]
    temperature: u32,
    /// Megabytes of each thread's table, which is cleared before each game
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..=MAX_HASH), default_value = "2")]
    hash: u64,
    /// The file of a net to evaluate with, or `derived`; by default as the program usually does
    #[arg(long, value_name = "FILE|derived", value_parser = evaluator)]
    net: Option<Evaluator>,
    /// Whether partial wins count, in games that have them
    #[arg(long, value_enum, default_value = "dynamic")]
    scoring: Scoring,
    /// What becomes of a team player who has lost the king, in games of teams
    #[arg(long, value_enum, default_value = "continue")]
    team_king_loss: KingLoss,
}

fn named(name: &str) -> Result<&'static Variant, String> {
    Variant::by_name(name).map_err(|error| error.to_string())
}

/// What positions are evaluated with.
#[derive(Clone, Debug)]
enum Evaluator {
    Derived,
    Net(NetFile),
}

fn evaluator(text: &str) -> Result<Evaluator, String> {
    if text == "derived" {
        return Ok(Evaluator::Derived);
    }
    NetFile::read(text).map(Evaluator::Net)
}

fn plies(text: &str) -> Result<(u32, u32), String> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let bounds = least.parse().ok().zip(most.parse().ok());
    bounds
        .filter(|(least, most)| least <= most && *most <= MAX_OPENING)
        .ok_or_else(|| format!("expected MIN-MAX, {MAX_OPENING} at most"))
}

impl DatagenArgs {
    fn header(&self) -> Header {
        let seats = self.variant.seats as u32;
        Header {
            version: env!("CARGO_PKG_VERSION").into(),
            variant: self.variant.name.into(),
            classic_scoring: self.scoring == Scoring::Classic,
            team_king_loss_eliminates: self.team_king_loss == KingLoss::Eliminate,
            shard: self.shard,
            recipe: Recipe {
                seed: self.seed,
                nodes: self.nodes,
                hash: self.hash as usize,
                opening: self.opening.unwrap_or((3 * seats, 5 * seats - 1)),
                imbalance: self.imbalance,
                temperature: self.temperature,
                evaluation: self.net.as_ref().map(|net| match net {
                    Evaluator::Derived => "derived".into(),
                    Evaluator::Net(net) => format!("{:08x}", net.checksum),
                }),
            },
        }
    }

    /// The settings of all searches.
    fn settings(&self) -> Result<Settings, RunError> {
        let usual = Settings::default();
        match &self.net {
            None => Ok(usual),
            Some(Evaluator::Derived) => Ok(Settings { evaluation: Evaluation::Derived, ..usual }),
            Some(Evaluator::Net(NetFile { network, .. })) => {
                let fits = network.fits(self.variant);
                fits.map_err(|error| RunError::Usage(format!("the net {error}")))?;
                Ok(Settings { eval_file: Some(network.clone()), ..usual })
            }
        }
    }

    /// Plays games until the file has its positions, or Ctrl-C ends it; a line about it goes to
    /// `out`.
    ///
    /// # Errors
    /// If what was asked for makes no sense, or the machine lacks what it takes.
    pub fn run(self, out: &mut dyn Write) -> Result<Completion, RunError> {
        let (header, settings) = (self.header(), self.settings()?);
        let path = self.out.join(header.file_name());
        let named = |why: String| format!("{}: {why}", path.display());
        fs::create_dir_all(&self.out).map_err(|error| RunError::Usage(named(error.to_string())))?;
        let mut file = DataFile::open(&path, &header, self.resume)
            .map_err(|why| RunError::Usage(named(why)))?;
        handle_interrupts(&STOP)?;
        let job = Job {
            header: &header,
            settings: &settings,
            variant: self.variant,
            family: self.variant.family(Options {
                classic_scoring: header.classic_scoring,
                team_king_loss_eliminates: header.team_king_loss_eliminates,
            }),
            threads: self.threads.into(),
            positions: self.positions.div_ceil(self.shard.of),
            stop: &STOP,
        };
        let mut progress = Progress::new(&file, job.positions);
        let complete = generate(&job, &mut file, &mut |file| progress.show(file));
        progress.end();
        let complete = complete.map_err(|why| RunError::Machine(named(why)))?;
        let status = progress.status(&file);
        let positions = file.positions;
        if complete {
            file.finish().map_err(|error| RunError::Machine(named(error.to_string())))?;
        }
        writeln!(out, "{}: {positions} positions, {status}", path.display())?;
        Ok(if complete { Completion::Success } else { Completion::Interrupted })
    }
}
