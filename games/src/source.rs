//! What a file of games says, key by key, before anything is made of it.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use toml::Spanned;

/// A text with its place in the file.
pub type Text = Spanned<String>;

/// A file: one or more games.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct File {
    pub game: Vec<Game>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Game {
    pub name: Text,
    pub title: Option<String>,
    pub rules: Option<String>,
    pub note: Option<String>,
    pub board: Spanned<Board>,
    pub piece: Vec<Piece>,
    #[serde(default)]
    pub castling: Vec<Castling>,
    #[serde(default)]
    pub lap: Vec<Lap>,
    pub start: Text,
    pub fields: Option<Spanned<Vec<Text>>>,
    pub en_passant: Option<Text>,
    pub scoring: Option<Scoring>,
    #[serde(default)]
    pub dead: Dead,
}

/// A board: the keys of all shapes, of which each has its own.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Board {
    pub shape: Text,
    pub files: Option<usize>,
    pub ranks: Option<usize>,
    pub lanes: Option<usize>,
    pub sectors: Option<usize>,
    pub size: Option<usize>,
    pub holes: Option<Text>,
    pub letters: Option<Text>,
    pub orthogonal: Option<Text>,
    pub diagonal: Option<Text>,
    #[serde(default)]
    pub black: BTreeMap<String, Text>,
    #[serde(default)]
    pub links: Vec<Text>,
    #[serde(default)]
    pub polygons: BTreeMap<String, Spanned<Vec<[f64; 2]>>>,
}

/// A text, or a table or list instead of it.
#[derive(Debug)]
pub enum TextOr<T> {
    Text(String),
    Other(T),
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for TextOr<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Either<T> {
            type Value = TextOr<T>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a text, or a table or list as docs/games.md shows")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
                Ok(TextOr::Text(text.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map)).map(TextOr::Other)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Self::Value, A::Error> {
                T::deserialize(SeqAccessDeserializer::new(list)).map(TextOr::Other)
            }
        }
        deserializer.deserialize_any(Either(PhantomData))
    }
}

/// Cells: White's, which are mirrored for Black, or those of both.
pub type Cells = Spanned<TextOr<Each>>;

/// Cells of each seat.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Each {
    pub white: Text,
    pub black: Text,
}

/// How a piece moves: one notation, or a list of movements.
pub type Moves = Spanned<TextOr<Vec<Motion>>>;

/// A movement: by notation, or along headings and paths.
pub type Motion = Spanned<TextOr<Ways>>;

/// What ends of the game are worth: by name, or in points.
pub type Scoring = Spanned<TextOr<Points>>;

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key of the file")]
pub struct Piece {
    pub letter: Spanned<char>,
    pub name: Option<String>,
    pub moves: Moves,
    #[serde(default)]
    pub royal: bool,
    #[serde(default)]
    pub pawn: bool,
    pub double: Option<Cells>,
    #[serde(default)]
    pub en_passant: bool,
    pub promotes_on: Option<Cells>,
    pub becomes: Option<Text>,
    pub supply: Option<Vec<u32>>,
    pub closed: Option<Cells>,
    pub changes: Option<Changes>,
    #[serde(default)]
    pub jumps: bool,
    #[serde(default)]
    pub regions: Vec<Text>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Changes {
    pub leaving: Text,
    pub into: Text,
}

/// A movement along headings or along paths that are written out.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Ways {
    pub steps: Option<Text>,
    pub slides: Option<Text>,
    pub most: Option<usize>,
    pub bent: Option<Vec<Text>>,
    pub paths: Option<BTreeMap<String, Vec<Text>>>,
    pub mode: Option<Text>,
    pub seat: Option<Text>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Castling {
    pub right: Spanned<char>,
    pub king: Text,
    pub rook: Text,
    pub safe: Text,
    pub empty: Option<Text>,
    pub code: Option<Text>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Lap {
    pub seat: Text,
    pub letter: char,
    pub before: Text,
    pub after: Text,
    pub goal: Text,
}

/// Points of a game's 100.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Points {
    pub stalemate: Option<u16>,
    pub perpetual: Option<[u16; 2]>,
    pub bare_king: Option<u16>,
}

#[derive(Deserialize, Default, Debug)]
#[serde(deny_unknown_fields)]
pub struct Dead {
    #[serde(default)]
    pub never: bool,
    pub lone: Option<Text>,
    pub one_colour: Option<Text>,
}
