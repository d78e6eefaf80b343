//! [`GoOrder`]: what `go` asks of a search.

use std::time::Duration;

use rotunda_movegen::{SEATS, Seat};
use rotunda_search::{Clock, Limits};

use crate::error::{CommandError, Reason};
use crate::tokens::Tokens;

/// Longest time, some thirty years in milliseconds; longer ones count as this.
const LONGEST: i64 = 1 << 40;
/// Deepest perft that is accepted; deeper ones would not end.
const DEEPEST_PERFT: u32 = 100;
/// Most moves that a time control or a mate can be away.
const MAX_MOVES: u32 = 1 << 16;

/// A seat's clock as far as `go` gives it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SeatClock {
    /// The time left.
    pub left: Option<Duration>,
    /// What is added after each move.
    pub increment: Option<Duration>,
}

/// Which lists `go` has; each of them must have an entry for the mover.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ClockLists {
    /// Whether there is a list of times.
    pub time: bool,
    /// Whether there is a list of increments.
    pub inc: bool,
}

/// What `go` asks of a search.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct GoOrder {
    /// Every seat's clock; `wtime` and `winc` are the first seat's, `btime` and `binc` the
    /// second's.
    pub clocks: [SeatClock; SEATS],
    /// Which of the clocks' readings came as lists.
    pub lists: ClockLists,
    /// The number of moves to the next time control; `None` if the time is for the rest of the game.
    pub moves_to_go: Option<u32>,
    /// Full plies, at least one.
    pub depth: Option<u32>,
    /// Nodes, at least one.
    pub nodes: Option<u64>,
    /// Moves to the mate to be found, at least one.
    pub mate: Option<u32>,
    /// The time for this move, at least a millisecond.
    pub move_time: Option<Duration>,
    /// Until stopped.
    pub infinite: bool,
    /// On the opponent's time.
    pub ponder: bool,
    /// The only moves to consider, as text; empty for all.
    pub search_moves: Vec<String>,
}

impl GoOrder {
    /// The limits of the search when it is this seat's turn.
    ///
    /// If any seat has a clock, the mover has one too; if the order does not give its time, a
    /// millisecond is left, since a hasty move is better than none. A list of times or increments,
    /// though, must reach the mover's entry.
    ///
    /// # Errors
    /// If a list of times or increments ends before the mover's entry.
    pub fn limits(&self, mover: Seat) -> Result<Limits, CommandError> {
        let timed = self.clocks.iter().any(|clock| *clock != SeatClock::default());
        let own = self.clocks[mover.index()];
        let short = |word| CommandError::at("go", word, Reason::TooFew(mover.index() + 1));
        if self.lists.time && own.left.is_none() {
            return Err(short("time"));
        }
        if self.lists.inc && own.increment.is_none() {
            return Err(short("inc"));
        }
        let clock = timed.then(|| Clock {
            left: own.left.unwrap_or(Duration::from_millis(1)),
            increment: own.increment.unwrap_or_default(),
            moves_to_go: self.moves_to_go,
        });
        Ok(Limits {
            depth: self.depth,
            nodes: self.nodes,
            soft_nodes: None,
            mate: self.mate,
            move_time: self.move_time,
            clock,
            infinite: self.infinite,
            ponder: self.ponder,
            search_moves: self.search_moves.clone(),
        })
    }
}

/// What `go` starts.
pub(crate) enum Go {
    /// A search.
    Search(Box<GoOrder>),
    /// A perft of this depth.
    Perft(u32),
}

/// Parses the words after `go`.
pub(crate) fn parse(mut tokens: Tokens) -> Result<Go, CommandError> {
    let mut order = Box::<GoOrder>::default();
    let mut first = true;
    while let Some(word) = tokens.next() {
        match word {
            "wtime" => order.clocks[0].left = Some(time_left(milliseconds(&mut tokens)?)),
            "btime" => order.clocks[1].left = Some(time_left(milliseconds(&mut tokens)?)),
            "winc" => order.clocks[0].increment = Some(increment(milliseconds(&mut tokens)?)),
            "binc" => order.clocks[1].increment = Some(increment(milliseconds(&mut tokens)?)),
            "time" => {
                order.lists.time = true;
                for (clock, number) in order.clocks.iter_mut().zip(numbers(&mut tokens)?) {
                    clock.left = Some(time_left(number));
                }
            }
            "inc" => {
                order.lists.inc = true;
                for (clock, number) in order.clocks.iter_mut().zip(numbers(&mut tokens)?) {
                    clock.increment = Some(increment(number));
                }
            }
            // Some interfaces write 0 for "the rest of the game".
            "movestogo" => {
                let moves = tokens.number(0..=MAX_MOVES)?;
                order.moves_to_go = (moves > 0).then_some(moves);
            }
            "depth" => order.depth = Some(tokens.number(0..=u32::MAX)?.max(1)),
            "nodes" => order.nodes = Some(tokens.number(0..=i64::MAX)?.max(1).cast_unsigned()),
            "mate" => order.mate = Some(tokens.number(0..=MAX_MOVES)?.max(1)),
            "movetime" => order.move_time = Some(time_left(milliseconds(&mut tokens)?)),
            "infinite" => order.infinite = true,
            "ponder" => order.ponder = true,
            "searchmoves" => {
                order.search_moves = tokens.by_ref().map(String::from).collect();
                if order.search_moves.is_empty() {
                    return Err(tokens.error(Reason::Missing("a move after searchmoves")));
                }
            }
            "perft" if first => {
                let depth = tokens.number(0..=DEEPEST_PERFT)?;
                return match tokens.next() {
                    Some(word) => Err(tokens.error_at(word, Reason::UnknownWord)),
                    None => Ok(Go::Perft(depth)),
                };
            }
            "perft" => return Err(tokens.error_at(word, Reason::NotAlone)),
            _ => return Err(tokens.error_at(word, Reason::UnknownWord)),
        }
        first = false;
    }
    Ok(Go::Search(order))
}

/// The next word as a time, however long or negative.
fn milliseconds(tokens: &mut Tokens) -> Result<i64, CommandError> {
    tokens.number(i64::MIN..=i64::MAX)
}

/// Comma-separated numbers, at most one a seat.
fn numbers(tokens: &mut Tokens) -> Result<Vec<i64>, CommandError> {
    let word = tokens.expect("a number")?;
    if word.split(',').count() > SEATS {
        return Err(tokens.error_at(word, Reason::TooMany(SEATS)));
    }
    word.split(',').map(|number| tokens.parse(number, i64::MIN..=i64::MAX)).collect()
}

/// A clock's reading in milliseconds; interfaces send zero and less for players who overstepped.
fn time_left(milliseconds: i64) -> Duration {
    Duration::from_millis(milliseconds.clamp(1, LONGEST).cast_unsigned())
}

/// An increment in milliseconds.
fn increment(milliseconds: i64) -> Duration {
    Duration::from_millis(milliseconds.clamp(0, LONGEST).cast_unsigned())
}
