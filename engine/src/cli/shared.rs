//! The words that several commands share.

use std::thread::available_parallelism;
use std::time::Duration;

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Args, Command, Error, ValueEnum};
use rotunda_movegen::{Game, Options, Variant};
use rotunda_search::Limits;

use super::names::named;
use crate::completion::RunError;

/// The most threads of a task.
pub const MAX_THREADS: i64 = 512;
/// The most games at a time.
const MAX_GAMES: i64 = 512;
/// Deepest search, in plies; deeper ones would not end.
pub const DEEPEST: i64 = 100;

/// Reads the name of a variant; shells complete it.
#[derive(Clone, Copy, Debug)]
pub struct VariantParser;

impl TypedValueParser for VariantParser {
    type Value = &'static Variant;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, Error> {
        TypedValueParser::parse_ref(&named, command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Variant::known().map(|variant| PossibleValue::new(variant.name))))
    }
}

/// A variant.
#[derive(Args, Clone, Copy, Debug)]
pub struct VariantArg {
    /// The variant
    #[arg(long, value_name = "NAME", value_parser = VariantParser, hide_possible_values = true, default_value = "chess")]
    pub variant: &'static Variant,
}

/// Several variants.
#[derive(Args, Clone, Debug)]
pub struct VariantsArg {
    /// The variants, separated by commas or blanks
    #[arg(long, value_name = "NAME", value_delimiter = ',', num_args = 1.., default_value = "chess")]
    #[arg(value_parser = VariantParser, hide_possible_values = true)]
    variant: Vec<&'static Variant>,
}

impl VariantsArg {
    /// Returns the variants' names.
    pub fn names(&self) -> Vec<String> {
        self.variant.iter().map(|variant| variant.name.into()).collect()
    }
}

/// A position of a variant.
#[derive(Args, Clone, Debug)]
pub struct PositionArg {
    #[command(flatten)]
    pub of: VariantArg,
    /// The position; by default the variant's start
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,
}

impl PositionArg {
    /// Returns the game at the position.
    ///
    /// # Errors
    /// Returns an error if the position is malformed or impossible.
    pub fn game(&self) -> Result<Game, RunError> {
        let game = self.of.variant.family(Options::default()).game(self.fen.as_deref());
        game.map_err(|error| RunError::Usage(format!("bad position: {error}")))
    }
}

/// Reads a part of a whole.
///
/// # Errors
/// Returns an error if the word is no number from 0 to 1.
pub fn part(word: &str) -> Result<f32, String> {
    let part = word.parse().ok().filter(|part| (0.0..=1.0).contains(part));
    part.ok_or_else(|| "a number from 0 to 1".into())
}

/// The limits of a search, at least one.
#[derive(Args, Clone, Debug)]
#[group(required = true, multiple = true)]
pub struct LimitArgs {
    /// Nodes for each position
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Milliseconds for each position
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Plies for each position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=DEEPEST))]
    depth: Option<u32>,
}

impl LimitArgs {
    /// Returns the limits of a search.
    pub fn limits(&self) -> Limits {
        Limits {
            nodes: self.nodes,
            move_time: self.movetime.map(Duration::from_millis),
            depth: self.depth,
            ..Limits::default()
        }
    }
}

/// The seed of random choices.
#[derive(Args, Clone, Copy, Debug)]
pub struct SeedArg {
    /// Seed of all random choices; the same seed repeats them
    #[arg(long, value_name = "N", default_value = "1")]
    pub seed: u64,
}

/// The number of threads that work, if the result is the same for any number.
#[derive(Args, Clone, Copy, Debug)]
pub struct ThreadsArg {
    /// Work on this many threads; on all processors if left out. The result is the same
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS))]
    threads: Option<u16>,
}

impl ThreadsArg {
    /// Returns how many threads work.
    pub fn count(self) -> usize {
        let processors = || available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(processors, usize::from)
    }
}

/// The number of games at a time.
#[derive(Args, Clone, Copy, Debug)]
pub struct ConcurrencyArg {
    /// Games at a time
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=MAX_GAMES))]
    concurrency: u16,
}

impl ConcurrencyArg {
    /// Returns how many games are played at a time.
    pub fn count(self) -> usize {
        self.concurrency.into()
    }
}

/// The value of partial wins.
#[derive(Args, Clone, Copy, Debug)]
pub struct ScoringArg {
    /// The value of partial wins, in games that have them: their points, or draws
    #[arg(long, value_enum, default_value = "dynamic")]
    scoring: Scoring,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Scoring {
    Dynamic,
    Classic,
}

impl ScoringArg {
    /// Returns whether partial wins count as draws.
    pub fn is_classic(self) -> bool {
        self.scoring == Scoring::Classic
    }
}
