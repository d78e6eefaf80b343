//! [`MatchArgs`]: the words of the command line.

use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches, Args, FromArgMatches, Subcommand, ValueEnum};

use rotunda_command::Shard;

use crate::key_values;
use crate::plan::{DrawRule, OpeningSource, Plan, ResignRule};
use crate::schedule::Schedule;

/// Most games at a time.
const MAX_GAMES: i64 = 512;

/// Let engines play each other; docs/match.md tells all about it
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct MatchArgs {
    #[command(subcommand)]
    pub(crate) action: Option<Action>,
    #[command(flatten)]
    engines: EngineWords,
    /// What holds for all engines, in the words of --engine
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    each: Vec<String>,
    /// The variants to play, each of them so many games
    #[arg(long, value_delimiter = ',', num_args = 1.., default_value = "chess")]
    variant: Vec<String>,
    /// Games of every variant, rounded up to whole blocks; with --rounds: games of a round
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// Openings of every variant
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    rounds: Option<u64>,
    /// Play each opening with all seatings (on), or once (off)
    #[arg(long, value_name = "on|off", default_value = "on", default_missing_value = "on", num_args = 0..=1)]
    repeat: Switch,
    /// Games at a time
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=MAX_GAMES))]
    pub(crate) concurrency: u16,
    /// `file=F [order=random|sequential]`, `random [plies=8] [nodes=500] [bound=100]`, or `start`
    #[arg(long, num_args = 1.., value_name = "WORD")]
    openings: Vec<String>,
    /// The number from which random openings and random orders of books follow: with the same
    /// number they are the same again
    #[arg(long, default_value = "1")]
    seed: u64,
    /// End at a decision: `elo0=0 elo1=5 [alpha=0.05] [beta=0.05] [model=normalized|logistic]`
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    sprt: Vec<String>,
    #[command(flatten)]
    adjudication: AdjudicationArgs,
    /// How the arbiter counts partial wins: with their points, or as draws
    #[arg(long, default_value = "dynamic")]
    scoring: Scoring,
    /// Write games as PGN
    #[arg(long, value_name = "FILE")]
    pub(crate) pgnout: Option<PathBuf>,
    /// Write games and the report as JSON lines; `-` is the standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
    /// Keep the match in this file
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    /// Go on with the match in the file, if there is one
    #[arg(long, requires = "record")]
    pub(crate) resume: bool,
    /// Play only part i of n
    #[arg(long, value_name = "i/n", default_value = "1/1")]
    pub(crate) shard: Shard,
    /// Exit with 1 if any engine did something wrong
    #[arg(long)]
    pub(crate) strict: bool,
}

/// When the arbiter ends games before the rules do.
#[derive(Args, Debug)]
pub(crate) struct AdjudicationArgs {
    /// Call games drawn: `[movenumber=N] movecount=N score=CP`
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    draw: Vec<String>,
    /// Call games lost: `movecount=N score=CP`
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    resign: Vec<String>,
    /// Call games drawn after so many moves of each seat
    #[arg(long = "maxmoves", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub max_moves: Option<u32>,
}

impl AdjudicationArgs {
    /// When games are called drawn, if they are at all.
    ///
    /// # Errors
    /// A sentence about a word that is none of the option's.
    pub fn draw(&self) -> Result<Option<DrawRule>, String> {
        let words = (!self.draw.is_empty()).then_some(&*self.draw);
        words.map(key_values::draw).transpose()
    }

    /// When games are called lost, if they are at all.
    ///
    /// # Errors
    /// A sentence about a word that is none of the option's.
    pub fn resign(&self) -> Result<Option<ResignRule>, String> {
        let words = (!self.resign.is_empty()).then_some(&*self.resign);
        words.map(key_values::resign).transpose()
    }
}

/// What else there is to do with matches.
#[derive(Subcommand, Debug)]
pub(crate) enum Action {
    /// Report of the games in records, which are parts of one match
    Report(ReportArgs),
}

#[derive(Args, Debug)]
pub(crate) struct ReportArgs {
    /// The records
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Write the games as PGN
    #[arg(long, value_name = "FILE")]
    pub pgnout: Option<PathBuf>,
    /// Write games and the report as JSON lines; `-` is the standard output
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Switch {
    On,
    Off,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Scoring {
    Dynamic,
    Classic,
}

/// The words of every `--engine`, which clap's derive would pour together.
#[derive(Default, Debug)]
pub(crate) struct EngineWords(pub Vec<Vec<String>>);

impl Args for EngineWords {
    fn augment_args(command: clap::Command) -> clap::Command {
        let help = "An engine: `cmd=F name=N dir=D arg=A option.NAME=V`, \
                    `tc=[moves/][min:]sec[+inc] st=SEC nodes=N depth=N timemargin=MS patience=SEC startup=SEC ponder`";
        let engine = Arg::new("engine").long("engine").value_name("KEY=VALUE").help(help);
        command.arg(engine.num_args(1..).action(ArgAction::Append))
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for EngineWords {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let engines = matches.get_occurrences::<String>("engine");
        let words = engines.map(|engines| engines.map(|words| words.cloned().collect()).collect());
        Ok(Self(words.unwrap_or_default()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl MatchArgs {
    /// What decides which games are played; books have not been read.
    ///
    /// # Errors
    /// If a word is none of its option's, or the words contradict each other: a sentence about it.
    pub fn plan(&self) -> Result<Plan, String> {
        let some = |words: &Vec<String>| (!words.is_empty()).then(|| words.clone());
        let mut variants = self.variant.clone();
        variants.sort_unstable();
        variants.dedup();
        if variants.len() < self.variant.len() {
            return Err("--variant: each variant once".into());
        }
        if let Some(name) =
            variants.iter().find(|name| rotunda_movegen::Variant::by_name(name).is_err())
        {
            let names: Vec<_> =
                rotunda_movegen::Variant::all().iter().map(|entry| entry.name).collect();
            return Err(format!("--variant {name}: there are {}", names.join(", ")));
        }
        let engines = key_values::engines(&self.each, &self.engines.0)?;
        if !self.sprt.is_empty() && engines.len() != 2 {
            return Err("--sprt: needs two engines".into());
        }
        if self.games.is_none() && self.rounds.is_none() && self.sprt.is_empty() {
            return Err("how many games? --games, --rounds or --sprt".into());
        }
        let openings =
            some(&self.openings).map(|words| key_values::openings(&words)).transpose()?;
        Ok(Plan {
            engines,
            variants: self.variant.clone(),
            openings: openings.unwrap_or_else(OpeningSource::default),
            seed: self.seed,
            repeat: self.repeat == Switch::On,
            classic_scoring: self.scoring == Scoring::Classic,
            sprt: some(&self.sprt).map(|words| key_values::sprt(&words)).transpose()?,
            draw: self.adjudication.draw()?,
            resign: self.adjudication.resign()?,
            max_moves: self.adjudication.max_moves,
        })
    }

    /// How many openings of every variant are played; `None` if a test decides.
    pub(crate) fn rounds(&self, schedule: &Schedule) -> Option<u64> {
        match (self.rounds, self.games) {
            (Some(rounds), Some(games)) => Some(schedule.rounds(rounds.saturating_mul(games))),
            (Some(rounds), None) => Some(rounds),
            (None, Some(games)) => Some(schedule.rounds(games)),
            (None, None) => None,
        }
    }
}
