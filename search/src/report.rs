//! What a search tells while it runs and when it ends.

use std::time::Duration;

use rotunda_movegen::GameMove;

use crate::Statistics;

/// A score as people read it, from the mover's side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// Centipawns; 400 of them make expected points ten to one.
    Centipawns(i32),
    /// Moves to mate: positive if the mover mates, otherwise it is mated; 0 if it is mated now.
    Mate(i32),
}

/// How a score relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is the true one.
    Exact,
    /// The true one is at least this.
    Lower,
    /// The true one is at most this.
    Upper,
}

/// One line of the search's progress.
///
/// ```
/// use rotunda_search::{Event, Limits, Searcher, StopHandle};
/// let game = rotunda_movegen::Variant::by_name("chess")?.game();
/// let mut infos = Vec::new();
/// Searcher::new()?.run(&game, &Limits::depth(3), &StopHandle::new(), |event| {
///     if let Event::Info(info) = event {
///         infos.push(info);
///     }
/// });
/// let deepest = infos.last().expect("there is at least one line");
/// assert_eq!((deepest.depth, deepest.multi_pv), (3, 1));
/// assert!(deepest.nodes > 0 && !deepest.pv.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Info {
    /// Full plies searched.
    pub depth: u32,
    /// The deepest ply looked at.
    pub selective_depth: u32,
    /// The rank of the line among the best, from 1.
    pub multi_pv: usize,
    /// How many lines are reported together, this one included. Those of an iteration follow each
    /// other, best first, so the last of them has this rank.
    pub lines: usize,
    /// The score for the mover.
    pub value: Value,
    /// How the score relates to the true one.
    pub bound: Bound,
    /// Expected wins, draws and losses of the mover, in permille; `None` with more than two sides,
    /// where what one of them does not get may go to any other.
    pub wdl: Option<[u32; 3]>,
    /// Nodes of all threads.
    pub nodes: u64,
    /// How full the table is with positions of this search, in permille.
    pub hash_full: u32,
    /// The time since the search began.
    pub time: Duration,
    /// The line.
    pub pv: Vec<GameMove>,
}

/// What a search tells while it runs.
///
/// ```
/// use rotunda_search::{Event, Value};
/// fn show(event: &Event) -> String {
///     match event {
///         Event::Info(info) => match info.value {
///             Value::Centipawns(score) => format!("{}: {score} centipawns", info.depth),
///             Value::Mate(moves) => format!("{}: mate in {moves}", info.depth),
///         },
///         Event::Shares(permille) => format!("shares of the point: {permille:?}"),
///         Event::Note(note) => note.clone(),
///     }
/// }
/// assert_eq!(show(&Event::Shares(vec![500, 300, 200])), "shares of the point: [500, 300, 200]");
/// ```
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// A line of its progress.
    Info(Info),
    /// With more than two sides, what every seat can expect of the point at the end of the best
    /// line, in permille: team mates share, and the sides' parts add up to 1000.
    Shares(Vec<u16>),
    /// Something else worth showing to a person, on one line.
    Note(String),
}

/// What a search has decided.
///
/// ```
/// use rotunda_search::{Limits, Searcher, StopHandle};
/// let fools_mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
/// let game = rotunda_movegen::Variant::by_name("chess")?.game_from(Some(fools_mate))?;
/// let result = Searcher::new()?.run(&game, &Limits::depth(1), &StopHandle::new(), |_| {});
/// assert_eq!(result.best, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct SearchResult {
    /// The move to play; `None` if there is no legal one.
    pub best: Option<GameMove>,
    /// The reply to ponder on.
    pub ponder: Option<GameMove>,
    /// Whether the mover should end the game by a claim rather than play on: the claim that is open
    /// to it now, or else the one that is open to it once it has played [`SearchResult::best`].
    pub claim: bool,
    /// Nodes of all threads.
    pub nodes: u64,
    /// How well their moves were ordered and reduced.
    pub statistics: Statistics,
}
