//! [`TimeControl`]: `level`, `st`, `sd`, `nps` and the engine's clock as limits of a search.

use std::time::Duration;

use rotunda_search::{Clock, Limits};

use crate::error::{CommandError, Reason};
use crate::tokens::Tokens;

/// The number of moves for which a clock must last when nodes replace time and the game has no
/// sessions.
const MOVES_LEFT: u32 = 30;
/// The longest base and increment in seconds.
const LONGEST: f64 = 1e9;

/// `level MOVES BASE INC`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// The number of moves of a session; 0 for the whole game.
    pub moves: u32,
    /// The time of a session.
    pub base: Duration,
    /// The time that is added after each move.
    pub increment: Duration,
}

impl Level {
    /// Parses the words after `level`: the base in minutes or as `minutes:seconds`.
    pub(crate) fn parse(mut tokens: Tokens) -> Result<Self, CommandError> {
        let moves = tokens.number(0..=u32::from(u16::MAX))?;
        let word = tokens.expect("the time in minutes")?;
        let (minutes, seconds) = word.split_once(':').unwrap_or((word, "0"));
        let number = |text: &str| text.parse::<f64>().ok().filter(|n| (0.0..LONGEST).contains(n));
        // Later versions of the protocol may append further sessions behind a plus sign.
        let first = |text: &str| {
            let first = text.split_once('+').map_or(text, |(first, _)| first);
            number(first).filter(|_| first.bytes().all(|digit| digit.is_ascii_digit()))
        };
        let base = first(minutes).zip(first(seconds));
        let (minutes, seconds) = base.ok_or_else(|| tokens.error_at(word, Reason::NotANumber))?;
        let increment = match tokens.next() {
            Some(word) => number(word).ok_or_else(|| tokens.error_at(word, Reason::NotANumber))?,
            None => 0.0,
        };
        let base = Duration::from_secs_f64(minutes * 60.0 + seconds);
        Ok(Self { moves, base, increment: Duration::from_secs_f64(increment) })
    }
}

/// The limits of the engine's thinking.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TimeControl {
    level: Level,
    /// The time for each move, which replaces the clock.
    move_time: Option<Duration>,
    depth: Option<u32>,
    node_rate: Option<u64>,
    /// The time on the engine's clock, once it is known.
    left: Option<Duration>,
}

impl Default for TimeControl {
    fn default() -> Self {
        let base = Duration::from_secs(300);
        Self {
            level: Level { moves: 40, base, increment: Duration::ZERO },
            move_time: None,
            depth: None,
            node_rate: None,
            left: None,
        }
    }
}

impl TimeControl {
    /// Plays by a clock from now on.
    pub const fn set_level(&mut self, level: Level) {
        (self.level, self.move_time, self.left) = (level, None, None);
    }

    /// Uses this time for each move from now on.
    pub const fn set_move_time(&mut self, time: Duration) {
        self.move_time = Some(time);
    }

    /// Searches no deeper than this.
    pub const fn set_depth(&mut self, plies: u32) {
        self.depth = Some(plies);
    }

    /// Measures time by nodes, unless that is 0.
    pub const fn set_node_rate(&mut self, nodes: u64) {
        self.node_rate = if nodes == 0 { None } else { Some(nodes) };
    }

    /// Sets the engine's clock.
    pub const fn set_left(&mut self, left: Duration) {
        self.left = Some(left);
    }

    /// Resets the limits that apply to one game only.
    pub const fn new_game(&mut self) {
        (self.depth, self.node_rate, self.left) = (None, None, None);
    }

    /// Returns the limits of a search in the full move with this number.
    #[must_use]
    pub fn limits(&self, fullmove: u32) -> Limits {
        let Level { moves, base, increment } = self.level;
        let moves_to_go = (moves > 0).then(|| moves - (fullmove.max(1) - 1) % moves);
        let left = self.left.unwrap_or(base).max(Duration::from_millis(1));
        let limits = Limits { depth: self.depth, ..Limits::default() };
        if let Some(rate) = self.node_rate {
            let share = left / moves_to_go.unwrap_or(MOVES_LEFT) + increment / 2;
            let time = self.move_time.unwrap_or(share);
            let nodes = (time.as_secs_f64() * rate as f64) as u64;
            return Limits { nodes: Some(nodes.max(1)), ..limits };
        }
        match self.move_time {
            Some(time) => Limits { move_time: Some(time.max(Duration::from_millis(1))), ..limits },
            None => Limits { clock: Some(Clock { left, increment, moves_to_go }), ..limits },
        }
    }
}
