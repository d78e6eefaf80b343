//! The registry: every variant by name, compiled at first use.

use std::fmt;

use once_cell::sync::OnceCell;

use super::family::Family;
use super::game_data::GameData;
use super::multiplayer::RingSetup;
use super::rules_page::RulesPage;
use super::{chess, circular, ordinary, rollerball, roundtable84};
use crate::geometry::{Board, Grid};
use crate::layout::Layout;
use crate::tables::{Scoring, Spec, SpecError, VariantTables};

/// The choices that change a variant's rules without changing its name.
///
/// ```
/// use rotunda_movegen::{Family, HALF, Options, Variant};
/// let options = Options { classic_scoring: true, ..Options::default() };
/// let family = Variant::by_name("ordinary-nocheckers")?.family(options);
/// assert!(matches!(family, Family::Duel(tables) if tables.scoring().stalemate == HALF));
/// # Ok::<(), rotunda_movegen::UnknownVariant>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Options {
    /// Whether partial wins count as draws, as in chess.
    pub classic_scoring: bool,
    /// Whether a player in a team who loses its king is eliminated, and not only a team without
    /// kings.
    pub team_king_loss_eliminates: bool,
}

/// A variant of the registry: its name, its board, and its tables, which are compiled at first use.
///
/// ```
/// use rotunda_movegen::Variant;
/// let variant = Variant::by_name("circular70")?;
/// assert_eq!((variant.seats, variant.cells(), variant.is_duel()), (2, 70, true));
/// assert_eq!(variant.game().fen(), variant.start());
/// assert_eq!(variant.to_string(), "circular70");
/// assert!(Variant::all().iter().any(|other| other.title == "Rollerball"));
/// # Ok::<(), rotunda_movegen::UnknownVariant>(())
/// ```
#[derive(Debug)]
pub struct Variant {
    /// The `UCI_Variant` name.
    pub name: &'static str,
    /// The game's name for people.
    pub title: &'static str,
    /// The number of players.
    pub seats: usize,
    /// The page of its rules, with a summary.
    pub rules: RulesPage,
    source: Source,
    tables: Tables,
}

/// The source of a variant's specification and of the look of its board.
#[derive(Debug)]
enum Source {
    /// Functions of this crate. The one for the specification takes whether the option of the
    /// variant's family is on.
    Code { spec: fn(bool) -> Spec, layout: fn() -> Layout },
    /// Data that were added while the program runs.
    Data { spec: Box<Spec>, layout: Box<Layout> },
}

impl fmt::Display for Variant {
    /// Writes its name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}

/// A variant's tables without and with the option of its family, once they are compiled.
type Slots<const W: usize> = [OnceCell<VariantTables<W>>; 2];

/// The tables of a variant in the type of its family.
#[derive(Debug)]
enum Tables {
    /// A duel; the option is classic scoring.
    Duel(Slots<1>),
    /// A duel on more cells; the option is classic scoring.
    WideDuel(Slots<2>),
    /// A duel with draughtsmen; the option is classic scoring.
    Draughts(Slots<1>),
    /// Circular chess; the option eliminates team players without a king.
    Multiplayer(Slots<1>),
    /// Circular chess on more cells, with the same option.
    WideMultiplayer(Slots<2>),
}

/// The specification of a duel, with classic scoring or its own.
fn scored(spec: Spec, is_classic: bool) -> Spec {
    let scoring = if is_classic { Scoring::CLASSIC } else { spec.scoring };
    Spec { scoring, ..spec }
}

/// The index of the field of rules in a position string of players round a table.
const RULES_FIELD: usize = 4;

/// Returns the specification of a game round a table, with the option in the start position's rules
/// whether team players who lose their king are eliminated.
fn eliminating(spec: Spec, eliminates: bool) -> Spec {
    let mut fields: Vec<String> = spec.start.split(' ').map(String::from).collect();
    if let Some(rules) = fields.get_mut(RULES_FIELD).filter(|rules| eliminates && rules.len() == 1)
    {
        rules.push('f');
    }
    Spec { start: fields.join(" "), ..spec }
}

/// Returns empty slots for tables.
fn slots<const W: usize>() -> Slots<W> {
    [OnceCell::new(), OnceCell::new()]
}

macro_rules! duel {
    // The names of the cells are enough to draw a board of squares.
    ($family:ident, $name:literal, $title:literal, $rules:expr, $spec:expr) => {
        duel!($family, $name, $title, $rules, $spec, || Layout::squares(&$spec().grid))
    };
    ($family:ident, $name:literal, $title:literal, $rules:expr, $spec:expr, $layout:expr) => {
        Variant {
            name: $name,
            title: $title,
            seats: 2,
            rules: $rules,
            source: Source::Code {
                spec: |is_classic| scored($spec(), is_classic),
                layout: $layout,
            },
            tables: Tables::$family([OnceCell::new(), OnceCell::new()]),
        }
    };
}

macro_rules! ring {
    ($family:ident, $name:literal, $title:literal, $rules:ident, $seats:literal $(, $field:ident: $value:expr)*) => {{
        const SETUP: RingSetup = RingSetup { $($field: $value,)* ..RingSetup::$rules($seats) };
        Variant {
            name: $name,
            title: $title,
            seats: $seats,
            rules: SETUP.rules(),
            source: Source::Code {
                spec: |eliminates| SETUP.spec($name, if eliminates { "f" } else { "" }),
                layout: || SETUP.layout(),
            },
            tables: Tables::$family([OnceCell::new(), OnceCell::new()]),
        }
    }};
}

pub(super) static REGISTRY: [Variant; 27] = [
    duel!(Duel, "chess", "Chess", chess::RULES, chess::spec),
    duel!(
        Duel,
        "rollerball",
        "Rollerball",
        rollerball::RULES,
        rollerball::spec,
        rollerball::layout
    ),
    duel!(
        Duel,
        "circular70",
        "Circular Chess on 70 spaces",
        circular::RULES,
        circular::spec_70,
        circular::layout_70
    ),
    duel!(
        Duel,
        "circular68",
        "Circular Chess on 68 spaces",
        circular::RULES,
        circular::spec_68,
        circular::layout_68
    ),
    duel!(
        Duel,
        "circular66",
        "Circular Chess on 66 spaces",
        circular::RULES,
        circular::spec_66,
        circular::layout_66
    ),
    duel!(Draughts, "ordinary", "An Ordinary Variant", ordinary::RULES, ordinary::spec),
    duel!(
        Duel,
        "ordinary-nocheckers",
        "An Ordinary Variant without Checkers",
        ordinary::RULES_WITHOUT_CHECKERS,
        ordinary::spec_without_checkers
    ),
    duel!(
        Duel,
        "roundtable84",
        "Round Table Chess 84",
        roundtable84::RULES,
        roundtable84::spec_knights_behind,
        roundtable84::layout
    ),
    duel!(
        Duel,
        "roundtable84-knights-front",
        "Round Table Chess 84, knights in front",
        roundtable84::RULES,
        roundtable84::spec_knights_in_front,
        roundtable84::layout
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

impl Variant {
    /// Returns the variant that data describe, with strings that live as long as the process.
    pub(super) fn of_data(data: GameData) -> Self {
        let is_table = data.is_table();
        let GameData { title, rules, spec, layout, .. } = data;
        let jumps = spec.kinds.iter().any(|kind| kind.jumps);
        let tables = match (is_table, spec.grid.cells()) {
            (true, 0..=128) => Tables::Multiplayer(slots()),
            (true, _) => Tables::WideMultiplayer(slots()),
            (false, _) if jumps => Tables::Draughts(slots()),
            (false, 0..=128) => Tables::Duel(slots()),
            (false, _) => Tables::WideDuel(slots()),
        };
        Self {
            name: spec.name.clone().leak(),
            title: title.leak(),
            seats: spec.seats(),
            rules: RulesPage { file: "", summary: rules.leak() },
            source: Source::Data { spec: Box::new(spec), layout: Box::new(layout) },
            tables,
        }
    }

    /// Returns whether data describe this variant, which was not one of the registry.
    pub(super) fn is_made_of(&self, data: &GameData) -> bool {
        let Source::Data { spec, layout } = &self.source else { return false };
        (self.title, self.rules.summary) == (&data.title, &data.rules)
            && self.is_duel() != data.is_table()
            && **spec == data.spec
            && **layout == data.layout
    }

    /// Returns the compiled tables under the given choices.
    ///
    /// # Panics
    /// Panics if the variant's specification contradicts itself, which none of the registry does.
    #[must_use]
    pub fn family(&'static self, options: Options) -> Family {
        self.try_family(options).unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }

    /// The compiled tables, under the given choices.
    ///
    /// # Errors
    /// Returns an error if the variant's specification contradicts itself.
    fn try_family(&'static self, options: Options) -> Result<Family, SpecError> {
        let (classic, king_loss) = (options.classic_scoring, options.team_king_loss_eliminates);
        Ok(match &self.tables {
            Tables::Duel(slots) => Family::Duel(self.compiled(slots, classic)?),
            Tables::WideDuel(slots) => Family::WideDuel(self.compiled(slots, classic)?),
            Tables::Draughts(slots) => Family::Draughts(self.compiled(slots, classic)?),
            Tables::Multiplayer(slots) => Family::Multiplayer(self.compiled(slots, king_loss)?),
            Tables::WideMultiplayer(slots) => {
                Family::WideMultiplayer(self.compiled(slots, king_loss)?)
            }
        })
    }

    fn compiled<const W: usize>(
        &self,
        slots: &'static Slots<W>,
        option: bool,
    ) -> Result<&'static VariantTables<W>, SpecError> {
        slots[usize::from(option)]
            .get_or_try_init(|| VariantTables::compile(self.specified(option)))
    }

    /// The variant as its author wrote it, with its usual rules.
    #[must_use]
    pub fn spec(&self) -> Spec {
        self.specified(false)
    }

    /// The specification without or with the option of the variant's family.
    fn specified(&self, option: bool) -> Spec {
        match &self.source {
            Source::Code { spec, .. } => spec(option),
            Source::Data { spec, .. } if self.is_duel() => scored((**spec).clone(), option),
            Source::Data { spec, .. } => eliminating((**spec).clone(), option),
        }
    }

    /// Returns the look of its board for the first seat.
    #[must_use]
    pub fn layout(&self) -> Layout {
        match &self.source {
            Source::Code { layout, .. } => layout(),
            Source::Data { layout, .. } => (**layout).clone(),
        }
    }

    /// Returns whether it is a game of White against Black, and not of players round a table.
    #[must_use]
    pub const fn is_duel(&self) -> bool {
        matches!(self.tables, Tables::Duel(_) | Tables::WideDuel(_) | Tables::Draughts(_))
    }

    /// Returns whether it is played by players round a ring.
    #[must_use]
    pub fn is_ring(&'static self) -> bool {
        !self.is_duel() && self.grid().quarter_turns().is_none()
    }

    /// The start position's string.
    #[must_use]
    pub fn start(&'static self) -> &'static str {
        self.family(Options::default()).start()
    }

    /// Returns the number of files and ranks of the cells' names.
    #[must_use]
    pub fn size(&'static self) -> (usize, usize) {
        (self.grid().files(), self.grid().ranks())
    }

    /// Returns the number of cells of the board.
    #[must_use]
    pub fn cells(&'static self) -> usize {
        self.grid().all().count()
    }

    fn grid(&'static self) -> &'static Grid {
        self.family(Options::default()).grid()
    }
}
