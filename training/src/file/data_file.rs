//! [`DataFile`]: a file of training data for writing, which survives a kill at any moment.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::Path;
use std::time::{Duration, Instant};

use super::block::DataReader;
use super::error::DataError;
use super::header::Header;
use super::stored_game::StoredGame;
use super::training_error::FileProblem;
use super::writer::{BLOCK, DataWriter, OpenBlock, beginning};

/// The interval at which the file is synced to disk against a loss of power. A killed process needs
/// no sync.
const SYNC: Duration = Duration::from_secs(1);

/// A file of training data for writing, which is locked as long as it is open.
#[derive(Debug)]
pub(crate) struct DataFile {
    file: File,
    writer: DataWriter<File>,
    /// The games in the file and in the open block.
    pub games: u64,
    /// The positions with a score in the file and in the open block.
    pub positions: u64,
    synced: Instant,
}

impl DataFile {
    /// Opens a file, which may already have games only with `resume`. It cuts off an incomplete
    /// last block.
    ///
    /// # Errors
    /// Returns an error if it cannot be read or written, is in use, or has other contents.
    pub fn open(path: &Path, header: &Header, resume: bool) -> Result<Self, FileProblem> {
        let options = OpenOptions::new().read(true).append(true).create(true).open(path);
        let mut file = options?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => FileProblem::InUse,
            TryLockError::Error(error) => error.into(),
        })?;
        if file.metadata()?.len() > 0 && !resume {
            return Err(FileProblem::NotResumed);
        }
        let held = Held::of(&file, header)?;
        file.set_len(held.full)?;
        file.seek(SeekFrom::End(0))?;
        let output = file.try_clone()?;
        let writer = match held.full {
            0 => DataWriter::new(output, header)?,
            _ => DataWriter::resumed(output, held.open),
        };
        let Held { games, positions, .. } = held;
        Ok(Self { file, writer, games, positions, synced: Instant::now() })
    }

    /// Adds a game, which is written when its block is full.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn push(&mut self, game: &StoredGame) -> Result<(), DataError> {
        self.games += 1;
        self.positions += u64::from(game.scored);
        if self.writer.push(game)? && self.synced.elapsed() >= SYNC {
            self.file.sync_data()?;
            self.synced = Instant::now();
        }
        Ok(())
    }

    /// Writes the remaining games. Then the file is complete.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn finish(self) -> Result<(), DataError> {
        Ok(self.writer.finish()?.sync_all()?)
    }
}

/// The contents of a file to continue.
#[derive(Default)]
struct Held {
    games: u64,
    positions: u64,
    /// The bytes to the end of the last full block.
    full: u64,
    /// The games of a short block after that, which only a finished file has: the command may now
    /// want more games.
    open: OpenBlock,
}

impl Held {
    fn of(mut file: &File, header: &Header) -> Result<Self, FileProblem> {
        match DataReader::new(BufReader::new(file)) {
            Ok(mut reader) => {
                agree(reader.header(), header)?;
                Self::count(&mut reader)
            }
            Err(DataError::Torn { .. }) if is_begun(&mut file, header) => Ok(Self::default()),
            Err(error) => Err(error.into()),
        }
    }

    fn count(reader: &mut DataReader<impl Read>) -> Result<Self, FileProblem> {
        let mut held = Self::default();
        loop {
            let offset = reader.offset();
            let block = match reader.next_block() {
                Ok(Some(block)) if held.open.is_empty() => block,
                Ok(Some(_)) => return Err(FileProblem::ShortBlock),
                Ok(None) | Err(DataError::Torn { .. }) => {
                    return Ok(Self { full: offset - held.open.size(), ..held });
                }
                Err(DataError::Damaged { offset }) => {
                    return Err(FileProblem::DamagedBlock { offset });
                }
                Err(error) => return Err(error.into()),
            };
            held.games += u64::from(block.games);
            held.positions += u64::from(block.positions);
            if block.len() < BLOCK {
                for game in block.records() {
                    held.open.push(&game?);
                }
            }
        }
    }
}

/// Returns whether a file is a beginning of a file with this header.
fn is_begun(file: &mut &File, header: &Header) -> bool {
    let mut bytes = Vec::new();
    let read = file.rewind().and_then(|()| file.read_to_end(&mut bytes));
    read.is_ok() && beginning(header).starts_with(&bytes)
}

/// Checks that games of `asked` may follow those of a file with the header `found`.
fn agree(found: &Header, asked: &Header) -> Result<(), FileProblem> {
    if found == asked {
        return Ok(());
    }
    Err(FileProblem::OtherGames { found: Box::new(found.clone()), asked: Box::new(asked.clone()) })
}
