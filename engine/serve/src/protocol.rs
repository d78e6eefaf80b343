//! What the page and the server say to each other, as JSON in text messages of a WebSocket.
//!
//! `docs/serve.md` explains every message. [`VERSION`] grows when a page of the last version could
//! go wrong.

use rotunda_movegen::{Options, Variant};
use serde::{Deserialize, Serialize};

use crate::record::{ClockRule, Player, Record};
use crate::tree::{Node, Verdict};
use crate::view::PositionView;

/// The version of the protocol.
pub const VERSION: u32 = 1;
/// Bytes of a message from the page, at most.
pub const MAX_MESSAGE: usize = 256 << 10;

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
    /// A move at a node.
    Play {
        /// The node.
        node: usize,
        /// The move.
        text: String,
    },
    /// The claim that is open to the mover.
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
}

/// A game that is kept, in a list.
#[derive(Clone, Debug, Serialize)]
pub struct GameRow {
    /// Its name.
    pub game: String,
    /// The variant's name.
    pub variant: String,
    /// The day on which it began.
    pub date: String,
    /// How many moves the line has on which it stands.
    pub plies: usize,
    /// Which seats are the engine's.
    pub engines: Vec<bool>,
    /// How it has ended.
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
    /// How it ended, in a word or two.
    pub end: String,
    /// How many moves it has.
    pub plies: usize,
}

/// Whose clocks run.
#[derive(Clone, Debug, Serialize)]
pub struct Clocks {
    /// Milliseconds left by seat.
    pub left: Vec<u64>,
    /// The seat whose clock runs now.
    pub running: Option<u8>,
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

/// One of the best lines.
#[derive(Clone, Debug, Serialize)]
pub struct Line {
    /// Full plies.
    pub depth: u32,
    /// The deepest ply looked at.
    pub seldepth: u32,
    /// For the mover.
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

/// What a search tells.
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
    /// How full the table is, in permille.
    pub hashfull: u32,
    /// Milliseconds.
    pub time: u64,
    /// What every seat can expect of the point, in permille; empty if not known.
    pub shares: Vec<u16>,
    /// Whether the search has ended.
    pub done: bool,
}

/// What the server says.
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
        /// Who plays.
        players: &'a [Player],
        /// The clock.
        clock: Option<ClockRule>,
        /// The tree.
        nodes: &'a [Node],
        /// The node where it stands.
        live: usize,
        /// Whether engines and clocks rest.
        paused: bool,
        /// The clocks now.
        clocks: Option<Clocks>,
    },
    /// A node was added or came to life.
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
    /// An engine thinks for a seat.
    Thinking {
        /// The seat.
        seat: u8,
        /// What it tells.
        progress: &'a Progress,
    },
    /// What the analysis tells.
    Analysis {
        /// What it tells.
        progress: &'a Progress,
    },
    /// What a search has said of a node.
    Verdict {
        /// The node.
        node: usize,
        /// What was said.
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
        /// The engines and what they have gained, in a line.
        title: &'a str,
        /// How many games there are.
        total: usize,
        /// The last ones, the latest first.
        games: &'a [WatchRow],
    },
    /// Something was refused.
    Error {
        /// Why, in words.
        message: &'a str,
    },
}

impl Reply<'_> {
    /// The message.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("replies have no keys but strings")
    }
}

/// All of a game.
pub fn game_reply(name: &str, record: &Record, paused: bool, clocks: Option<Clocks>) -> String {
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
        clocks,
    }
    .text()
}

/// The variant with a name.
///
/// # Errors
/// If there is none, in words.
pub fn variant(name: &str) -> Result<&'static Variant, String> {
    Variant::by_name(name).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Request, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }

    #[test]
    fn requests_are_read() {
        let new = read(
            r#"{"type":"new","variant":"modern3","players":[{"by":"human"},{"by":"engine","elo":1200,"time":500},
            {"by":"engine","time":500}],"clock":{"base":60000,"increment":500}}"#,
        );
        let Ok(Request::New { variant, players: Some(players), clock: Some(clock), .. }) = new
        else {
            panic!("{new:?}");
        };
        assert_eq!((variant.as_str(), clock.base), ("modern3", 60_000));
        assert_eq!(players[1], Player::Engine { elo: Some(1200), time: 500 });
        assert!(matches!(read(r#"{"type":"stop"}"#), Ok(Request::Stop)));
        assert!(matches!(
            read(r#"{"type":"watch-game","number":3}"#),
            Ok(Request::WatchGame { number: 3 })
        ));
    }

    #[test]
    fn what_is_no_request_is_refused() {
        for text in [
            "",
            "{}",
            "[]",
            r#"{"type":"fly"}"#,
            r#"{"type":"look"}"#,
            r#"{"type":"look","node":-1}"#,
            r#"{"type":"look","node":1,"more":2}"#,
            r#"{"type":"play","node":0,"text":7}"#,
            r#"{"type":"new","variant":"chess","players":[{"by":"oracle"}]}"#,
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn replies_have_their_types() {
        let hello = Reply::Hello { version: VERSION, engine: "Rotunda", watches: false }.text();
        assert_eq!(hello, r#"{"type":"hello","version":1,"engine":"Rotunda","watches":false}"#);
        let score = serde_json::to_string(&Score::Mate(-2)).expect("a score");
        assert_eq!(score, r#"{"mate":-2}"#);
    }
}
