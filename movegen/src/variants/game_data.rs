//! [`GameData`]: a game that is brought in while the program runs.

use crate::layout::Layout;
use crate::tables::Spec;

/// A game as data, which [`crate::Variant::add`] turns into a variant.
#[derive(Clone, PartialEq, Debug)]
pub struct GameData {
    /// The game's name for people.
    pub title: String,
    /// A summary of the rules: a few lines without a final line break.
    pub rules: String,
    /// The specification. Its name is the `UCI_Variant` name.
    pub spec: Spec,
    /// The look of its board.
    pub layout: Layout,
    /// Whether a game of two is played round a table. Games of more players always are. They use
    /// the rules of circular chess ([`crate::Multiplayer`]), and pawns are the first kinds. The
    /// files of the grid are then rings and its ranks sectors, unless it has quarter turns
    /// ([`crate::Grid::with_quarter_turns`]).
    pub round_table: bool,
}

impl GameData {
    /// Returns whether it is played round a table.
    pub(super) fn is_table(&self) -> bool {
        self.round_table || self.spec.seats() > 2
    }
}
