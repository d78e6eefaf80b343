//! The contents of comments for programs: clocks, scores, and events besides the moves.

use std::fmt;

/// Returns the commands of a comment, `[%name value]` each, and the other text.
///
/// ```
/// use rotunda_notation::pgn::commands;
/// let (found, text) = commands("[%eval 0.36] [%clk 0:03:00] a good move");
/// assert_eq!(found, [("eval", "0.36"), ("clk", "0:03:00")]);
/// assert_eq!(text, "a good move");
/// ```
#[must_use]
pub fn commands(comment: &str) -> (Vec<(&str, &str)>, String) {
    let (mut found, mut beside) = (Vec::new(), Vec::new());
    let mut rest = comment;
    while let Some((before, after)) = rest.split_once("[%") {
        let Some((command, after)) = after.split_once(']') else { break };
        let (name, value) = command.split_once(' ').unwrap_or((command, ""));
        found.push((name, value.trim()));
        beside.extend(before.split_whitespace());
        rest = after;
    }
    beside.extend(rest.split_whitespace());
    (found, beside.join(" "))
}

/// Returns the command for a player's time after a move, given in milliseconds.
///
/// ```
/// assert_eq!(rotunda_notation::pgn::clock_command(298_200), "[%clk 0:04:58.2]");
/// ```
#[must_use]
pub fn clock_command(left: u64) -> String {
    let (seconds, tenths) = (left / 1000, left % 1000 / 100);
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    format!("[%clk {hours}:{minutes:02}:{:02}.{tenths}]", seconds % 60)
}

/// Returns the milliseconds of a clock as `H:MM:SS`, with or without fractions.
///
/// ```
/// use rotunda_notation::pgn::parse_clock;
/// assert_eq!(parse_clock("0:04:58.2"), Some(298_200));
/// assert_eq!((parse_clock("3:00"), parse_clock("soon")), (Some(180_000), None));
/// ```
#[must_use]
pub fn parse_clock(text: &str) -> Option<u64> {
    let mut seconds = 0.0;
    for part in text.trim().split(':') {
        seconds = seconds * 60.0
            + part.parse::<f64>().ok().filter(|part| *part >= 0.0 && part.is_finite())?;
    }
    Some((seconds * 1000.0).round() as u64)
}

/// A score of a position, for White in games of two, and otherwise for the seat to move.
///
/// ```
/// use rotunda_notation::pgn::Eval;
/// let eval = Eval { cp: Some(-31), mate: None, depth: Some(12) };
/// assert_eq!(eval.to_string(), "[%eval -0.31,12]");
/// assert_eq!("#-3".parse(), Ok(Eval { cp: None, mate: Some(-3), depth: None }));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Eval {
    /// The centipawns, unless it is a mate.
    pub cp: Option<i32>,
    /// The moves to mate, negative for the mated side.
    pub mate: Option<i32>,
    /// The depth of the search in plies.
    pub depth: Option<u32>,
}

impl Eval {
    /// Returns the score for the other side.
    #[must_use]
    pub fn reversed(self) -> Self {
        let negative = |score: i32| score.saturating_neg();
        Self { cp: self.cp.map(negative), mate: self.mate.map(negative), ..self }
    }
}

impl fmt::Display for Eval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.mate, self.cp) {
            (Some(moves), _) => write!(f, "[%eval #{moves}")?,
            (None, cp) => write!(f, "[%eval {:.2}", f64::from(cp.unwrap_or(0)) / 100.0)?,
        }
        match self.depth {
            Some(depth) => write!(f, ",{depth}]"),
            None => f.write_str("]"),
        }
    }
}

/// The error that a text is not a score.
#[derive(thiserror::Error, Clone, Copy, PartialEq, Eq, Debug)]
#[error("no score")]
pub struct NoScore;

impl std::str::FromStr for Eval {
    type Err = NoScore;

    /// Reads `0.31`, `-0.31,12` or `#3`, the value of a command.
    fn from_str(text: &str) -> Result<Self, NoScore> {
        let (score, depth) = match text.split_once(',') {
            Some((score, depth)) => (score, Some(depth.trim().parse().map_err(|_| NoScore)?)),
            None => (text, None),
        };
        let score = score.trim();
        if let Some(moves) = score.strip_prefix('#') {
            let mate = moves.trim_start_matches('+').parse().map_err(|_| NoScore)?;
            return Ok(Self { cp: None, mate: Some(mate), depth });
        }
        let pawns: f64 = score.parse().map_err(|_| NoScore)?;
        Ok(Self { cp: Some((pawns * 100.0).round() as i32), mate: None, depth })
    }
}

/// An event besides the moves, which a comment records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// `[%claim]`: the claim of the position is made.
    Claim,
    /// `[%leave 2 resigned]`, `{seat 2 eliminated: ..}`: a player leaves; its seat from 0.
    Leave(u8),
}

/// Returns the events of a comment in the order of its text.
///
/// ```
/// use rotunda_notation::pgn::{Event, events};
/// assert_eq!(events("[%leave 2 resigned] a pity"), [Event::Leave(1)]);
/// assert_eq!(events("seat 3 eliminated: crash; 4k3/8 b"), [Event::Leave(2)]);
/// ```
#[must_use]
pub fn events(comment: &str) -> Vec<Event> {
    let leaves = |text: &str| {
        let number = text.split(' ').next()?.parse::<u8>().ok()?;
        number.checked_sub(1).map(Event::Leave)
    };
    if let Some((number, _)) =
        comment.strip_prefix("seat ").and_then(|rest| rest.split_once(" eliminated: "))
    {
        return leaves(number).into_iter().collect();
    }
    let event = |(name, value): &(&str, &str)| match *name {
        "claim" => Some(Event::Claim),
        "leave" => leaves(value),
        _ => None,
    };
    commands(comment).0.iter().filter_map(event).collect()
}
