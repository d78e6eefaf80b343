//! [`Request`]: the messages of the page.

use rotunda_movegen::Options;
use serde::{Deserialize, Serialize};

use crate::record::{ClockRule, Player};
use crate::view::Placed;

/// The choices among a game's rules.
#[derive(Clone, Copy, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields, default)]
pub struct Choices {
    /// Partial wins are draws.
    pub classic_scoring: bool,
    /// In teams, a player who loses its king is out.
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

/// A new game.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// The variant's name.
    pub variant: String,
    /// The start, if not the variant's own.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub fen: Option<String>,
    /// Moves that have been played.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub moves: Vec<String>,
    /// The choices among the rules.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub options: Choices,
    /// The players; people if left out.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub players: Option<Vec<Player>>,
    /// The clock, if there is to be one.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub clock: Option<ClockRule>,
    /// Whether it is a lesson, which is not kept.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub lesson: bool,
}

/// A request of the page.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Request {
    /// Shows the token of an owner, a seat or a watcher.
    Join {
        /// The token.
        token: String,
    },
    /// Asks for the tokens of the open game.
    Invite,
    /// Lets the engine play for a seat: the own one, or one whose player has been away for long.
    Hand {
        /// The seat.
        seat: u8,
    },
    /// Lets a person play for a seat again.
    Take {
        /// The seat.
        seat: u8,
    },
    /// A new game.
    New(NewGame),
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
    /// Removes a game that nobody watches.
    Delete {
        /// Its name.
        game: String,
    },
    /// The position at a node.
    Look {
        /// The node.
        node: usize,
    },
    /// Asks for the continuations of moves at a node from the clicked cells.
    Continuations {
        /// The node.
        node: usize,
        /// The cells.
        clicks: Vec<u16>,
    },
    /// Asks for the steps that the piece on a cell makes by its nature, whichever side is to move.
    Reach {
        /// The node.
        node: usize,
        /// The cell.
        cell: u16,
    },
    /// Asks for the pieces of all players that attack or protect a cell.
    Attackers {
        /// The node.
        node: usize,
        /// The cell.
        cell: u16,
    },
    /// Asks why a text is no legal move at a node.
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
    /// A line of moves from a node, as a variation.
    Line {
        /// The node.
        node: usize,
        /// The moves.
        moves: Vec<String>,
    },
    /// Asks for the position after some moves from a node, which are not added to the game.
    Preview {
        /// The node.
        node: usize,
        /// The moves.
        moves: Vec<String>,
    },
    /// Asks for the moves that the kept games have played in the position at a node.
    Explore {
        /// The node.
        node: usize,
    },
    /// Whether the person of a seat agrees to a draw.
    Draw {
        /// The seat.
        seat: u8,
        /// Whether it agrees; otherwise the offer ends.
        agrees: bool,
    },
    /// Breaks the game off before everybody has moved.
    Abort,
    /// Sends one of the known phrases to all.
    Say {
        /// The number of the phrase.
        phrase: u8,
    },
    /// Asks for the position of a position string, or of pieces that somebody has set up.
    Arrange {
        /// The variant's name.
        variant: String,
        /// The position string; the start if left out.
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        fen: Option<String>,
        /// The number of the request, which the answer has too.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<_>"))]
        number: u32,
        /// The pieces in place of its own: cell, number of the kind, seat.
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        pieces: Option<Vec<Placed>>,
        /// The seat to move with these pieces.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<_>"))]
        turn: usize,
    },
    /// Makes the open claim, whichever side is to move.
    Claim,
    /// Resigns for a seat.
    Resign {
        /// The seat.
        seat: u8,
    },
    /// Continues the game from a node. This also takes moves back.
    Live {
        /// The node.
        node: usize,
    },
    /// Changes the players.
    Players {
        /// The players.
        players: Vec<Player>,
    },
    /// Pauses engines and clocks, or ends the pause.
    Pause {
        /// Whether to pause.
        on: bool,
    },
    /// The engine that thinks for a seat plays the best move that it has found so far.
    Hurry,
    /// Removes a node and everything after it.
    Prune {
        /// The node.
        node: usize,
    },
    /// Makes the line to a node the main one.
    Promote {
        /// The node.
        node: usize,
    },
    /// Comments on a node.
    Comment {
        /// The node.
        node: usize,
        /// The comment.
        text: String,
    },
    /// Searches the position at a node, for this page alone.
    Analyse {
        /// The node.
        node: usize,
        /// The number of best lines.
        lines: usize,
        /// Milliseconds; until stopped if left out.
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        time: Option<u64>,
    },
    /// Ends the analysis.
    Stop,
    /// The game as PGN.
    Export,
    /// All kept games as one PGN.
    ExportAll,
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
