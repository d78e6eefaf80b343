//! `rotunda match` and `rotunda match report`.

use std::io::Write;
use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches, Args, FromArgMatches, Subcommand, ValueEnum};
use rotunda_arena::{
    ArenaError, DrawRule, JsonOutput, Length, Match, MatchConfig, MatchStop, OpeningSource,
    OutputError, OutputKind, Plan, ReportConfig, ResignRule, report,
};
use rotunda_movegen::Shard;

use super::key_values::{self, WordError};
use super::match_progress::Progress;
use super::shared::{ConcurrencyArg, ScoringArg, SeedArg, VariantsArg};
use crate::completion::{Completion, RunError};
use crate::interrupt::{handle_interrupts, is_interrupted};

/// The heading of options about engines.
const ENGINES: &str = "Engines";
/// The heading of options about the games that are played.
const GAMES: &str = "Games";
/// The heading of options about when games end.
const ENDS: &str = "Adjudication";
/// The heading of options about files.
const FILES: &str = "Files";

/// Let engines play each other; see docs/match.md
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct MatchArgs {
    #[command(subcommand)]
    action: Option<Action>,
    #[command(flatten)]
    engines: EngineWords,
    /// Settings of all engines, in the words of --engine
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE", help_heading = ENGINES)]
    each: Vec<String>,
    #[command(flatten, next_help_heading = GAMES)]
    variants: VariantsArg,
    /// Games of each variant, rounded up to whole blocks; with --rounds: games of a round
    #[arg(long, value_name = "N", help_heading = GAMES, value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// Openings of each variant
    #[arg(long, value_name = "N", help_heading = GAMES, value_parser = clap::value_parser!(u64).range(1..))]
    rounds: Option<u64>,
    /// Play each opening with all seatings (on), or once (off)
    #[arg(long, value_name = "on|off", help_heading = GAMES, default_value = "on", default_missing_value = "on", num_args = 0..=1)]
    repeat: Switch,
    #[command(flatten, next_help_heading = GAMES)]
    concurrency: ConcurrencyArg,
    /// `file=F [order=random|sequential]`, `random [plies=8] [nodes=500] [bound=100]`, or `start`
    #[arg(long, num_args = 1.., value_name = "WORD", help_heading = GAMES)]
    openings: Vec<String>,
    #[command(flatten, next_help_heading = GAMES)]
    seed: SeedArg,
    /// End at a decision: `elo0=0 elo1=5 [alpha=0.05] [beta=0.05] [model=normalized|logistic]`
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE", help_heading = ENDS)]
    sprt: Vec<String>,
    #[command(flatten, next_help_heading = ENDS)]
    adjudication: AdjudicationArgs,
    #[command(flatten, next_help_heading = ENDS)]
    scoring: ScoringArg,
    #[command(flatten, next_help_heading = FILES)]
    outputs: OutputArgs,
    /// Keep the match in this file
    #[arg(long, value_name = "FILE", help_heading = FILES)]
    record: Option<PathBuf>,
    /// Continue the match in the file, if there is one
    #[arg(long, requires = "record", help_heading = FILES)]
    resume: bool,
    /// Play only part K of N
    #[arg(long, value_name = "K/N", default_value_t = Shard::ALL, help_heading = FILES)]
    shard: Shard,
    /// Exit with 1 if an engine made a fault
    #[arg(long, help_heading = ENDS)]
    strict: bool,
}

/// The options for output.
#[derive(Args, Debug)]
struct OutputArgs {
    /// Write games as PGN
    #[arg(long, value_name = "FILE")]
    pgnout: Option<PathBuf>,
    /// Write games and the report as JSON lines; `-` is the standard output
    #[arg(long, value_name = "FILE")]
    jsonout: Option<PathBuf>,
}

/// The conditions under which the arbiter ends games before the rules do.
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
    /// Returns an error if a word is none of the option's.
    pub fn draw(&self) -> Result<Option<DrawRule>, WordError> {
        let words = (!self.draw.is_empty()).then_some(&*self.draw);
        words.map(key_values::draw).transpose()
    }

    /// Returns when games are called lost, if they are at all.
    ///
    /// # Errors
    /// Returns an error if a word is none of the option's.
    pub fn resign(&self) -> Result<Option<ResignRule>, WordError> {
        let words = (!self.resign.is_empty()).then_some(&*self.resign);
        words.map(key_values::resign).transpose()
    }
}

/// The actions on matches.
#[derive(Subcommand, Debug)]
enum Action {
    /// Report on records, which are parts of one match
    Report(ReportArgs),
}

#[derive(Args, Debug)]
struct ReportArgs {
    /// The records
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    outputs: OutputArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Switch {
    On,
    Off,
}

/// The help for `--engine`.
const ENGINE_HELP: &str = "\
An engine, in words of the form KEY=VALUE:
  cmd=FILE dir=DIR arg=WORD    the program, its folder, a word for it; arg may be repeated
  name=NAME proto=uci|xboard   its name in results, the protocol that it speaks
  option.NAME=VALUE            an option of it
  tc=[MOVES/][MIN:]SEC[+INC]   a clock for the game
  st=SEC nodes=N depth=N       a limit for each move
  ponder=on                    let it think on the others' time
  timemargin=MS                by how much it may overstep its time
  patience=SEC startup=SEC     how long it may take for a move without a clock, and to start";

/// The words of every `--engine`, which clap's derive would pour together.
#[derive(Default, Debug)]
pub struct EngineWords(pub Vec<Vec<String>>);

impl Args for EngineWords {
    fn augment_args(command: clap::Command) -> clap::Command {
        let engine = Arg::new("engine").long("engine").value_name("KEY=VALUE");
        let engine = engine.help("An engine, in words as cmd=FILE tc=10+0.1; see below");
        let engine = engine.long_help(ENGINE_HELP).help_heading(ENGINES);
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
/// Returns an error if a word is none of the option's.
pub fn openings(words: &[String]) -> Result<OpeningSource, WordError> {
    if words.is_empty() { Ok(OpeningSource::default()) } else { key_values::openings(words) }
}

impl MatchArgs {
    /// Plays or reports on a match, and writes the table to `out`.
    ///
    /// # Errors
    /// Returns an error if the task makes no sense, or files cannot be read or written.
    pub fn run(self, out: &mut dyn Write) -> Result<Completion, RunError> {
        match self.action {
            Some(Action::Report(args)) => args.run(out),
            None => self.play(out),
        }
    }

    /// Returns the plan that decides all games; books have not been read.
    ///
    /// # Errors
    /// Returns an error if a word is none of its option's, or the words contradict each other.
    pub fn plan(&self) -> Result<Plan, WordError> {
        let sprt = (!self.sprt.is_empty()).then(|| key_values::sprt(&self.sprt)).transpose()?;
        let plan = Plan {
            variants: self.variants.names(),
            openings: openings(&self.openings)?,
            seed: self.seed.seed,
            repeat: self.repeat == Switch::On,
            classic_scoring: self.scoring.is_classic(),
            sprt,
            draw: self.adjudication.draw()?,
            resign: self.adjudication.resign()?,
            max_moves: self.adjudication.max_moves,
            ..Plan::new(key_values::engines(&self.each, &self.engines.0)?)
        };
        plan.check()?;
        Ok(plan)
    }

    /// Returns the number of games to play.
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
        let is_standard = self.outputs.is_standard();
        let stop = MatchStop::new();
        let config = MatchConfig {
            shard: self.shard,
            concurrency: self.concurrency.count(),
            record: self.record,
            resume: self.resume,
            json: self.outputs.json(),
            pgn: self.outputs.pgnout,
            stop: stop.clone(),
            ..MatchConfig::new(plan, length)
        };
        let finish = stop.clone();
        handle_interrupts(vec![Box::new(move || finish.finish()), Box::new(move || stop.abort())])?;
        let mut game = Match::open(config).map_err(run_error)?;
        game.notes().iter().for_each(|note| eprintln!("{note}"));
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
        let (is_standard, json) = (self.outputs.is_standard(), self.outputs.json());
        let config = ReportConfig { records: self.files, pgn: self.outputs.pgnout, json };
        let report = report(&config).map_err(run_error)?;
        if let Some(report) = report.filter(|_| !is_standard) {
            write!(out, "{report}")?;
        }
        Ok(Completion::Success)
    }
}

impl OutputArgs {
    /// Returns where games go as JSON.
    fn json(&self) -> Option<JsonOutput> {
        let path = self.jsonout.as_ref()?;
        let is_standard = path.as_os_str() == "-";
        Some(if is_standard { JsonOutput::Standard } else { JsonOutput::File(path.clone()) })
    }

    /// Returns whether the standard output takes JSON.
    fn is_standard(&self) -> bool {
        self.json() == Some(JsonOutput::Standard)
    }
}

/// Returns the end of a match or a tuning with an error.
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

/// Returns the end of a match with an error after its first game.
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
        OutputKind::Json => "--jsonout".into(),
        other => other.to_string(),
    }
}
