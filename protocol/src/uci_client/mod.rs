//! The client's end of UCI, for programs that let engines play: the commands for an engine as text,
//! and its replies as [`EngineReply`]s.
//!
//! [`GoOrder`] and [`PositionOrder`] print text that [`Command::parse`](crate::Command::parse)
//! parses to the same value.
//!
//! ```
//! use rotunda_protocol::uci_client::{EngineReply, ReplyParser, Score};
//! let mut parser = ReplyParser::default();
//! assert_eq!(parser.parse("info depth 8 score cp -31 nodes 900 pv e7e5 g1f3"), None);
//! let Some(EngineReply::BestMove(best)) = parser.parse("bestmove e7e5 ponder g1f3") else {
//!     panic!("an answer");
//! };
//! assert_eq!((best.text.as_str(), best.ponder.as_deref()), ("e7e5", Some("g1f3")));
//! assert_eq!((best.info.score, best.info.nodes), (Some(Score::Cp(-31)), 900));
//! ```

use std::fmt::{self, Write};

use serde::{Deserialize, Serialize};

use crate::go::GoOrder;
use crate::position::PositionOrder;

/// The centipawns of an immediate mate, for rules that compare scores.
const MATE: i32 = 100_000;
/// The longest text that can be a move, in bytes.
pub(crate) const MAX_MOVE_LENGTH: usize = 512;
/// The most moves of a line that are kept.
pub(crate) const MAX_LINE: usize = 32;
/// The sum of the shares of all sides.
const WHOLE: u16 = 1000;

/// A line of an engine that matters to the program that plays with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineReply {
    /// `option name ..`: an option that the engine offers.
    Option(OfferedOption),
    /// `uciok`.
    UciOk,
    /// `readyok`.
    ReadyOk,
    /// `info string error ..`, or another line about a refused command.
    Refusal(String),
    /// `bestmove ..`.
    BestMove(BestMove),
}

/// An engine's answer to `go`.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct BestMove {
    /// The move's text; empty if there is none.
    pub text: String,
    /// The reply that it expects, if it names one.
    pub ponder: Option<String>,
    /// Whether the engine makes a claim of the rules (`info string claim bareking`).
    pub claim: bool,
    /// The facts about the move in its `info` lines.
    pub info: SearchInfo,
}

/// The facts about an engine's move: the last value of each in its `info` lines.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct SearchInfo {
    /// The score for the mover, if it gave any.
    pub score: Option<Score>,
    /// The depth in plies.
    pub depth: u32,
    /// The nodes.
    pub nodes: u64,
    /// The first 32 moves of the principal variation, with blanks between them.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub pv: String,
    /// Every seat's expected share of the point in permille, if the engine gave it (`info string
    /// shares a 341 b 336 c 323`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shares: Vec<u16>,
}

/// A score for the mover as an engine gives it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Score {
    /// Centipawns.
    Cp(i32),
    /// Moves to mate: negative if the mover is mated.
    Mate(i32),
}

impl Score {
    /// Returns the score in centipawns. Mates are far beyond evaluations.
    #[must_use]
    pub const fn centipawns(self) -> i32 {
        match self {
            Self::Cp(score) => score,
            Self::Mate(moves) if moves > 0 => MATE - if moves < MATE { moves } else { MATE - 1 },
            Self::Mate(_) => -MATE,
        }
    }
}

/// An option that an engine offers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OfferedOption {
    /// The option's name.
    pub name: String,
    /// The values that it takes.
    pub values: OfferedValues,
    /// The default number, if the option takes numbers and names one.
    pub default: Option<i64>,
}

/// The values that an option takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OfferedValues {
    /// A whole number within these bounds, which are allowed themselves.
    Spin(i64, i64),
    /// `true` or `false`.
    Check,
    /// One of these texts.
    Combo(Vec<String>),
    /// No value: it is a command.
    Button,
    /// Any text.
    Text,
}

impl OfferedOption {
    /// Returns whether the option has this name; case does not matter.
    #[must_use]
    pub fn is_named(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// Returns the reason why a value is wrong, if it is.
    #[must_use]
    pub fn objection(&self, value: &str) -> Option<String> {
        match &self.values {
            OfferedValues::Spin(min, max) => {
                let fits = value.parse::<i64>().is_ok_and(|number| (*min..=*max).contains(&number));
                (!fits).then(|| format!("expected a number from {min} to {max}"))
            }
            OfferedValues::Check => {
                let fits = ["true", "false"].iter().any(|word| value.eq_ignore_ascii_case(word));
                (!fits).then(|| "expected true or false".into())
            }
            OfferedValues::Combo(values) => {
                let fits = values.iter().any(|other| value.eq_ignore_ascii_case(other));
                (!fits).then(|| format!("expected {}", values.join(" or ")))
            }
            OfferedValues::Button | OfferedValues::Text => None,
        }
    }
}

/// A parser that collects an engine's output about its move.
#[derive(Clone, Default, Debug)]
pub struct ReplyParser {
    claim: bool,
    info: SearchInfo,
}

impl ReplyParser {
    /// Returns the meaning of a line, if it matters now. The facts of `info` lines come with the
    /// `bestmove`.
    pub fn parse(&mut self, line: &str) -> Option<EngineReply> {
        let mut words = line.split_ascii_whitespace();
        match words.next()? {
            "info" => {
                if let Some(why) = refusal(line) {
                    return Some(EngineReply::Refusal(why.to_owned()));
                }
                self.note(words);
            }
            "No" if line.starts_with("No such option") => {
                return Some(EngineReply::Refusal(line.trim().to_owned()));
            }
            "bestmove" => {
                let Self { claim, info } = std::mem::take(self);
                let is_move = |text: &&str| text.len() <= MAX_MOVE_LENGTH;
                let text = words.next().filter(is_move).unwrap_or_default().to_string();
                let ponder = words.next().filter(|&word| word == "ponder");
                let ponder = ponder.and_then(|_| words.next()).filter(is_move).map(String::from);
                return Some(EngineReply::BestMove(BestMove { text, ponder, claim, info }));
            }
            "readyok" => return Some(EngineReply::ReadyOk),
            "uciok" => return Some(EngineReply::UciOk),
            "option" => return offered(line).map(EngineReply::Option),
            _ => {}
        }
        None
    }

    /// Records the words of an `info` line.
    fn note<'a>(&mut self, mut words: impl Iterator<Item = &'a str>) {
        let mut info = self.info.clone();
        let number = |words: &mut dyn Iterator<Item = &'a str>| {
            words.next().and_then(|word| word.parse::<u64>().ok())
        };
        while let Some(word) = words.next() {
            match word {
                "string" => return self.note_text(words),
                // Only the best line matters.
                "multipv" if number(&mut words) != Some(1) => return,
                "depth" => info.depth = number(&mut words).unwrap_or(0) as u32,
                "nodes" => info.nodes = number(&mut words).unwrap_or(0),
                "score" => {
                    let kind = words.next();
                    let value = words.next().and_then(|word| word.parse().ok());
                    info.score = match (kind, value) {
                        (Some("cp"), Some(value)) => Some(Score::Cp(value)),
                        (Some("mate"), Some(value)) => Some(Score::Mate(value)),
                        _ => info.score,
                    };
                }
                "pv" => {
                    let moves = words.by_ref().filter(|text| text.len() <= MAX_MOVE_LENGTH);
                    info.pv = moves.take(MAX_LINE).collect::<Vec<_>>().join(" ");
                    break;
                }
                _ => {}
            }
        }
        self.info = info;
    }

    /// Records the words of an `info string` line.
    fn note_text<'a>(&mut self, mut words: impl Iterator<Item = &'a str>) {
        match words.next() {
            Some("claim") => self.claim = true,
            Some("shares") => {
                if let Some(shares) = shares(words) {
                    self.info.shares = shares;
                }
            }
            _ => {}
        }
    }
}

/// Returns the reason why a command was refused, if an `info` line gives it.
fn refusal(line: &str) -> Option<&str> {
    let text = line.trim().strip_prefix("info string ")?.trim_start();
    let word = text.get(..5)?;
    text[5..]
        .strip_prefix([':', ' '])
        .filter(|_| word.eq_ignore_ascii_case("error"))
        .map(str::trim_start)
}

/// Returns every seat's share in permille from `a 341 b 336 c 323`; `None` for another text.
fn shares<'a>(mut words: impl Iterator<Item = &'a str>) -> Option<Vec<u16>> {
    let mut parts = Vec::new();
    for seat in 'a'..='z' {
        let Some(name) = words.next() else { break };
        let part = words.next()?.parse().ok()?;
        if name.strip_prefix(seat) != Some("") || part > WHOLE {
            return None;
        }
        parts.push(part);
    }
    Some(parts)
}

/// Returns an option from its line, `option name .. type .. [default ..] [min .. max ..] [var ..]`.
fn offered(line: &str) -> Option<OfferedOption> {
    let rest = line.trim().strip_prefix("option")?.trim_start().strip_prefix("name ")?;
    let (name, rest) = rest.split_once(" type ")?;
    let kind = rest.split_ascii_whitespace().next()?;
    let bound = |key: &str| {
        let mut words = rest.split_ascii_whitespace().skip_while(|word| *word != key);
        words.nth(1).and_then(|word| word.parse::<i64>().ok())
    };
    let values = match kind {
        "spin" => {
            OfferedValues::Spin(bound("min").unwrap_or(i64::MIN), bound("max").unwrap_or(i64::MAX))
        }
        "check" => OfferedValues::Check,
        "combo" => {
            let values = rest.split(" var ").skip(1).map(|value| value.trim().to_string());
            OfferedValues::Combo(values.collect())
        }
        "button" => OfferedValues::Button,
        _ => OfferedValues::Text,
    };
    Some(OfferedOption { name: name.trim().into(), values, default: bound("default") })
}

/// Returns the command that sets an option. A button takes no value.
#[must_use]
pub fn set_option(name: &str, value: Option<&str>) -> String {
    match value {
        Some(value) => format!("setoption name {name} value {value}"),
        None => format!("setoption name {name}"),
    }
}

impl fmt::Display for PositionOrder {
    /// Writes the command that sets up the position, `position [variant ..] startpos|fen .. [moves
    /// ..]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("position ")?;
        if let Some(entry) = self.variant {
            write!(f, "variant {} ", entry.name)?;
        }
        match &self.fen {
            Some(fen) => write!(f, "fen {fen}")?,
            None => f.write_str("startpos")?,
        }
        if self.moves.is_empty() {
            return Ok(());
        }
        f.write_str(" moves")?;
        self.moves.iter().try_for_each(|mv| write!(f, " {mv}"))
    }
}

impl fmt::Display for GoOrder {
    /// Writes the command that starts the search, `go ..`, with times in whole milliseconds.
    ///
    /// Clocks with a flag in [`GoOrder::lists`] are written as lists up to the last seat that has
    /// one. Without the flag only those of the first two seats can be written.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        if self.ponder {
            f.write_str(" ponder")?;
        }
        self.write_times(f)?;
        self.write_increments(f)?;
        if let Some(moves) = self.moves_to_go {
            write!(f, " movestogo {moves}")?;
        }
        if let Some(time) = self.move_time {
            write!(f, " movetime {}", time.as_millis())?;
        }
        if let Some(nodes) = self.nodes {
            write!(f, " nodes {nodes}")?;
        }
        if let Some(depth) = self.depth {
            write!(f, " depth {depth}")?;
        }
        if let Some(mate) = self.mate {
            write!(f, " mate {mate}")?;
        }
        if self.infinite {
            f.write_str(" infinite")?;
        }
        if !self.search_moves.is_empty() {
            write!(f, " searchmoves {}", self.search_moves.join(" "))?;
        }
        Ok(())
    }
}

impl GoOrder {
    fn write_times(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let times = self.clocks.map(|clock| clock.left.map(|time| time.as_millis()));
        write_clocks(f, self.lists.time, "time", ["wtime", "btime"], &times)
    }

    fn write_increments(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let increments = self.clocks.map(|clock| clock.increment.map(|time| time.as_millis()));
        write_clocks(f, self.lists.inc, "inc", ["winc", "binc"], &increments)
    }
}

/// Writes the known clocks of the seats, as a list or for the first two.
fn write_clocks(
    f: &mut fmt::Formatter<'_>,
    is_list: bool,
    list: &str,
    names: [&str; 2],
    values: &[Option<u128>],
) -> fmt::Result {
    if !is_list {
        let known = names.iter().zip(values).filter_map(|(name, value)| Some((name, (*value)?)));
        return known.into_iter().try_for_each(|(name, value)| write!(f, " {name} {value}"));
    }
    let length = values.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
    let mut text = String::new();
    for (index, value) in values[..length].iter().enumerate() {
        let comma = if index > 0 { "," } else { "" };
        write!(text, "{comma}{}", value.unwrap_or(0))?;
    }
    write!(f, " {list} {text}")
}

#[cfg(test)]
mod tests;
