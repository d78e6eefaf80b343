//! [`Reply`]: the messages of the server.

use serde::Serialize;

use super::request::Choices;
use crate::reach::StepView;
use crate::record::{ClockRule, Player, Record};
use crate::tree::{Node, Verdict};
use crate::view::{MoveView, PositionView};

/// A game that is kept, in a list.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
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

/// A move that kept games have played in a position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ExploredMove {
    /// The move, as people write it.
    pub text: String,
    /// The move in the game's notation.
    pub notation: String,
    /// The kind of the piece that moves; null where none does.
    pub kind: Option<usize>,
    /// The number of games with it.
    pub games: usize,
    /// The mover's points in those of them that have ended, in permille; null if none has.
    pub points: Option<u16>,
}

/// A game of a match, in a list.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
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
#[cfg_attr(test, derive(ts_rs::TS))]
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
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Clocks {
    /// Milliseconds left by seat.
    pub left: Vec<u64>,
    /// The seat whose clock runs now.
    pub running: Option<u8>,
}

/// The name of a role in messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Role"))]
pub enum RoleName {
    /// The user who has started the server.
    Owner,
    /// A player of one game.
    Seat,
    /// A watcher of one game.
    Watcher,
    /// A connection that has shown no token.
    Nobody,
}

/// The presence of the player of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "SeatPresence"))]
pub struct SeatRow {
    /// Whether a page shows the game to the player.
    pub here: bool,
    /// Milliseconds since a page did.
    pub away: u64,
}

/// A score of a search, for the mover.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Score {
    /// Centipawns.
    Cp(i32),
    /// Moves to mate, negative if the mover is mated.
    Mate(i32),
}

/// The kind of a score.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum ScoreBound {
    /// The score itself.
    Exact,
    /// The true score may be higher.
    Lower,
    /// The true score may be lower.
    Upper,
}

/// The seat of a move, and the kind of the piece that moves, if one does.
pub type Mover = (u8, Option<usize>);

/// A line of a search.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Line {
    /// Full plies.
    pub depth: u32,
    /// The deepest ply looked at.
    pub seldepth: u32,
    /// The score for the mover.
    pub score: Score,
    /// The kind of the score.
    pub bound: ScoreBound,
    /// The moves, as people write them.
    pub pv: Vec<String>,
    /// The seat of each of them, and the kind of the piece that moves; null where none does.
    pub movers: Vec<Mover>,
    /// The moves in the game's notation.
    pub moves: Vec<String>,
    /// The lines along which the first move goes.
    pub ways: Vec<String>,
}

/// The report of a search.
#[derive(Clone, Default, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
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

/// All of a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Game"))]
pub struct GameView<'a> {
    /// Its name.
    pub game: &'a str,
    /// The variant's name.
    pub variant: &'a str,
    /// The choices among the rules.
    pub options: Choices,
    /// The start, if not the variant's own.
    pub start: Option<&'a str>,
    /// The players.
    pub players: &'a [Player],
    /// The clock.
    pub clock: Option<ClockRule>,
    /// The tree.
    pub nodes: &'a [Node],
    /// The current node.
    pub live: usize,
    /// Whether engines and clocks are paused.
    pub paused: bool,
    /// Whether the game is played elsewhere and only shown here.
    pub elsewhere: bool,
    /// The clocks now.
    pub clocks: Option<Clocks>,
}

/// A message of the server.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
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
        /// The role.
        role: RoleName,
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
        /// The parts of its file that were left out or read leniently, in a sentence.
        note: Option<&'a str>,
    },
    /// All of a game.
    Game(GameView<'a>),
    /// A node was added, or the game now continues from it.
    Played {
        /// The number of the node.
        node: usize,
        /// The node itself.
        tree_node: &'a Node,
        /// The current node of the game.
        live: usize,
        /// The position there.
        position: &'a PositionView,
        /// The clocks now.
        clocks: Option<Clocks>,
    },
    /// A requested position.
    Position {
        /// The position.
        position: &'a PositionView,
    },
    /// The continuations of moves from the clicked cells.
    Continuations {
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
    /// The moves that the kept games have played in a position.
    Explored {
        /// The node.
        node: usize,
        /// The number of games that have gone on from there.
        games: usize,
        /// The moves, the most frequent first.
        moves: &'a [ExploredMove],
        /// The number of kept games that have not been read yet; the next request goes on.
        unread: usize,
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
    /// The pieces of all players that attack or protect a cell.
    Attackers {
        /// The node.
        node: usize,
        /// The cell.
        cell: u16,
        /// The cells of the pieces.
        from: &'a [u16],
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
    /// Somebody sends a phrase.
    Phrase {
        /// The seat; `None` for the host.
        seat: Option<u8>,
        /// The number of the phrase.
        phrase: u8,
    },
    /// A position that somebody has set up.
    Arranged {
        /// The number of the request.
        number: u32,
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
        /// The number of the request, if it has one.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        number: Option<u32>,
    },
}

impl<'a> Reply<'a> {
    /// Returns the refusal of a request without a number, with the reason in words.
    pub const fn refusal(message: &'a str) -> Self {
        Self::Error { message, number: None }
    }

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
    Reply::Game(GameView {
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
    })
    .text()
}
