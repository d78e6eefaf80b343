//! [`Request`]: what the page asks.

use rotunda_movegen::Options;
use serde::{Deserialize, Serialize};

use crate::record::{ClockRule, Player};

/// The choices among a game's rules.
#[derive(Clone, Copy, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Choices {
    /// Partial wins are draws.
    pub classic_scoring: bool,
    /// In teams, whoever loses its king is out.
    pub team_king_loss_eliminates: bool,
}

impl From<Choices> for Options {
    fn from(choices: Choices) -> Self {
        Self {
            classic_scoring: choices.classic_scoring,
            team_king_loss_eliminates: choices.team_king_loss_eliminates,
        }
    }
}

/// What the page asks.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Request {
    /// Shows the token of an owner, a seat or a watcher.
    Join {
        /// The token.
        token: String,
    },
    /// The tokens of the game that is open, to give away.
    Invite,
    /// The engine plays for a seat: one's own, or one whose player has been away for long.
    Hand {
        /// The seat.
        seat: u8,
    },
    /// A person plays for a seat again.
    Take {
        /// The seat.
        seat: u8,
    },
    /// A new game.
    New {
        /// The variant's name.
        variant: String,
        /// The start, if not the variant's own.
        #[serde(default)]
        fen: Option<String>,
        /// Moves that have been played.
        #[serde(default)]
        moves: Vec<String>,
        /// The choices among the rules.
        #[serde(default)]
        options: Choices,
        /// Who plays; people if left out.
        #[serde(default)]
        players: Option<Vec<Player>>,
        /// The clock, if there is to be one.
        #[serde(default)]
        clock: Option<ClockRule>,
    },
    /// A new game from a PGN.
    Import {
        /// The PGN.
        pgn: String,
        /// The variant where no tag names one.
        variant: String,
    },
    /// A game that exists, to look at and to play.
    Open {
        /// Its name.
        game: String,
    },
    /// The games that are kept.
    Games,
    /// Removes a game that nobody looks at.
    Delete {
        /// Its name.
        game: String,
    },
    /// The position at a node.
    Look {
        /// The node.
        node: usize,
    },
    /// How moves at a node go on from cells that have been pointed at.
    Onward {
        /// The node.
        node: usize,
        /// The cells.
        clicks: Vec<u16>,
    },
    /// Where the piece on a cell goes by its nature, whoever is to move.
    Reach {
        /// The node.
        node: usize,
        /// The cell.
        cell: u16,
    },
    /// Why a text is no legal move at a node.
    Why {
        /// The node.
        node: usize,
        /// The text.
        text: String,
    },
    /// A move at a node.
    Play {
        /// The node.
        node: usize,
        /// The move.
        text: String,
    },
    /// Moves one after the other from a node on, as a variation.
    Line {
        /// The node.
        node: usize,
        /// The moves.
        moves: Vec<String>,
    },
    /// The claim that is open, whoever is to move.
    Claim,
    /// A seat gives up.
    Resign {
        /// The seat.
        seat: u8,
    },
    /// The game goes on from a node: takes moves back, too.
    Live {
        /// The node.
        node: usize,
    },
    /// Other players.
    Players {
        /// Who plays.
        players: Vec<Player>,
    },
    /// Engines and clocks rest, or go on.
    Pause {
        /// Whether they rest.
        on: bool,
    },
    /// The engine that thinks for a seat plays the best move that it has found so far.
    Hurry,
    /// Cuts a node and all after it off.
    Prune {
        /// The node.
        node: usize,
    },
    /// Makes the line to a node the main one.
    Promote {
        /// The node.
        node: usize,
    },
    /// Says something of a node.
    Comment {
        /// The node.
        node: usize,
        /// What is said.
        text: String,
    },
    /// Searches the position at a node, for this page alone.
    Analyse {
        /// The node.
        node: usize,
        /// How many of the best lines.
        lines: usize,
        /// Milliseconds; until stopped if left out.
        #[serde(default)]
        time: Option<u64>,
    },
    /// Ends the analysis.
    Stop,
    /// The game as PGN.
    Export,
    /// The games of the match that the server follows.
    Watch,
    /// A game of that match, to look at.
    WatchGame {
        /// Its number in the record, from 0.
        number: usize,
    },
    /// A game that the match plays now, to look at as it goes on.
    WatchLive {
        /// Its name in the list.
        name: String,
    },
}
