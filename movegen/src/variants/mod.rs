//! The variants, each written as data in a file of its own, and the registry of all by name.

pub(crate) mod chess;
pub(crate) mod circular;
pub(crate) mod multiplayer;
pub(crate) mod ordinary;
pub(crate) mod registry;
pub(crate) mod rollerball;
pub(crate) mod roundtable84;
mod rules_page;

pub use registry::{Family, Options, UnknownVariant, Variant};
pub use roundtable84::{CirSquare, Link};
pub use rules_page::RulesPage;
