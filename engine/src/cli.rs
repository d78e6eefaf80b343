//! The command line: what the binary does beside the UCI session.

mod data_args;
mod datagen_args;
mod datagen_progress;
mod key_values;
mod match_args;
mod match_progress;
#[cfg(feature = "serve")]
mod serve_args;
mod train_args;
mod training_error;
mod tune_args;
mod tunings_args;

use std::env;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::Instant;

use crate::completion::{Completion, RunError};
use clap::{ArgGroup, Args, Parser, Subcommand};
use rotunda_board::Description;
use rotunda_movegen::{Options, Variant};
use rotunda_protocol::BenchOrder;
use rotunda_search::{StopHandle, thinker};
use serde::Serialize;

use self::data_args::DataArgs;
use self::datagen_args::DatagenArgs;
#[cfg(feature = "serve")]
use self::serve_args::ServeArgs;
use self::train_args::TrainArgs;
use self::tune_args::TuneArgs;
use self::tunings_args::TuningsArgs;
use crate::analyse::AnalyseArgs;
use crate::bench::bench;
use crate::check::CheckArgs;
use crate::convert::ConvertArgs;
use crate::game_files::VARIANTS;
use crate::import::ImportArgs;
use crate::ink::Ink;
use crate::names::named;
use crate::perft_runner::{MAX_THREADS, PerftRunner};
use crate::pictures::BoardArgs;
use crate::play::PlayArgs;
use crate::progress;
use crate::progress::Moves;
use crate::room;
use crate::session::{Protocol, Session, VERSION};
use crate::suite::{read_suite, run_suite};
use crate::tables::TablesArgs;

pub use self::match_args::MatchArgs;

/// Deepest perft and bench, in plies; deeper ones would not end.
const DEEPEST: i64 = 100;

/// Chess on strange boards. Without a command: a session with an interface.
#[derive(Parser, Debug)]
#[command(name = "rotunda", version)]
pub struct Cli {
    /// The language of the session; if left out, the first word decides
    #[arg(long)]
    protocol: Option<Protocol>,
    /// Take in the games of a file, which have their names from then on
    #[arg(long = VARIANTS, value_name = "FILE", global = true)]
    variants: Vec<PathBuf>,
    /// List the games for so many seats alone, for interfaces that cannot keep them all
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=6))]
    seats: Option<u8>,
    #[command(subcommand)]
    task: Option<Task>,
}

#[derive(Subcommand, Debug)]
enum Task {
    /// Count the leaves of the tree of legal moves
    Perft(PerftArgs),
    /// Search fixed positions on one thread; the sum of nodes is the signature of the search
    Bench(BenchArgs),
    /// List the variants
    Variants {
        /// As JSON
        #[arg(long)]
        json: bool,
    },
    /// Check a file of games: boards, moves, perft, and what looks wrong
    Check(CheckArgs),
    /// Make a file of games of the sections of a file like Fairy-Stockfish's variants.ini
    Import(ImportArgs),
    /// Solve endgames of few men
    Tables(TablesArgs),
    /// Tell of a variant: rules, seats, pieces, and the geometry of its board
    Describe {
        /// The variant
        #[arg(value_parser = named)]
        variant: &'static Variant,
        /// As JSON, with all that is needed to draw the board
        #[arg(long)]
        json: bool,
    },
    /// Draw a position as SVG or PNG
    Board(BoardArgs),
    /// Play against the engine in the terminal
    Play(PlayArgs),
    /// Play, watch and analyse in the browser, on this machine alone
    #[cfg(feature = "serve")]
    Serve(ServeArgs),
    /// Analyse positions and games from files
    Analyse(AnalyseArgs),
    /// Convert games: PGN as it should be, last positions, or lists of moves
    Convert(ConvertArgs),
    /// Let engines play each other
    Match(Box<MatchArgs>),
    /// Tune numbers of an engine by games against itself
    Tune(Box<TuneArgs>),
    /// Show what tunings have come to
    Tunings(TuningsArgs),
    /// Play games against itself, as training data
    Datagen(Box<DatagenArgs>),
    /// Show what training data hold
    Data(DataArgs),
    /// Train a net on such data
    Train(Box<TrainArgs>),
}

#[derive(Args, Debug)]
#[command(group(ArgGroup::new("what").required(true).args(["suite", "depth"])))]
struct PerftArgs {
    /// Check files of positions with the right counts, named after the variant
    #[arg(long, value_name = "FILE", num_args = 1..)]
    suite: Vec<PathBuf>,
    /// Skip counts greater than this
    #[arg(long, value_name = "N", requires = "suite")]
    max_nodes: Option<u64>,
    /// The variant
    #[arg(long, value_parser = named, default_value = "chess", conflicts_with = "suite")]
    variant: &'static Variant,
    /// The position; the variant's start if left out
    #[arg(long, conflicts_with = "suite")]
    fen: Option<String>,
    /// How many plies deep
    #[arg(long, value_parser = clap::value_parser!(u32).range(0..=DEEPEST), conflicts_with = "suite")]
    depth: Option<u32>,
    /// Print the leaves below each move
    #[arg(long, conflicts_with = "suite")]
    divide: bool,
    /// Count on this many threads
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS), default_value = "1")]
    threads: u16,
}

#[derive(Args, Debug)]
struct BenchArgs {
    /// Only the positions of this variant
    #[arg(long, value_parser = named)]
    variant: Option<&'static Variant>,
    /// How many plies deep, if not as deep as the signature wants
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=DEEPEST))]
    depth: Option<u32>,
    /// Also show how well moves are ordered and reduced, by variant
    #[arg(long)]
    stats: bool,
}

impl Cli {
    /// Carries out the task; results go to `out`, progress to the terminal.
    ///
    /// # Errors
    /// If the task makes no sense, the machine lacks what it takes, or `out` takes no more.
    pub fn run(self, out: &mut dyn Write) -> Result<Completion, RunError> {
        if room::for_threads(1) == 0 {
            return Err(RunError::Machine("too little memory is left".into()));
        }
        match self.task {
            None => session(self.protocol, self.seats),
            Some(Task::Perft(args)) if args.suite.is_empty() => perft(&args, out),
            Some(Task::Perft(args)) => suite(&args, out),
            Some(Task::Bench(args)) => run_bench(&args, out),
            Some(Task::Variants { json }) => list(json, out),
            Some(Task::Check(args)) => args.run(out),
            Some(Task::Import(args)) => args.run(out),
            Some(Task::Tables(args)) => args.run(out),
            Some(Task::Describe { variant, json }) => describe(variant, json, out),
            Some(Task::Board(args)) => args.run(out),
            Some(Task::Play(args)) => args.run(&mut io::stdin().lock(), out, terminal_ink()),
            #[cfg(feature = "serve")]
            Some(Task::Serve(args)) => args.run(out),
            Some(Task::Analyse(args)) => args.run(out),
            Some(Task::Convert(args)) => args.run(out),
            Some(Task::Match(args)) => args.run(out),
            Some(Task::Tune(args)) => args.run(out),
            Some(Task::Tunings(args)) => args.run(out),
            Some(Task::Datagen(args)) => args.run(out),
            Some(Task::Data(args)) => args.run(out),
            Some(Task::Train(args)) => args.run(out),
        }
    }
}

/// A session on the standard streams.
fn session(protocol: Option<Protocol>, seats: Option<u8>) -> Result<Completion, RunError> {
    let session = Session::new(io::stdout());
    let mut session = session.map_err(|error| RunError::Machine(error.to_string()))?;
    if let Some(protocol) = protocol {
        session = session.with_protocol(protocol);
    }
    if let Some(seats) = seats {
        session = session.with_seats(seats.into());
    }
    if io::stdin().is_terminal() {
        let hint = format!(
            "Rotunda {VERSION}, chess on strange boards, speaks UCI and XBoard's protocol: type 'help'"
        );
        let _ = writeln!(io::stderr(), "{hint}");
    }
    session.with_ink(terminal_ink()).run(io::BufReader::new(io::stdin()));
    Ok(Completion::Success)
}

/// Colours if the standard output is a terminal.
fn terminal_ink() -> Ink {
    Ink::of_terminal(io::stdout().is_terminal(), env::var_os("NO_COLOR").as_deref())
}

fn perft_runner(args: &PerftArgs) -> Result<PerftRunner, RunError> {
    if !room::is_left_to_count(args.threads.into()) {
        return Err(RunError::Machine("too little memory is left".into()));
    }
    PerftRunner::new(args.threads.into()).map_err(|error| RunError::Machine(error.to_string()))
}

fn perft(args: &PerftArgs, out: &mut dyn Write) -> Result<Completion, RunError> {
    let game = args.variant.family(Options::default()).game(args.fen.as_deref());
    let game = game.map_err(|error| RunError::Usage(format!("bad position: {error}")))?;
    let depth = args.depth.expect("a depth is required where there is no suite");
    let runner = perft_runner(args)?;
    let bar = progress::bar(game.legal().len() as u64);
    let begin = Instant::now();
    let counts = runner.count(&game, depth, &Moves(&bar));
    let time = begin.elapsed();
    bar.finish_and_clear();
    let counts = counts.expect("nobody stops it");
    if args.divide {
        for (mv, below) in &counts.by_move {
            writeln!(out, "{mv}: {below}")?;
        }
        writeln!(out)?;
    }
    // Leaves per microsecond are millions per second.
    let tenths = u128::from(counts.total) * 10 / time.as_micros().max(1);
    writeln!(out, "Nodes searched: {}", counts.total)?;
    writeln!(out, "{:.3} s, {}.{} Mnps", time.as_secs_f64(), tenths / 10, tenths % 10)?;
    Ok(Completion::Success)
}

fn suite(args: &PerftArgs, out: &mut dyn Write) -> Result<Completion, RunError> {
    let mut cases = Vec::new();
    for path in &args.suite {
        cases.extend(read_suite(path).map_err(|error| RunError::Usage(error.to_string()))?);
    }
    let tally = run_suite(&cases, args.max_nodes.unwrap_or(u64::MAX), &perft_runner(args)?, out)?;
    writeln!(out, "{tally}")?;
    Ok(if tally.failed == 0 { Completion::Success } else { Completion::CheckFailed })
}

fn run_bench(args: &BenchArgs, out: &mut dyn Write) -> Result<Completion, RunError> {
    let order = BenchOrder { variant: args.variant, depth: args.depth, stats: args.stats };
    let bar = progress::bar(0);
    let mut written = Ok(());
    let mut on_line = |line: &str, positions: usize| {
        bar.set_length(positions as u64);
        bar.inc(1);
        if written.is_ok() {
            written = bar.suspend(|| writeln!(out, "{line}"));
        }
    };
    let total = bench(&order, thinker, &StopHandle::new(), &mut on_line);
    bar.finish_and_clear();
    written?;
    let total = total.map_err(|error| RunError::Machine(error.to_string()))?;
    writeln!(out, "{}", total.expect("nobody stops it").text(&order))?;
    Ok(Completion::Success)
}

fn describe(
    variant: &'static Variant,
    json: bool,
    out: &mut dyn Write,
) -> Result<Completion, RunError> {
    let description = Description::of(variant);
    if json {
        writeln!(out, "{}", serde_json::to_string_pretty(&description).map_err(io::Error::from)?)?;
    } else {
        write!(out, "{description}")?;
    }
    Ok(Completion::Success)
}

/// What `rotunda variants` tells of a variant.
#[derive(Serialize)]
struct Row {
    name: &'static str,
    title: &'static str,
    seats: usize,
    files: usize,
    ranks: usize,
    cells: usize,
    start: &'static str,
}

impl From<&'static Variant> for Row {
    fn from(entry: &'static Variant) -> Self {
        let ((files, ranks), cells) = (entry.size(), entry.cells());
        let Variant { name, title, seats, .. } = entry;
        Self { name, title, seats: *seats, files, ranks, cells, start: entry.start() }
    }
}

fn list(json: bool, out: &mut dyn Write) -> Result<Completion, RunError> {
    let rows: Vec<Row> = Variant::known().map(Row::from).collect();
    if json {
        let text = serde_json::to_string_pretty(&rows).map_err(io::Error::from)?;
        writeln!(out, "{text}")?;
        return Ok(Completion::Success);
    }
    for Row { name, title, seats, files, ranks, cells, start } in rows {
        writeln!(out, "{name}: {title}")?;
        writeln!(out, "    {seats} seats, {cells} cells on {files} files and {ranks} ranks")?;
        writeln!(out, "    {start}")?;
    }
    Ok(Completion::Success)
}
