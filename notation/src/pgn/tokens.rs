//! [`Token`]: the words of a movetext.

use super::result::GameResult;
use super::words::{
    is_piece, is_remark, parenthesis, spaced_promotion, spaced_result, split_at_close,
};
use crate::nag::Nag;
use crate::place::Place;
use crate::written::is_pass;

/// A word of a movetext.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token {
    /// A move as text.
    Move(String),
    /// A comment, in which a single space stands between two words.
    Comment(String),
    /// A glyph.
    Nag(Nag),
    /// The beginning of a variation, which replaces the move before it.
    Open,
    /// The end of a variation.
    Close,
}

impl Token {
    /// Returns whether the token is a null move, such as `--`. Annotators write one where a side
    /// makes no move.
    #[must_use]
    pub fn is_null_move(&self) -> bool {
        matches!(self, Self::Move(text) if is_pass(text))
    }
}

/// Returns the words of a movetext up to its result, without move numbers.
///
/// ```
/// use rotunda_notation::pgn::{Token, tokens};
/// let words = tokens("1. e4{best}e5(1... c5)2. Nf3$1 *");
/// let moves = words.iter().filter(|word| matches!(word, Token::Move(_)));
/// assert_eq!((words.len(), moves.count()), (8, 4));
/// ```
#[must_use]
pub fn tokens(text: &str) -> Vec<Token> {
    Words::of(text).tokens
}

/// The words of a movetext that stands alone.
#[derive(Debug)]
pub(crate) struct Words<'a> {
    /// The words up to the result, without move numbers.
    pub tokens: Vec<Token>,
    /// Whether a result ends them.
    pub has_result: bool,
    /// The text behind the result on its line.
    pub rest: Option<&'a str>,
    /// The words that are no moves and were left out.
    pub left_out: Vec<String>,
}

impl<'a> Words<'a> {
    /// Reads a movetext.
    pub fn of(text: &'a str) -> Self {
        let mut tokenizer = Tokenizer::default();
        let mut lines = text.lines().zip(1..);
        let rest = lines.find_map(|(line, number)| tokenizer.feed(line, Place::start_of(number)));
        tokenizer.close_comment();
        let left_out = tokenizer.oddities.into_iter().filter_map(|oddity| match oddity {
            Oddity::Word(word, _) => Some(word),
            Oddity::Bracket(..) | Oddity::OpenVariation => None,
        });
        Self {
            tokens: tokenizer.found.into_iter().map(|(token, _)| token).collect(),
            has_result: tokenizer.result.is_some(),
            rest: rest.map(|(rest, _)| rest),
            left_out: left_out.collect(),
        }
    }
}

/// An oddity in a movetext, and its line or place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Oddity {
    Bracket(char, usize),
    OpenVariation,
    Word(String, Place),
}

/// A tokenizer for movetext, line by line.
#[derive(Default, Debug)]
pub(super) struct Tokenizer {
    /// The words with their places.
    pub found: Vec<(Token, Place)>,
    /// The move numbers outside variations, each with the index of the word behind it.
    pub numbers: Vec<(usize, u32)>,
    pub result: Option<GameResult>,
    pub oddities: Vec<Oddity>,
    /// Whether there is a move outside variations.
    pub has_move: bool,
    /// Whether the latest token is a move number.
    is_after_number: bool,
    depth: usize,
    /// The comment that is not closed yet, and the place where it began.
    comment: Option<(String, Place)>,
}

impl Tokenizer {
    /// The place where a comment began that is not closed yet.
    pub fn open_comment(&self) -> Option<Place> {
        self.comment.as_ref().map(|(_, place)| *place)
    }

    /// Returns whether a line begins another game: it has number 1 behind moves, outside variations
    /// and comments.
    pub fn is_next_game(&self, line: &str) -> bool {
        let is_between = self.has_move && self.depth == 0 && self.comment.is_none();
        let text = line.trim_start();
        let Some(after) = text.strip_prefix('1').filter(|_| is_between) else { return false };
        let is_number = matches!(move_number(text), Some((Some(1), _)));
        let after = after.trim_start();
        let after = after.strip_prefix('.').unwrap_or(after).trim_start();
        // Behind the number and more dots the second player moves.
        is_number && !after.starts_with(['.', '\u{2026}']) && spaced_result(text).is_none()
    }

    /// Ends a comment that has no closing brace.
    pub fn close_comment(&mut self) {
        if let Some((text, place)) = self.comment.take() {
            self.found.push((Token::Comment(text), place));
        }
        if self.depth > 0 {
            self.oddities.push(Oddity::OpenVariation);
            let end = self.found.last().map_or(Place::start_of(1), |(_, place)| *place);
            self.found.extend((0..self.depth).map(|_| (Token::Close, end)));
            self.depth = 0;
        }
    }

    /// Reads a line, or its part from a place on. Returns the text after the game's result, unless
    /// it is a comment on it, and its place.
    pub fn feed<'a>(&mut self, line: &'a str, from: Place) -> Option<(&'a str, Place)> {
        let (mut rest, mut place) = (line, from);
        loop {
            let before = rest;
            if self.comment.is_some() {
                rest = self.go_on_with_comment(rest);
            }
            rest = rest.trim_start();
            place.column += width_until(before, rest);
            let first = rest.chars().next()?;
            let behind = match first {
                '(' if self.result.is_some() => self.remark(rest, place),
                '{' | ';' => self.one(first, rest, place),
                _ if self.result.is_some() => match self.behind_result(first, rest, place) {
                    Some(behind) => behind,
                    None => return Some((rest, place)),
                },
                _ => self.one(first, rest, place),
            };
            place.column += width_until(rest, behind);
            rest = behind;
        }
    }

    /// Reads a text in parentheses behind the result as a comment, and returns the rest of the
    /// line.
    fn remark<'a>(&mut self, rest: &'a str, place: Place) -> &'a str {
        let (inside, behind) = parenthesis(rest);
        let words: Vec<&str> = inside.split_whitespace().collect();
        self.found.push((Token::Comment(words.join(" ")), place));
        behind
    }

    /// Reads a token behind the result that begins no other game: a word on how the game ended, a
    /// sign between such words, a glyph, or a further result. Returns the rest of the line; `None`
    /// before other text.
    fn behind_result<'a>(&mut self, first: char, rest: &'a str, place: Place) -> Option<&'a str> {
        let word = &rest[..word_length(rest)];
        let further = || Some((word.parse().ok()?, &rest[word.len()..]));
        if let Some((result, behind)) = spaced_result(rest).or_else(further) {
            if result != GameResult::Unknown && self.result != Some(result) {
                self.oddities.push(Oddity::Word(result.to_string(), place));
            }
            return Some(behind);
        }
        // These end a sentence there, and judge no move.
        if matches!(first, '!' | '?') {
            return Some(&rest[1..]);
        }
        let is_of_game = ".,\u{2026})}".contains(first) || glyph(rest).is_some() || is_remark(word);
        is_of_game.then(|| self.one(first, rest, place))
    }

    /// Reads a comment up to its brace or the end of the line, and returns the rest of the line.
    fn go_on_with_comment<'a>(&mut self, rest: &'a str) -> &'a str {
        let Some((text, place)) = &mut self.comment else { return rest };
        let (inside, after) = match split_at_close(text, rest) {
            Some((inside, after)) => (inside, Some(after)),
            None => (rest, None),
        };
        for word in inside.split_whitespace() {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(word);
        }
        if after.is_some() {
            let comment = Token::Comment(std::mem::take(text));
            self.found.push((comment, *place));
            self.comment = None;
        }
        after.unwrap_or_default()
    }

    /// Reads the first token of a line, and returns the rest of the line.
    fn one<'a>(&mut self, first: char, rest: &'a str, place: Place) -> &'a str {
        if let Some((result, after)) = spaced_result(rest) {
            self.word(&result.to_string(), place);
            return after;
        }
        let behind = &rest[first.len_utf8()..];
        match first {
            '{' => {
                self.comment = Some((String::new(), place));
                return behind;
            }
            ';' => {
                let words: Vec<&str> = behind.split_whitespace().collect();
                self.found.push((Token::Comment(words.join(" ")), place));
                return "";
            }
            '(' => {
                self.depth += 1;
                self.found.push((Token::Open, place));
                return behind;
            }
            ')' if self.depth > 0 => {
                self.depth -= 1;
                self.found.push((Token::Close, place));
                return behind;
            }
            ')' | '}' => {
                self.oddities.push(Oddity::Bracket(first, place.line));
                return behind;
            }
            '.' | ',' | '\u{2026}' => return behind,
            '0'..='9' => {
                if let Some((number, after)) = move_number(rest) {
                    self.is_after_number = true;
                    if let Some(number) = number.filter(|_| self.depth == 0) {
                        self.numbers.push((self.found.len(), number));
                    }
                    return after;
                }
            }
            _ => {}
        }
        if let Some((nag, behind)) = glyph(rest) {
            self.found.push((Token::Nag(nag), place));
            return behind;
        }
        let (word, after) = rest.split_at(word_length(rest));
        let promotion = spaced_promotion(word, after);
        match promotion {
            Some((letter, _)) => self.word(&format!("{word}={letter}"), place),
            None => self.word(word, place),
        }
        self.is_after_number = false;
        promotion.map_or(after, |(_, after)| after)
    }

    fn word(&mut self, word: &str, place: Place) {
        if let Ok(result) = word.parse() {
            if self.depth == 0 {
                self.result = Some(result);
            } else {
                self.found.push((Token::Comment(word.to_owned()), place));
            }
            return;
        }
        let token = match word {
            // These belong to the move before them and add nothing to it.
            "e.p." | "e.p" | "ep" | "ch" | "mate" | "+" | "#" | "++" => return,
            _ if is_remark(word) => {
                self.oddities.push(Oddity::Word(word.to_owned(), place));
                return;
            }
            // A glyph stands behind a move; a letter behind a number begins a move.
            _ if self.is_after_number && word.chars().all(char::is_alphabetic) => {
                Token::Move(word.to_owned())
            }
            _ => Nag::of_sign(word).map_or_else(|| Token::Move(word.to_owned()), Token::Nag),
        };
        self.has_move |= self.depth == 0 && matches!(token, Token::Move(_));
        self.found.push((token, place));
    }
}

/// Returns the number of characters of a text before its rest.
pub(super) fn width_until(text: &str, rest: &str) -> usize {
    text[..text.len() - rest.len()].chars().count()
}

/// Returns the glyph with which a text begins, as a number or as a sign, and the text behind it.
fn glyph(text: &str) -> Option<(Nag, &str)> {
    if let Some(number) = text.strip_prefix('$') {
        let digits = number.bytes().take_while(u8::is_ascii_digit).count();
        return Some((Nag(number[..digits].parse().ok()?), &number[digits..]));
    }
    Nag::at_start(text).map(|(sign, nag)| (nag, &text[sign.len()..]))
}

/// Returns a move number, unless it is too large, and the text after it; `None` if a text that
/// begins with a digit does not begin with a move number.
fn move_number(text: &str) -> Option<(Option<u32>, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let after = &text[digits..];
    // Zeros are a castling or a pass, and a number begins with none unless a dot follows it.
    let is_zeros = digits > 1 && text[..digits].bytes().all(|digit| digit == b'0');
    let has_dot = after.starts_with(['.', '\u{2026}']);
    let is_number = match after.chars().next() {
        _ if is_zeros || text.starts_with('0') && !has_dot => false,
        None => true,
        Some(next) => {
            next.is_whitespace() || "{}();.$\u{2026}".contains(next) || next.is_alphabetic()
        }
    };
    is_number.then(|| (text[..digits].parse().ok(), after))
}

/// Returns the length of the first word of a text, at least one letter.
fn word_length(text: &str) -> usize {
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        let (before, rest) = text.split_at(at);
        let goes_on = match letter {
            '(' => {
                // The parentheses of a promotion, as in `a8(Q)`.
                let inside = rest[1..].strip_prefix(is_piece);
                let cell = before.trim_end_matches(['=', '/']);
                let is_promotion = cell.ends_with(|c: char| c.is_ascii_digit())
                    && inside.is_some_and(|after| after.starts_with(')'));
                if is_promotion {
                    letters.nth(1);
                }
                is_promotion
            }
            '.' => {
                let is_first = before.ends_with('e') && rest.starts_with(".p");
                is_first || before.ends_with("e.p")
            }
            '=' if rest[1..].starts_with(|c: char| is_piece(c) || c == '(') => true,
            // A result or a number may follow the sign of check or mate without a space.
            _ if before.ends_with(['+', '#'])
                && (letter.is_ascii_digit() || letter == '\u{bd}') =>
            {
                false
            }
            '*' if before.ends_with(|c: char| c.is_ascii_digit() || c == '+' || c == '#') => false,
            '{' | '}' | ')' | ';' | ',' | '$' | '!' | '?' | '\u{2026}' => false,
            other => !other.is_whitespace() && Nag::at_start(rest).is_none(),
        };
        if !goes_on && at > 0 {
            return at;
        }
    }
    text.len()
}

/// Returns the number of tokens before the end of the variation in which they stand.
#[must_use]
pub fn rest_of_variation<'a>(tokens: impl Iterator<Item = &'a Token>) -> usize {
    let mut depth = 0_usize;
    let is_inside = |token: &&Token| {
        match token {
            Token::Open => depth += 1,
            Token::Close if depth == 0 => return false,
            Token::Close => depth -= 1,
            Token::Move(_) | Token::Comment(_) | Token::Nag(_) => {}
        }
        true
    };
    tokens.take_while(is_inside).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a movetext with one word for each token.
    fn shown(text: &str) -> String {
        let word = |token: Token| match token {
            Token::Move(text) => text,
            Token::Comment(text) => format!("{{{text}}}"),
            Token::Nag(nag) => nag.to_string(),
            Token::Open => "(".into(),
            Token::Close => ")".into(),
        };
        tokens(text).into_iter().map(word).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn words_are_told_apart() {
        for (text, words) in [
            ("1. e4{best}e5(1... c5 2. Nf3)2. Nf3$1 Nc6", "e4 {best} e5 ( c5 Nf3 ) Nf3 $1 Nc6"),
            ("1 e2-e4 e5 2 Ng1f3 Nc6! 3 Bb5 a6 !?", "e2-e4 e5 Ng1f3 Nc6 $1 Bb5 a6 $5"),
            ("3. Bb5\u{b1}a6 4.Ba4\u{221e}", "Bb5 $16 a6 Ba4 $13"),
            (
                "{ solid; well\n tested } e5;the rest {\n Nf3",
                "{solid; well tested} e5 {the rest {} Nf3",
            ),
            ("1.e4 1...e5 2. ... Nc6 3\u{2026}a6 4Nf3", "e4 e5 Nc6 a6 Nf3"),
            ("a8(Q)(9. a8=N)a8=Q+- bxa8/R=", "a8(Q) ( a8=N ) a8=Q $18 bxa8/R $10"),
            ("a8=\u{2655}+ a8\u{265b} a8(\u{2655})", "a8=\u{2655}+ a8\u{265b} a8(\u{2655})"),
            ("exd6 e.p. exd6e.p. exd6ep Qh5+ + dxc6", "exd6 exd6e.p. exd6ep Qh5+ dxc6"),
            ("Nf3+= Nf3 =+ Kd1-+ Kd1\u{2212}+ N RR", "Nf3 $14 Nf3 $15 Kd1 $19 Kd1 $19 $146 $145"),
            ("0-0 0-0-0+ O-O 0000 -- Z0", "0-0 0-0-0+ O-O 0000 -- Z0"),
            (
                "1. e4 (1. d4 1-0) e5 {x} 1/2-1/2 {agreed} ; and more",
                "e4 ( d4 {1-0} ) e5 {x} {agreed} {and more}",
            ),
            ("1. e4 *\n1. d4", "e4"),
            ("e4 { open", "e4 {open}"),
            ("} ) e4 ( d4", "e4 ( d4 )"),
            ("e4* d4", "e4"),
            ("Qf7#1-0 d4", "Qf7#"),
            ("Bb5+2.Nf3 e4+\u{bd}-\u{bd} d4", "Bb5+ Nf3 e4+"),
            ("2. N f3 3. N$1 4. e4 N (4. R e4)", "N f3 N $1 e4 $146 ( R e4 )"),
            ("e4=/\u{221e} +/\u{2212} \u{221e}/= e4 \u{2013}/+", "e4 $44 $16 $44 e4 $17"),
            ("e2\u{2013}e4 \u{2658}f3 N\u{d7}e5", "e2\u{2013}e4 \u{2658}f3 N\u{d7}e5"),
            ("4. 00 OO 000+ 00. 0. e4 07. d4", "00 OO 000+ 00 e4 d4"),
            (
                "e4 (1. d4 1 - 0) e5 1/2 - 1/2 (agreed (in a bus)) {so}",
                "e4 ( d4 {1-0} ) e5 {agreed (in a bus)} {so}",
            ),
            ("e8=(Q) e8 (Q) e8 =Q e8 = Q+ e8= N e4 = N", "e8=(Q) e8=Q e8=Q e8=Q e8=N e4 $10 $146"),
            ("1. e4, e5 2. Qh5+ch. dis. ch. check", "e4 e5 Qh5+ch"),
            ("{a {b} c} e4 {d} 2. White resigns 0-1", "{a {b} c} e4 {d}"),
            ("$ $x [ \u{0} \u{1f600}", "$ $x [ \u{0} \u{1f600}"),
        ] {
            assert_eq!(shown(text), words, "{text}");
        }
    }

    #[test]
    fn places_count_characters() {
        let mut words = Tokenizer::default();
        let line = "\u{2658}f3 {\u{e4} (} (e4)$1 {x";
        assert_eq!(words.feed(line, Place { line: 3, column: 5 }), None);
        let rest = words.feed("y} \u{2026}Nc6 1-0 ; won", Place::start_of(4));
        assert_eq!(rest, None);
        let rest = words.feed("  {so} 1. d4", Place::start_of(5));
        assert_eq!(rest, Some(("1. d4", Place { line: 5, column: 8 })));
        let places: Vec<_> = words.found.iter().map(|(_, at)| (at.line, at.column)).collect();
        let first = [(3, 5), (3, 9), (3, 15), (3, 16), (3, 18), (3, 19), (3, 22)];
        assert_eq!(places, [&first[..], &[(4, 5), (4, 13), (5, 3)]].concat());
    }
}
