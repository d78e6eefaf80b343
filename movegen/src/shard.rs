//! [`Shard`]: a part of a job that is done in several runs.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// A part of numbered games or positions that are made in several runs, or on several machines:
/// part `part` of `of`. Parts count from 1.
///
/// ```
/// use rotunda_movegen::Shard;
/// let shard: Shard = "2/3".parse()?;
/// assert_eq!(shard, Shard { part: 2, of: 3 });
/// assert_eq!((shard.number(0), shard.number(1)), (1, 4));
/// assert!(shard.has(4) && !shard.has(5));
/// # Ok::<(), rotunda_movegen::ShardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Shard {
    /// The number of the part.
    pub part: u64,
    /// The number of parts.
    pub of: u64,
}

/// The error that a text is not a [`Shard`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShardError;

impl fmt::Display for ShardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected K/N with K from 1 to N")
    }
}

impl Error for ShardError {}

impl Shard {
    /// The whole.
    pub const ALL: Self = Self { part: 1, of: 1 };

    /// Returns the number of the item with this place in the part. Both count from 0.
    #[must_use]
    pub const fn number(self, place: u64) -> u64 {
        self.part - 1 + place * self.of
    }

    /// Returns whether the item with this number, from 0, belongs to the part.
    #[must_use]
    pub const fn has(self, number: u64) -> bool {
        number % self.of == self.part - 1
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let parts = text
            .split_once('/')
            .and_then(|(part, of)| Some(Self { part: part.parse().ok()?, of: of.parse().ok()? }));
        parts.filter(|shard| (1..=shard.of).contains(&shard.part)).ok_or(ShardError)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_counted_from_one() {
        assert_eq!("2/3".parse(), Ok(Shard { part: 2, of: 3 }));
        for wrong in ["0/2", "3/2", "1", "1/0", "a/b"] {
            assert_eq!(wrong.parse::<Shard>(), Err(ShardError), "{wrong}");
        }
        assert_eq!(Shard::ALL.to_string().parse(), Ok(Shard::ALL));
    }

    #[test]
    fn every_number_belongs_to_one_part() {
        for number in 0..20 {
            let owners = (1..=3).filter(|&part| Shard { part, of: 3 }.has(number));
            let [owner] = owners.collect::<Vec<_>>()[..] else { panic!("{number}") };
            assert_eq!(Shard { part: owner, of: 3 }.number(number / 3), number);
        }
    }
}
