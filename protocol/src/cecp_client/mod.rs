//! The client's end of the Chess Engine Communication Protocol, version 2, for programs that let
//! engines play: the replies of an engine as [`EngineReply`]s, and the commands that set its clock
//! and its options.
//!
//! The protocol is described in "Chess Engine Communication Protocol" of Tim Mann and H.G. Muller.
//!
//! ```
//! use rotunda_protocol::cecp_client::{EngineReply, ReplyParser};
//! use rotunda_protocol::uci_client::Score;
//! let mut parser = ReplyParser::default();
//! assert_eq!(parser.parse("8 -31 150 90000 e7e5 g1f3"), None);
//! let Some(EngineReply::Move(text, info)) = parser.parse("move e7e5") else {
//!     panic!("a move");
//! };
//! assert_eq!((text.as_str(), info.depth, info.score), ("e7e5", 8, Some(Score::Cp(-31))));
//! ```

use std::time::Duration;

use crate::uci_client::{
    MAX_LINE, MAX_MOVE_LENGTH, OfferedOption, OfferedValues, Score, SearchInfo,
};

/// The score of a mate in 0 moves, in centipawns.
const MATE: i32 = 100_000;
/// The numbers before the principal variation: depth, score, time, nodes.
const THINKING_NUMBERS: usize = 4;

/// A line of an engine that matters to the program that plays with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineReply {
    /// `feature NAME=VALUE ..`: the features of one line.
    Features(Vec<Feature>),
    /// `move ..`: the engine's move, with the legs of a longer one joined by commas, and its output
    /// while it was thinking.
    Move(String, SearchInfo),
    /// `pong N`.
    Pong(u32),
    /// `resign`.
    Resign,
    /// `1-0 ..`, `0-1 ..` or `1/2-1/2 ..`: the engine reports that the game is over.
    Result(String),
    /// `Error (..): ..`: the refused command and the reason, as one line.
    Refusal(String),
    /// `Illegal move ..`: the line.
    IllegalMove(String),
}

/// A feature that an engine declares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Feature {
    /// The feature's name, as `ping`.
    pub name: String,
    /// The value, without quotes.
    pub value: String,
}

impl Feature {
    /// Returns whether the feature is switched on.
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.value == "1"
    }

    /// Returns the option that the feature `option` offers, `NAME -TYPE [ARGUMENTS]`; `None` if
    /// the value has another form.
    #[must_use]
    pub fn offered_option(&self) -> Option<OfferedOption> {
        let (name, rest) = self.value.rsplit_once(" -")?;
        let (kind, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        let mut numbers = rest.split_ascii_whitespace().map(|word| word.parse::<i64>().ok());
        let mut number = || numbers.next().flatten();
        let mut default = None;
        let values = match kind {
            "spin" | "slider" => {
                default = number();
                let min = number().unwrap_or(i64::MIN);
                OfferedValues::Spin(min, number().unwrap_or(i64::MAX))
            }
            "check" => OfferedValues::Check,
            "combo" => {
                let value = |value: &str| value.trim().trim_start_matches('*').to_owned();
                OfferedValues::Combo(rest.split("///").map(value).collect())
            }
            "button" | "save" | "reset" => OfferedValues::Button,
            "string" | "file" | "path" => OfferedValues::Text,
            _ => return None,
        };
        Some(OfferedOption { name: name.trim().to_owned(), values, default })
    }
}

/// A parser that collects an engine's output about its move.
#[derive(Clone, Default, Debug)]
pub struct ReplyParser {
    /// The legs of a move whose last one has not come.
    legs: String,
    info: SearchInfo,
}

impl ReplyParser {
    /// Returns the meaning of a line, if it matters now. Lines of thinking come with the move.
    pub fn parse(&mut self, line: &str) -> Option<EngineReply> {
        let line = line.trim();
        let (word, rest) = line.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((line, ""));
        let rest = rest.trim_start();
        match word {
            "feature" => Some(EngineReply::Features(features(rest))),
            "move" => self.take_leg(rest),
            // The words of version 1 of the protocol, which GNU Chess still uses.
            "My" if rest.starts_with("move is") => {
                let (_, text) = rest.split_once(':')?;
                self.take_leg(text)
            }
            "pong" => rest.parse().ok().map(EngineReply::Pong),
            "resign" => Some(EngineReply::Resign),
            "tellics" if rest == "resign" => Some(EngineReply::Resign),
            "1-0" | "0-1" | "1/2-1/2" => Some(EngineReply::Result(line.to_owned())),
            "Error" => Some(EngineReply::Refusal(rest.to_owned())),
            "Illegal" if rest.starts_with("move") => {
                Some(EngineReply::IllegalMove(line.to_owned()))
            }
            _ => {
                if let Some(info) = thinking(line) {
                    self.info = info;
                }
                None
            }
        }
    }

    /// Takes a leg of a move; a comma at its end says that another one follows.
    fn take_leg(&mut self, leg: &str) -> Option<EngineReply> {
        let leg = leg.split_ascii_whitespace().next().unwrap_or_default();
        if self.legs.len() + leg.len() > MAX_MOVE_LENGTH {
            self.legs.clear();
            return Some(EngineReply::Move(String::new(), std::mem::take(&mut self.info)));
        }
        self.legs += leg;
        if leg.ends_with(',') {
            return None;
        }
        let text = std::mem::take(&mut self.legs);
        Some(EngineReply::Move(text, std::mem::take(&mut self.info)))
    }
}

/// Returns the features of a line, `NAME=VALUE NAME="VALUE WITH BLANKS" ..`.
fn features(mut rest: &str) -> Vec<Feature> {
    let mut features = Vec::new();
    while let Some((name, after)) = rest.trim_start().split_once('=') {
        let (value, after) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((after, "")),
        };
        features.push(Feature { name: name.to_owned(), value: value.to_owned() });
        rest = after;
    }
    features
}

/// Returns the contents of a line of thinking, `PLY SCORE TIME NODES [OTHER NUMBERS TAB] PV`.
fn thinking(line: &str) -> Option<SearchInfo> {
    let mut words = line.split_ascii_whitespace();
    let depth = words.next()?.trim_end_matches(['.', '&', '+', '-']).parse().ok()?;
    let score = words.next()?.parse().ok()?;
    let _time: u64 = words.next()?.parse().ok()?;
    let nodes = words.next()?.parse().ok()?;
    let pv = match line.rsplit_once('\t') {
        Some((numbers, pv)) if numbers.split_ascii_whitespace().count() >= THINKING_NUMBERS => {
            first_moves(pv.split_ascii_whitespace())
        }
        _ => first_moves(words),
    };
    Some(SearchInfo { score: Some(as_score(score)), depth, nodes, pv, ..SearchInfo::default() })
}

/// Returns the first moves of a line of play, with blanks between them.
fn first_moves<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let moves = words.filter(|word| word.len() <= MAX_MOVE_LENGTH).take(MAX_LINE);
    moves.collect::<Vec<_>>().join(" ")
}

/// Returns a score in centipawns as a [`Score`]: 100000 + N is a mate in N moves.
const fn as_score(score: i32) -> Score {
    match score {
        MATE.. => Score::Mate(score - MATE),
        _ if score <= -MATE => Score::Mate(score + MATE),
        _ => Score::Cp(score),
    }
}

/// Returns the command that sets an option; a button takes no value.
#[must_use]
pub fn set_option(name: &str, value: Option<&str>) -> String {
    match value {
        Some(value) => format!("option {name}={value}"),
        None => format!("option {name}"),
    }
}

/// Returns the command that sets a clock for the game: `level MOVES BASE INCREMENT`, with 0 moves
/// for a time for the whole game.
///
/// The protocol counts the base in whole seconds, at least one; the increment may have a fraction.
/// The engine learns the exact time before each move by [`clock`].
#[must_use]
pub fn level(moves: Option<u32>, base: Duration, increment: Duration) -> String {
    let base = base.as_millis().div_ceil(1000).max(1);
    let (minutes, seconds) = (base / 60, base % 60);
    let increment = increment.as_millis() as f64 / 1000.0;
    format!("level {} {minutes}:{seconds:02} {increment}", moves.unwrap_or(0))
}

/// Returns the commands that report the engine's clock and its opponent's, in hundredths of a
/// second.
#[must_use]
pub fn clock(own: Duration, opponent: Duration) -> String {
    format!("time {}\notim {}", own.as_millis() / 10, opponent.as_millis() / 10)
}

#[cfg(test)]
mod tests;
