//! [`GameData`]: a game that is brought in while the program runs.

use crate::layout::Layout;
use crate::tables::Spec;

/// A game as data: what [`crate::Variant::add`] makes a variant of. One of more than two seats is played
/// round a table by the rules of circular chess ([`crate::Multiplayer`]): files of its grid are rings,
/// ranks are sectors, and its pawns come first among the kinds.
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
}
