//! [`Command`]: a command in one line of input.

use rotunda_movegen::quoted;

use crate::bench::BenchOrder;
use crate::error::{CommandError, Reason};
use crate::go::{self, Go, GoOrder};
use crate::left_out::left_out_note;
use crate::option::{self, Setting};
use crate::position::PositionOrder;
use crate::tokens::Tokens;

/// A command on one line of input.
#[derive(Clone, Debug)]
pub enum Command {
    /// `uci`: print the engine's name and its options.
    Uci,
    /// `debug on|off`, and `register ...`: accepted for UCI, without effect.
    Ignored,
    /// `isready`: answer at once, even in mid-search.
    IsReady,
    /// `ucinewgame`: the next position belongs to another game.
    NewGame,
    /// `setoption name .. [value ..]`.
    SetOption(Setting),
    /// `position [variant ..] startpos|fen .. [moves ..]`.
    Position(PositionOrder),
    /// `go ..`: search.
    Go(Box<GoOrder>),
    /// `go perft N`: count the leaves of the tree of legal moves this many plies deep.
    Perft(u32),
    /// `stop`: end the search and print its best move, or end perft or the bench.
    Stop,
    /// `ponderhit`: the expected move has been played.
    PonderHit,
    /// `quit`.
    Quit,
    /// `move ..`: play these moves from the current position.
    Move(Vec<String>),
    /// `undo [N]`: take back the last move, or the last `N`.
    Undo(usize),
    /// `new`: set up the current variant's start.
    New,
    /// `flip`: show the board from the next seat.
    Flip,
    /// `rules`: print the variant's rules in short.
    Rules,
    /// `d`: draw the board.
    Draw,
    /// `legal`: list the legal moves.
    Legal,
    /// `outcome`: print whether and how the game has ended.
    Outcome,
    /// `claim`: end the game by the claim that a seat has, whoever is to move.
    Claim,
    /// `eval`: explain the static evaluation.
    Eval,
    /// `bench ..`: search fixed positions.
    Bench(BenchOrder),
    /// `help`.
    Help,
}

impl Command {
    /// Returns the command on a line, or `None` if the line is blank.
    ///
    /// The bytes may be anything. A command is always UTF-8. Words that the command ignores are
    /// passed over; [`Command::parse_noting`] names them.
    ///
    /// # Errors
    /// Returns an error if there is no such command, or if it is wrong in any way.
    pub fn parse(line: &[u8]) -> Result<Option<Self>, CommandError> {
        Self::parse_noting(line, |_| ())
    }

    /// Does the same as [`Command::parse`], and passes a note about ignored words to `note`.
    ///
    /// UCI asks to ignore unknown words. So a word too many does not keep these commands, for whose
    /// effect or answer interfaces wait, from being carried out: `uci`, `isready`, `ucinewgame`,
    /// `go perft N`, `stop`, `ponderhit`, `quit`. [`GoOrder::note`] has the words that a search
    /// ignores.
    ///
    /// # Errors
    /// Returns an error if there is no such command, or if it is wrong in any other way.
    pub fn parse_noting(
        line: &[u8],
        note: impl FnOnce(String),
    ) -> Result<Option<Self>, CommandError> {
        let line = String::from_utf8_lossy(line);
        let line = line.trim_ascii();
        let (name, rest) = line.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((line, ""));
        if name.is_empty() {
            return Ok(None);
        }
        Self::named(name, rest, note).map(Some)
    }

    fn named(name: &str, rest: &str, note: impl FnOnce(String)) -> Result<Self, CommandError> {
        let alone = |name, command| Tokens::new(name, rest).finish().map(|()| command);
        let ignoring = |tokens: Tokens, command| {
            let unknown = |word| format!("{}: {}", quoted(word), Reason::UnknownWord);
            if let Some(line) = left_out_note(name, &tokens.map(unknown).collect::<Vec<_>>()) {
                note(line);
            }
            Ok(command)
        };
        match name {
            "uci" => ignoring(Tokens::new("uci", rest), Self::Uci),
            "debug" => debug(Tokens::new("debug", rest)).map(|()| Self::Ignored),
            "register" => Ok(Self::Ignored),
            "isready" => ignoring(Tokens::new("isready", rest), Self::IsReady),
            "ucinewgame" => ignoring(Tokens::new("ucinewgame", rest), Self::NewGame),
            "setoption" => option::parse(Tokens::new("setoption", rest)).map(Self::SetOption),
            "position" => PositionOrder::parse(Tokens::new("position", rest)).map(Self::Position),
            "go" => match go::parse(Tokens::new("go", rest))? {
                Go::Search(order) => Ok(Self::Go(order)),
                Go::Perft(depth, rest) => ignoring(rest, Self::Perft(depth)),
            },
            "stop" => ignoring(Tokens::new("stop", rest), Self::Stop),
            "ponderhit" => ignoring(Tokens::new("ponderhit", rest), Self::PonderHit),
            "quit" => ignoring(Tokens::new("quit", rest), Self::Quit),
            "move" => moves(Tokens::new("move", rest)).map(Self::Move),
            "undo" => undo(Tokens::new("undo", rest)).map(Self::Undo),
            "new" => alone("new", Self::New),
            "flip" => alone("flip", Self::Flip),
            "rules" => alone("rules", Self::Rules),
            "d" => alone("d", Self::Draw),
            "legal" => alone("legal", Self::Legal),
            "outcome" => alone("outcome", Self::Outcome),
            "claim" => alone("claim", Self::Claim),
            "eval" => alone("eval", Self::Eval),
            "bench" => BenchOrder::parse(Tokens::new("bench", rest)).map(Self::Bench),
            "help" => alone("help", Self::Help),
            _ => Err(CommandError::new(quoted(name), Reason::UnknownCommand)),
        }
    }

    /// The command's name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Uci => "uci",
            Self::Ignored => "debug",
            Self::IsReady => "isready",
            Self::NewGame => "ucinewgame",
            Self::SetOption(_) => "setoption",
            Self::Position(_) => "position",
            Self::Go(_) | Self::Perft(_) => "go",
            Self::Stop => "stop",
            Self::PonderHit => "ponderhit",
            Self::Quit => "quit",
            Self::Move(_) => "move",
            Self::Undo(_) => "undo",
            Self::New => "new",
            Self::Flip => "flip",
            Self::Rules => "rules",
            Self::Draw => "d",
            Self::Legal => "legal",
            Self::Outcome => "outcome",
            Self::Claim => "claim",
            Self::Eval => "eval",
            Self::Bench(_) => "bench",
            Self::Help => "help",
        }
    }
}

/// Parses at least one move.
fn moves(mut tokens: Tokens) -> Result<Vec<String>, CommandError> {
    let first = tokens.expect("a move")?;
    Ok(std::iter::once(first).chain(tokens).map(String::from).collect())
}

/// Parses the number of moves to take back, one by default.
fn undo(mut tokens: Tokens) -> Result<usize, CommandError> {
    let count = match tokens.next() {
        Some(word) => tokens.parse(word, 1..=u32::MAX)?,
        None => 1,
    };
    tokens.finish().map(|()| count as usize)
}

fn debug(mut tokens: Tokens) -> Result<(), CommandError> {
    match tokens.expect("on or off")? {
        "on" | "off" => tokens.finish(),
        word => Err(tokens.error_at(word, Reason::UnknownWord)),
    }
}
