//! The values of a file: with their places, and texts that may be tables.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// A value with its place in the file.
#[derive(Deserialize, Clone, Debug)]
#[serde(transparent)]
pub struct Spanned<T>(toml::Spanned<T>);

impl<T> Spanned<T> {
    /// Creates a value that stands at these bytes of the file.
    pub fn new(span: Range<usize>, value: T) -> Self {
        Self(toml::Spanned::new(span, value))
    }

    /// Returns the bytes of the file where the value stands.
    pub fn span(&self) -> Range<usize> {
        self.0.span()
    }

    /// Returns the value.
    pub fn get_ref(&self) -> &T {
        self.0.get_ref()
    }
}

/// Two numbers in a list. A reader of arrays would ignore further ones.
#[derive(Deserialize, Clone, Copy, Debug)]
#[serde(try_from = "Vec<T>")]
pub struct Pair<T>(pub [T; 2]);

impl<T> TryFrom<Vec<T>> for Pair<T> {
    type Error = String;

    fn try_from(list: Vec<T>) -> Result<Self, String> {
        let count = list.len();
        let pair = list.try_into();
        let pair = pair.map_err(|_| format!("a list of {count}, where two numbers belong"))?;
        Ok(Self(pair))
    }
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
