//! `rotunda match` and `rotunda match report`.

use std::io::Write;
use std::path::{Path, PathBuf};

use crate::completion::{Completion, RunError};
use clap::{Arg, ArgAction, ArgMatches, Args, FromArgMatches, Subcommand, ValueEnum};
use rotunda_arena::{
    ArenaError, DrawRule, JsonOutput, Length, Match, MatchConfig, MatchStop, OpeningSource,
    OutputError, OutputKind, Plan, ReportConfig, ResignRule, report,
};
use rotunda_movegen::Shard;

use super::key_values::{self, WordError};
use super::match_progress::Progress;
use crate::interrupt::{handle_interrupts, is_interrupted};

/// Most games at a time.
const MAX_GAMES: i64 = 512;

/// Let engines play each other; docs/match.md tells all about it
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct MatchArgs {
    #[command(subcommand)]
    action: Option<Action>,
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
    concurrency: u16,
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
    pgnout: Option<PathBuf>,
    /// Write games and the report as JSON lines; `-` is the standard output
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Keep the match in this file
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Go on with the match in the file, if there is one
    #[arg(long, requires = "record")]
    resume: bool,
    /// Play only part i of n
    #[arg(long, value_name = "i/n", default_value = "1/1")]
    shard: Shard,
    /// Exit with 1 if any engine did something wrong
    #[arg(long)]
    strict: bool,
}

/// When the arbiter ends games before the rules do.
#[derive(Args, Debug)]
pub struct AdjudicationArgs {
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
    /// Returns when games are called drawn, if they are at all.
    ///
    /// # Errors
    /// If a word is none of the option's.
    pub fn draw(&self) -> Result<Option<DrawRule>, WordError> {
        let words = (!self.draw.is_empty()).then_some(&*self.draw);
        words.map(key_values::draw).transpose()
    }

    /// Returns when games are called lost, if they are at all.
    ///
    /// # Errors
    /// If a word is none of the option's.
    pub fn resign(&self) -> Result<Option<ResignRule>, WordError> {
        let words = (!self.resign.is_empty()).then_some(&*self.resign);
        words.map(key_values::resign).transpose()
    }
}

/// What else there is to do with matches.
#[derive(Subcommand, Debug)]
enum Action {
    /// Report of the games in records, which are parts of one match
    Report(ReportArgs),
}

#[derive(Args, Debug)]
struct ReportArgs {
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
pub struct EngineWords(pub Vec<Vec<String>>);

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

/// Reads the words of `--openings`; random openings if there are none.
///
/// # Errors
/// If a word is none of the option's.
pub fn openings(words: &[String]) -> Result<OpeningSource, WordError> {
    if words.is_empty() { Ok(OpeningSource::default()) } else { key_values::openings(words) }
}

impl MatchArgs {
    /// Plays the match, or reports of one; the table goes to `out`.
    ///
    /// # Errors
    /// If what was asked for makes no sense, or files cannot be read or written.
    pub fn run(self, out: &mut dyn Write) -> Result<Completion, RunError> {
        match self.action {
            Some(Action::Report(args)) => args.run(out),
            None => self.play(out),
        }
    }

    /// Returns what decides which games are played; books have not been read.
    ///
    /// # Errors
    /// If a word is none of its option's, or the words contradict each other.
    pub fn plan(&self) -> Result<Plan, WordError> {
        let sprt = (!self.sprt.is_empty()).then(|| key_values::sprt(&self.sprt)).transpose()?;
        let plan = Plan {
            variants: self.variant.clone(),
            openings: openings(&self.openings)?,
            seed: self.seed,
            repeat: self.repeat == Switch::On,
            classic_scoring: self.scoring == Scoring::Classic,
            sprt,
            draw: self.adjudication.draw()?,
            resign: self.adjudication.resign()?,
            max_moves: self.adjudication.max_moves,
            ..Plan::new(key_values::engines(&self.each, &self.engines.0)?)
        };
        plan.check()?;
        Ok(plan)
    }

    /// Returns how many games there are to be.
    const fn length(&self) -> Length {
        match (self.rounds, self.games) {
            (Some(rounds), Some(games)) => Length::Games(rounds.saturating_mul(games)),
            (Some(rounds), None) => Length::Rounds(rounds),
            (None, Some(games)) => Length::Games(games),
            (None, None) => Length::UntilDecided,
        }
    }

    fn play(self, out: &mut dyn Write) -> Result<Completion, RunError> {
        let plan = self.plan().map_err(|error| RunError::Usage(error.to_string()))?;
        let length = self.length();
        let is_standard = self.json.as_deref().is_some_and(is_standard);
        let stop = MatchStop::new();
        let config = MatchConfig {
            shard: self.shard,
            concurrency: self.concurrency.into(),
            record: self.record,
            resume: self.resume,
            pgn: self.pgnout,
            json: self.json.map(json_output),
            stop: stop.clone(),
            ..MatchConfig::new(plan, length)
        };
        let finish = stop.clone();
        handle_interrupts(vec![Box::new(move || finish.finish()), Box::new(move || stop.abort())])?;
        let mut game = Match::open(config).map_err(run_error)?;
        let played = game.play(&mut Progress::default());
        let report = game.report();
        if is_standard {
            eprint!("{report}");
        } else {
            write!(out, "{report}")?;
        }
        played.map_err(ended_early)?;
        if is_interrupted() {
            return Ok(Completion::Interrupted);
        }
        let failed = self.strict && report.fault_count() > 0;
        Ok(if failed { Completion::CheckFailed } else { Completion::Success })
    }
}

impl ReportArgs {
    /// Writes the report of records to `out`.
    fn run(self, out: &mut dyn Write) -> Result<Completion, RunError> {
        let is_standard = self.json.as_deref().is_some_and(is_standard);
        let json = self.json.map(json_output);
        let config = ReportConfig { records: self.files, pgn: self.pgnout, json };
        let report = report(&config).map_err(run_error)?;
        if let Some(report) = report.filter(|_| !is_standard) {
            write!(out, "{report}")?;
        }
        Ok(Completion::Success)
    }
}

/// Whether a path means the standard output.
fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn json_output(path: PathBuf) -> JsonOutput {
    if is_standard(&path) { JsonOutput::Standard } else { JsonOutput::File(path) }
}

/// How a match or a tuning ends with an error.
pub fn run_error(error: ArenaError) -> RunError {
    match error {
        ArenaError::Plan(error) => RunError::Usage(WordError::Plan(error).to_string()),
        ArenaError::Output(OutputError::SameFile { one, other }) => RunError::Usage(format!(
            "{} and {} are the same file",
            option_of(one),
            option_of(other)
        )),
        ArenaError::Output(OutputError::Write { output, source }) => {
            RunError::Machine(format!("{}: {source}", option_of(output)))
        }
        ArenaError::NotStarted(_) | ArenaError::Memory(_) => RunError::Machine(error.to_string()),
        error => RunError::Usage(error.to_string()),
    }
}

/// How a match ends with an error after its first game.
fn ended_early(error: ArenaError) -> RunError {
    let more = match &error {
        ArenaError::NotStarted(_) => "; the match has ended early, and the game is not rated",
        ArenaError::Memory(_) => "",
        _ => "; the match has ended early",
    };
    RunError::Machine(format!("{}{more}", run_error(error)))
}

/// The words for an output, which are those of the command line if there are any.
fn option_of(output: OutputKind) -> String {
    match output {
        OutputKind::Record => "--record".into(),
        OutputKind::Pgn => "--pgnout".into(),
        OutputKind::Json => "--json".into(),
        other => other.to_string(),
    }
}
