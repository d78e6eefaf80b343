//! [`Command`]: a command in one line of an interface.

use std::time::Duration;

use crate::cecp::control::Level;
use crate::error::{CommandError, Reason};
use crate::option::{self, Setting};
use crate::tokens::Tokens;

/// The longest time in hundredths of a second: some thirty years.
const LONGEST: i64 = 1 << 37;
/// The most megabytes that `memory` may allow.
const MOST_MEMORY: u32 = 33_554_432;
/// The most threads that `cores` may allow.
const MOST_CORES: u32 = 512;

/// A command on one line of an interface.
#[derive(Clone, Debug)]
pub enum Command {
    /// `xboard`, `accepted`, `rejected`, `random`, `computer`, `name`, `rating`, `ics`, `white`,
    /// `black`: accepted without effect.
    Ignored,
    /// `protover N`: list the features.
    Protover,
    /// `new`: the start of a game of chess, with the engine as Black.
    New,
    /// `variant NAME`.
    Variant(String),
    /// `quit`.
    Quit,
    /// `force`: play neither side.
    Force,
    /// `go`: play the side to move.
    Go,
    /// `playother`: play the side that is not to move.
    PlayOther,
    /// `level MOVES BASE INC`.
    Level(Level),
    /// `st SECONDS`.
    MoveTime(Duration),
    /// `sd PLIES`.
    Depth(u32),
    /// `nps NODES`: measure time by nodes, so many a second; 0 for the usual clock.
    NodeRate(u64),
    /// `time`: the engine's clock.
    Time(Duration),
    /// `otim`: the opponent's clock, which the engine does not use.
    OpponentTime,
    /// `usermove MOVE`, or a move alone.
    Move(String),
    /// `?`: move now.
    MoveNow,
    /// `ping N`.
    Ping(u32),
    /// `draw`: the opponent offers one.
    Draw,
    /// `result ..`: the game is over.
    Result,
    /// `setboard FEN`.
    SetBoard(String),
    /// `edit`: the next lines are [`EditStep`]s.
    Edit,
    /// `hint`.
    Hint,
    /// `bk`: print the book's moves; there is no book.
    Book,
    /// `undo`: take one move back.
    Undo,
    /// `remove`: take a move of each side back.
    Remove,
    /// `hard` and `easy`: think on the opponent's time, or not.
    Ponder(bool),
    /// `post` and `nopost`: show the thinking, or not.
    Post(bool),
    /// `analyze`.
    Analyze,
    /// `exit`: leave the analysis.
    Exit,
    /// `.`: report the progress of the analysis.
    Status,
    /// `memory MEGABYTES`.
    Memory(usize),
    /// `cores N`.
    Cores(usize),
    /// `option NAME[=VALUE]`.
    Option(Setting),
    /// `lift CELL`: a piece has been picked up.
    Lift(String),
    /// `hover CELL`: the pointer is on a marked cell.
    Hover(String),
    /// `put CELL`: the piece has been put down.
    Put(String),
}

impl Command {
    /// Returns the command on a line, or `None` if the line is blank.
    ///
    /// # Errors
    /// Returns an error if there is no such command, or if it is wrong in any way.
    pub fn parse(line: &[u8]) -> Result<Option<Self>, CommandError> {
        let line = String::from_utf8_lossy(line);
        let line = line.trim_ascii();
        let (name, rest) = line.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((line, ""));
        if name.is_empty() {
            return Ok(None);
        }
        Self::named(name, rest.trim_ascii()).map(Some)
    }

    fn named(name: &str, rest: &str) -> Result<Self, CommandError> {
        Ok(match name {
            "xboard" | "accepted" | "rejected" | "random" | "computer" | "name" | "rating"
            | "ics" | "white" | "black" => Self::Ignored,
            "protover" => Self::Protover,
            "new" => Self::New,
            "quit" => Self::Quit,
            "force" => Self::Force,
            "go" => Self::Go,
            "playother" => Self::PlayOther,
            "otim" => Self::OpponentTime,
            "?" => Self::MoveNow,
            "draw" => Self::Draw,
            "result" => Self::Result,
            "edit" => Self::Edit,
            "hint" => Self::Hint,
            "bk" => Self::Book,
            "undo" => Self::Undo,
            "remove" => Self::Remove,
            "hard" => Self::Ponder(true),
            "easy" => Self::Ponder(false),
            "post" => Self::Post(true),
            "nopost" => Self::Post(false),
            "analyze" => Self::Analyze,
            "exit" => Self::Exit,
            "." => Self::Status,
            _ => return Self::with_words(name, rest),
        })
    }

    /// Parses the commands that need the words after their name.
    fn with_words(name: &str, rest: &str) -> Result<Self, CommandError> {
        let word = |name, what| {
            let word = Tokens::new(name, rest).expect(what);
            word.map(String::from)
        };
        Ok(match name {
            "variant" => Self::Variant(word("variant", "the name of a variant")?),
            "usermove" => Self::Move(word("usermove", "a move")?),
            "setboard" => {
                word("setboard", "the position string")?;
                Self::SetBoard(rest.into())
            }
            "lift" => Self::Lift(word("lift", "a cell")?),
            "hover" => Self::Hover(word("hover", "a cell")?),
            "put" => Self::Put(word("put", "a cell")?),
            "level" => Self::Level(Level::parse(Tokens::new("level", rest))?),
            "st" => Self::MoveTime(hundredths(seconds(&mut Tokens::new("st", rest))?)),
            "sd" => Self::Depth(Tokens::new("sd", rest).number(1..=u32::MAX)?),
            "nps" => Self::NodeRate(Tokens::new("nps", rest).number(0..=u32::MAX)?.into()),
            "time" => Self::Time(hundredths(Tokens::new("time", rest).number(-LONGEST..=LONGEST)?)),
            "ping" => Self::Ping(Tokens::new("ping", rest).number(0..=u32::MAX)?),
            "memory" => Self::Memory(Tokens::new("memory", rest).number(1..=MOST_MEMORY)? as usize),
            "cores" => Self::Cores(Tokens::new("cores", rest).number(1..=MOST_CORES)? as usize),
            "option" => Self::Option(option::parse_pair(rest)?),
            _ if is_move(name) => Self::Move(name.into()),
            _ => return Err(CommandError::new(name, Reason::UnknownCommand)),
        })
    }
}

/// Returns whether a word alone on its line is a move: cells, perhaps in legs.
fn is_move(word: &str) -> bool {
    let bytes = word.as_bytes();
    bytes.len() >= 4
        && bytes[0].is_ascii_lowercase()
        && bytes[1].is_ascii_digit()
        && word.bytes().all(|b| b.is_ascii_alphanumeric() || b"=,+".contains(&b))
}

/// Parses seconds, with or without decimals, as hundredths.
fn seconds(tokens: &mut Tokens) -> Result<i64, CommandError> {
    let word = tokens.expect("a number of seconds")?;
    match word.parse::<f64>() {
        Ok(seconds) if seconds.is_finite() => Ok((seconds * 100.0) as i64),
        _ => Err(tokens.error_at(word, Reason::NotANumber)),
    }
}

/// Returns a time given in hundredths of a second. Players who overstepped have negative times,
/// which become zero.
fn hundredths(time: i64) -> Duration {
    Duration::from_millis(time.clamp(0, LONGEST).cast_unsigned() * 10)
}

/// A line after `edit`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EditStep {
    /// `#`: clear the board.
    Clear,
    /// `c`: the next pieces are of the other colour.
    Colour,
    /// `Pa4`: put a piece on a cell; `xa4` empties it.
    Put(char, String),
    /// `.`: the position is complete.
    Done,
}

impl EditStep {
    /// Returns the step on a line.
    ///
    /// # Errors
    /// Returns an error if the line is not a step.
    pub fn parse(line: &[u8]) -> Result<Self, CommandError> {
        let line = String::from_utf8_lossy(line);
        let line = line.trim_ascii();
        let mut letters = line.chars();
        match (line, letters.next()) {
            ("#", _) => Ok(Self::Clear),
            ("c", _) => Ok(Self::Colour),
            (".", _) => Ok(Self::Done),
            (_, Some(letter)) if letter.is_ascii_alphabetic() && line.len() > 2 => {
                Ok(Self::Put(letter, letters.collect()))
            }
            _ => Err(CommandError::at("edit", line, Reason::UnknownWord)),
        }
    }
}
