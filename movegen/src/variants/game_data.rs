//! [`GameData`]: a game that is brought in while the program runs.

use crate::layout::Layout;
use crate::tables::Spec;

/// A game as data: what [`crate::Variant::add`] makes a variant of.
#[derive(Clone, Debug)]
pub struct GameData {
    /// The game's name for people.
    pub title: String,
    /// The rules in short: a few lines that end without a line break.
    pub rules: String,
    /// The rules; the name in them is the `UCI_Variant` name.
    pub spec: Spec,
    /// How its board looks.
    pub layout: Layout,
    /// Whether two seats play round a table too, as more than two do in any case: by the rules of
    /// circular chess ([`crate::Multiplayer`]), with pawns the first of the kinds. Files of the
    /// grid are rings then and ranks sectors, unless it says how seats see it
    /// ([`crate::Grid::with_quarters`]).
    pub round_table: bool,
}

impl GameData {
    /// Whether it is played round a table.
    pub(super) fn is_table(&self) -> bool {
        self.round_table || self.spec.seats() > 2
    }
}
