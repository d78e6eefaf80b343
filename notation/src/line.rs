//! [`PositionLine`]: a line of a file of positions or openings, EPD among them.

use std::fmt;

use rotunda_movegen::{FenError, Game, GameMove, Variant, quoted};

use crate::error::{LineError, MoveError};
use crate::notation::Notation;
use crate::operation::{Operation, before_operations, mate, operations};
use crate::pgn::{Token, Words};

/// The most words of a position string, its operations on clocks included.
const MOST_WORDS: usize = 12;
/// The fields of a position string that count moves, which come last.
const CLOCKS: usize = 2;
/// The texts that belong to the move before them and add nothing to it.
const SUFFIXES: [&str; 3] = ["e.p.", "e.p", "ep"];

/// The goal of an operation `bm`, `am` or `dm`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Goal {
    /// A move.
    Move(GameMove),
    /// Mate in so many moves.
    Mate(u32),
}

/// A line of a file of positions or openings.
///
/// It is a position string, with or without clocks and EPD operations, and optionally `moves` with
/// moves. Or it begins with `startpos`, or has only moves from the start. The words `position` and
/// `fen` of UCI may stand before it, and `moves` may be missing. A semicolon outside quotation
/// marks ends an operation. Behind moves it begins a comment, unless a standard operation follows.
///
/// ```
/// use rotunda_movegen::Variant;
/// use rotunda_notation::{Goal, PositionLine};
/// let chess = Variant::by_name("chess")?;
/// let line = PositionLine::read("6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Ra8#; id \"a; b\";", chess)?;
/// assert_eq!(line.operands("id"), ["a; b"]);
/// let [Goal::Move(best)] = &line.goals("bm", chess)?[..] else { panic!("a move") };
/// assert_eq!(best.to_string(), "a1a8");
/// let opening = PositionLine::read("1. e4 e5 2. Nf3", chess)?;
/// assert_eq!((opening.start, opening.moves.len()), (None, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionLine {
    /// The position string; `None` for the variant's start.
    pub start: Option<String>,
    /// The moves from there.
    pub moves: Vec<GameMove>,
    /// The operations.
    pub operations: Vec<Operation>,
    /// The notes about oddities of the line.
    pub notes: Vec<LineNote>,
}

/// An oddity of a line that did not prevent reading.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LineNote {
    /// The position string was changed so that it could be read, as the text says.
    Position(String),
    /// A word in the place of an operation was left out.
    Operation(String),
    /// Moves that stand together without a space were read one after another.
    Glued {
        /// The text.
        text: String,
        /// The moves.
        moves: Vec<String>,
    },
    /// The text behind the result was left out.
    BehindResult(String),
    /// A word beside the moves, such as `resigns`, was left out.
    Word(String),
    /// An operation `dm` that has no number of moves was left out.
    Mate(String),
    /// The word `moves` is missing before this move.
    Moves(String),
}

impl fmt::Display for LineNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position(text) => f.write_str(text),
            Self::Operation(text) => write!(f, "{} is no operation and is left out", quoted(text)),
            Self::Glued { text, moves } => {
                write!(f, "{} is read as {}", quoted(text), moves.join(" "))
            }
            Self::Word(text) => write!(f, "{} is no move and is left out", quoted(text)),
            Self::Mate(text) => {
                write!(f, "{} has no number of moves to mate and is left out", quoted(text))
            }
            Self::Moves(text) => write!(f, "the word moves is missing before {}", quoted(text)),
            Self::BehindResult(text) => {
                write!(f, "{} stands behind the result and is left out", quoted(text))
            }
        }
    }
}

/// A position at the beginning of a line.
struct Base<'a> {
    game: Game,
    notes: Vec<String>,
    rest: &'a str,
}

impl PositionLine {
    /// Returns whether a line is empty or a comment: it begins with `#`, `;`, `%` or `//`, or has
    /// comments in braces alone.
    ///
    /// ```
    /// use rotunda_notation::PositionLine;
    /// assert!(PositionLine::is_comment("; a book") && PositionLine::is_comment("{a} ; book"));
    /// assert!(!PositionLine::is_comment("{best} e4") && !PositionLine::is_comment("*"));
    /// ```
    #[must_use]
    pub fn is_comment(line: &str) -> bool {
        let line = line.trim();
        if line.is_empty() || line.starts_with(['#', ';', '%']) || line.starts_with("//") {
            return true;
        }
        let is_comment = |token: &Token| matches!(token, Token::Comment(_));
        line.starts_with('{') && {
            let words = Words::of(line);
            !words.has_result && words.left_out.is_empty() && words.tokens.iter().all(is_comment)
        }
    }

    /// Reads a line of a file for a variant.
    ///
    /// # Errors
    /// Returns an error if the position or a move is none of the variant, or if the line has
    /// neither a position, nor `startpos`, nor a move.
    pub fn read(line: &str, variant: &'static Variant) -> Result<Self, LineError> {
        let line = without_command(line);
        let (base, moves) = split_moves(line);
        let is_position = first_word(base).is_some_and(|word| word.contains('/'));
        if base.trim_end_matches([';', ' ']) == "startpos" {
            return Self::of_moves(None, moves, variant);
        }
        if let Some(moves) = after_word(base, "startpos") {
            return Self::of_moves(None, moves, variant).map(|line| line.without_word(moves));
        }
        if !is_position {
            let line = Self::of_moves(None, line, variant)?;
            return if line.moves.is_empty() { Err(LineError::NoMoves) } else { Ok(line) };
        }
        let Base { game, notes, rest } = base_of(base, variant)?;
        let mut notes: Vec<LineNote> = notes.into_iter().map(LineNote::Position).collect();
        let first = first_word(rest).map(|word| word.trim_end_matches(';'));
        if first.is_some_and(|word| game.parse_move(word).is_ok()) {
            let line = Self::of_moves(Some(game.fen()), rest, variant)?.without_word(rest);
            notes.extend(line.notes);
            return Ok(Self { notes, ..line });
        }
        let mut operations = fit_operations(rest, &mut notes)?;
        let game = with_clocks(game, &operations, variant, &mut notes);
        let line = Self::of_moves(Some(game.fen()), moves, variant)?;
        operations.extend(line.operations);
        notes.extend(line.notes);
        Ok(Self { operations, notes, ..line })
    }

    /// Adds the note that the word `moves` is missing before these moves.
    fn without_word(mut self, moves: &str) -> Self {
        self.notes.extend(first_word(moves).map(|word| LineNote::Moves(word.to_owned())));
        self
    }

    /// Reads moves from a position, and the operations behind them.
    fn of_moves(
        start: Option<String>,
        text: &str,
        variant: &'static Variant,
    ) -> Result<Self, LineError> {
        let notation = Notation::of(variant);
        let mut game = variant.game_from(start.as_deref())?;
        let (mut moves, mut notes) = (Vec::new(), Vec::new());
        let mut depth = 0_usize;
        let (text, behind) = before_operations(text);
        let operations = fit_operations(behind, &mut notes)?;
        let words = Words::of(text);
        for token in words.tokens {
            match token {
                Token::Open => depth += 1,
                Token::Close => depth -= 1,
                Token::Move(text) if depth == 0 => {
                    let played = play(&notation, &mut game, &text)?;
                    if played.len() > 1 {
                        let moves = played.iter().map(ToString::to_string).collect();
                        notes.push(LineNote::Glued { text, moves });
                    }
                    moves.extend(played);
                }
                Token::Move(_) | Token::Comment(_) | Token::Nag(_) => {}
            }
        }
        notes.extend(words.left_out.into_iter().map(LineNote::Word));
        notes.extend(words.rest.map(|rest| LineNote::BehindResult(rest.to_owned())));
        Ok(Self { start, moves, operations, notes })
    }

    /// Returns the position after the moves.
    ///
    /// # Errors
    /// Returns an error if the line is one of another variant.
    pub fn game(&self, variant: &'static Variant) -> Result<Game, LineError> {
        let mut game = variant.game_from(self.start.as_deref())?;
        for mv in &self.moves {
            if game.play(mv).is_err() {
                return Err(MoveError::Illegal { text: mv.to_string(), fen: game.fen() }.into());
            }
        }
        Ok(game)
    }

    /// Returns the operands of all operations with a name, in any case.
    #[must_use]
    pub fn operands(&self, name: &str) -> Vec<&str> {
        let named = self.operations.iter().filter(|operation| operation.is_named(name));
        named.flat_map(|operation| &operation.operands).map(String::as_str).collect()
    }

    /// Returns the goals of the operations with a name, in the position of the line: moves, or
    /// mates as `#3`, or as a number in the operation `dm`.
    ///
    /// # Errors
    /// Returns an error if an operand is neither a legal move nor such a number, or if an operation
    /// with the name has no operand.
    pub fn goals(&self, name: &str, variant: &'static Variant) -> Result<Vec<Goal>, LineError> {
        let (game, notation) = (self.game(variant)?, Notation::of(variant));
        let goal = |operand: &str| {
            if operand.starts_with('#') || name == "dm" {
                let moves = mate(operand);
                return moves.map(Goal::Mate).ok_or_else(|| LineError::Mate(operand.to_owned()));
            }
            Ok(Goal::Move(notation.read(&game, operand)?))
        };
        let is_empty = |operation: &Operation| operation.operands.is_empty();
        if self.operations.iter().any(|operation| operation.is_named(name) && is_empty(operation)) {
            return Err(LineError::NoGoal(name.to_owned()));
        }
        // Commas between moves are common, and move numbers are possible.
        let operands = self.operands(name);
        let parts = operands.iter().flat_map(|operand| operand.split(','));
        let bare = parts.map(|part| without_number(part.trim()));
        let is_goal = |operand: &&str| !operand.is_empty() && !SUFFIXES.contains(operand);
        bare.filter(is_goal).map(goal).collect()
    }
}

/// Returns a move without the number and the dots before it.
fn without_number(text: &str) -> &str {
    let dots = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let mv = dots.trim_start_matches(['.', '\u{2026}']);
    if mv.len() < dots.len() { mv } else { text }
}

/// Returns the first word of a text.
fn first_word(text: &str) -> Option<&str> {
    text.split_whitespace().next()
}

/// Returns the text after a word and blanks with which a text begins.
fn after_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let rest = text.strip_prefix(word).filter(|rest| rest.starts_with(char::is_whitespace))?;
    Some(rest.trim_start())
}

/// Returns a line without the words of UCI before a position, `position` and `fen`.
fn without_command(line: &str) -> &str {
    let line = line.trim();
    let line = after_word(line, "position").unwrap_or(line);
    after_word(line, "fen").unwrap_or(line)
}

/// Plays the move of a word, or several that stand together without a space.
fn play(notation: &Notation, game: &mut Game, text: &str) -> Result<Vec<GameMove>, MoveError> {
    let error = match notation.play(game, text) {
        Ok(mv) => return Ok(vec![mv]),
        Err(error) => error,
    };
    let parts = match error {
        MoveError::Illegal { .. } => notation.glued(game, text),
        MoveError::Ambiguous { .. } => None,
    };
    parts.ok_or(error)?.into_iter().map(|part| notation.play(game, part)).collect()
}

/// Splits a line at the word `moves` outside quotation marks.
fn split_moves(line: &str) -> (&str, &str) {
    let mut is_quoted = false;
    for (at, letter) in line.char_indices() {
        is_quoted ^= letter == '"';
        let (before, rest) = line.split_at(at);
        if !is_quoted && before.ends_with(char::is_whitespace) {
            match rest.strip_prefix("moves") {
                Some(moves) if moves.is_empty() || moves.starts_with(char::is_whitespace) => {
                    return (before.trim(), moves);
                }
                _ => {}
            }
        }
    }
    (line.trim(), "")
}

/// Returns the operations of a text that can be used. Notes tell of those that are left out.
fn fit_operations(text: &str, notes: &mut Vec<LineNote>) -> Result<Vec<Operation>, LineError> {
    let (mut found, left_out) = operations(text)?;
    notes.extend(left_out.into_iter().map(LineNote::Operation));
    let unfit = found.extract_if(.., |operation| !operation.is_fit());
    notes.extend(unfit.map(|operation| LineNote::Mate(operation.to_string())));
    Ok(found)
}

/// Returns the longest position string with which a line begins. Operations follow only behind all
/// fields before the clocks, so that no field is read as one.
fn base_of<'a>(line: &'a str, variant: &'static Variant) -> Result<Base<'a>, FenError> {
    let end = line.find([';', '"']).unwrap_or(line.len());
    let ends: Vec<usize> = word_ends(&line[..end]).take(MOST_WORDS).collect();
    let fields = variant.start().split_whitespace().count() - CLOCKS;
    let rest = |end: usize| line[end..].trim_start_matches([' ', '\t', ';']);
    let may_end = |(index, end): &(usize, usize)| {
        let after = line[*end..].trim_start();
        let is_operation = after.starts_with(|c: char| c.is_ascii_alphabetic());
        after.is_empty() || after.starts_with(';') || index + 1 >= fields && is_operation
    };
    let ends: Vec<(usize, usize)> = ends.into_iter().enumerate().collect();
    let candidates = || ends.iter().rev().filter(|end| may_end(end)).map(|(_, end)| *end);
    for end in candidates() {
        if let Ok(game) = variant.game_from(Some(&line[..end])) {
            return Ok(Base { game, notes: Vec::new(), rest: rest(end) });
        }
    }
    for end in candidates() {
        if let Ok((game, notes)) = variant.game_leniently(&line[..end]) {
            return Ok(Base { game, notes, rest: rest(end) });
        }
    }
    let whole = ends.iter().find(|end| may_end(end)).or(ends.last());
    let end = whole.map_or(0, |(_, end)| *end);
    let game = variant.game_from(Some(&line[..end]))?;
    Ok(Base { game, notes: Vec::new(), rest: rest(end) })
}

/// The ends of the words of a text.
fn word_ends(text: &str) -> impl Iterator<Item = usize> {
    let words = text.split_whitespace();
    words.map(|word| word.as_ptr() as usize - text.as_ptr() as usize + word.len())
}

/// Returns the position with the clocks from its operations. Notes tell of clocks that cannot be
/// read.
fn with_clocks(
    game: Game,
    operations: &[Operation],
    variant: &'static Variant,
    notes: &mut Vec<LineNote>,
) -> Game {
    let mut clocks = Vec::new();
    for name in ["hmvc", "fmvn"] {
        let named = operations.iter().filter(|operation| operation.is_named(name));
        clocks.extend(named.map(|clock| format!("{name} {};", clock.operands.join(" "))));
    }
    if clocks.is_empty() {
        return game;
    }
    let fen = game.fen();
    let fields: Vec<&str> = fen.rsplitn(3, ' ').collect();
    let text = format!("{} {}", fields.last().unwrap_or(&""), clocks.join(" "));
    variant.game_from(Some(&text)).unwrap_or_else(|_| {
        let note = format!("{:?} cannot be read and is left out", clocks.join(" "));
        notes.push(LineNote::Position(note));
        game
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPEN_GAME: &str = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -";

    fn chess() -> &'static Variant {
        Variant::by_name("chess").expect("known")
    }

    fn read(line: &str) -> Result<PositionLine, LineError> {
        PositionLine::read(line, chess())
    }

    fn noted(line: &PositionLine) -> Vec<String> {
        line.notes.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn lines_of_books_come_in_many_forms() {
        let start = |line: &str| read(line).unwrap_or_else(|e| panic!("{line}: {e}")).start;
        for (rest, clocks) in [
            ("", "0 1"),
            (" 0 2", "0 2"),
            (" 3 2;", "3 2"),
            (" hmvc 4; fmvn 7; id \"x\";", "4 7"),
            (" bm Bb5", "0 1"),
            (" 5 9 bm Bb5; c0 \"a; b\"", "5 9"),
            (" ;D1 20 ;D2 400", "0 1"),
        ] {
            assert_eq!(start(&format!("{OPEN_GAME}{rest}")), Some(format!("{OPEN_GAME} {clocks}")));
        }
        let moves = |line: &str| read(line).map(|line| line.moves.len());
        for line in ["e2e4 e7e5", "1. e4 e5", "startpos moves e2e4 e7e5", "1.e4 (1.d4) e5 1/2-1/2"]
        {
            assert_eq!(moves(line), Ok(2), "{line}");
        }
        assert_eq!(moves(&format!("{OPEN_GAME} 0 2 moves g1f3 Nc6")), Ok(2));
        assert_eq!(moves(&format!("{OPEN_GAME} id \"all moves\";")), Ok(0));
        assert!(matches!(read("e2e5"), Err(LineError::Move(_))));
        assert!(matches!(read("8/8 w - -"), Err(LineError::Position(_))));
        let error = read(&format!("{OPEN_GAME} id \"x;"));
        assert_eq!(error, Err(LineError::UnclosedQuote));
    }

    #[test]
    fn glued_moves_are_read_and_text_behind_a_result_is_named() {
        let glued = read("1.e4e5 2.Nf3Nc6 3.Bb5").expect("legal");
        assert_eq!(glued.moves.len(), 5);
        let first = "\"e4e5\" is read as e2e4 e7e5";
        assert_eq!(noted(&glued), [first, "\"Nf3Nc6\" is read as g1f3 b8c6"]);
        assert_eq!(noted(&read("1. e4 (1. d4d5) e5").expect("legal")), [""; 0]);
        assert!(matches!(read("1. e4e4"), Err(LineError::Move(_))));
        let line = read("1. e4 e5 1-0 2. Nf3 Nc6").expect("legal");
        assert_eq!(line.moves.len(), 2);
        let left_out = "\"2. Nf3 Nc6\" stands behind the result and is left out";
        assert_eq!(noted(&line), [left_out]);
        let line = read(&format!("{OPEN_GAME} 0 2 moves Nf3 * Nc6")).expect("legal");
        assert_eq!(noted(&line), ["\"Nc6\" stands behind the result and is left out"]);
        assert_eq!(noted(&read("1. e4 * {a comment on it}").expect("legal")), [""; 0]);
    }

    #[test]
    fn operations_behind_moves_are_no_comment() {
        for start in ["startpos", &format!("{OPEN_GAME} 0 2"), &format!("{OPEN_GAME} id \"a\";")] {
            let line = read(&format!("{start} moves Nf3 {{; bm d4}} ; bm Nc6 Nf6; c0 \"b; c\";"));
            let line = line.expect("legal");
            assert_eq!((line.moves.len(), line.operands("bm")), (1, vec!["Nc6", "Nf6"]), "{start}");
            assert_eq!((line.operands("c0"), noted(&line)), (vec!["b; c"], vec![]));
            assert_eq!(line.goals("bm", chess()).map(|goals| goals.len()), Ok(2));
        }
        let line = read("startpos moves e2e4; dm; bm e5;").expect("legal");
        let left_out = "\"dm\" has no number of moves to mate and is left out";
        assert_eq!((line.operands("bm"), noted(&line)), (vec!["e5"], vec![left_out.to_owned()]));
        let line = read("1. e4 e5 ; id of the opening unknown: Open Game").expect("legal");
        assert_eq!(line.operands("id").len(), 6);
        assert_eq!(read("1. e4 e5 ; the Open Game").expect("legal").operations, []);
    }

    #[test]
    fn the_word_moves_may_be_missing() {
        for (line, count) in [
            ("startpos e2e4 e7e5".to_owned(), 2),
            ("position startpos e4 e5 g1f3".to_owned(), 3),
            (format!("{OPEN_GAME} 0 2 g1f3 Nc6"), 2),
            (format!("{OPEN_GAME} g1f3;"), 1),
        ] {
            let read = read(&line).expect("legal");
            assert_eq!(read.moves.len(), count, "{line}");
            let [note] = &noted(&read)[..] else { panic!("{line}: {:?}", read.notes) };
            assert!(note.starts_with("the word moves is missing before"), "{note}");
        }
        let line = read(&format!("{OPEN_GAME} c4 \"a comment\"; bm Nf3;")).expect("legal");
        assert_eq!((line.operands("c4"), line.notes.len()), (vec!["a comment"], 0));
        assert!(matches!(read("startpos e2e5"), Err(LineError::Move(_))));
    }

    #[test]
    fn no_field_is_read_as_an_operation() {
        let board = "r3k2r/8/8/8/8/8/8/R3K2R";
        for (fields, fen) in [
            ("w HAha -", "w KQkq - 0 1"),
            ("w KQkqX -", "w KQkq - 0 1"),
            ("w KQkq e3", "w KQkq - 0 1"),
            ("w KQkq - -1 7", "w KQkq - 0 7"),
        ] {
            let line = read(&format!("{board} {fields} bm O-O; id \"a\";")).expect("a position");
            assert_eq!(line.start, Some(format!("{board} {fen}")), "{fields}");
            assert_eq!((line.operands("bm"), line.operands("id")), (vec!["O-O"], vec!["a"]));
            assert!(!line.notes.is_empty(), "{fields}");
        }
        for fields in ["w KQkq - ? 1 bm O-O;", "w bm O-O;", "w KQkq - !bm O-O;"] {
            assert!(matches!(read(&format!("{board} {fields}")), Err(LineError::Position(_))));
        }
        let line = "rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3 bm exd3 e.p.;";
        let goals = read(line).and_then(|line| line.goals("bm", chess()));
        assert_eq!(goals.map(|goals| goals.len()), Ok(1));
    }

    #[test]
    fn operations_have_names_in_any_case_and_operands() {
        let line = read(&format!("{OPEN_GAME} BM Nf3; HMVC 4; Id x;")).expect("a position");
        assert_eq!((line.operands("bm"), line.operands("id")), (vec!["Nf3"], vec!["x"]));
        assert_eq!(line.start, Some(format!("{OPEN_GAME} 4 1")));
        let line = read(&format!("{OPEN_GAME} hmvc x; bm Nf3;")).expect("a position");
        assert_eq!(noted(&line), ["\"hmvc x;\" cannot be read and is left out"]);
        let line = read(&format!("{OPEN_GAME} bm=Nf3; am Bb5; id; 7 x;")).expect("a position");
        let names: Vec<&str> = line.operations.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["am", "id"]);
        let of = |text| format!("\"{text}\" is no operation and is left out");
        assert_eq!(noted(&line), [of("bm=Nf3"), of("7 x")]);
        for rest in ["bm;", "bm Nf3; bm", "bm ;id a;"] {
            let line = read(&format!("{OPEN_GAME} {rest}")).expect("a position");
            let goals = line.goals("bm", chess());
            assert_eq!(goals, Err(LineError::NoGoal("bm".to_owned())), "{rest}");
            assert_eq!(line.goals("am", chess()), Ok(Vec::new()));
        }
    }

    #[test]
    fn comments_are_known_and_lines_without_moves_are_refused() {
        for line in ["", " ", "; my book", "{my book}", "{a} {b} ; c", "% x", "// x", "# x"] {
            assert!(PositionLine::is_comment(line), "{line}");
        }
        for line in ["*", "1-0", "(1. e4)", "{x} *", "$1", "1.", "resigns", "{a} (1. e4)"] {
            assert!(!PositionLine::is_comment(line), "{line}");
            assert_eq!(read(line), Err(LineError::NoMoves), "{line}");
        }
        for line in ["startpos", "startpos moves", "startpos;", "position startpos"] {
            assert_eq!(read(line).map(|line| line.moves.len()), Ok(0), "{line}");
        }
        assert_eq!(
            noted(&read("1. e4 e5 draw").expect("moves")),
            ["\"draw\" is no move and is left out"]
        );
    }

    #[test]
    fn the_words_of_uci_may_stand_before_a_position() {
        let full = format!("{OPEN_GAME} 0 2");
        for line in [
            format!("position fen {full};"),
            format!("fen {full}"),
            format!("position fen {full} moves g1f3"),
        ] {
            assert_eq!(read(&line).expect("a position").start, Some(full.clone()), "{line}");
        }
        assert_eq!(read("position startpos moves e2e4;").map(|line| line.moves.len()), Ok(1));
    }

    #[test]
    fn goals_may_have_commas_and_numbers_and_dm_may_be_unfit() {
        let goals = |rest: &str, name| {
            let line = read(&format!("{OPEN_GAME} {rest}")).expect("a position");
            (line.goals(name, chess()).expect("legal").len(), noted(&line))
        };
        for (rest, count) in [
            ("bm Bb5,Bc4;", 2),
            ("bm Bb5, Bc4;", 2),
            ("bm 3. Bb5;", 1),
            ("bm 3.Bb5 3...Bc4;", 2),
            ("bm \"Bb5, Nf3\";", 2),
        ] {
            assert_eq!(goals(rest, "bm"), (count, Vec::new()), "{rest}");
        }
        for unfit in ["dm 0", "dm -1", "dm x", "dm"] {
            let note = format!("\"{unfit}\" has no number of moves to mate and is left out");
            let rest = format!("bm Bb5; {unfit};");
            assert_eq!(goals(&rest, "bm"), (1, vec![note.clone()]), "{rest}");
            assert_eq!(goals(&rest, "dm"), (0, vec![note]), "{rest}");
        }
    }

    #[test]
    fn goals_are_moves_and_mates() {
        let line = "8/3P2P1/3N4/3k4/4N3/4K3/8/8 w - - bm g8=Q, d7d8q; am #2; dm 3; id \"a\" b";
        let line = PositionLine::read(line, chess()).expect("well-formed");
        let shown = |name: &str| {
            let goals = line.goals(name, chess()).expect("legal");
            let shown = goals.into_iter().map(|goal| match goal {
                Goal::Move(mv) => mv.to_string(),
                Goal::Mate(moves) => format!("#{moves}"),
            });
            shown.collect::<Vec<_>>()
        };
        assert_eq!(shown("bm"), ["g7g8q", "d7d8q"]);
        assert_eq!((shown("am"), shown("dm")), (vec!["#2".to_owned()], vec!["#3".to_owned()]));
        assert_eq!(line.operands("id"), ["a", "b"]);
    }
}
