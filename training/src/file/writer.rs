//! [`DataWriter`]: games become blocks, and blocks a file.

use std::io::Write;

use super::block::{MAGIC, PREFIX, checksum};
use super::error::DataError;
use super::header::Header;
use super::stored_game::StoredGame;

/// Bytes of games after which a block is closed: a second or a few of one thread's work.
pub(crate) const BLOCK: usize = 4096;

/// A block that is being filled.
#[derive(Clone, Default, Debug)]
pub(crate) struct OpenBlock {
    games: u32,
    positions: u32,
    bytes: Vec<u8>,
}

impl OpenBlock {
    /// Adds a game.
    pub fn push(&mut self, game: &StoredGame) {
        self.games += 1;
        self.positions += game.scored;
        game.write(&mut self.bytes);
    }

    /// Returns the number of bytes of the games.
    pub const fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Returns the number of bytes of the block in a file; 0 if it has no game.
    pub const fn size(&self) -> u64 {
        if self.is_empty() { 0 } else { (PREFIX + self.bytes.len()) as u64 }
    }

    /// Returns whether there is no game.
    pub const fn is_empty(&self) -> bool {
        self.games == 0
    }

    /// The bytes of a file's block with these games, which are taken out.
    pub fn close(&mut self) -> Vec<u8> {
        let Self { games, positions, bytes } = std::mem::take(self);
        framed(games, positions, &bytes)
    }
}

/// Returns a block as a file has it: length, games, positions, checksum of these and of the
/// following bytes.
fn framed(games: u32, positions: u32, body: &[u8]) -> Vec<u8> {
    let mut block = Vec::with_capacity(PREFIX + body.len());
    for number in [body.len() as u32, games, positions] {
        block.extend(number.to_le_bytes());
    }
    block.extend(checksum(&block, body).to_le_bytes());
    block.extend(body);
    block
}

/// The beginning of a file: the magic bytes, and the header in a block without games.
pub(crate) fn beginning(header: &Header) -> Vec<u8> {
    let text = serde_json::to_vec(header).expect("a header has no maps with odd keys");
    [&MAGIC[..], &framed(0, 0, &text)].concat()
}

/// Writes games, block by block, each by one write.
///
/// The games decide where blocks end, so that the bytes do not depend on the order of calls.
///
/// ```
/// use rotunda_movegen::Shard;
/// use rotunda_training::{DataReader, DataWriter, Header, Recipe};
/// let header = Header {
///     version: "0".into(),
///     variant: "chess".into(),
///     classic_scoring: false,
///     team_king_loss_eliminates: false,
///     shard: Shard::ALL,
///     recipe: Recipe { seed: 1, nodes: 400, hash: 2, opening: (6, 9), imbalance: 400, temperature: 0, evaluation: None },
/// };
/// let bytes = DataWriter::new(Vec::new(), &header)?.finish()?;
/// assert_eq!(DataReader::new(&*bytes)?.header(), &header);
/// # Ok::<(), rotunda_training::DataError>(())
/// ```
#[derive(Debug)]
pub struct DataWriter<W> {
    output: W,
    block: OpenBlock,
}

impl<W: Write> DataWriter<W> {
    /// Writes the header.
    ///
    /// # Errors
    /// Returns an error if the output takes no more.
    pub fn new(mut output: W, header: &Header) -> Result<Self, DataError> {
        output.write_all(&beginning(header))?;
        Ok(Self::resumed(output, OpenBlock::default()))
    }

    /// Goes on behind the last full block of an output, with the games of an open one.
    pub(crate) const fn resumed(output: W, block: OpenBlock) -> Self {
        Self { output, block }
    }

    /// Adds a game, which is written when its block is full; whether it was.
    ///
    /// # Errors
    /// Returns an error if the output takes no more.
    pub fn push(&mut self, game: &StoredGame) -> Result<bool, DataError> {
        self.block.push(game);
        let is_full = self.block.len() >= BLOCK;
        if is_full {
            self.output.write_all(&self.block.close())?;
        }
        Ok(is_full)
    }

    /// Writes the games that are left, and gives the output back.
    ///
    /// # Errors
    /// Returns an error if the output takes no more.
    pub fn finish(mut self) -> Result<W, DataError> {
        if !self.block.is_empty() {
            self.output.write_all(&self.block.close())?;
        }
        Ok(self.output)
    }
}
