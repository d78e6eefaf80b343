//! [`Family`]: the tables of a variant in the type of its rules and board word.

use crate::geometry::Grid;
use crate::tables::VariantTables;

/// A variant's tables, in the type of its family and board word.
///
/// ```
/// use rotunda_movegen::{Family, Options, Variant};
/// let family = Variant::by_name("byzantine6")?.family(Options::default());
/// assert!(matches!(family, Family::WideMultiplayer(tables) if tables.cells() == 192));
/// # Ok::<(), rotunda_movegen::UnknownVariant>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Family {
    /// A game of two players on up to 128 cells whose rules are tables.
    Duel(&'static VariantTables<1>),
    /// A duel on more than 128 cells.
    WideDuel(&'static VariantTables<2>),
    /// A duel on up to 128 cells with draughtsmen, which must be captured where possible.
    Draughts(&'static VariantTables<1>),
    /// Circular chess on up to 128 cells.
    Multiplayer(&'static VariantTables<1>),
    /// Circular chess on more than 128 cells.
    WideMultiplayer(&'static VariantTables<2>),
}

/// Evaluates an expression with the tables of a [`Family`] under a name of the caller's, and
/// optionally with its [`Rules`](crate::Rules) under another.
///
/// ```
/// use rotunda_movegen::{Options, Rules, Variant, VariantTables, in_family};
/// /// How many moves the first player can choose from.
/// fn moves<R: Rules<W>, const W: usize>(tables: &VariantTables<W>) -> u64 {
///     R::count(&R::start(tables))
/// }
/// let family = Variant::by_name("rollerball")?.family(Options::default());
/// assert_eq!(in_family!(family, tables => tables.cells()), 40);
/// assert_eq!(in_family!(family, R, tables => moves::<R, _>(tables)), 7);
/// # Ok::<(), rotunda_movegen::UnknownVariant>(())
/// ```
#[macro_export]
macro_rules! in_family {
    ($family:expr, $tables:ident => $body:expr) => {
        match $family {
            $crate::Family::Duel($tables)
            | $crate::Family::Draughts($tables)
            | $crate::Family::Multiplayer($tables) => $body,
            $crate::Family::WideDuel($tables) | $crate::Family::WideMultiplayer($tables) => $body,
        }
    };
    ($family:expr, $rules:ident, $tables:ident => $body:expr) => {
        match $family {
            $crate::Family::Duel($tables) => {
                type $rules = $crate::Duel;
                $body
            }
            $crate::Family::WideDuel($tables) => {
                type $rules = $crate::Duel;
                $body
            }
            $crate::Family::Draughts($tables) => {
                type $rules = $crate::Draughts;
                $body
            }
            $crate::Family::Multiplayer($tables) => {
                type $rules = $crate::Multiplayer;
                $body
            }
            $crate::Family::WideMultiplayer($tables) => {
                type $rules = $crate::Multiplayer;
                $body
            }
        }
    };
}

pub(crate) use in_family;

impl Family {
    /// The variant's `UCI_Variant` name.
    #[must_use]
    pub fn name(self) -> &'static str {
        in_family!(self, tables => tables.name())
    }

    /// Returns the number of players.
    #[must_use]
    pub fn seats(self) -> usize {
        in_family!(self, tables => tables.seats())
    }

    /// The position string of the start.
    #[must_use]
    pub fn start(self) -> &'static str {
        in_family!(self, tables => tables.start())
    }

    /// The names of the cells.
    #[must_use]
    pub fn grid(self) -> &'static Grid {
        in_family!(self, tables => tables.grid())
    }
}
