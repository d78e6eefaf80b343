//! Variants by name: those of the registry, and those that were added while the program runs.

use std::fmt;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use super::game_data::GameData;
use super::registry::{REGISTRY, Variant};
use crate::families::{Draughts, Duel, Multiplayer, Rules};
use crate::geometry::Board;
use crate::position::FenError;
use crate::tables::{Spec, SpecError, VariantTables};

/// The most games that can be listed besides those of the registry.
const MOST: usize = 1000;

/// The games that were brought in while the program runs.
static GAMES: RwLock<Games> = RwLock::new(Games { made: Vec::new(), listed: Vec::new() });

/// Games that were brought in while the program runs. Positions borrow their tables, so they live
/// as long as the process.
struct Games {
    /// All of them, no two alike.
    made: Vec<&'static Variant>,
    /// Those that are found by their names, in their order.
    listed: Vec<&'static Variant>,
}

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
    /// Another variant has this name.
    NameTaken(String),
    /// The number of listed games has reached its limit.
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
            Self::TooMany(most) => write!(f, "{most} games at most can be added"),
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
        REGISTRY.iter().chain(games().listed.clone())
    }

    /// Returns the variant with a `UCI_Variant` name.
    ///
    /// # Errors
    /// Returns an error if there is none.
    pub fn by_name(name: &str) -> Result<&'static Self, UnknownVariant> {
        let found = Self::known().find(|variant| variant.name == name);
        found.ok_or_else(|| UnknownVariant(name.to_owned()))
    }

    /// Registers games as variants. They keep their names until [`Variant::remove`]. A game that
    /// was brought in before, with the same data, is the same variant again.
    ///
    /// ```
    /// use rotunda_movegen::{AddError, GameData, Layout, Spec, Variant};
    /// let spec = Spec { name: "my-chess".into(), ..Variant::by_name("chess")?.spec() };
    /// let layout = Layout::squares(&spec.grid);
    /// let (title, rules) = ("Mine".into(), String::new());
    /// let data = GameData { title, rules, spec, layout, round_table: false };
    /// let added = Variant::add(vec![data.clone()]).map_err(|(_, error)| error)?;
    /// assert_eq!(Variant::by_name("my-chess")?.game().legal_moves().len(), 20);
    /// let again = Variant::add(vec![data.clone()]).map_err(|(_, error)| error)?;
    /// assert!(std::ptr::eq(again[0], added[0]));
    /// let other = GameData { title: "Yours".into(), ..data };
    /// let refused = Variant::add(vec![other]).unwrap_err();
    /// assert_eq!(refused, (0, AddError::NameTaken("my-chess".into())));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns the index of the wrong game and the reason if another variant has its name, or if it
    /// contradicts itself. Then no game is added.
    pub fn add(games: Vec<GameData>) -> Result<Vec<&'static Self>, (usize, AddError)> {
        check_new(&games)?;
        games_mut().list(games, false, MOST)
    }

    /// Registers games as [`Variant::add`] does, in the places of added games with the same names,
    /// which are removed.
    ///
    /// # Errors
    /// Returns the index of the wrong game and the reason if a variant of the registry or an
    /// earlier game of the list has its name, or if it contradicts itself. Then nothing changes.
    pub fn replace(games: Vec<GameData>) -> Result<Vec<&'static Self>, (usize, AddError)> {
        check_new(&games)?;
        games_mut().list(games, true, MOST)
    }

    /// Removes an added game from the list, so that its name is free again, and returns it; `None`
    /// if no added game has the name.
    ///
    /// Games in progress go on. Since they borrow the variant's data and compiled tables, this
    /// memory stays taken as long as the process lives. To add the same data again takes no more.
    ///
    /// ```
    /// use rotunda_movegen::{GameData, Layout, Spec, Variant};
    /// let spec = Spec { name: "mine".into(), ..Variant::by_name("chess")?.spec() };
    /// let layout = Layout::squares(&spec.grid);
    /// let (title, rules) = ("Mine".into(), String::new());
    /// let data = GameData { title, rules, spec, layout, round_table: false };
    /// let added = Variant::add(vec![data]).map_err(|(_, error)| error)?;
    /// let mut game = added[0].game();
    /// assert!(Variant::remove("mine").is_some_and(|mine| std::ptr::eq(mine, added[0])));
    /// assert!(Variant::by_name("mine").is_err() && Variant::remove("mine").is_none());
    /// game.play_text("e2e4")?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use = "it is None if no added game has the name"]
    pub fn remove(name: &str) -> Option<&'static Self> {
        games_mut().remove(name)
    }

    /// Creates a variant that is not found by its name, so that it may have another one's name. It
    /// lives as long as the process. A game that was brought in before, with the same data, is the
    /// same variant again.
    ///
    /// # Errors
    /// Returns an error if the game contradicts itself.
    pub fn unlisted(game: GameData) -> Result<&'static Self, AddError> {
        let made = games().made(&game);
        if let Some(made) = made {
            return Ok(made);
        }
        check(&game)?;
        Ok(games_mut().make(game))
    }
}

fn games() -> RwLockReadGuard<'static, Games> {
    GAMES.read().unwrap_or_else(PoisonError::into_inner)
}

fn games_mut() -> RwLockWriteGuard<'static, Games> {
    GAMES.write().unwrap_or_else(PoisonError::into_inner)
}

impl Games {
    /// Returns the variant that was made of these data.
    fn made(&self, data: &GameData) -> Option<&'static Variant> {
        let mut named = self.made.iter().filter(|variant| variant.name == data.spec.name);
        named.find(|variant| variant.is_made_of(data)).copied()
    }

    /// Returns the variant of a sound game; it is made if there is none.
    fn make(&mut self, data: GameData) -> &'static Variant {
        self.made(&data).unwrap_or_else(|| {
            let new: &'static Variant = Box::leak(Box::new(Variant::of_data(data)));
            self.made.push(new);
            new
        })
    }

    /// Returns the place of a name in the list.
    fn place(&self, name: &str) -> Option<usize> {
        self.listed.iter().position(|variant| variant.name == name)
    }

    /// Lists sound games, see [`Variant::add`] and, if `replaces`, [`Variant::replace`]. There are
    /// `most` games at most in the list.
    fn list(
        &mut self,
        games: Vec<GameData>,
        replaces: bool,
        most: usize,
    ) -> Result<Vec<&'static Variant>, (usize, AddError)> {
        let mut count = self.listed.len();
        for (index, game) in games.iter().enumerate() {
            let name = &game.spec.name;
            let place = self.place(name);
            let may_be_listed = |place: usize| replaces || self.listed[place].is_made_of(game);
            if REGISTRY.iter().any(|variant| variant.name == name)
                || games[..index].iter().any(|other| other.spec.name == *name)
                || !place.is_none_or(may_be_listed)
            {
                return Err((index, AddError::NameTaken(name.clone())));
            }
            count += usize::from(place.is_none());
            if count > most {
                return Err((index, AddError::TooMany(most)));
            }
        }
        let mut list = |game: GameData| {
            let variant = self.make(game);
            match self.place(variant.name) {
                Some(place) => self.listed[place] = variant,
                None => self.listed.push(variant),
            }
            variant
        };
        Ok(games.into_iter().map(&mut list).collect())
    }

    /// Removes a game from the list, see [`Variant::remove`].
    fn remove(&mut self, name: &str) -> Option<&'static Variant> {
        self.place(name).map(|place| self.listed.remove(place))
    }
}

/// Refuses games that contradict themselves. Those that were brought in before are sound.
fn check_new(games: &[GameData]) -> Result<(), (usize, AddError)> {
    for (index, game) in games.iter().enumerate() {
        let is_made = self::games().made(game).is_some();
        if !is_made {
            check(game).map_err(|error| (index, error))?;
        }
    }
    Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::Layout;

    /// Returns a small game with a name and a title.
    fn data(name: &str, title: &str) -> GameData {
        let rollerball = Variant::by_name("rollerball").expect("known");
        let spec = Spec { name: name.into(), ..rollerball.spec() };
        let layout = Layout::squares(&spec.grid);
        GameData { title: title.into(), rules: String::new(), spec, layout, round_table: false }
    }

    fn empty() -> Games {
        Games { made: Vec::new(), listed: Vec::new() }
    }

    #[test]
    fn the_same_data_are_the_same_variant() {
        let mut games = empty();
        let first = games.list(vec![data("a", "A")], false, 9).expect("sound")[0];
        for _ in 0..1000 {
            let again = games.list(vec![data("a", "A")], false, 9).expect("the same")[0];
            assert!(std::ptr::eq(again, first));
            assert!(std::ptr::eq(games.make(data("a", "A")), first));
        }
        assert_eq!((games.made.len(), games.listed.len()), (1, 1));
        let other = games.make(data("a", "B"));
        assert!(!std::ptr::eq(other, first) && games.made.len() == 2);
        let refused = games.list(vec![data("b", ""), data("a", "B")], false, 9).unwrap_err();
        assert_eq!(refused, (1, AddError::NameTaken("a".into())));
        assert_eq!(games.listed.len(), 1, "nothing is added");
        let mut table = data("a", "A");
        table.round_table = true;
        assert!(!first.is_made_of(&table));
    }

    #[test]
    fn a_removed_game_frees_its_name_and_comes_back_as_the_same() {
        let mut games = empty();
        let first = games.list(vec![data("a", "A"), data("b", "B")], false, 2).expect("sound")[0];
        let full = games.list(vec![data("c", "C")], false, 2).unwrap_err();
        assert_eq!(full, (0, AddError::TooMany(2)));
        assert!(games.remove("a").is_some_and(|removed| std::ptr::eq(removed, first)));
        assert!(games.remove("a").is_none() && games.remove("chess").is_none());
        let changed = games.list(vec![data("a", "other")], false, 2).expect("its name is free")[0];
        assert!(!std::ptr::eq(changed, first));
        let back = games.list(vec![data("a", "A")], true, 2).expect("it replaces the other")[0];
        assert!(std::ptr::eq(back, first));
        let names: Vec<_> = games.listed.iter().map(|variant| variant.name).collect();
        assert_eq!((names, games.made.len()), (vec!["b", "a"], 3));
        let twice = games.list(vec![data("c", ""), data("c", "")], true, 9).unwrap_err();
        assert_eq!(twice, (1, AddError::NameTaken("c".into())));
        let known = games.list(vec![data("chess", "")], true, 9).unwrap_err();
        assert_eq!(known, (0, AddError::NameTaken("chess".into())));
    }
}
