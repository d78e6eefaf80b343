//! [`Block`] and [`DataReader`]: files are read block by block.

use std::io::Read;

use super::error::DataError;
use super::header::Header;
use super::stored_game::StoredGame;

/// The first bytes of a file; the last one is the version of the format.
pub(crate) const MAGIC: [u8; 8] = *b"\x89RTDATA\x01";
/// The bytes before the games of a block: four numbers of four bytes, the lowest byte first.
pub(crate) const PREFIX: usize = 16;
/// The most bytes of a block's games.
const MAX_BLOCK: u32 = 1 << 24;

/// A block of whole games in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// The number of games.
    pub games: u32,
    /// The number of their positions with a score.
    pub positions: u32,
    bytes: Vec<u8>,
}

impl Block {
    /// The games.
    pub fn records(&self) -> impl Iterator<Item = Result<StoredGame, DataError>> + '_ {
        let mut rest = &*self.bytes;
        (0..self.games).scan(false, move |failed, _| {
            if *failed {
                return None;
            }
            let game = StoredGame::read(&mut rest);
            *failed = game.is_err();
            Some(game)
        })
    }

    /// Returns the number of bytes of the games.
    pub(crate) const fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Returns the number of bytes of the block in a file.
    pub(crate) const fn size(&self) -> u64 {
        (PREFIX + self.bytes.len()) as u64
    }
}

/// The checksum of a block.
pub(crate) fn checksum(counts: &[u8], body: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(counts);
    hasher.update(body);
    hasher.finalize()
}

/// Reads a file of training data block by block.
///
/// ```
/// use rotunda_training::{DataError, DataReader};
/// let error = DataReader::new(&b"anything else"[..]).err();
/// assert!(matches!(error, Some(DataError::Foreign)));
/// ```
#[derive(Debug)]
pub struct DataReader<R> {
    input: R,
    header: Header,
    /// The byte at which the next block begins.
    offset: u64,
}

impl<R: Read> DataReader<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// Returns an error if the input cannot be read, or is not training data.
    pub fn new(mut input: R) -> Result<Self, DataError> {
        let mut magic = Vec::new();
        input.by_ref().take(MAGIC.len() as u64).read_to_end(&mut magic)?;
        if magic != MAGIC {
            let is_torn = MAGIC.starts_with(&magic);
            return Err(if is_torn { DataError::Torn { offset: 0 } } else { DataError::Foreign });
        }
        let offset = MAGIC.len() as u64;
        let block = read_block(&mut input, offset)?.ok_or(DataError::Torn { offset })?;
        let header = serde_json::from_slice(&block.bytes);
        let header = header.map_err(|_| DataError::Malformed("an unreadable header"))?;
        Ok(Self { input, header, offset: offset + block.size() })
    }

    /// Returns the header of the file.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the byte at which the next block begins.
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// The next block, or `None` at the end of the file.
    ///
    /// # Errors
    /// Returns an error if it cannot be read, is damaged, or is incomplete.
    pub fn next_block(&mut self) -> Result<Option<Block>, DataError> {
        let block = read_block(&mut self.input, self.offset)?;
        self.offset += block.as_ref().map_or(0, Block::size);
        Ok(block)
    }
}

fn read_block(input: &mut impl Read, offset: u64) -> Result<Option<Block>, DataError> {
    let mut prefix = Vec::with_capacity(PREFIX);
    input.by_ref().take(PREFIX as u64).read_to_end(&mut prefix)?;
    if prefix.is_empty() {
        return Ok(None);
    }
    let Ok(prefix) = <[u8; PREFIX]>::try_from(prefix) else {
        return Err(DataError::Torn { offset });
    };
    let number = |at: usize| u32::from_le_bytes(std::array::from_fn(|byte| prefix[at + byte]));
    let [length, games, positions, sum] = [0, 4, 8, 12].map(number);
    if length > MAX_BLOCK {
        return Err(DataError::Damaged { offset });
    }
    let mut bytes = Vec::new();
    input.by_ref().take(length.into()).read_to_end(&mut bytes)?;
    if bytes.len() < length as usize {
        return Err(DataError::Torn { offset });
    }
    if checksum(&prefix[..12], &bytes) != sum {
        return Err(DataError::Damaged { offset });
    }
    Ok(Some(Block { games, positions, bytes }))
}
