//! [`StoredGame`]: a game as it is stored in a file, without a board.

use std::fmt;

use integer_encoding::VarInt;
use rotunda_movegen::{FULL, Reason, SEATS};

use super::error::DataError;

/// The most bytes of a game; longer ones are not read.
pub(crate) const MAX_GAME: usize = 1 << 20;

/// The end of a game: by the rules, or by a decision of self-play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Ending {
    /// A rule of the game ended it; the numbers are those of docs/data.md.
    Rule(u8),
    /// Both players' searches have announced the same mate again and again.
    MateAnnounced,
    /// There was no progress for long, and no search saw an advantage.
    Level,
    /// The game was too long. Its points have no meaning.
    Unfinished,
}

/// The reasons of the rules, by their numbers in files.
const REASONS: [Reason; 12] = [
    Reason::Checkmate,
    Reason::Stalemate,
    Reason::Goal,
    Reason::InsufficientMaterial,
    Reason::Threefold,
    Reason::PerpetualCheck,
    Reason::FiftyMoves,
    Reason::BareKing,
    Reason::LastStanding,
    Reason::AllPass,
    Reason::Repetition,
    Reason::NoProgress,
];
/// The numbers of the other endings.
const MATE_ANNOUNCED: u8 = 64;
/// See [`MATE_ANNOUNCED`].
const LEVEL: u8 = 65;
/// See [`MATE_ANNOUNCED`].
const UNFINISHED: u8 = 66;

impl Ending {
    /// Returns the ending by a rule.
    #[must_use]
    pub fn by(reason: Reason) -> Self {
        let number = REASONS.iter().position(|&other| other == reason);
        Self::Rule(number.map_or(u8::MAX, |number| number as u8))
    }

    /// Returns the rule that ended the game, if there was one.
    #[must_use]
    pub fn reason(self) -> Option<Reason> {
        match self {
            Self::Rule(number) => REASONS.get(usize::from(number)).copied(),
            _ => None,
        }
    }

    const fn number(self) -> u8 {
        match self {
            Self::Rule(number) => number,
            Self::MateAnnounced => MATE_ANNOUNCED,
            Self::Level => LEVEL,
            Self::Unfinished => UNFINISHED,
        }
    }

    const fn numbered(number: u8) -> Option<Self> {
        match number {
            MATE_ANNOUNCED => Some(Self::MateAnnounced),
            LEVEL => Some(Self::Level),
            UNFINISHED => Some(Self::Unfinished),
            rule if (rule as usize) < REASONS.len() => Some(Self::Rule(rule)),
            _ => None,
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self, self.reason()) {
            (_, Some(reason)) => reason.fmt(f),
            (Self::MateAnnounced, _) => f.write_str("mate-announced"),
            (Self::Level, _) => f.write_str("level"),
            _ => f.write_str("unfinished"),
        }
    }
}

/// A game as a file stores it. Only a board can decode the bytes of its plies, see
/// [`replay`](crate::replay).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredGame {
    /// The position string of the start, empty for the variant's own.
    pub start: String,
    /// The number of random plies before the first search.
    pub opening: u32,
    /// The number of plies with a search and so with a score.
    pub scored: u32,
    /// The end of the game.
    pub ending: Ending,
    /// The points of every seat, of [`FULL`].
    pub points: [u8; SEATS],
    /// The plies as bytes.
    pub(crate) plies: Vec<u8>,
}

impl StoredGame {
    /// Appends the game to a block.
    pub(crate) fn write(&self, block: &mut Vec<u8>) {
        let mut body = Vec::with_capacity(self.plies.len() + 64);
        put(&mut body, self.start.len() as u64);
        body.extend(self.start.as_bytes());
        put(&mut body, self.opening.into());
        put(&mut body, self.scored.into());
        body.push(self.ending.number());
        let seats = self.points.iter().rposition(|&points| points > 0).map_or(0, |last| last + 1);
        body.push(seats as u8);
        body.extend(&self.points[..seats]);
        body.extend(&self.plies);
        put(block, body.len() as u64);
        block.extend(body);
    }

    /// Takes the first game off a block.
    ///
    /// # Errors
    /// Returns an error if the bytes are no game.
    pub(crate) fn read(block: &mut &[u8]) -> Result<Self, DataError> {
        let length = take(block)?;
        if length > MAX_GAME as u64 {
            return Err(DataError::Malformed("a game is too long"));
        }
        let mut body = take_bytes(block, length)?;
        let length = take(&mut body)?;
        let start = std::str::from_utf8(take_bytes(&mut body, length)?);
        let start = start.map_err(|_| DataError::Malformed("a start is no text"))?.to_owned();
        let [opening, scored] = [take(&mut body)?, take(&mut body)?].map(u32::try_from);
        let counted = opening.ok().zip(scored.ok());
        let (opening, scored) = counted.ok_or(DataError::Malformed("a game has too many plies"))?;
        let [ending, seats] = *take_bytes(&mut body, 2)? else {
            return Err(DataError::Malformed("a game ends too soon"));
        };
        let ending = Ending::numbered(ending).ok_or(DataError::Malformed("an unknown ending"))?;
        let of_seats = take_bytes(&mut body, seats.into())?;
        let mut points = [0; SEATS];
        let fits = of_seats.len() <= SEATS && of_seats.iter().all(|&p| u16::from(p) <= FULL);
        if !fits {
            return Err(DataError::Malformed("impossible points"));
        }
        points[..of_seats.len()].copy_from_slice(of_seats);
        Ok(Self { start, opening, scored, ending, points, plies: body.to_vec() })
    }
}

/// Appends a number: seven bits in each byte, the lowest first. The highest bit is set if more
/// bytes follow.
pub(crate) fn put(bytes: &mut Vec<u8>, number: u64) {
    let mut buffer = [0; 10];
    let length = number.encode_var(&mut buffer);
    bytes.extend(&buffer[..length]);
}

/// Takes such a number off the front.
pub(crate) fn take(bytes: &mut &[u8]) -> Result<u64, DataError> {
    let (number, length) =
        u64::decode_var(bytes).ok_or(DataError::Malformed("a number ends too soon"))?;
    *bytes = bytes.get(length..).unwrap_or_default();
    Ok(number)
}

/// Takes so many bytes off the front.
fn take_bytes<'a>(bytes: &mut &'a [u8], length: u64) -> Result<&'a [u8], DataError> {
    let parts = usize::try_from(length).ok().and_then(|length| bytes.split_at_checked(length));
    let (taken, rest) = parts.ok_or(DataError::Malformed("a game ends too soon"))?;
    *bytes = rest;
    Ok(taken)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_come_back() {
        let game = StoredGame {
            start: "8/8".into(),
            opening: 7,
            scored: 300,
            ending: Ending::by(Reason::BareKing),
            points: [48, 52, 0, 0, 0, 0],
            plies: vec![1, 2, 3],
        };
        let mut block = Vec::new();
        game.write(&mut block);
        game.write(&mut block);
        let mut rest = &*block;
        for _ in 0..2 {
            assert_eq!(StoredGame::read(&mut rest).expect("a game"), game);
        }
        assert!(rest.is_empty());
        for end in 0..block.len() / 2 {
            assert!(StoredGame::read(&mut &block[..end]).is_err());
        }
    }

    #[test]
    fn every_ending_has_a_number() {
        let rules = REASONS.map(Ending::by);
        let others = [Ending::MateAnnounced, Ending::Level, Ending::Unfinished];
        for ending in rules.into_iter().chain(others) {
            assert_eq!(Ending::numbered(ending.number()), Some(ending));
        }
        assert_eq!(Ending::numbered(99), None);
    }
}
