//! Variants by name: those of the registry, and those that were added while the program runs.

use std::fmt;
use std::sync::{PoisonError, RwLock};

use super::game_data::GameData;
use super::registry::{REGISTRY, Variant};
use crate::families::{Draughts, Duel, Multiplayer, Rules};
use crate::geometry::Board;
use crate::position::FenError;
use crate::tables::{Spec, SpecError, VariantTables};

/// The most games that can be added. Each lives as long as the process.
const MOST: usize = 1000;

/// The added games, in their order.
static ADDED: RwLock<Vec<&'static Variant>> = RwLock::new(Vec::new());

/// The error that no variant has this name.
///
/// ```
/// let error = rotunda_movegen::Variant::by_name("gess").unwrap_err();
/// assert_eq!(error.to_string(), "no variant is called \"gess\"");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownVariant(String);

impl fmt::Display for UnknownVariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no variant is called {:?}", self.0)
    }
}

impl std::error::Error for UnknownVariant {}

/// The reason why a game cannot be added.
#[derive(Clone, PartialEq, Debug)]
pub enum AddError {
    /// A variant has this name.
    NameTaken(String),
    /// The number of added games has reached its limit.
    TooMany(usize),
    /// The specification contradicts itself.
    Spec(SpecError),
    /// The start is not a position of the game.
    Start(FenError),
}

impl fmt::Display for AddError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NameTaken(name) => write!(f, "there is a variant {name:?} already"),
            Self::TooMany(most) => write!(f, "{most} games have been added, which is the most"),
            Self::Spec(error) => write!(f, "{error}"),
            Self::Start(error) => write!(f, "the start is no position of the game: {error}"),
        }
    }
}

impl std::error::Error for AddError {}

impl Variant {
    /// Returns the variants of the registry, in the order in which the protocol lists them.
    #[must_use]
    pub fn all() -> &'static [Self] {
        &REGISTRY
    }

    /// Returns all variants with a name: those of the registry, and those that were added.
    pub fn known() -> impl Iterator<Item = &'static Self> {
        let added = ADDED.read().unwrap_or_else(PoisonError::into_inner).clone();
        REGISTRY.iter().chain(added)
    }

    /// Returns the variant with a `UCI_Variant` name.
    ///
    /// # Errors
    /// Returns an error if there is none.
    pub fn by_name(name: &str) -> Result<&'static Self, UnknownVariant> {
        let found = Self::known().find(|variant| variant.name == name);
        found.ok_or_else(|| UnknownVariant(name.to_owned()))
    }

    /// Registers games as variants. They keep their names as long as the process lives.
    ///
    /// ```
    /// use rotunda_movegen::{AddError, GameData, Layout, Spec, Variant};
    /// let spec = Spec { name: "my-chess".into(), ..Variant::by_name("chess")?.spec() };
    /// let layout = Layout::squares(&spec.grid);
    /// let (title, rules) = ("Mine".into(), String::new());
    /// let data = GameData { title, rules, spec, layout, round_table: false };
    /// Variant::add(vec![data.clone()]).map_err(|(_, error)| error)?;
    /// assert_eq!(Variant::by_name("my-chess")?.game().legal_moves().len(), 20);
    /// let again = Variant::add(vec![data]).unwrap_err();
    /// assert_eq!(again, (0, AddError::NameTaken("my-chess".into())));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns the index of the wrong game and the reason if a variant has its name, or if it
    /// contradicts itself. Then no game is added.
    pub fn add(games: Vec<GameData>) -> Result<Vec<&'static Self>, (usize, AddError)> {
        for (index, game) in games.iter().enumerate() {
            check(game).map_err(|error| (index, error))?;
        }
        let mut added = ADDED.write().unwrap_or_else(PoisonError::into_inner);
        for (index, game) in games.iter().enumerate() {
            let name = &game.spec.name;
            let is_known = REGISTRY.iter().chain(added.iter().copied()).any(|v| v.name == name);
            if is_known || games[..index].iter().any(|other| other.spec.name == *name) {
                return Err((index, AddError::NameTaken(name.clone())));
            }
            if added.len() + games.len() > MOST {
                return Err((index, AddError::TooMany(MOST)));
            }
        }
        let leak = |game| -> &'static Self { Box::leak(Box::new(Self::of_data(game))) };
        let new: Vec<_> = games.into_iter().map(leak).collect();
        added.extend(&new);
        Ok(new)
    }

    /// Creates a variant that is not found by its name, so that it may have another one's name. It
    /// lives as long as the process.
    ///
    /// # Errors
    /// Returns an error if the game contradicts itself.
    pub fn unlisted(game: GameData) -> Result<&'static Self, AddError> {
        check(&game)?;
        Ok(Box::leak(Box::new(Self::of_data(game))))
    }
}

/// Refuses a game that contradicts itself.
fn check(game: &GameData) -> Result<(), AddError> {
    let spec = &game.spec;
    let jumps = spec.kinds.iter().any(|kind| kind.jumps);
    match (spec.seats(), spec.grid.cells()) {
        (1, _) => Err(AddError::Spec(SpecError::Seats(spec.kinds[0].letter))),
        (0, _) => starts::<Duel, 1>(spec),
        (_, 0..=128) if game.is_table() => starts::<Multiplayer, 1>(spec),
        _ if game.is_table() => starts::<Multiplayer, 2>(spec),
        _ if jumps => starts::<Draughts, 1>(spec),
        (_, 0..=128) => starts::<Duel, 1>(spec),
        _ => starts::<Duel, 2>(spec),
    }
}

/// Refuses a game that cannot be compiled, or whose start is not a position of it.
fn starts<R: Rules<W>, const W: usize>(spec: &Spec) -> Result<(), AddError> {
    let tables = VariantTables::<W>::compile(spec.clone()).map_err(AddError::Spec)?;
    R::parse(&tables, tables.start()).map(drop).map_err(AddError::Start)
}
