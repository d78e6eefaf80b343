//! The registry: every variant by name, compiled at first use.

use std::sync::LazyLock;

use crate::draughts::Draughts;
use crate::duel::Duel;
use crate::rules::Rules;
use crate::spec::Spec;
use crate::variant::Variant;
use crate::variants::{chess, circular, ordinary, rollerball, roundtable84};
use crate::{AnyGame, FenError, Game, Scoring};

/// A variant's tables, in the type of its family and board word.
#[derive(Clone, Copy, Debug)]
pub enum Family {
    /// A game of two players on up to 128 cells whose rules are tables.
    Duel(&'static Variant<1>),
    /// A duel with draughtsmen, which must capture each other.
    Draughts(&'static Variant<1>),
}

impl Family {
    /// A game from a position string, or from the start.
    ///
    /// # Errors
    /// If the position string is malformed or impossible.
    pub fn game(self, fen: Option<&str>) -> Result<Box<dyn AnyGame>, FenError> {
        match self {
            Self::Duel(variant) => boxed::<Duel, 1>(variant, fen),
            Self::Draughts(variant) => boxed::<Draughts, 1>(variant, fen),
        }
    }
}

fn boxed<R: Rules<W>, const W: usize>(
    variant: &'static Variant<W>,
    fen: Option<&str>,
) -> Result<Box<dyn AnyGame>, FenError> {
    Ok(Box::new(Game::<R, W>::parse(variant, fen.unwrap_or(variant.start()))?))
}

/// The choices that change a variant's rules without changing its name.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Options {
    /// Count partial wins as draws, as chess does.
    pub classic_scoring: bool,
}

/// An entry of the registry.
#[derive(Debug)]
pub struct Entry {
    /// The `UCI_Variant` name.
    pub name: &'static str,
    /// The game's name for people.
    pub title: &'static str,
    /// How many players there are.
    pub seats: usize,
    tables: LazyLock<Variant<1>>,
    classic: LazyLock<Variant<1>>,
}

macro_rules! duel {
    ($name:literal, $title:literal, $spec:expr) => {{
        const SPEC: fn() -> Spec = $spec;
        Entry {
            name: $name,
            title: $title,
            seats: 2,
            tables: LazyLock::new(|| Variant::compile(SPEC())),
            classic: LazyLock::new(|| Variant::compile(SPEC()).with_scoring(Scoring::CLASSIC)),
        }
    }};
}

static REGISTRY: [Entry; 9] = [
    duel!("chess", "Chess", chess::spec),
    duel!("rollerball", "Rollerball", rollerball::spec),
    duel!("circular70", "Circular Chess on 70 spaces", circular::spec_70),
    duel!("circular68", "Circular Chess on 68 spaces", circular::spec_68),
    duel!("circular66", "Circular Chess on 66 spaces", circular::spec_66),
    duel!("ordinary", "An Ordinary Variant", ordinary::spec),
    duel!(
        "ordinary-nocheckers",
        "An Ordinary Variant without Checkers",
        ordinary::spec_without_checkers
    ),
    duel!("roundtable84", "Round Table Chess 84", roundtable84::spec_knights_behind),
    duel!(
        "roundtable84-knights-front",
        "Round Table Chess 84, knights in front",
        roundtable84::spec_knights_in_front
    ),
];

/// All variants, in the order in which the protocol lists them.
#[must_use]
pub fn variants() -> &'static [Entry] {
    &REGISTRY
}

/// The variant with a name; `None` if there is none.
#[must_use]
pub fn variant(name: &str) -> Option<&'static Entry> {
    REGISTRY.iter().find(|entry| entry.name == name)
}

impl Entry {
    /// The compiled tables, under the given choices.
    #[must_use]
    pub fn family(&'static self, options: Options) -> Family {
        let tables = if options.classic_scoring { &self.classic } else { &self.tables };
        if tables.draughtsman().is_some() { Family::Draughts(tables) } else { Family::Duel(tables) }
    }

    /// The start position's string.
    #[must_use]
    pub fn start(&'static self) -> &'static str {
        self.tables.start()
    }

    /// How many files and ranks the names of the cells span.
    #[must_use]
    pub fn size(&'static self) -> (usize, usize) {
        (self.tables.grid().files(), self.tables.grid().ranks())
    }

    /// How many cells the board has.
    #[must_use]
    pub fn cells(&'static self) -> usize {
        self.tables.cells()
    }
}
