//! [`GoOrder`]: the limits of `go`.

use std::iter::Peekable;
use std::num::{IntErrorKind, ParseIntError};
use std::time::Duration;
use std::vec::IntoIter;

use rotunda_movegen::{Game, GameMove, SEATS, Seat, quoted};
use rotunda_search::{Clock, Limits};

use crate::error::{CommandError, Reason};
use crate::left_out::left_out_note;
use crate::tokens::Tokens;

/// The longest time, some thirty years in milliseconds. Longer ones count as this.
const LONGEST: i64 = 1 << 40;
/// The deepest accepted perft. Deeper ones would not end.
const DEEPEST_PERFT: u32 = 100;
/// The most moves that a time control or a mate can be away.
const MAX_MOVES: u32 = 1 << 16;

/// A seat's clock, as given by `go`.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SeatClock {
    /// The time left.
    pub left: Option<Duration>,
    /// The time that is added after each move.
    pub increment: Option<Duration>,
}

/// The lists that `go` has. Each of them must have an entry for the mover.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ClockLists {
    /// Whether there is a list of times.
    pub time: bool,
    /// Whether there is a list of increments.
    pub inc: bool,
}

/// The search that `go` asks for.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct GoOrder {
    /// Every seat's clock; `wtime` and `winc` are the first seat's, `btime` and `binc` the
    /// second's.
    pub clocks: [SeatClock; SEATS],
    /// The clocks' readings that came as lists.
    pub lists: ClockLists,
    /// The number of moves to the next time control; `None` for the rest of the game.
    pub moves_to_go: Option<u32>,
    /// The depth in full plies, at least one.
    pub depth: Option<u32>,
    /// The number of nodes, at least one.
    pub nodes: Option<u64>,
    /// The number of moves of the wanted mate, at least one.
    pub mate: Option<u32>,
    /// The time for this move, at least a millisecond.
    pub move_time: Option<Duration>,
    /// Whether to search until stopped.
    pub infinite: bool,
    /// Whether to search on the opponent's time.
    pub ponder: bool,
    /// The only moves to consider, as text; empty for all.
    pub search_moves: Vec<String>,
    /// The words that were ignored, each with the reason.
    pub left_out: Vec<String>,
}

impl GoOrder {
    /// The limits of the search when it is this seat's turn, but for the moves that
    /// [`GoOrder::find_moves`] finds.
    ///
    /// If any seat has a clock, the mover has one too. If the order does not give its time, it has
    /// a millisecond, since a hasty move is better than none. A list of times or increments that
    /// ends before the mover's entry is named in [`GoOrder::left_out`].
    pub fn limits(&mut self, mover: Seat) -> Limits {
        let timed = self.clocks.iter().any(|clock| *clock != SeatClock::default());
        let own = self.clocks[mover.index()];
        let given = [
            (self.lists.time && own.left.is_none(), "time"),
            (self.lists.inc && own.increment.is_none(), "inc"),
        ];
        for (_, word) in given.into_iter().filter(|(is_short, _)| *is_short) {
            self.left_out.push(format!("{}: {}", quoted(word), Reason::TooFew(mover.index() + 1)));
        }
        let clock = timed.then(|| Clock {
            left: own.left.unwrap_or(Duration::from_millis(1)),
            increment: own.increment.unwrap_or_default(),
            moves_to_go: self.moves_to_go,
        });
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            soft_nodes: None,
            mate: self.mate,
            move_time: self.move_time,
            clock,
            infinite: self.infinite,
            ponder: self.ponder,
            search_moves: Vec::new(),
        }
    }
}

/// The work that `go` starts.
pub(crate) enum Go<'a> {
    /// A search.
    Search(Box<GoOrder>),
    /// A perft of this depth, and the words after it.
    Perft(u32, Tokens<'a>),
}

/// Parses the words after `go`. It ignores words that it does not understand and names them in
/// [`GoOrder::left_out`], since the interface waits for a move. If no limit is left, the search has
/// depth 1.
///
/// # Errors
/// Returns an error if `perft` comes without a depth.
pub(crate) fn parse(tokens: Tokens<'_>) -> Result<Go<'_>, CommandError> {
    let mut perft = tokens.clone();
    if perft.next() == Some("perft") {
        let depth = perft.number(0..=DEEPEST_PERFT)?;
        return Ok(Go::Perft(depth, perft));
    }
    let mut words = tokens.collect::<Vec<_>>().into_iter().peekable();
    let mut order = Box::<GoOrder>::default();
    while let Some(word) = words.next() {
        if let Err(reason) = order.read(word, &mut words) {
            order.left_out.push(format!("{}: {reason}", quoted(word)));
        }
    }
    order.bound_what_is_left();
    Ok(Go::Search(order))
}

/// The words of `go` that have not been read.
type Words<'a> = Peekable<IntoIter<&'a str>>;

impl GoOrder {
    /// Reads a word with its values. The error is the reason why it is ignored.
    fn read(&mut self, word: &str, words: &mut Words) -> Result<(), String> {
        match word {
            "wtime" => self.clocks[0].left = Some(time_left(number(words)?)),
            "btime" => self.clocks[1].left = Some(time_left(number(words)?)),
            "winc" => self.clocks[0].increment = Some(increment(number(words)?)),
            "binc" => self.clocks[1].increment = Some(increment(number(words)?)),
            "time" => {
                let times = numbers(words)?;
                self.lists.time = true;
                for (clock, number) in self.clocks.iter_mut().zip(times) {
                    clock.left = Some(time_left(number));
                }
            }
            "inc" => {
                let increments = numbers(words)?;
                self.lists.inc = true;
                for (clock, number) in self.clocks.iter_mut().zip(increments) {
                    clock.increment = Some(increment(number));
                }
            }
            // Some interfaces write 0 for "the rest of the game".
            "movestogo" => {
                let moves = count(words, MAX_MOVES.into())? as u32;
                self.moves_to_go = (moves > 0).then_some(moves);
            }
            "depth" => self.depth = Some((count(words, u32::MAX.into())? as u32).max(1)),
            "nodes" => self.nodes = Some(count(words, i64::MAX)?.max(1).cast_unsigned()),
            "mate" => self.mate = Some((count(words, MAX_MOVES.into())? as u32).max(1)),
            "movetime" => self.move_time = Some(time_left(number(words)?)),
            "infinite" => self.infinite = true,
            "ponder" => self.ponder = true,
            "searchmoves" => {
                let before = self.search_moves.len();
                while let Some(text) = words.next_if(|text| !is_keyword(text)) {
                    self.search_moves.push(text.to_owned());
                }
                if self.search_moves.len() == before {
                    return Err("a move is missing".to_owned());
                }
            }
            _ => return Err(Reason::UnknownWord.to_string()),
        }
        Ok(())
    }

    /// Returns the legal moves of a game that `searchmoves` lists; leaves the others out, and names
    /// them.
    pub fn find_moves(&mut self, game: &Game) -> Vec<GameMove> {
        let mut found = Vec::new();
        self.search_moves.retain(|text| {
            let mv = game.parse_move(text).ok().or_else(|| game.castling_onto_rook(text));
            let is_legal = mv.is_some();
            found.extend(mv);
            if !is_legal {
                self.left_out.push(format!("{}: not a legal move", quoted(text)));
            }
            is_legal
        });
        self.bound_what_is_left();
        found
    }

    /// Limits a search whose limits were all ignored.
    fn bound_what_is_left(&mut self) {
        let Self { depth, nodes, mate, move_time, infinite, left_out, .. } = self;
        let is_counted = depth.is_some() || nodes.is_some() || mate.is_some();
        let has_clock = self.clocks.iter().any(|clock| clock.left.is_some());
        if !(left_out.is_empty() || is_counted || move_time.is_some() || has_clock || *infinite) {
            self.depth = Some(1);
        }
    }

    /// Returns the line about ignored words, if there are any.
    #[must_use]
    pub fn note(&self) -> Option<String> {
        left_out_note("go", &self.left_out)
    }
}

/// Returns whether a word is a keyword of `go`.
fn is_keyword(word: &str) -> bool {
    const WORDS: [&str; 14] = [
        "searchmoves",
        "ponder",
        "wtime",
        "btime",
        "winc",
        "binc",
        "time",
        "inc",
        "movestogo",
        "depth",
        "nodes",
        "mate",
        "movetime",
        "infinite",
    ];
    WORDS.contains(&word)
}

/// Returns a word as a whole number of any length. A number out of bounds counts as the bound.
fn whole(word: &str) -> Result<i64, String> {
    let wrong = || format!("{}: {}", quoted(word), Reason::NotANumber);
    word.parse().or_else(|error: ParseIntError| match error.kind() {
        IntErrorKind::PosOverflow => Ok(i64::MAX),
        IntErrorKind::NegOverflow => Ok(i64::MIN),
        _ => Err(wrong()),
    })
}

/// Returns the word with the number for the keyword before.
fn operand<'a>(words: &mut Words<'a>) -> Result<&'a str, String> {
    words.next_if(|word| !is_keyword(word)).ok_or_else(|| "a number is missing".to_owned())
}

/// Returns the next word as a number with any sign.
fn number(words: &mut Words) -> Result<i64, String> {
    whole(operand(words)?)
}

/// Returns the next word as a number from 0 to `most`; larger ones count as `most`.
fn count(words: &mut Words, most: i64) -> Result<i64, String> {
    let word = operand(words)?;
    let number = whole(word)?.min(most);
    if number < 0 {
        return Err(format!("{}: {}", quoted(word), Reason::OutOfRange(0, most)));
    }
    Ok(number)
}

/// Returns comma-separated numbers, at most one for each seat.
fn numbers(words: &mut Words) -> Result<Vec<i64>, String> {
    let word = operand(words)?;
    if word.split(',').count() > SEATS {
        return Err(format!("{}: {}", quoted(word), Reason::TooMany(SEATS)));
    }
    word.split(',').map(whole).collect()
}

/// Returns a clock's reading in milliseconds. Interfaces send zero and less for players who
/// overstepped.
fn time_left(milliseconds: i64) -> Duration {
    Duration::from_millis(milliseconds.clamp(1, LONGEST).cast_unsigned())
}

/// Returns an increment given in milliseconds.
fn increment(milliseconds: i64) -> Duration {
    Duration::from_millis(milliseconds.clamp(0, LONGEST).cast_unsigned())
}
