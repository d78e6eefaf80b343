//! The variants, each written as data in a file of its own, and the registry of all by name.

pub(crate) mod chess;
pub(crate) mod circular;
mod family;
mod game_data;
mod lookup;
pub(crate) mod multiplayer;
pub(crate) mod ordinary;
pub(crate) mod registry;
pub(crate) mod rollerball;
pub(crate) mod roundtable84;
mod rules_page;

pub use family::Family;
pub(crate) use family::in_family;
pub use game_data::GameData;
pub use lookup::{AddError, UnknownVariant};
pub use registry::{Options, Variant};
pub use roundtable84::{CirSquare, Link};
pub use rules_page::RulesPage;
