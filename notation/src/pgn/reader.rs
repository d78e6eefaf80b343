//! [`PgnReader`]: the games of a file, one at a time.

use std::fmt;
use std::io::BufRead;

use rotunda_movegen::quoted;

use super::result::GameResult;
use super::tags::Tags;
use super::tokens::{Oddity, Token, Tokenizer, width_until};
use crate::error::{GameError, GameFault};
use crate::lines::Lines;
use crate::place::Place;

/// A game as text, before its moves are played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameText {
    /// The number of the game in its file, from 1.
    pub number: usize,
    /// The place where it begins.
    pub place: Place,
    /// The tags.
    pub tags: Tags,
    /// The words of the movetext, with their places.
    pub tokens: Vec<(Token, Place)>,
    /// The move numbers outside variations, each with the index of the word behind it.
    pub numbers: Vec<(usize, u32)>,
    /// The mark at the end; `None` if it is missing. See [`GameText::result`].
    pub result: Option<GameResult>,
    /// The notes about oddities of the text.
    pub notes: Vec<Note>,
}

impl GameText {
    /// Returns the result: the mark at the end if it says how the game ended, and otherwise that of
    /// the tag `Result`. A note tells of a tag that does not fit.
    #[must_use]
    pub fn result(&self) -> (GameResult, Option<Note>) {
        let mark = self.result.unwrap_or_default();
        let is_known = |value: &&str| !["", "?"].contains(value);
        let Some(tag) = self.tags.get("Result").filter(is_known) else { return (mark, None) };
        let result = match tag.parse() {
            Ok(named) if mark == GameResult::Unknown => return (named, None),
            Ok(named) if named == mark || named == GameResult::Unknown => return (mark, None),
            Ok(_) | Err(_) => mark,
        };
        (result, Some(Note::Result { tag: tag.to_owned(), result }))
    }

    /// Returns the error of this game at a place.
    pub(super) fn error(&self, place: Place, fault: impl Into<GameFault>) -> GameError {
        GameError { number: self.number, place, fault: fault.into() }
    }
}

/// An oddity of a game that did not prevent reading.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Note {
    /// A closing bracket or brace without an opening one was ignored.
    StrayBracket {
        /// The bracket.
        bracket: char,
        /// The line.
        line: usize,
    },
    /// A variation was not closed.
    OpenVariation,
    /// The comment at the end was not closed.
    OpenComment,
    /// A position string was changed so that it could be read, as the text says.
    Position(String),
    /// The rest of a variation was left out, from a word on that cannot be played.
    Variation {
        /// The place of the word.
        place: Place,
        /// The reason.
        reason: String,
    },
    /// The rest of the game was left out, from a null move on.
    NullMove {
        /// The place of the null move.
        place: Place,
        /// The reason.
        reason: String,
    },
    /// A variation without contents, which begins at this place, was left out.
    EmptyVariation(Place),
    /// A word beside the moves, such as `resigns`, was left out.
    Word {
        /// The place of the word.
        place: Place,
        /// The word.
        text: String,
    },
    /// A tag was left out, because its name stands before it.
    RepeatedTag {
        /// The name.
        name: String,
        /// The value that was left out.
        value: String,
    },
    /// Moves that stand together without a space were read one after another.
    Glued {
        /// The place of the text.
        place: Place,
        /// The text.
        text: String,
        /// The moves.
        moves: Vec<String>,
    },
    /// The first move whose written number is not its own. Where the text gives a position, its
    /// numbers may begin with any.
    Number {
        /// The place of the move.
        place: Place,
        /// The number in the text.
        written: u32,
        /// The number of the move in the game.
        played: u32,
    },
    /// The tag `Result` is no result, or another one than that of the text, which counts.
    Result {
        /// The value of the tag.
        tag: String,
        /// The result that counts.
        result: GameResult,
    },
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::StrayBracket { bracket, line } => {
                write!(f, "line {line}: {bracket:?} closes nothing and is left out")
            }
            Self::OpenVariation => f.write_str("a variation is not closed"),
            Self::OpenComment => f.write_str("a comment is not closed"),
            Self::Position(text) => write!(f, "position: {text}"),
            Self::Variation { place, reason } => {
                write!(f, "{place}: the rest of a variation is left out: {reason}")
            }
            Self::NullMove { place, reason } => {
                write!(f, "{place}: the rest of the game is left out: {reason}")
            }
            Self::EmptyVariation(place) => write!(f, "{place}: an empty variation is left out"),
            Self::Word { place, text } => {
                write!(f, "{place}: {} is no move and is left out", quoted(text))
            }
            Self::RepeatedTag { name, value } => {
                write!(f, "the tag {name} stands twice, and {} is left out", quoted(value))
            }
            Self::Glued { place, text, moves } => {
                write!(f, "{place}: {} is read as {}", quoted(text), moves.join(" "))
            }
            Self::Number { place, written, played } => {
                write!(f, "{place}: the text has number {written}, but this is move {played}")
            }
            Self::Result { tag, result } => {
                write!(f, "the tag Result has {}, but {result} counts", quoted(tag))
            }
        }
    }
}

/// A reader of the games of a file, which holds one game in memory.
///
/// Lines may end as on any system. Text is UTF-8 with or without its mark, or otherwise
/// Windows-1252. Comments stand in braces, or from `;` to the end of the line. Lines that begin
/// with `%` are ignored. A game ends with its result, or where the tags of the next one begin, or
/// where a line begins with number 1 behind moves. Moves behind a result are a game of their own if
/// they begin with number 1, and otherwise an error.
///
/// ```
/// use rotunda_notation::pgn::PgnReader;
/// let file = "[White \"a\"]\n\n1. e4 e5 *\n\n[White \"b\"]\n\n1. d4 *\n";
/// let games: Vec<_> = PgnReader::new(file.as_bytes()).map(Result::unwrap).collect();
/// assert_eq!(games[1].tags.get("White"), Some("b"));
/// assert_eq!((games.len(), games[1].place.line), (2, 5));
/// ```
#[derive(Debug)]
pub struct PgnReader<R> {
    lines: Lines<R>,
    /// A line, or the rest of one, that belongs to the next game.
    pending: Option<Part>,
    /// The number of games so far.
    games: usize,
    is_over: bool,
}

impl<R: BufRead> PgnReader<R> {
    /// Creates a reader of a text.
    pub const fn new(input: R) -> Self {
        Self { lines: Lines::new(input), pending: None, games: 0, is_over: false }
    }
}

/// A line from a place on.
///
/// It keeps the line as a whole, so that the games of a long line do not copy what follows them.
#[derive(Debug)]
struct Part {
    line: String,
    /// The bytes before it.
    at: usize,
    place: Place,
}

impl Part {
    fn text(&self) -> &str {
        &self.line[self.at..]
    }

    /// Returns the end of this part, from a place on.
    fn rest(self, length: usize, place: Place) -> Self {
        let at = self.line.len() - length;
        Self { line: self.line, at, place }
    }
}

/// A game that is being read.
#[derive(Default)]
struct Draft {
    /// The place of its first tag or move.
    place: Option<Place>,
    tags: Tags,
    words: Tokenizer,
    /// Whether an empty line has followed the tags.
    has_gap: bool,
}

/// The state after a line of a draft.
enum Next {
    /// The game goes on.
    More,
    /// The game has ended; the text is the next one's.
    Ended(Part),
    /// The game has ended with the line.
    EndedHere,
    /// The game has an unclosed comment, and the text belongs to the next game.
    Broken(Part),
}

impl Draft {
    fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.words.found.is_empty()
    }

    /// Returns whether the movetext has begun. A comment may also stand among the tags.
    fn has_movetext(&self) -> bool {
        let is_comment = |(token, _): &(Token, Place)| matches!(token, Token::Comment(_));
        !self.words.found.iter().all(is_comment) || self.words.result.is_some()
    }

    fn read(&mut self, part: Part) -> Next {
        let line = part.text();
        if self.words.open_comment().is_some() {
            let begins = line.starts_with("[Event ") && Tags::of_line(line).is_some();
            return if begins { Next::Broken(part) } else { self.feed(part) };
        }
        if line.starts_with('%') {
            return Next::More;
        }
        if line.trim_start().starts_with('[')
            && let Some((tags, rest)) = Tags::at_start(line)
        {
            let is_repeated = self.has_gap && tags.get("Event").is_some();
            if self.has_movetext() || is_repeated {
                return Next::Ended(part);
            }
            self.begin(part.place);
            self.tags.append(tags);
            let mut place = part.place;
            place.column += width_until(line.trim_end(), rest);
            // Blanks end the line.
            let length = rest.len() + line.len() - line.trim_end().len();
            return self.feed(part.rest(length, place));
        }
        if line.trim().is_empty() {
            self.has_gap = !self.tags.is_empty();
            return if self.words.result.is_some() { Next::EndedHere } else { Next::More };
        }
        if self.words.is_next_game(line) {
            return Next::Ended(part);
        }
        self.feed(part)
    }

    fn feed(&mut self, part: Part) -> Next {
        self.begin(part.place);
        let rest = self.words.feed(part.text(), part.place);
        let rest = rest.map(|(text, place)| (text.len(), place));
        rest.map_or(Next::More, |(length, place)| Next::Ended(part.rest(length, place)))
    }

    fn begin(&mut self, place: Place) {
        self.place.get_or_insert(place);
    }

    /// The place where the game begins.
    fn start(&self) -> Place {
        self.place.unwrap_or(Place::start_of(1))
    }

    /// Returns whether moves follow a result as if the game went on: without tags, and with a later
    /// number than 1, or with none on the same line, or in variations alone.
    fn goes_on(&self) -> bool {
        let words = &self.words;
        let has_moves = words.found.iter().any(|(token, _)| matches!(token, Token::Move(_)));
        let begins = match words.numbers.first() {
            Some((_, number)) => *number <= 1,
            None => self.start().column == 1,
        };
        self.tags.is_empty() && has_moves && !(begins && words.has_move)
    }

    fn finish(mut self, number: usize) -> GameText {
        let (mut notes, place) = (Vec::new(), self.start());
        if self.words.open_comment().is_some() {
            notes.push(Note::OpenComment);
        }
        self.words.close_comment();
        notes.extend(self.words.oddities.into_iter().map(|oddity| match oddity {
            Oddity::Bracket(bracket, line) => Note::StrayBracket { bracket, line },
            Oddity::OpenVariation => Note::OpenVariation,
            Oddity::Word(text, place) => Note::Word { place, text },
        }));
        let repeated = self.tags.remove_repeated().into_iter();
        notes.extend(repeated.map(|(name, value)| Note::RepeatedTag { name, value }));
        let Tokenizer { found: tokens, numbers, result, .. } = self.words;
        GameText { number, place, tags: self.tags, tokens, numbers, result, notes }
    }
}

impl<R: BufRead> PgnReader<R> {
    /// Returns the next line, or the rest of an earlier one.
    fn line(&mut self) -> std::io::Result<Option<Part>> {
        if let Some(part) = self.pending.take() {
            return Ok(Some(part));
        }
        let line = self.lines.next().transpose()?;
        Ok(line.map(|line| Part { line, at: 0, place: Place::start_of(self.lines.number()) }))
    }

    /// The next game; `None` at the end of the file.
    fn game(&mut self) -> Result<Option<GameText>, GameError> {
        let mut draft = Draft::default();
        loop {
            let line = self.line().map_err(|error| self.error(GameFault::Io(error)))?;
            let Some(line) = line else { break };
            match draft.read(line) {
                Next::More => continue,
                Next::EndedHere => {}
                Next::Ended(rest) => self.pending = Some(rest),
                Next::Broken(rest) => {
                    self.pending = Some(rest);
                    self.games += 1;
                    let place = draft.words.open_comment().unwrap_or(draft.start());
                    let fault = GameFault::UnclosedComment;
                    return Err(GameError { number: self.games, place, fault });
                }
            }
            if !draft.is_empty() {
                break;
            }
            // A result alone is not a game.
            draft = Draft::default();
        }
        if draft.is_empty() && draft.words.open_comment().is_none() {
            return Ok(None);
        }
        self.games += 1;
        if self.games > 1 && draft.goes_on() {
            let (number, place) = (self.games, draft.start());
            return Err(GameError { number, place, fault: GameFault::BehindResult });
        }
        Ok(Some(draft.finish(self.games)))
    }

    fn error(&self, fault: GameFault) -> GameError {
        let place = Place::start_of(self.lines.number() + 1);
        GameError { number: self.games + 1, place, fault }
    }
}

impl<R: BufRead> Iterator for PgnReader<R> {
    type Item = Result<GameText, GameError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let game = self.game();
        let is_broken = matches!(&game, Err(GameError { fault: GameFault::Io(_), .. }));
        self.is_over = is_broken || matches!(game, Ok(None));
        game.transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(text: &str) -> Vec<GameText> {
        PgnReader::new(text.as_bytes()).map(|game| game.expect("it is well-formed")).collect()
    }

    #[test]
    fn games_end_at_results_and_tags() {
        for (text, lengths) in [
            ("1. e4 e5 1-0 1. d4 *", &[2, 1][..]),
            ("[Event \"a\"]\n\n1. e4\n\n[Event \"b\"]\n\n1. d4 d5", &[1, 2]),
            ("[Event \"a\"]\n[Result \"1-0\"]\n\n[Event \"b\"]\n\n1. d4 *", &[0, 1]),
            ("[Event \"a\"]\n\n[White \"x\"]\n\n1. e4 *", &[1]),
            ("\n\n*\n\n1. e4 * *\n*\n", &[1]),
            ("1. e4\n% an escape {\n e5\n1-0 {resigns}\n\n1. d4", &[3, 1]),
            ("1. e4 e5\n1. d4 d5\n\n1. c4 c5", &[2, 2, 2]),
            ("1. e4 e5 2. Nf3\n\n1.d4 d5 2. c4", &[3, 3]),
            ("1 e4 e5\n1 d4", &[2, 1]),
            ("1. e4 {so}\n1... e5 {a\n1. d4}\n(1... c5\n1. d4)\n1. ... e5", &[9]),
            ("1. e4 e5\n1 - 0", &[2]),
            ("e4 e5 1/2-1/2 (agreed)\n\n1. d4", &[3, 1]),
            ("e4 e5 *\n(1... c5)", &[3]),
            ("", &[]),
            ("{only a comment", &[1]),
            ("[Event \"a\"] 1. e4 1-0 [Event \"b\"]\n[White \"x\"] {y} 1. d4 d5 *", &[1, 3]),
            ("; a file\n[Event \"a\"] ; here\n[White \"x\"]\n\n1. e4 *", &[3]),
            ("[Event \"a\"]\n\n{lost}\n\n[Event \"b\"]\n\n1. e4", &[1, 1]),
        ] {
            let lengths: Vec<usize> = lengths.to_vec();
            let found: Vec<_> = games(text).iter().map(|game| game.tokens.len()).collect();
            assert_eq!(found, lengths, "{text}");
        }
    }

    #[test]
    fn a_comment_without_an_end_spoils_one_game() {
        let text = "[Event \"a\"]\n\n1. e4 {oh\n\n[Event \"b\"]\n\n1. d4 *\n";
        let read: Vec<_> = PgnReader::new(text.as_bytes()).collect();
        let [Err(error), Ok(game)] = &read[..] else { panic!("{read:?}") };
        assert!(matches!(error.fault, GameFault::UnclosedComment));
        assert_eq!((error.number, error.place, game.number), (1, Place { line: 3, column: 7 }, 2));
    }

    #[test]
    fn games_on_one_line_have_places_of_their_own() {
        let places: Vec<_> =
            games("1. e4 e5 1-0 1. d4 *\n[White \"x\"]\n").iter().map(|game| game.place).collect();
        let place = |line, column| Place { line, column };
        assert_eq!(places, [place(1, 1), place(1, 14), place(2, 1)]);
    }

    #[test]
    fn moves_behind_a_result_are_a_game_of_their_own_or_an_error() {
        for text in [
            "1. e4 e5 1-0 2. Nf3",
            "1. e4 e5 1-0\n2. Nf3 *",
            "e4 e5 1-0 Nf3 {x} *",
            "e4 e5 *\n\n(1... c5)",
        ] {
            let read: Vec<_> = PgnReader::new(text.as_bytes()).collect();
            let [Ok(game), Err(error)] = &read[..] else { panic!("{read:?}") };
            assert!(matches!(error.fault, GameFault::BehindResult), "{text}");
            assert_eq!((game.tokens.len(), error.number), (2, 2), "{text}");
        }
        for text in ["1. e4 1-0 1. d4", "e4 1-0\nd4", "1. e4 1-0 {so} [White \"x\"] 7. d4"] {
            assert_eq!(games(text).len(), 2, "{text}");
        }
    }

    #[test]
    fn the_games_of_a_line_do_not_copy_it() {
        let line = "1. e4 * ".repeat(50);
        let address = line.as_ptr();
        let mut part = Part { line, at: 0, place: Place::start_of(1) };
        let mut games = 1;
        while let Next::Ended(rest) = Draft::default().read(part) {
            assert_eq!(rest.line.as_ptr(), address);
            (part, games) = (rest, games + 1);
        }
        assert_eq!(games, 50);
    }

    #[test]
    fn repeated_tags_are_noted_and_the_first_one_stays() {
        let text = "[White \"a\"]\n[WHITE \"b\"] [Round \"1\"]\n[Round \"1\"]\n\n1. e4 *";
        let game = games(text).remove(0);
        assert_eq!(game.tags.to_string(), "[White \"a\"]\n[Round \"1\"]\n");
        let notes: Vec<String> = game.notes.iter().map(ToString::to_string).collect();
        let of = |name, value| format!("the tag {name} stands twice, and \"{value}\" is left out");
        assert_eq!(notes, [of("WHITE", "b"), of("Round", "1")]);
    }

    #[test]
    fn tags_and_marks_of_results_are_compared() {
        use GameResult::{BlackWins, Unknown, WhiteWins};
        for (tag, mark, result, is_noted) in [
            ("1-0", "*", WhiteWins, false),
            ("1:0", "", WhiteWins, false),
            ("*", "0-1", BlackWins, false),
            ("?", "0-1", BlackWins, false),
            ("1-0", "0-1", BlackWins, true),
            ("won", "*", Unknown, true),
        ] {
            let game = games(&format!("[Result \"{tag}\"]\n\n1. e4 {mark}")).remove(0);
            let (found, note) = game.result();
            assert_eq!((found, note.is_some()), (result, is_noted), "{tag} {mark}");
        }
    }

    #[test]
    fn oddities_are_noted() {
        let notes = &games("1. e4 ) e5 (1... c5 {x")[0].notes;
        let stray = Note::StrayBracket { bracket: ')', line: 1 };
        assert_eq!(notes[..], [Note::OpenComment, stray, Note::OpenVariation]);
    }
}
