//! [`Plan`]: everything that decides which games are played, and how.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use rotunda_movegen::Variant;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::base::error::PlanError;
use crate::base::sprt::SprtSpec;

/// The default time by which an engine may overstep, in milliseconds: the time in which a busy
/// machine passes a line between processes.
const MARGIN: u64 = 50;
/// The longest time for a move without a clock, in milliseconds.
const PATIENCE: u64 = 60_000;
/// The longest time for the start of an engine, in milliseconds.
const STARTUP: u64 = 60_000;
/// The longest time in seconds, some thirty years. Longer ones count as this.
const LONGEST: f64 = 1e9;
/// The milliseconds of a minute.
const MINUTE: u64 = 60_000;

/// Everything that decides which games are played, and how. Two matches with the same plan at fixed
/// nodes are the same match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// The engines, by index.
    pub engines: Vec<EngineSpec>,
    /// The variants' names: a basket.
    pub variants: Vec<String>,
    /// The source of the openings.
    pub openings: OpeningSource,
    /// The seed of random openings and orders.
    pub seed: u64,
    /// Whether each opening is played with all seatings.
    pub repeat: bool,
    /// Whether partial wins count as draws.
    pub classic_scoring: bool,
    /// The test of two hypotheses that ends the match.
    pub sprt: Option<SprtSpec>,
    /// The rule by which a game counts as drawn.
    pub draw: Option<DrawRule>,
    /// The rule by which a game counts as lost.
    pub resign: Option<ResignRule>,
    /// The number of moves of each seat after which a game counts as drawn.
    pub max_moves: Option<u32>,
}

impl Plan {
    /// Returns the plan of a match of chess with random openings, each played with all seatings.
    #[must_use]
    pub fn new(engines: Vec<EngineSpec>) -> Self {
        Self {
            engines,
            variants: vec!["chess".into()],
            openings: OpeningSource::default(),
            seed: 1,
            repeat: true,
            classic_scoring: false,
            sprt: None,
            draw: None,
            resign: None,
            max_moves: None,
        }
    }

    /// Checks that the match can be played, without starting its engines.
    ///
    /// # Errors
    /// Returns an error if the plan contradicts itself, or names an unknown variant.
    pub fn check(&self) -> Result<(), PlanError> {
        if self.engines.len() < 2 {
            return Err(PlanError::TooFewEngines);
        }
        for (index, engine) in self.engines.iter().enumerate() {
            engine.check()?;
            if self.engines[..index].iter().any(|other| other.name == engine.name) {
                return Err(PlanError::EqualNames(engine.name.clone()));
            }
        }
        self.entries()?;
        let Some(sprt) = self.sprt else { return Ok(()) };
        sprt.check()?;
        if self.engines.len() == 2 { Ok(()) } else { Err(PlanError::SprtEngines) }
    }

    /// Returns the variants that the plan names.
    ///
    /// # Errors
    /// Returns an error if there is none, one is unknown, or one is named twice.
    pub fn entries(&self) -> Result<Vec<&'static Variant>, PlanError> {
        let mut entries: Vec<&'static Variant> = Vec::with_capacity(self.variants.len());
        for name in &self.variants {
            let entry = Variant::by_name(name);
            let entry = entry.map_err(|_| PlanError::UnknownVariant(name.clone()))?;
            if entries.iter().any(|other| other.name == entry.name) {
                return Err(PlanError::RepeatedVariant(name.clone()));
            }
            entries.push(entry);
        }
        if entries.is_empty() { Err(PlanError::NoVariant) } else { Ok(entries) }
    }

    /// Returns the parts in which two plans differ, by name.
    #[must_use]
    pub fn differences(&self, other: &Self) -> Vec<String> {
        let fields = |plan: &Self| match serde_json::to_value(plan) {
            Ok(serde_json::Value::Object(fields)) => fields,
            _ => serde_json::Map::new(),
        };
        let (own, theirs) = (fields(self), fields(other));
        own.into_iter()
            .filter(|(key, value)| theirs.get(key) != Some(value))
            .map(|(key, _)| key)
            .collect()
    }
}

/// The protocol that an engine speaks.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EngineProtocol {
    /// The Universal Chess Interface.
    #[default]
    Uci,
    /// The Chess Engine Communication Protocol, version 2, of XBoard and WinBoard.
    Xboard,
}

/// An engine: its command, its options, and its limits.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct EngineSpec {
    /// The name in results.
    pub name: String,
    /// The program.
    pub command: String,
    /// The directory in which it runs.
    pub dir: Option<PathBuf>,
    /// The program's arguments.
    pub args: Vec<String>,
    /// The protocol that it speaks.
    #[serde(default)]
    pub protocol: EngineProtocol,
    /// Options and their values, in the order in which they are sent.
    pub options: Vec<(String, String)>,
    /// Whether it thinks on its opponent's time too.
    #[serde(default)]
    pub ponder: bool,
    /// The limits of its thinking.
    pub limits: EngineLimits,
}

impl EngineSpec {
    /// Returns the engine of a program that speaks UCI.
    #[must_use]
    pub fn new(name: impl Into<String>, command: impl Into<String>, limits: EngineLimits) -> Self {
        Self { name: name.into(), command: command.into(), limits, ..Self::default() }
    }

    /// Checks that the engine has a command and limits of its thinking time.
    ///
    /// # Errors
    /// Returns an error if it has no command, no limit, or one that its protocol cannot express.
    fn check(&self) -> Result<(), PlanError> {
        if self.command.is_empty() {
            return Err(PlanError::NoCommand);
        }
        if !self.limits.any() {
            return Err(PlanError::NoLimit { engine: self.name.clone() });
        }
        if self.protocol == EngineProtocol::Xboard && self.limits.nodes.is_some() {
            return Err(PlanError::NodesOverXboard { engine: self.name.clone() });
        }
        Ok(())
    }
}

/// The limits of an engine's thinking, with times in milliseconds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EngineLimits {
    /// A clock for the game.
    pub clock: Option<TimeControl>,
    /// A time for every move.
    pub move_time: Option<u64>,
    /// Nodes for every move.
    pub nodes: Option<u64>,
    /// A depth for every move.
    pub depth: Option<u64>,
    /// The time by which it may overstep.
    pub margin: u64,
    /// The longest time for a move without a clock, and for an answer to `isready`.
    pub patience: u64,
    /// The longest time from its start until it has answered `uci` and accepted its options.
    #[serde(default = "default_startup")]
    pub startup: u64,
}

/// Returns the time for the start in records that have none, in milliseconds.
const fn default_startup() -> u64 {
    STARTUP
}

impl Default for EngineLimits {
    fn default() -> Self {
        Self {
            clock: None,
            move_time: None,
            nodes: None,
            depth: None,
            margin: MARGIN,
            patience: PATIENCE,
            startup: STARTUP,
        }
    }
}

impl EngineLimits {
    /// Returns a limit of nodes for every move.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// Returns a clock for the game.
    #[must_use]
    pub fn clock(clock: TimeControl) -> Self {
        Self { clock: Some(clock), ..Self::default() }
    }

    /// Returns whether there is any limit.
    #[must_use]
    pub const fn any(&self) -> bool {
        self.clock.is_some()
            || self.move_time.is_some()
            || self.nodes.is_some()
            || self.depth.is_some()
    }

    /// Returns the time by which it may overstep.
    #[must_use]
    pub const fn margin(&self) -> Duration {
        Duration::from_millis(self.margin)
    }

    /// Returns the longest time for a move without a clock.
    #[must_use]
    pub const fn patience(&self) -> Duration {
        Duration::from_millis(self.patience)
    }

    /// Returns the longest time for its start.
    #[must_use]
    pub const fn startup(&self) -> Duration {
        Duration::from_millis(self.startup)
    }
}

/// A clock for a game, with times in milliseconds.
///
/// Its text is that of cutechess-cli: `[moves/][minutes:]seconds[+increment]`.
///
/// ```
/// use rotunda_arena::TimeControl;
/// let control: TimeControl = "40/1:30+0.5".parse()?;
/// assert_eq!(control, TimeControl { moves: Some(40), base: 90_000, increment: 500 });
/// # Ok::<(), rotunda_arena::TimeControlError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TimeControl {
    /// The number of moves after which the time is added again; `None` for one time for the whole
    /// game.
    pub moves: Option<u32>,
    /// The time.
    pub base: u64,
    /// The time that is added after each move.
    pub increment: u64,
}

/// The error that a text is not a [`TimeControl`].
#[derive(Error, Clone, Copy, PartialEq, Eq, Debug)]
#[error("expected [moves/][min:]sec[+inc]")]
pub struct TimeControlError;

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        time_control(text).ok_or(TimeControlError)
    }
}

/// Reads a time control; `None` if the text is not one.
fn time_control(text: &str) -> Option<TimeControl> {
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => (Some(moves.parse().ok().filter(|&moves| moves > 0)?), rest),
        None => (None, text),
    };
    let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
    let base = match base.split_once(':') {
        Some((minutes, rest)) => u64::from(minutes.parse::<u32>().ok()?) * MINUTE + seconds(rest)?,
        None => seconds(base)?,
    };
    let increment = seconds(increment)?;
    (base > 0 || increment > 0).then_some(TimeControl { moves, base, increment })
}

/// Returns seconds, with or without a fraction, in milliseconds; `None` if the text is not such a
/// number.
///
/// ```
/// use rotunda_arena::seconds;
/// assert_eq!((seconds("0.25"), seconds("-1")), (Some(250), None));
/// ```
#[must_use]
pub fn seconds(text: &str) -> Option<u64> {
    let seconds: f64 = text.parse().ok()?;
    let is_sensible = (0.0..=LONGEST).contains(&seconds);
    is_sensible.then(|| Duration::from_secs_f64(seconds).as_millis() as u64)
}

/// The source of openings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OpeningSource {
    /// Always the variant's start.
    Start,
    /// Lines of a file: position strings or moves.
    Book {
        /// The file; `{variant}` in its name stands for the variant.
        file: String,
        /// The order of the lines.
        order: Order,
        /// A hash of the lines.
        digest: u64,
    },
    /// Random legal moves from the start that leave neither side lost.
    Random {
        /// The number of moves.
        plies: u32,
        /// The nodes of the search that judges the position.
        nodes: u64,
        /// The greatest advantage, in centipawns.
        bound: i32,
    },
}

impl Default for OpeningSource {
    fn default() -> Self {
        Self::Random { plies: 8, nodes: 500, bound: 100 }
    }
}

/// The order in which the lines of a book are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// The order of the file.
    Sequential,
    /// An order that is shuffled by the seed.
    Random,
}

/// The rule by which a game counts as drawn: all seats' scores are near zero for a while.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DrawRule {
    /// The number of the first move at which the rule applies.
    pub move_number: u32,
    /// The number of moves of each seat in a row.
    pub move_count: u32,
    /// The greatest score, in centipawns.
    pub score: u32,
}

/// The rule by which a game counts as lost: a seat's scores are low for a while.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ResignRule {
    /// The number of moves of the seat in a row.
    pub move_count: u32,
    /// The centipawns by which it is behind.
    pub score: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_those_of_cutechess() {
        let control = |moves, base, increment| Ok(TimeControl { moves, base, increment });
        assert_eq!("40/1:30+0.5".parse(), control(Some(40), 90_000, 500));
        assert_eq!("10+0.1".parse(), control(None, 10_000, 100));
        assert_eq!("0.25".parse(), control(None, 250, 0));
        for wrong in ["", "x", "-1", "0/5", "0", "1e300", "5+", "NaN"] {
            assert_eq!(wrong.parse::<TimeControl>(), Err(TimeControlError), "{wrong}");
        }
    }

    #[test]
    fn plans_that_cannot_be_played_are_refused() {
        let engine = |name: &str| EngineSpec::new(name, "engine", EngineLimits::nodes(1));
        let plan = || Plan::new(vec![engine("a"), engine("b")]);
        assert_eq!(plan().check(), Ok(()));
        let refused = |change: &dyn Fn(&mut Plan)| {
            let mut plan = plan();
            change(&mut plan);
            plan.check().expect_err("it cannot be played")
        };
        assert_eq!(refused(&|plan| plan.engines.truncate(1)), PlanError::TooFewEngines);
        assert_eq!(
            refused(&|plan| plan.engines[1] = engine("a")),
            PlanError::EqualNames("a".into())
        );
        assert_eq!(refused(&|plan| plan.engines[0].command.clear()), PlanError::NoCommand);
        assert_eq!(
            refused(&|plan| plan.engines[1].limits.nodes = None),
            PlanError::NoLimit { engine: "b".into() }
        );
        assert_eq!(
            refused(&|plan| plan.engines[1].protocol = EngineProtocol::Xboard),
            PlanError::NodesOverXboard { engine: "b".into() }
        );
        assert_eq!(refused(&|plan| plan.variants.clear()), PlanError::NoVariant);
        assert_eq!(
            refused(&|plan| plan.variants.push("chess".into())),
            PlanError::RepeatedVariant("chess".into())
        );
        assert_eq!(
            refused(&|plan| plan.variants = vec!["nochess".into()]),
            PlanError::UnknownVariant("nochess".into())
        );
        let sprt = |elo0, elo1, alpha| SprtSpec { elo0, elo1, alpha, ..SprtSpec::default() };
        assert_eq!(refused(&|plan| plan.sprt = Some(sprt(5.0, 0.0, 0.05))), PlanError::SprtElo);
        assert_eq!(refused(&|plan| plan.sprt = Some(sprt(0.0, 5.0, 2.0))), PlanError::SprtRates);
        let three = |plan: &mut Plan| {
            plan.engines.push(engine("c"));
            plan.sprt = Some(SprtSpec::default());
        };
        assert_eq!(refused(&three), PlanError::SprtEngines);
    }
}
