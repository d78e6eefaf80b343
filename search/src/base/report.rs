//! The reports of a search while it runs and when it ends.

use std::time::Duration;

use rotunda_movegen::GameMove;

use super::statistics::Statistics;

/// A score for people, from the mover's side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// Centipawns; 400 of them make expected points ten to one.
    Centipawns(i32),
    /// Moves to mate: positive if the mover mates, negative if it is mated, and 0 if it is mated
    /// now.
    Mate(i32),
}

/// The relation of a score to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The score is the true one.
    Exact,
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
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
    /// The depth in full plies.
    pub depth: u32,
    /// The deepest ply of the search.
    pub selective_depth: u32,
    /// The rank of the line among the best, from 1.
    pub multi_pv: usize,
    /// The number of lines that are reported together, this one included. The lines of an iteration
    /// follow each other, best first, so the last of them has this rank.
    pub lines: usize,
    /// The score for the mover.
    pub value: Value,
    /// The relation of the score to the true one.
    pub bound: Bound,
    /// The expected wins, draws and losses of the mover in permille; `None` with more than two
    /// sides.
    pub wdl: Option<[u32; 3]>,
    /// The nodes of all threads.
    pub nodes: u64,
    /// The part of the table that positions of this search fill, in permille.
    pub hash_full: u32,
    /// The time since the search began.
    pub time: Duration,
    /// The line.
    pub pv: Vec<GameMove>,
}

/// A report of a running search.
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
    /// Every seat's expected share of the point at the end of the best line, in permille, with more
    /// than two sides. Team mates have the same share, and the shares of the sides add up to 1000.
    Shares(Vec<u16>),
    /// Another message for people, on one line.
    Note(String),
}

/// The result of a search.
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
    /// Whether the mover should end the game by a claim rather than play on. It is the claim that
    /// it has now, or else the one after [`SearchResult::best`].
    pub claim: bool,
    /// The nodes of all threads.
    pub nodes: u64,
    /// The statistics of move ordering and reductions.
    pub statistics: Statistics,
}
