//! [`Movetext`]: the moves of a game as PGN has them, in lines.

use super::result::GameResult;
use crate::nag::Nag;

/// The longest line of movetext that is not a single word.
const WIDTH: usize = 80;

/// The style of move numbers.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Numbering {
    /// The export format of PGN: also after comments and variations.
    #[default]
    Export,
    /// Each number once, as in cutechess.
    Once,
}

/// A movetext that is being written.
///
/// ```
/// use rotunda_notation::Nag;
/// use rotunda_notation::pgn::{GameResult, Movetext};
/// let mut text = Movetext::default();
/// text.play(1, true, "e4");
/// text.comment("best by test");
/// text.play(1, false, "e5");
/// text.open();
/// text.play(1, false, "c5");
/// text.nag(Nag::GOOD);
/// text.close();
/// let written = text.finish(GameResult::Unknown);
/// assert_eq!(written, "1. e4 {best by test} 1... e5 (1... c5 $1) *\n");
/// ```
#[derive(Clone, Default, Debug)]
pub struct Movetext {
    text: String,
    width: usize,
    numbering: Numbering,
    /// The number that was written last.
    last: Option<u32>,
    /// Whether the next move needs its number in any case.
    is_interrupted: bool,
    /// The brackets that are opened before the next word, each with `is_interrupted` before it. A
    /// variation without words is not written.
    opened: Vec<bool>,
    /// The number of variations within each other.
    depth: usize,
    /// The last number of a move outside variations.
    last_of_main_line: Option<u32>,
}

impl Movetext {
    /// Creates an empty movetext with this style of numbers.
    #[must_use]
    pub fn with(numbering: Numbering) -> Self {
        Self { numbering, ..Self::default() }
    }

    /// Adds a move with its number where it needs one; `is_first` if no seat moves before it in the
    /// full move.
    pub fn play(&mut self, number: u32, is_first: bool, text: &str) {
        let is_new = self.last != Some(number);
        let is_interrupted = self.numbering == Numbering::Export && self.is_interrupted;
        // A line with number 1 and one dot would begin another game, where a seat moves twice.
        let is_repeated = self.depth == 0 && self.last_of_main_line == Some(number);
        if is_new || is_interrupted {
            self.word(&format!("{number}{}", if is_first && !is_repeated { "." } else { "..." }));
        }
        self.last = Some(number);
        if self.depth == 0 {
            self.last_of_main_line = Some(number);
        }
        self.is_interrupted = false;
        self.word(text);
    }

    /// Adds a comment, unless it is empty. One with a closing brace is written as `;` to the end of
    /// a line.
    pub fn comment(&mut self, text: &str) {
        if words(text).next().is_none() {
            return;
        }
        self.is_interrupted = true;
        if text.contains('}') {
            self.word(&format!("; {}", words(text).collect::<Vec<_>>().join(" ")));
            self.text.push('\n');
            self.width = 0;
            return;
        }
        let mut words = unbroken(text);
        if let Some(first) = words.first_mut() {
            first.insert(0, '{');
        }
        if let Some(last) = words.last_mut() {
            last.push('}');
        }
        for word in words {
            self.word(&word);
        }
    }

    /// Adds a glyph.
    pub fn nag(&mut self, nag: Nag) {
        self.word(&nag.to_string());
    }

    /// Begins a variation, which replaces the move before it.
    pub fn open(&mut self) {
        self.opened.push(self.is_interrupted);
        self.is_interrupted = true;
        self.depth += 1;
    }

    /// Ends a variation. One without contents is not written.
    pub fn close(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        if let Some(was_interrupted) = self.opened.pop() {
            self.is_interrupted = was_interrupted;
            return;
        }
        if self.width == 0 {
            self.word(")");
        } else {
            self.text.push(')');
            self.width += 1;
        }
        self.is_interrupted = true;
    }

    /// Returns the movetext with its result and the end of the line.
    #[must_use]
    pub fn finish(mut self, result: GameResult) -> String {
        self.word(&result.to_string());
        self.text.push('\n');
        self.text
    }

    /// Adds a word, behind the brackets that are opened before it.
    fn word(&mut self, word: &str) {
        let brackets = std::mem::take(&mut self.opened).len();
        if brackets > 0 {
            self.spaced(&"(".repeat(brackets));
            self.text.push_str(word);
            self.width += word.chars().count();
        } else {
            self.spaced(word);
        }
    }

    /// Adds a text behind a space, or in a new line.
    fn spaced(&mut self, text: &str) {
        let length = text.chars().count();
        if self.width > 0 && self.width + 1 + length > WIDTH {
            self.text.push('\n');
            self.width = 0;
        } else if self.width > 0 {
            self.text.push(' ');
            self.width += 1;
        }
        self.text.push_str(text);
        self.width += length;
    }
}

/// Returns the words of a text. Control characters separate words as blanks do.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty())
}

/// Returns the words of a comment. A command is one word, and so is a part that must not begin a
/// line.
fn unbroken(text: &str) -> Vec<String> {
    let mut unbroken: Vec<String> = Vec::new();
    let mut is_in_command = false;
    for word in words(text) {
        match unbroken.last_mut().filter(|_| is_in_command || word.starts_with(['%', '['])) {
            Some(last) => {
                last.push(' ');
                last.push_str(word);
            }
            None => unbroken.push(word.to_owned()),
        }
        let opened = word.rfind("[%");
        is_in_command = match (opened, word.rfind(']')) {
            (Some(open), close) => close.is_none_or(|close| close < open),
            (None, close) => is_in_command && close.is_none(),
        };
    }
    unbroken
}

#[cfg(test)]
mod tests {
    use super::super::tokens::{Token, tokens};
    use super::*;

    #[test]
    fn comments_come_back_whatever_is_in_them() {
        for comment in [
            "plain",
            "with { a brace",
            "with } both {",
            "ends with a backslash \\",
            "[%clk 0:01:00] [%cal Ga1b2,Rc3d4] text",
            "(1. d4) $1 ; *",
            "% and [Event \"x\"]",
            &"long ".repeat(60),
            "an open [%command that does not end",
            "with \u{81}\u{1}\u{7f} control } characters",
            "without a brace \u{81}\u{1}\u{7f} too",
        ] {
            let mut text = Movetext::default();
            text.play(1, true, "e4");
            text.comment(comment);
            text.play(1, false, "e5");
            let written = text.finish(GameResult::Draw);
            let words = words(comment).collect::<Vec<_>>().join(" ");
            let expected =
                [Token::Move("e4".into()), Token::Comment(words), Token::Move("e5".into())];
            assert_eq!(tokens(&written), expected, "{written}");
        }
    }

    #[test]
    fn lines_are_not_too_long_and_commands_stay_whole() {
        let mut text = Movetext::default();
        for number in 1..60 {
            text.play(number, true, "Nf3");
            text.comment("[%clk 0:01:00] well played");
        }
        let text = text.finish(GameResult::Unknown);
        assert!(text.lines().all(|line| line.len() <= WIDTH), "{text}");
        let commands = text.lines().flat_map(|line| line.matches("[%clk 0:01:00]"));
        assert_eq!(commands.count(), 59);
        assert!(text.lines().all(|line| !line.starts_with(['[', '%'])), "{text}");
    }

    #[test]
    fn empty_variations_are_not_written() {
        let mut text = Movetext::default();
        text.play(1, true, "e4");
        text.open();
        text.open();
        text.comment("");
        text.close();
        text.close();
        text.play(1, false, "e5");
        text.open();
        text.open();
        text.play(1, true, "d4");
        text.close();
        text.close();
        text.play(2, true, "Nf3");
        assert_eq!(text.finish(GameResult::Unknown), "1. e4 e5 ((1. d4)) 2. Nf3 *\n");
    }

    #[test]
    fn a_number_of_the_main_line_stands_once_with_one_dot() {
        let mut text = Movetext::default();
        text.open();
        text.play(1, true, "c4");
        text.close();
        text.play(1, true, "xa4a5");
        text.comment("x");
        text.play(1, true, "a4a5");
        assert_eq!(text.finish(GameResult::Unknown), "(1. c4) 1. xa4a5 {x} 1... a4a5 *\n");
    }

    #[test]
    fn numbers_stand_once_where_it_is_wished() {
        let mut text = Movetext::with(Numbering::Once);
        text.play(7, false, "Kd7");
        text.comment("x");
        text.play(8, true, "Ke2");
        text.comment("y");
        text.play(8, false, "Kd6");
        assert_eq!(text.finish(GameResult::Unknown), "7... Kd7 {x} 8. Ke2 {y} Kd6 *\n");
    }
}
