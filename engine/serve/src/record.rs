//! [`Record`]: a saved game: the tree, the players, the clock, and the current node.

use serde::{Deserialize, Serialize};

use rotunda_notation::pgn::{GameResult, Tags};

use crate::action::Refusal;
use crate::tree::Tree;

/// The range of an engine's milliseconds for a move.
pub const MOVE_TIME: std::ops::RangeInclusive<u64> = 10..=600_000;
/// The most milliseconds of a clock and of its increment.
const LONGEST: u64 = 24 * 3_600_000;

/// The most letters of a player's name.
const MAX_NAME: usize = 60;

/// The player of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "by", rename_all = "lowercase", deny_unknown_fields)]
pub enum Player {
    /// A person, or a program that has played elsewhere.
    Human {
        /// The name, if there is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional = nullable))]
        name: Option<String>,
    },
    /// The engine.
    Engine {
        /// Its strength in Elo; `None` for full strength.
        #[serde(default)]
        elo: Option<u32>,
        /// The milliseconds for a move, where there is no clock.
        time: u64,
    },
}

impl Player {
    /// The person without a name.
    pub const PERSON: Self = Self::Human { name: None };

    /// The person with a name in a file.
    pub fn named(name: &str) -> Self {
        let letters = name.chars().filter(|letter| !letter.is_control()).take(MAX_NAME);
        let name: String = letters.collect();
        let is_known = !["", "?", "human"].contains(&name.as_str());
        Self::Human { name: is_known.then_some(name) }
    }
}

/// The clock that every seat has at the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ClockRule {
    /// The time in milliseconds.
    pub base: u64,
    /// The milliseconds that are added after each move.
    pub increment: u64,
}

/// A saved game.
#[derive(Clone, Debug)]
pub struct Record {
    /// Its positions.
    pub tree: Tree,
    /// The players by seat.
    pub players: Vec<Player>,
    /// The clock, if there is one.
    pub clock: Option<ClockRule>,
    /// The current node, from which engines play on.
    pub live: usize,
    /// The day on which it began, in the form of PGN.
    pub date: String,
    /// The tags of the file from which it was read.
    pub tags: Tags,
    /// The result in the file from which it was read, and the end of the main line there.
    pub result: Option<(GameResult, usize)>,
}

impl Record {
    /// Creates a game at its start, for people without a clock.
    pub fn new(tree: Tree) -> Self {
        let players = vec![Player::PERSON; tree.variant().seats];
        Self {
            tree,
            players,
            clock: None,
            live: 0,
            date: today(),
            tags: Tags::default(),
            result: None,
        }
    }

    /// Returns the game with players and a clock.
    ///
    /// # Errors
    /// Returns an error if their number or their times make no sense.
    pub fn with(self, players: Vec<Player>, clock: Option<ClockRule>) -> Result<Self, Refusal> {
        if players.len() != self.tree.variant().seats {
            return Err(Refusal("every seat needs a player"));
        }
        if !players.iter().all(is_sensible) {
            return Err(Refusal("an engine's time or strength is out of range"));
        }
        let is_long = |rule: ClockRule| rule.base > LONGEST || rule.increment > LONGEST;
        if clock.is_some_and(|rule| is_long(rule) || rule.base == 0) {
            return Err(Refusal("a clock is out of range"));
        }
        Ok(Self { players, clock, ..self })
    }

    /// Returns the milliseconds of every seat at the current node.
    pub fn clocks(&self) -> Option<Vec<u64>> {
        let rule = self.clock?;
        let line = self.tree.line(self.live);
        let last = line.iter().rev().find_map(|node| self.tree.node(*node)?.clocks.clone());
        Some(last.unwrap_or_else(|| vec![rule.base; self.players.len()]))
    }

    /// The result in the file from which it was read, if the main line still ends there.
    pub fn result_as_read(&self) -> Option<GameResult> {
        self.result.filter(|(_, tip)| *tip == self.tree.tip()).map(|(result, _)| result)
    }

    /// Returns whether a seat is the engine's.
    pub fn is_engine(&self, seat: usize) -> bool {
        matches!(self.players[seat], Player::Engine { .. })
    }
}

fn is_sensible(player: &Player) -> bool {
    match player {
        Player::Human { name } => name.as_ref().is_none_or(|name| name.chars().count() <= MAX_NAME),
        Player::Engine { elo, time } => {
            MOVE_TIME.contains(time)
                && elo.is_none_or(|elo| rotunda_search::Settings::ELO.contains(&elo))
        }
    }
}

/// Returns the day in the form of PGN.
fn today() -> String {
    let now = time::OffsetDateTime::now_utc();
    format!("{:04}.{:02}.{:02}", now.year(), u8::from(now.month()), now.day())
}
