//! [`Drawing`]: a board as text, and the owners of its parts.

use std::fmt;

use crate::geometry::Cell;
use crate::tables::Seat;

/// The owner of a part of a [`Drawing`], for programs that colour it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// A player who still plays.
    Living(Seat),
    /// An eliminated player.
    Dead,
}

/// A board as text for people. Parts of it may be marked with their player.
///
/// [`fmt::Display`] writes only the text. Drawings of duels have no marks, since their letters
/// distinguish the players.
///
/// ```
/// use rotunda_movegen::{Mark, Options, Seat, Variant};
/// let game = Variant::by_name("modern3").expect("known").family(Options::default()).game(None)?;
/// let drawing = game.draw();
/// let mut parts = drawing.parts();
/// assert!(parts.any(|part| part == (" aR", Some(Mark::Living(Seat(0))))));
/// assert!(drawing.to_string().contains("| aM| aR: aR| aP|"));
/// // The way of a move: names where a piece has passed, brackets where it stands.
/// let mut game = Variant::by_name("chess").expect("known").family(Options::default()).game(None)?;
/// let names = game.cells();
/// let cell = |name: &str| rotunda_movegen::Cell(names.iter().position(|cell| cell == name).expect("a cell") as u8);
/// let route = vec![cell("e2"), cell("e3"), cell("e4")];
/// game.play_text("e2e4").expect("legal");
/// let drawing = game.draw_from(Seat(0), &[route]).to_string();
/// assert!(drawing.contains("[ P ]") && drawing.contains("|e3 |"), "{drawing}");
/// # Ok::<(), rotunda_movegen::FenError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Drawing {
    parts: Vec<(String, Option<Mark>)>,
}

impl Drawing {
    /// Returns the parts of the text in order, each with its mark.
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

/// The track of the last moves: a list of cells for every piece that they moved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trail<'a>(pub &'a [Vec<Cell>]);

impl Trail<'_> {
    /// Returns whether a piece has left the cell or passed it.
    pub fn passes(self, cell: Cell) -> bool {
        self.0.iter().any(|route| route.contains(&cell))
    }

    /// The bracket between two cells, if a move ended on one of them.
    pub fn edge(self, [left, right]: [Option<Cell>; 2]) -> Option<&'static str> {
        let is_end = |cell: Option<Cell>| {
            self.0.iter().any(|route| cell.is_some() && route.last().copied() == cell)
        };
        if is_end(left) {
            return Some("]");
        }
        is_end(right).then_some("[")
    }
}

impl From<String> for Drawing {
    /// Creates a drawing without marks.
    fn from(text: String) -> Self {
        Self { parts: vec![(text, None)] }
    }
}

impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.parts.iter().try_for_each(|(text, _)| f.write_str(text))
    }
}
