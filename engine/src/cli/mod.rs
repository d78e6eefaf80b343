//! The command line: the commands of the binary beside the UCI session.
//!
//! Every word of it stands in this module. A command makes a configuration from its words, gives it
//! to a library, and prints the result.

mod analyse;
mod bench;
mod board;
mod check;
mod completions;
mod convert;
mod data;
mod datagen;
mod datagen_progress;
mod describe;
mod examples;
mod fit;
mod import;
mod key_values;
mod match_progress;
mod matches;
mod names;
mod perft;
mod play;
mod renamed;
#[cfg(feature = "serve")]
mod serve;
mod shared;
mod tables;
mod train;
mod training_error;
mod tune;
mod tunings;

use std::env;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use clap::{CommandFactory, Parser, Subcommand, ValueEnum};

use self::analyse::AnalyseArgs;
use self::bench::BenchArgs;
use self::board::BoardArgs;
use self::check::CheckArgs;
use self::completions::{CompletionsArgs, ManArgs};
use self::convert::ConvertArgs;
use self::data::DataArgs;
use self::datagen::DatagenArgs;
use self::describe::{DescribeArgs, VariantsArgs};
use self::fit::FitArgs;
use self::import::ImportArgs;
use self::perft::PerftArgs;
#[cfg(feature = "serve")]
use self::serve::ServeArgs;
use self::tables::TablesArgs;
use self::train::TrainArgs;
use self::tune::TuneArgs;
use self::tunings::TuningsArgs;
use crate::completion::{Completion, RunError};
use crate::game_files::LOAD;
use crate::ink::Ink;
use crate::room;
use crate::session::{Protocol, Session, VERSION};
use crate::watched::Watched;

pub use self::matches::MatchArgs;
pub use self::play::PlayArgs;
pub use self::renamed::{RENAMED, Renamed, Words};

/// Chess on strange boards. Without a command it runs a session with an interface.
#[derive(Parser, Debug)]
#[command(name = "rotunda", version, after_help = examples::ROTUNDA)]
pub struct Cli {
    /// Protocol of the session; by default the first command decides
    #[arg(long, value_name = "NAME")]
    protocol: Option<ProtocolArg>,
    /// Load games from a file; they are variants like all others
    #[arg(long = LOAD, value_name = "FILE", global = true)]
    load: Vec<PathBuf>,
    /// List only the games for N seats, for interfaces that cannot list all of them
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=6))]
    seats: Option<u8>,
    #[command(subcommand)]
    task: Option<Task>,
}

/// [`Protocol`] as a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum ProtocolArg {
    /// UCI, with extensions
    Uci,
    /// The Chess Engine Communication Protocol, version 2
    Xboard,
}

#[derive(Subcommand, Debug)]
enum Task {
    /// Play against the engine in the terminal
    #[command(after_help = examples::PLAY)]
    Play(PlayArgs),
    /// Play, watch and analyse in the browser; with --listen also with friends
    #[cfg(feature = "serve")]
    #[command(after_help = examples::SERVE)]
    Serve(ServeArgs),
    /// Draw a position as SVG or PNG
    #[command(after_help = examples::BOARD)]
    Board(BoardArgs),
    /// List the variants
    Variants(VariantsArgs),
    /// Describe a variant: rules, seats, pieces, and the geometry of its board
    #[command(after_help = examples::DESCRIBE)]
    Describe(DescribeArgs),
    /// Analyse positions and games from files
    #[command(visible_alias = "analyze", after_help = examples::ANALYSE)]
    Analyse(AnalyseArgs),
    /// Convert games to standard PGN, last positions, or lists of moves
    #[command(after_help = examples::CONVERT)]
    Convert(ConvertArgs),
    /// Solve endgames of few pieces; print the value of the position of --fen
    #[command(after_help = examples::TABLES)]
    Tables(TablesArgs),
    /// Check a file of games: boards, moves, perft, and suspicious rules
    #[command(after_help = examples::CHECK)]
    Check(CheckArgs),
    /// Convert sections of a file like Fairy-Stockfish's variants.ini to a file of games
    #[command(after_help = examples::IMPORT)]
    Import(ImportArgs),
    /// Count the leaves of the tree of legal moves
    #[command(after_help = examples::PERFT)]
    Perft(PerftArgs),
    /// Search fixed positions on one thread; the sum of nodes is the signature of the search
    #[command(after_help = examples::BENCH)]
    Bench(BenchArgs),
    /// Let engines play each other
    #[command(after_help = examples::MATCH)]
    Match(Box<MatchArgs>),
    /// Tune numeric options of an engine by games against itself (SPSA)
    #[command(after_help = examples::TUNE)]
    Tune(Box<TuneArgs>),
    /// Print the combined result of several tunings of the same numbers
    #[command(after_help = examples::TUNINGS)]
    Tunings(TuningsArgs),
    /// Generate training data: games of the engine against itself
    #[command(after_help = examples::DATAGEN)]
    Datagen(Box<DatagenArgs>),
    /// Print statistics of training data
    #[command(after_help = examples::DATA)]
    Data(DataArgs),
    /// Fit the numbers of the derived evaluation to training data
    #[command(after_help = examples::FIT)]
    Fit(FitArgs),
    /// Train a net on training data; check or judge one
    #[command(after_help = examples::TRAIN)]
    Train(Box<TrainArgs>),
    /// Write a completion script for a shell
    #[command(after_help = examples::COMPLETIONS)]
    Completions(CompletionsArgs),
    /// Write manual pages into a folder
    #[command(hide = true)]
    Man(ManArgs),
}

impl Cli {
    /// Runs the task; results go to `out`, progress to the terminal.
    ///
    /// # Errors
    /// Returns an error if the task makes no sense, the machine lacks memory or files, or `out`
    /// takes no more.
    pub fn run(self, out: &mut dyn Write) -> Result<Completion, RunError> {
        if room::for_threads(1) == 0 {
            return Err(RunError::Machine("too little memory is left".into()));
        }
        let Some(task) = self.task else { return session(self.protocol, self.seats) };
        match task {
            Task::Play(args) => args.run(&mut io::stdin().lock(), out, terminal_ink()),
            #[cfg(feature = "serve")]
            Task::Serve(args) => args.run(out),
            Task::Board(args) => args.run(out),
            Task::Variants(args) => args.run(out),
            Task::Describe(args) => args.run(out),
            Task::Analyse(args) => args.run(out),
            Task::Convert(args) => args.run(out),
            Task::Tables(args) => args.run(out),
            Task::Check(args) => args.run(out),
            Task::Import(args) => args.run(out),
            Task::Perft(args) => args.run(out),
            Task::Bench(args) => args.run(out),
            Task::Match(args) => args.run(out),
            Task::Tune(args) => args.run(out),
            Task::Tunings(args) => args.run(out),
            Task::Datagen(args) => args.run(out),
            Task::Data(args) => args.run(out),
            Task::Fit(args) => args.run(out),
            Task::Train(args) => args.run(out),
            Task::Completions(args) => args.run(Self::command(), out),
            Task::Man(args) => args.run(Self::command()),
        }
    }
}

/// Runs a session on the standard streams.
fn session(protocol: Option<ProtocolArg>, seats: Option<u8>) -> Result<Completion, RunError> {
    let (output, failure) = Watched::new(io::stdout());
    let session = Session::new(output);
    let mut session = session.map_err(|error| RunError::Machine(error.to_string()))?;
    if let Some(protocol) = protocol {
        session = session.with_protocol(match protocol {
            ProtocolArg::Uci => Protocol::Uci,
            ProtocolArg::Xboard => Protocol::Xboard,
        });
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
    failure.take().map_or(Ok(Completion::Success), |error| Err(RunError::Output(error)))
}

/// Returns colours if the standard output is a terminal.
fn terminal_ink() -> Ink {
    Ink::of_terminal(io::stdout().is_terminal(), env::var_os("NO_COLOR").as_deref())
}

#[cfg(test)]
mod tests;
