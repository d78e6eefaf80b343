//! Reading files of games.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use rotunda_movegen::{AddError, Cell, GameData, Variant};

use crate::compile::{compile, place};
use crate::ends::descriptions;
use crate::findings::{findings, most_moves};
use crate::kinds::ROOM;
use crate::moves::picture;
use crate::plane::Plane;
use crate::problem::{FileError, Problem};
use crate::source;
use crate::strays::strays;
use crate::wording::malformed;
use crate::zones;

/// The largest file of games, in bytes.
pub const LARGEST: u64 = 1 << 20;
/// The most games of a file.
pub const GAMES: usize = 32;

/// A game of a file, compiled to data.
#[derive(Debug)]
pub struct FileGame {
    data: GameData,
    plane: Plane,
    source: source::Game,
    /// The file and its text, for errors.
    origin: Arc<(String, String)>,
}

impl FileGame {
    /// Returns the game as data.
    #[must_use]
    pub const fn data(&self) -> &GameData {
        &self.data
    }

    /// Returns the game as a variant that is not registered under its name.
    ///
    /// # Errors
    /// Returns an error if the game contradicts itself.
    pub fn unlisted(&self) -> Result<&'static Variant, FileError> {
        let (file, text) = &*self.origin;
        Variant::unlisted(self.data.clone())
            .map_err(|error| FileError::new(file, text, place(&self.source, &error)))
    }

    /// Describes the limits of a game without progress, a line for each. It is empty round a table,
    /// where limits follow from the number of players.
    #[must_use]
    pub fn limits(&self) -> Vec<String> {
        let spec = &self.data.spec;
        if self.data.round_table { Vec::new() } else { descriptions(spec.limits, spec.scoring) }
    }

    /// Returns suspicious properties of the game, each in a line; empty if there are none.
    #[must_use]
    pub fn findings(&self) -> Vec<String> {
        let mut found = findings(&self.plane, &self.data.spec, &self.source);
        if let Ok(variant) = self.unlisted() {
            let pieces = variant.game().pieces();
            found.extend(strays(&self.plane, &self.source, &pieces));
        }
        found
    }

    /// Returns an upper bound of the legal moves of a side with the pieces of the start, or the
    /// kinds that these may become.
    #[must_use]
    pub fn most_moves(&self) -> usize {
        most_moves(&self.plane, &self.data.spec)
    }

    /// Returns a picture in letters of the moves of each kind of piece from a cell, or from the
    /// middle.
    ///
    /// # Errors
    /// Returns an error if no cell has this name.
    pub fn moves_from(&self, cell: Option<&str>) -> Result<String, String> {
        let grid = &self.plane.grid;
        let middle = (grid.files() / 2, (grid.ranks() - 1) / 2);
        let distance = |cell: &Cell| {
            let (file, rank) = grid.place(*cell);
            file.abs_diff(middle.0) + rank.abs_diff(middle.1)
        };
        let named = |name: &str| name.is_ascii().then(|| grid.named(name)).flatten();
        let from = cell.map_or_else(|| grid.all().min_by_key(distance), named);
        let from = from.ok_or_else(|| format!("{:?} is no cell", cell.unwrap_or_default()))?;
        Ok(picture(&self.plane, &self.data.spec.kinds, from))
    }

    /// Returns pictures in letters of the cells where each kind promotes, goes several steps and
    /// cannot stand, of the goals of kings, and the castlings; empty if the game has none of these.
    #[must_use]
    pub fn zones(&self) -> String {
        zones::picture(&self.plane, &self.data.spec)
    }
}

/// Reads the games of a text. `file` is its name in errors.
///
/// # Errors
/// Returns the first problem if the text is malformed or a game is impossible.
pub fn read(file: &str, text: &str) -> Result<Vec<FileGame>, FileError> {
    let fail = |problem| FileError::new(file, text, problem);
    if text.len() as u64 > LARGEST {
        return Err(FileError::unread(file, too_large()));
    }
    // Interfaces pass such files to Fairy-Stockfish by the same option.
    if Path::new(file).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("ini")) {
        let message =
            "this looks like a file for Fairy-Stockfish; 'rotunda import' makes one of it";
        return Err(FileError::unread(file, message));
    }
    let parsed: source::File =
        toml::from_str(text).map_err(|error| fail(malformed(text, &error)))?;
    if !(1..=GAMES).contains(&parsed.game.len()) {
        let message = format!("{} games, where 1 to {GAMES} are possible", parsed.game.len());
        return Err(fail(Problem::new(0..0, message, "[[game]]")));
    }
    let origin = Arc::new((file.to_owned(), text.to_owned()));
    let mut room = ROOM;
    for (index, game) in parsed.game.iter().enumerate() {
        if parsed.game[..index].iter().any(|other| other.name.get_ref() == game.name.get_ref()) {
            let message = format!("two games of the file have the name {:?}", game.name.get_ref());
            return Err(fail(Problem::new(game.name.span(), message, "")));
        }
    }
    let game = |source: source::Game| {
        let (data, plane) = compile(&source, &mut room).map_err(fail)?;
        Ok(FileGame { data, plane, source, origin: Arc::clone(&origin) })
    };
    parsed.game.into_iter().map(game).collect()
}

fn too_large() -> String {
    format!("a file of games has {LARGEST} bytes at most")
}

/// Reads the text of a file, up to the largest size of a file of games.
fn text(path: &Path) -> Result<String, FileError> {
    let name = path.display().to_string();
    let fail = |message: String| FileError::unread(&name, message);
    // Opening a pipe would block.
    let about = fs::metadata(path).map_err(|error| fail(error.to_string()))?;
    if !about.is_file() {
        return Err(fail("this is no file".into()));
    }
    let file = File::open(path).map_err(|error| fail(error.to_string()))?;
    let mut bytes = Vec::new();
    let read = file.take(LARGEST + 1).read_to_end(&mut bytes);
    read.map_err(|error| fail(error.to_string()))?;
    if bytes.len() as u64 > LARGEST {
        return Err(fail(too_large()));
    }
    let text = String::from_utf8(bytes).map_err(|_| fail("this is no text in UTF-8".into()))?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned())
}

/// Registers the games of a text as variants. `file` is its name in errors. A game that was added
/// before is the same variant again, see [`Variant::add`].
///
/// # Errors
/// Returns an error if the text is malformed, a game contradicts itself, or another variant has its
/// name. Then no game of the text is added.
pub fn add(file: &str, text: &str) -> Result<Vec<&'static Variant>, FileError> {
    registered(file, text, Variant::add)
}

/// Registers the games of a text as [`add`] does, in the places of added games with the same names,
/// see [`Variant::replace`].
///
/// ```
/// let text = r#"
/// [[game]]
/// name = "duel-of-kings"
/// start = "2k/3/K2 w - - 0 1"
/// board = { shape = "rectangle", files = 3, ranks = 3 }
/// piece = [{ letter = "K", moves = "K", royal = true }]
/// "#;
/// let before = rotunda_games::add("kings.toml", text)?[0];
/// let changed = text.replace("2k/3/K2", "1k1/3/1K1");
/// assert!(rotunda_games::add("kings.toml", &changed).is_err());
/// let after = rotunda_games::replace("kings.toml", &changed)?[0];
/// assert_eq!((before.game().legal_moves().len(), after.game().legal_moves().len()), (2, 2));
/// assert_eq!(rotunda_movegen::Variant::by_name("duel-of-kings")?.start(), after.start());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns an error if the text is malformed, a game contradicts itself, or a built-in game has its
/// name. Then nothing changes.
pub fn replace(file: &str, text: &str) -> Result<Vec<&'static Variant>, FileError> {
    registered(file, text, Variant::replace)
}

/// The variants of games, or the index of a wrong game and the reason.
type Registered = Result<Vec<&'static Variant>, (usize, AddError)>;

/// Registers the games of a text by a function for their data.
fn registered(
    file: &str,
    text: &str,
    register: impl FnOnce(Vec<GameData>) -> Registered,
) -> Result<Vec<&'static Variant>, FileError> {
    let games = read(file, text)?;
    let data = games.iter().map(|game| game.data.clone()).collect();
    register(data)
        .map_err(|(index, error)| FileError::new(file, text, place(&games[index].source, &error)))
}

/// Reads the games of a file, as [`read`] does.
///
/// # Errors
/// Returns an error if the file cannot be read, and those of [`read`].
pub fn read_file(path: &Path) -> Result<Vec<FileGame>, FileError> {
    read(&path.display().to_string(), &text(path)?)
}

/// Registers the games of a file as variants, as [`add`] does.
///
/// # Errors
/// Returns an error if the file cannot be read, and those of [`add`].
pub fn load(path: &Path) -> Result<Vec<&'static Variant>, FileError> {
    add(&path.display().to_string(), &text(path)?)
}

/// Registers the games of a file as [`replace`] does, so that a file that has changed can be loaded
/// again.
///
/// # Errors
/// Returns an error if the file cannot be read, and those of [`replace`].
pub fn reload(path: &Path) -> Result<Vec<&'static Variant>, FileError> {
    replace(&path.display().to_string(), &text(path)?)
}
