//! [`Reply`]: what the server says.

use serde::Serialize;

use super::request::Choices;
use crate::reach::StepView;
use crate::record::{ClockRule, Player, Record};
use crate::tree::{Node, Verdict};
use crate::view::{MoveView, PositionView};

/// A game that is kept, in a list.
#[derive(Clone, Debug, Serialize)]
pub struct GameRow {
    /// Its name.
    pub game: String,
    /// The variant's name.
    pub variant: String,
    /// The day on which it began.
    pub date: String,
    /// The number of moves of its line.
    pub plies: usize,
    /// For each seat, whether the engine plays it.
    pub engines: Vec<bool>,
    /// The end, in words.
    pub ending: Option<String>,
    /// Seconds since 1970 when it last changed.
    pub changed: u64,
}

/// A game of a match, in a list.
#[derive(Clone, Debug, Serialize)]
pub struct WatchRow {
    /// Its number in the record.
    pub number: usize,
    /// The variant's name.
    pub variant: String,
    /// The engines by seat.
    pub engines: Vec<String>,
    /// Every seat's points of 100.
    pub points: Vec<u16>,
    /// The end, in a word or two.
    pub end: String,
    /// The number of moves.
    pub plies: usize,
}

/// A game that a match plays now, in a list.
#[derive(Clone, Debug, Serialize)]
pub struct LiveRow {
    /// Its name, to ask for it.
    pub name: String,
    /// The number of the block, from 0.
    pub block: u64,
    /// The number of the game in the block, from 0.
    pub game: usize,
    /// The variant's name.
    pub variant: String,
    /// The engines by seat.
    pub engines: Vec<String>,
    /// The number of moves so far.
    pub plies: usize,
    /// Milliseconds left to every seat after the last move; none where no clock runs.
    pub clocks: Vec<u64>,
}

/// The clocks.
#[derive(Clone, Debug, Serialize)]
pub struct Clocks {
    /// Milliseconds left by seat.
    pub left: Vec<u64>,
    /// The seat whose clock runs now.
    pub running: Option<u8>,
}

/// The presence of the player of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct SeatRow {
    /// Whether a page shows the game to the player.
    pub here: bool,
    /// Milliseconds since a page did.
    pub away: u64,
}

/// A score of a search, for the mover.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Score {
    /// Centipawns.
    Cp(i32),
    /// Moves to mate, negative if the mover is mated.
    Mate(i32),
}

/// A line of a search.
#[derive(Clone, Debug, Serialize)]
pub struct Line {
    /// Full plies.
    pub depth: u32,
    /// The deepest ply looked at.
    pub seldepth: u32,
    /// The score for the mover.
    pub score: Score,
    /// `exact`, `lower` or `upper`.
    pub bound: &'static str,
    /// The moves, as people write them.
    pub pv: Vec<String>,
    /// The moves in the game's notation.
    pub moves: Vec<String>,
    /// The lines along which the first move goes.
    pub ways: Vec<String>,
}

/// The report of a search.
#[derive(Clone, Default, Debug, Serialize)]
pub struct Progress {
    /// The node that is searched.
    pub node: usize,
    /// The best lines, the best first.
    pub lines: Vec<Line>,
    /// Nodes.
    pub nodes: u64,
    /// Nodes a second.
    pub nps: u64,
    /// The used part of the transposition table, in permille.
    pub hashfull: u32,
    /// Milliseconds.
    pub time: u64,
    /// Every seat's expected share of the point, in permille; empty if not known.
    pub shares: Vec<u16>,
    /// Whether the search has ended.
    pub done: bool,
}

/// A message of the server.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Reply<'a> {
    /// The first message.
    Hello {
        /// The version of the protocol.
        version: u32,
        /// The program.
        engine: &'a str,
        /// Whether the server follows a match.
        watches: bool,
        /// Whether the server asks for a token.
        tokens: bool,
    },
    /// The role that a token gives.
    Joined {
        /// `owner`, `seat` or `watcher`.
        role: &'a str,
        /// The game of the seat or the watcher.
        game: Option<&'a str>,
        /// The seat.
        seat: Option<u8>,
    },
    /// The tokens of a game.
    Invitations {
        /// A token for each seat.
        seats: Vec<String>,
        /// The token of all watchers.
        watchers: String,
        /// The address of the page for others, if it is known.
        address: Option<&'a str>,
    },
    /// The presence of the players.
    Presence {
        /// The seats.
        seats: &'a [SeatRow],
    },
    /// A game was made or opened under this name.
    Created {
        /// Its name.
        game: &'a str,
    },
    /// All of a game.
    Game {
        /// Its name.
        game: &'a str,
        /// The variant's name.
        variant: &'a str,
        /// The choices among the rules.
        options: Choices,
        /// The start, if not the variant's own.
        start: Option<&'a str>,
        /// The players.
        players: &'a [Player],
        /// The clock.
        clock: Option<ClockRule>,
        /// The tree.
        nodes: &'a [Node],
        /// The node where it stands.
        live: usize,
        /// Whether engines and clocks are paused.
        paused: bool,
        /// Whether the game is played elsewhere and only shown here.
        elsewhere: bool,
        /// The clocks now.
        clocks: Option<Clocks>,
    },
    /// A node was added, or the game now stands there.
    Played {
        /// The number of the node.
        node: usize,
        /// The node.
        told: &'a Node,
        /// The node where the game stands.
        live: usize,
        /// The position there.
        position: &'a PositionView,
        /// The clocks now.
        clocks: Option<Clocks>,
    },
    /// A position that was asked for.
    Position {
        /// The position.
        position: &'a PositionView,
    },
    /// The continuations of moves from the clicked cells.
    Onward {
        /// The node.
        node: usize,
        /// The clicked cells.
        clicks: &'a [u16],
        /// The possible next cells.
        next: &'a [u16],
        /// The moves that end here.
        moves: &'a [MoveView],
        /// Whether the lists are incomplete.
        cut: bool,
    },
    /// The steps that the piece on a cell makes by its nature.
    Reach {
        /// The node.
        node: usize,
        /// The cell.
        cell: u16,
        /// The steps.
        steps: &'a [StepView],
    },
    /// The reason why a text is no legal move.
    Why {
        /// The node.
        node: usize,
        /// The text.
        text: &'a str,
        /// The reason; `None` if the move is legal.
        why: Option<&'a str>,
    },
    /// The position after some moves from a node.
    Preview {
        /// The node.
        node: usize,
        /// The moves.
        moves: &'a [String],
        /// The position.
        position: &'a PositionView,
    },
    /// The seats whose people agree to a draw have changed.
    Offers {
        /// Whether each agrees; empty if nobody does.
        seats: &'a [bool],
    },
    /// The game was broken off.
    Aborted,
    /// Somebody has said a phrase.
    Said {
        /// The seat; `None` for the host.
        seat: Option<u8>,
        /// The number of the phrase.
        phrase: u8,
    },
    /// A position that somebody has set up.
    Arranged {
        /// The position.
        position: &'a PositionView,
    },
    /// An engine thinks for a seat.
    Thinking {
        /// The seat.
        seat: u8,
        /// The report.
        progress: &'a Progress,
    },
    /// A report of the analysis.
    Analysis {
        /// The report.
        progress: &'a Progress,
    },
    /// The verdict of a search on a node.
    Verdict {
        /// The node.
        node: usize,
        /// The verdict.
        verdict: &'a Verdict,
    },
    /// The game as PGN.
    Pgn {
        /// The PGN.
        pgn: &'a str,
    },
    /// The games that are kept.
    Games {
        /// The latest first.
        games: &'a [GameRow],
    },
    /// The games of a match.
    Watch {
        /// The engines and their results, in a line.
        title: &'a str,
        /// The number of games.
        total: usize,
        /// The last ones, the latest first.
        games: &'a [WatchRow],
        /// The current games.
        live: &'a [LiveRow],
        /// Whether the match is running.
        runs: bool,
    },
    /// The request was refused.
    Error {
        /// The reason, in words.
        message: &'a str,
    },
}

impl Reply<'_> {
    /// The message.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("replies have no keys but strings")
    }
}

/// All of a game; a pair says whether it is paused, and whether it is played elsewhere.
pub fn game_reply(
    name: &str,
    record: &Record,
    (paused, elsewhere): (bool, bool),
    clocks: Option<Clocks>,
) -> String {
    let tree = &record.tree;
    let options = tree.options();
    Reply::Game {
        game: name,
        variant: tree.variant().name,
        options: Choices {
            classic_scoring: options.classic_scoring,
            team_king_loss_eliminates: options.team_king_loss_eliminates,
        },
        start: tree.start(),
        players: &record.players,
        clock: record.clock,
        nodes: tree.nodes(),
        live: record.live,
        paused,
        elsewhere,
        clocks,
    }
    .text()
}
