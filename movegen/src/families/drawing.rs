//! [`Drawing`]: a board as text, and whom its parts belong to.

use std::fmt;

use crate::tables::Seat;

/// Whom a part of a [`Drawing`] belongs to, for programs that colour it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// A player who still plays.
    Living(Seat),
    /// An eliminated player, or nobody any more.
    Dead,
}

/// A board as text for people; parts of it may be marked as a player's.
///
/// [`fmt::Display`] writes the text alone. Duels tell their players apart by letters and mark
/// nothing.
///
/// ```
/// use rotunda_movegen::{Mark, Options, Seat, Variant};
/// let game = Variant::by_name("modern3").expect("known").family(Options::default()).game(None)?;
/// let drawing = game.draw();
/// let mut parts = drawing.parts();
/// assert!(parts.any(|part| part == (" aR", Some(Mark::Living(Seat(0))))));
/// assert!(drawing.to_string().contains("| aM| aR: aR| aP|"));
/// # Ok::<(), rotunda_movegen::FenError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Drawing {
    parts: Vec<(String, Option<Mark>)>,
}

impl Drawing {
    /// The text in parts, from the first to the last, each with its mark.
    pub fn parts(&self) -> impl Iterator<Item = (&str, Option<Mark>)> {
        self.parts.iter().map(|(text, mark)| (text.as_str(), *mark))
    }

    /// Adds text that belongs to nobody.
    pub(crate) fn push(&mut self, text: &str) {
        match self.parts.last_mut() {
            Some((last, None)) => last.push_str(text),
            _ => self.parts.push((text.to_owned(), None)),
        }
    }

    /// Adds text that belongs to somebody.
    pub(crate) fn push_marked(&mut self, text: &str, mark: Mark) {
        self.parts.push((text.to_owned(), Some(mark)));
    }
}

impl From<String> for Drawing {
    /// A drawing without marks.
    fn from(text: String) -> Self {
        Self { parts: vec![(text, None)] }
    }
}

impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.parts.iter().try_for_each(|(text, _)| f.write_str(text))
    }
}
