//! [`GameResult`]: the mark that ends a game.

use std::fmt;
use std::str::FromStr;

use rotunda_movegen::{FULL, HALF};

/// The mark that ends a game.
///
/// ```
/// use rotunda_notation::pgn::GameResult;
/// assert_eq!("1/2-1/2".parse(), Ok(GameResult::Draw));
/// assert_eq!("1:0".parse(), Ok(GameResult::WhiteWins));
/// assert_eq!(GameResult::of_points(&[100, 0]).to_string(), "1-0");
/// assert_eq!(GameResult::of_points(&[0, 50, 50]), GameResult::Unknown);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum GameResult {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: the game goes on, or its result is unknown.
    #[default]
    Unknown,
}

impl GameResult {
    /// Returns the result of a duel with these points of 100. A partial win counts as a draw. It is
    /// unknown for other numbers of seats.
    #[must_use]
    pub const fn of_points(points: &[u16]) -> Self {
        match *points {
            [FULL, 0] => Self::WhiteWins,
            [0, FULL] => Self::BlackWins,
            [white, black] if white + black == 2 * HALF => Self::Draw,
            _ => Self::Unknown,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        })
    }
}

/// The error that a word is not a result.
#[derive(thiserror::Error, Clone, Copy, PartialEq, Eq, Debug)]
#[error("no result of a game")]
pub struct NoResult;

impl FromStr for GameResult {
    type Err = NoResult;

    fn from_str(text: &str) -> Result<Self, NoResult> {
        let is_dash = |c: char| matches!(c, '\u{2010}'..='\u{2015}' | '\u{2212}');
        Ok(match &*text.replace(is_dash, "-").replace(':', "-").replace('\u{bd}', "1/2") {
            "1-0" => Self::WhiteWins,
            "0-1" => Self::BlackWins,
            "1/2-1/2" | "1/2" => Self::Draw,
            "*" => Self::Unknown,
            _ => return Err(NoResult),
        })
    }
}
