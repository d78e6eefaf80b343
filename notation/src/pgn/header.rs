//! [`Header`]: the game and the start that tags name.

use rotunda_movegen::{GameRecord, Options, UnknownVariant, Variant};

use super::reader::Note;
use super::tags::Tags;
use crate::error::GameFault;

/// The names of chess in other programs, in lower case and without signs.
const NAMES_OF_CHESS: [&str; 8] = [
    "chess",
    "standard",
    "normal",
    "fromposition",
    "orthodox",
    "classical",
    "standardchess",
    "regular",
];

/// The names of Chess960 in other programs, in lower case and without signs.
const NAMES_OF_CHESS_960: [&str; 6] =
    ["chess960", "960", "fischerandom", "fischerrandom", "fischerrandomchess", "fischerandomchess"];

/// The game, its options and its start, from the tags of a PGN.
#[derive(Clone, Debug)]
pub struct Header {
    /// The game.
    pub variant: &'static Variant,
    /// The choices among its rules.
    pub options: Options,
    /// The position string of the start, if it is not the variant's own.
    pub start: Option<String>,
}

/// Returns the variant of a tag `Variant`, in any case and with any signs between its words. The
/// names of chess in other programs mean chess.
///
/// ```
/// use rotunda_notation::pgn::variant_named;
/// let name = |text: &str| variant_named(text).map(|variant| variant.name).ok();
/// assert_eq!((name("Standard"), name("From Position")), (Some("chess"), Some("chess")));
/// assert_eq!((name("Modern4 2v2"), name("gess")), (Some("modern4-2v2"), None));
/// ```
///
/// # Errors
/// Returns an error if no variant has this name.
pub fn variant_named(text: &str) -> Result<&'static Variant, UnknownVariant> {
    if let Ok(variant) = Variant::by_name(text) {
        return Ok(variant);
    }
    let wanted = bare(text);
    let found = Variant::known().find(|variant| bare(variant.name) == wanted);
    match found {
        Some(variant) => Ok(variant),
        None if NAMES_OF_CHESS.contains(&&*wanted) => Variant::by_name("chess"),
        None => Variant::by_name(text),
    }
}

/// Returns a name in lower case and without signs.
fn bare(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Returns whether a game under a name of Chess960 is one of chess: its position is one of chess
/// with all its rights to castle, so kings and rooks that may castle stand at home.
fn is_chess_by_960(name: &str, fen: &str) -> bool {
    if !NAMES_OF_CHESS_960.contains(&&*bare(name)) {
        return false;
    }
    let count = |rights: &str| rights.chars().filter(char::is_ascii_alphabetic).count();
    let rights = |fen: &str| fen.split_whitespace().nth(2).map(count);
    let chess = Variant::by_name("chess").ok();
    let read = chess.and_then(|chess| chess.game_leniently(fen).ok());
    read.is_some_and(|(game, _)| rights(&game.fen()) == rights(fen))
}

/// The header of tags, with the game at its start.
pub struct Start {
    /// The header.
    pub header: Header,
    /// The game at its start.
    pub record: GameRecord,
    /// The notes about oddities of the position string.
    pub notes: Vec<Note>,
}

impl Start {
    /// Reads the header of tags; `usual` is the variant if there is no tag `Variant`.
    ///
    /// # Errors
    /// Returns an error if there is no such variant, or the position is none of it.
    pub fn of(tags: &Tags, usual: &'static Variant) -> Result<Self, GameFault> {
        let is_known = |value: &&str| !["", "?", "-"].contains(value);
        let fen = tags.get("FEN").filter(is_known);
        let variant = tags.get("Variant").filter(is_known);
        let variant = variant.map_or(Ok(usual), |name| match fen {
            Some(fen) if is_chess_by_960(name, fen) => Variant::by_name("chess"),
            _ => variant_named(name),
        })?;
        let options = Options {
            classic_scoring: tags.get("Scoring") == Some("classic"),
            team_king_loss_eliminates: tags.get("TeamKingLoss") == Some("eliminate"),
        };
        let Some(fen) = fen else {
            let record = GameRecord::new(variant, options, None)?;
            let header = Header { variant, options, start: None };
            return Ok(Self { header, record, notes: Vec::new() });
        };
        let (record, notes) = match GameRecord::new(variant, options, Some(fen)) {
            Ok(record) => (record, Vec::new()),
            Err(_) => GameRecord::leniently(variant, options, fen)?,
        };
        let start = Some(record.game().fen()).filter(|start| *start != variant.start());
        let notes = notes.into_iter().map(Note::Position).collect();
        Ok(Self { header: Header { variant, options, start }, record, notes })
    }
}

impl Header {
    /// Adds the tags of this header.
    pub fn add_to(&self, tags: &mut Tags) {
        tags.set("Variant", self.variant.name);
        if self.options.classic_scoring {
            tags.set("Scoring", "classic");
        }
        if self.options.team_king_loss_eliminates {
            tags.set("TeamKingLoss", "eliminate");
        }
        if let Some(start) = &self.start {
            tags.set("SetUp", "1");
            tags.set("FEN", start.clone());
        }
    }
}
