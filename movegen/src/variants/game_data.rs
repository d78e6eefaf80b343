//! [`GameData`]: a game of two players that is brought in while the program runs.

use crate::layout::Layout;
use crate::tables::Spec;

/// A game of two players as data: what [`crate::Variant::add`] makes a variant of.
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
