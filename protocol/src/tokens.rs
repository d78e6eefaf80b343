//! [`Tokens`]: the words of a command, taken one by one.

use std::num::IntErrorKind;
use std::ops::RangeInclusive;
use std::str::SplitAsciiWhitespace;

use rotunda_movegen::Variant;

use crate::error::{CommandError, Reason};

/// A type of whole numbers all of which an `i64` can hold.
pub(crate) trait Number: TryFrom<i64> + Into<i64> + PartialOrd + Copy {}

impl<T: TryFrom<i64> + Into<i64> + PartialOrd + Copy> Number for T {}

/// The words of a command after its name.
#[derive(Clone)]
pub(crate) struct Tokens<'a> {
    command: &'static str,
    words: SplitAsciiWhitespace<'a>,
}

impl<'a> Tokens<'a> {
    /// The words of the text that follows a command's name.
    pub fn new(command: &'static str, text: &'a str) -> Self {
        Self { command, words: text.split_ascii_whitespace() }
    }

    /// An error about the command as a whole.
    pub fn error(&self, reason: Reason) -> CommandError {
        CommandError::new(self.command, reason)
    }

    /// An error about one token of the command.
    pub fn error_at(&self, token: &str, reason: Reason) -> CommandError {
        CommandError::at(self.command, token, reason)
    }

    /// The next word; `what` is missing if there is none.
    pub fn expect(&mut self, what: &'static str) -> Result<&'a str, CommandError> {
        self.next().ok_or_else(|| self.error(Reason::Missing(what)))
    }

    /// The next word as a number within a range.
    pub fn number<T: Number>(&mut self, range: RangeInclusive<T>) -> Result<T, CommandError> {
        let word = self.expect("a number")?;
        self.parse(word, range)
    }

    /// A word as a number within a range.
    pub fn parse<T: Number>(
        &self,
        word: &str,
        range: RangeInclusive<T>,
    ) -> Result<T, CommandError> {
        let refusal = Reason::OutOfRange((*range.start()).into(), (*range.end()).into());
        match word.parse::<i64>() {
            Ok(number) => {
                let number = T::try_from(number).ok().filter(|number| range.contains(number));
                number.ok_or_else(|| self.error_at(word, refusal))
            }
            Err(error) => Err(self.error_at(
                word,
                match error.kind() {
                    IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => refusal,
                    _ => Reason::NotANumber,
                },
            )),
        }
    }

    /// The next word as the name of a variant.
    pub fn variant(&mut self) -> Result<&'static Variant, CommandError> {
        let name = self.expect("the name of a variant")?;
        let is_meant = |entry: &&Variant| entry.name.eq_ignore_ascii_case(name);
        let entry = Variant::known().find(is_meant);
        entry.ok_or_else(|| self.error_at(name, Reason::UnknownVariant))
    }

    /// Makes sure that no word is left.
    pub fn finish(mut self) -> Result<(), CommandError> {
        match self.next() {
            Some(word) => Err(self.error_at(word, Reason::UnknownWord)),
            None => Ok(()),
        }
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        self.words.next()
    }
}
