//! The registry: every variant by name, compiled at first use.

use std::sync::LazyLock;

use super::multiplayer::RingSetup;
use super::{chess, circular, ordinary, rollerball, roundtable84};
use crate::families::{Draughts, Duel, Multiplayer, Rules};
use crate::game::{AnyGame, Game};
use crate::geometry::Grid;
use crate::position::FenError;
use crate::tables::{Scoring, Spec, Variant};

/// A variant's tables, in the type of its family and board word.
#[derive(Clone, Copy, Debug)]
pub enum Family {
    /// A game of two players on up to 128 cells whose rules are tables.
    Duel(&'static Variant<1>),
    /// A duel with draughtsmen, which must capture each other.
    Draughts(&'static Variant<1>),
    /// Circular chess on up to 128 cells.
    Multiplayer(&'static Variant<1>),
    /// Circular chess on more cells.
    WideMultiplayer(&'static Variant<2>),
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
            Self::Multiplayer(variant) => boxed::<Multiplayer, 1>(variant, fen),
            Self::WideMultiplayer(variant) => boxed::<Multiplayer, 2>(variant, fen),
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
    /// In teams, eliminate every player who loses its king, not only teams without any.
    pub team_king_loss_eliminates: bool,
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
    tables: Tables,
}

/// The compiled variant as it is by itself, and under the option that concerns its family.
#[derive(Debug)]
enum Tables {
    /// Without and with classic scoring.
    Duel([LazyLock<Variant<1>>; 2]),
    /// The same.
    Draughts([LazyLock<Variant<1>>; 2]),
    /// Team players without a king play on, or are eliminated.
    Multiplayer([LazyLock<Variant<1>>; 2]),
    /// The same.
    WideMultiplayer([LazyLock<Variant<2>>; 2]),
}

macro_rules! duel {
    ($family:ident, $name:literal, $title:literal, $spec:expr) => {{
        const SPEC: fn() -> Spec = $spec;
        Entry {
            name: $name,
            title: $title,
            seats: 2,
            tables: Tables::$family([
                LazyLock::new(|| Variant::compile(SPEC())),
                LazyLock::new(|| Variant::compile(SPEC()).with_scoring(Scoring::CLASSIC)),
            ]),
        }
    }};
}

macro_rules! ring {
    ($family:ident, $name:literal, $title:literal, $rules:ident, $seats:literal $(, $field:ident: $value:expr)*) => {{
        const SETUP: RingSetup = RingSetup { $($field: $value,)* ..RingSetup::$rules($seats) };
        Entry {
            name: $name,
            title: $title,
            seats: $seats,
            tables: Tables::$family([
                LazyLock::new(|| SETUP.compile($name, "")),
                LazyLock::new(|| SETUP.compile($name, "f")),
            ]),
        }
    }};
}

static REGISTRY: [Entry; 27] = [
    duel!(Duel, "chess", "Chess", chess::spec),
    duel!(Duel, "rollerball", "Rollerball", rollerball::spec),
    duel!(Duel, "circular70", "Circular Chess on 70 spaces", circular::spec_70),
    duel!(Duel, "circular68", "Circular Chess on 68 spaces", circular::spec_68),
    duel!(Duel, "circular66", "Circular Chess on 66 spaces", circular::spec_66),
    duel!(Draughts, "ordinary", "An Ordinary Variant", ordinary::spec),
    duel!(
        Duel,
        "ordinary-nocheckers",
        "An Ordinary Variant without Checkers",
        ordinary::spec_without_checkers
    ),
    duel!(Duel, "roundtable84", "Round Table Chess 84", roundtable84::spec_knights_behind),
    duel!(
        Duel,
        "roundtable84-knights-front",
        "Round Table Chess 84, knights in front",
        roundtable84::spec_knights_in_front
    ),
    ring!(Multiplayer, "modern2", "Modern Circular Chess for two", modern, 2, mirrored: true),
    ring!(Multiplayer, "modern3", "Modern Circular Chess for three", modern, 3),
    ring!(Multiplayer, "modern4", "Modern Circular Chess for four", modern, 4),
    ring!(WideMultiplayer, "modern5", "Modern Circular Chess for five", modern, 5),
    ring!(WideMultiplayer, "modern6", "Modern Circular Chess for six", modern, 6),
    ring!(Multiplayer, "byzantine2", "Byzantine Circular Chess for two", byzantine, 2),
    ring!(Multiplayer, "byzantine3", "Byzantine Circular Chess for three", byzantine, 3),
    ring!(Multiplayer, "byzantine4", "Byzantine Circular Chess for four", byzantine, 4),
    ring!(WideMultiplayer, "byzantine5", "Byzantine Circular Chess for five", byzantine, 5),
    ring!(WideMultiplayer, "byzantine6", "Byzantine Circular Chess for six", byzantine, 6),
    ring!(
        Multiplayer,
        "modern2-rotated",
        "Modern Circular Chess for two, kings facing queens",
        modern,
        2
    ),
    ring!(Multiplayer, "byzantine2-mirrored", "Byzantine Circular Chess for two, kings face to face", byzantine, 2, mirrored: true),
    ring!(Multiplayer, "modern4-2v2", "Modern Circular Chess for two teams of two", modern, 4, teams: "ac.bd"),
    ring!(WideMultiplayer, "modern6-3v3", "Modern Circular Chess for two teams of three", modern, 6, teams: "ace.bdf"),
    ring!(WideMultiplayer, "modern6-2v2v2", "Modern Circular Chess for three teams of two", modern, 6, teams: "ad.be.cf"),
    ring!(Multiplayer, "byzantine4-2v2", "Byzantine Circular Chess for two teams of two", byzantine, 4, teams: "ac.bd"),
    ring!(WideMultiplayer, "byzantine6-3v3", "Byzantine Circular Chess for two teams of three", byzantine, 6, teams: "ace.bdf"),
    ring!(WideMultiplayer, "byzantine6-2v2v2", "Byzantine Circular Chess for three teams of two", byzantine, 6, teams: "ad.be.cf"),
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
        let scoring = usize::from(options.classic_scoring);
        let king_loss = usize::from(options.team_king_loss_eliminates);
        match &self.tables {
            Tables::Duel(tables) => Family::Duel(&tables[scoring]),
            Tables::Draughts(tables) => Family::Draughts(&tables[scoring]),
            Tables::Multiplayer(tables) => Family::Multiplayer(&tables[king_loss]),
            Tables::WideMultiplayer(tables) => Family::WideMultiplayer(&tables[king_loss]),
        }
    }

    /// Whether it is a game of White against Black, not one of players round a table.
    #[must_use]
    pub const fn is_duel(&'static self) -> bool {
        matches!(self.tables, Tables::Duel(_) | Tables::Draughts(_))
    }

    /// The start position's string.
    #[must_use]
    pub fn start(&'static self) -> &'static str {
        match &self.tables {
            Tables::Duel([tables, _])
            | Tables::Draughts([tables, _])
            | Tables::Multiplayer([tables, _]) => tables.start(),
            Tables::WideMultiplayer([tables, _]) => tables.start(),
        }
    }

    /// How many files and ranks the names of the cells span.
    #[must_use]
    pub fn size(&'static self) -> (usize, usize) {
        (self.grid().files(), self.grid().ranks())
    }

    /// How many cells the board has.
    #[must_use]
    pub fn cells(&'static self) -> usize {
        self.grid().all().count()
    }

    fn grid(&'static self) -> &'static Grid {
        match &self.tables {
            Tables::Duel([tables, _])
            | Tables::Draughts([tables, _])
            | Tables::Multiplayer([tables, _]) => tables.grid(),
            Tables::WideMultiplayer([tables, _]) => tables.grid(),
        }
    }
}
