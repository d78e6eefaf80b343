//! [`MatchFile`]: the file of a match, which survives a kill at any moment.
//!
//! It holds JSON lines: a [`Header`], then a [`GameRecord`] for every finished game in the order in
//! which they finished. The last field of every line, `crc32`, is the checksum of the bytes before
//! it, which reveals damage. Lines are only appended. A last line without its end was being written
//! when the match was killed, and is ignored.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use rotunda_movegen::Shard;
use serde::{Deserialize, Serialize};

use super::game_record::GameRecord;
use crate::base::error::{ArenaError, RecordError, RecordProblem};
use crate::plan::match_plan::Plan;

/// The program's version in records.
const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The version of the format.
const FORMAT: u32 = 2;
/// The version before, whose lines have no checksum; it can be read, but not resumed.
const UNCHECKED_FORMAT: u32 = 1;
/// The text before the checksum of a line, which has eight hexadecimal digits.
const CHECKSUM: &str = ",\"crc32\":\"";
/// The text after the checksum.
const LINE_END: &str = "\"}\n";
/// The number of digits of a checksum.
const DIGITS: usize = 8;
/// The interval at which the file is synced to disk against a loss of power. A killed process
/// needs no sync.
const SYNC: Duration = Duration::from_secs(1);

/// The first line of a match file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The version of the format.
    #[serde(rename = "rotunda-match")]
    pub format: u32,
    /// The version of the program.
    pub version: String,
    /// The part of the match.
    pub shard: Shard,
    /// The plan that decides which games are played.
    pub plan: Plan,
}

impl Header {
    /// Creates the header of a part of a match.
    #[must_use]
    pub fn new(plan: Plan, shard: Shard) -> Self {
        Self { format: FORMAT, version: VERSION.into(), shard, plan }
    }

    /// Checks that games of a file with this header may stand beside those of another one.
    fn agree(&self, other: &Self) -> Result<(), RecordProblem> {
        if self.format != other.format {
            return Err(RecordProblem::OldFormat { found: self.format, now: other.format });
        }
        if self.shard != other.shard {
            return Err(RecordProblem::OtherShard { found: self.shard, wanted: other.shard });
        }
        self.same_match(other)
    }

    /// Checks that the files belong to the same match.
    ///
    /// # Errors
    /// Returns the parts of the plan that differ, if the matches differ.
    pub fn same_match(&self, other: &Self) -> Result<(), RecordProblem> {
        let differences = self.plan.differences(&other.plan);
        if differences.is_empty() { Ok(()) } else { Err(RecordProblem::OtherMatch(differences)) }
    }
}

/// The file of a running match, which is locked as long as it is open.
#[derive(Debug)]
pub(crate) struct MatchFile {
    file: File,
    synced: Instant,
}

impl MatchFile {
    /// Opens the file of a match, and passes on all its games.
    ///
    /// # Errors
    /// Returns an error if it cannot be read or written, is not a match file or damaged, belongs to
    /// another match, is in use, or holds games without `resume`.
    pub fn open(
        path: &Path,
        header: &Header,
        resume: bool,
        on_game: &mut dyn FnMut(GameRecord) -> Result<(), RecordError>,
    ) -> Result<Self, RecordError> {
        let named = |error: io::Error| in_file(path, error);
        let options = OpenOptions::new().read(true).append(true).create(true).open(path);
        let mut file = options.map_err(named)?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => in_file(path, RecordProblem::InUse),
            TryLockError::Error(error) => named(error),
        })?;
        let length = file.metadata().map_err(named)?.len();
        let mut lines = Lines::new(BufReader::new(&file), path);
        let found = lines.header();
        if length > 0 && !resume {
            // A header that was cut off is a record too, which `--resume` completes.
            let is_record = match &found {
                Ok(None) => {
                    let whole = checked_line(header).map_err(named)?;
                    whole.as_bytes().starts_with(&lines.rest)
                }
                Err(RecordError { problem: RecordProblem::NoHeader(_), .. }) => false,
                Ok(Some(_)) | Err(_) => true,
            };
            let problem =
                if is_record { RecordProblem::NotResumed } else { RecordProblem::Foreign };
            return Err(in_file(path, problem));
        }
        let found = found?;
        if let Some(found) = &found {
            found.agree(header).map_err(|problem| in_file(path, problem))?;
            while let Some(game) = lines.next_as::<GameRecord>()? {
                on_game(game)?;
            }
        } else if !checked_line(header).map_err(named)?.as_bytes().starts_with(&lines.rest) {
            return Err(in_file(path, RecordProblem::Foreign));
        }
        let whole = lines.whole;
        file.set_len(whole).map_err(named)?;
        file.seek(SeekFrom::End(0)).map_err(named)?;
        let mut match_file = Self { file, synced: Instant::now() };
        if found.is_none() {
            match_file.write(header).map_err(named)?;
        }
        Ok(match_file)
    }

    /// Passes on all games of the file again.
    pub fn replay(
        &mut self,
        path: &Path,
        on_game: &mut dyn FnMut(GameRecord) -> Result<(), ArenaError>,
    ) -> Result<(), ArenaError> {
        self.file.seek(SeekFrom::Start(0)).map_err(|error| in_file(path, error))?;
        let mut lines = Lines::new(BufReader::new(&self.file), path);
        lines.header()?;
        while let Some(game) = lines.next_as::<GameRecord>()? {
            on_game(game)?;
        }
        Ok(())
    }

    /// Appends a game.
    pub fn append(&mut self, game: &GameRecord) -> io::Result<()> {
        self.write(game)
    }

    fn write(&mut self, line: &impl Serialize) -> io::Result<()> {
        self.file.write_all(checked_line(line)?.as_bytes())?;
        if self.synced.elapsed() >= SYNC {
            self.file.sync_data()?;
            self.synced = Instant::now();
        }
        Ok(())
    }
}

/// Returns a value as a line with its checksum.
fn checked_line(value: &impl Serialize) -> io::Result<String> {
    let mut text = serde_json::to_string(value)?;
    // The checksum is the last field of the object.
    text.truncate(text.len() - 1);
    let checksum = crc32fast::hash(text.as_bytes());
    Ok(format!("{text}{CHECKSUM}{checksum:08x}{LINE_END}"))
}

/// Returns whether a line has the checksum of its bytes.
fn is_intact(line: &[u8]) -> bool {
    let body = line.strip_suffix(LINE_END.as_bytes()).and_then(|line| {
        let (line, digits) = line.split_at_checked(line.len().checked_sub(DIGITS)?)?;
        Some((line.strip_suffix(CHECKSUM.as_bytes())?, digits))
    });
    body.is_some_and(|(body, digits)| format!("{:08x}", crc32fast::hash(body)).as_bytes() == digits)
}

/// Returns the error for a file as a whole.
pub(crate) fn in_file(path: &Path, problem: impl Into<RecordProblem>) -> RecordError {
    RecordError { path: path.to_owned(), line: None, problem: problem.into() }
}

/// An entry of a match file.
#[derive(Debug)]
pub(crate) enum FileEntry {
    /// Its header, which comes first.
    Header(Box<Header>),
    /// A game.
    Game(Box<GameRecord>),
}

/// Reads a match file: its header, and then every game.
///
/// # Errors
/// Returns an error if it cannot be read, is not a match file or damaged, or `on_entry` fails.
pub(crate) fn read(
    path: &Path,
    on_entry: &mut dyn FnMut(FileEntry) -> Result<(), ArenaError>,
) -> Result<(), ArenaError> {
    let file = File::open(path).map_err(|error| in_file(path, error))?;
    let mut lines = Lines::new(BufReader::new(file), path);
    let header = lines.header()?.ok_or_else(|| in_file(path, RecordProblem::Empty))?;
    on_entry(FileEntry::Header(Box::new(header)))?;
    while let Some(game) = lines.next_as::<GameRecord>()? {
        on_entry(FileEntry::Game(Box::new(game)))?;
    }
    Ok(())
}

/// The whole lines of a file.
struct Lines<'a, R> {
    input: R,
    path: &'a Path,
    number: u64,
    /// Whether lines have checksums.
    checked: bool,
    /// The bytes of the whole lines.
    whole: u64,
    /// The rest after the last whole line.
    rest: Vec<u8>,
}

impl<'a, R: BufRead> Lines<'a, R> {
    const fn new(input: R, path: &'a Path) -> Self {
        Self { input, path, number: 0, checked: true, whole: 0, rest: Vec::new() }
    }

    /// Returns the first line, or `None` if the file has no whole line. It decides the format of
    /// the others.
    fn header(&mut self) -> Result<Option<Header>, RecordError> {
        let Some(line) = self.next_line()? else { return Ok(None) };
        let header: Header = serde_json::from_slice(&line)
            .map_err(|error| self.in_line(RecordProblem::NoHeader(error)))?;
        match header.format {
            UNCHECKED_FORMAT => self.checked = false,
            FORMAT => self.check(&line)?,
            format => return Err(self.in_line(RecordProblem::UnknownFormat(format))),
        }
        Ok(Some(header))
    }

    /// Returns the next line, or `None` after the last whole one.
    fn next_as<T: for<'de> Deserialize<'de>>(&mut self) -> Result<Option<T>, RecordError> {
        let Some(line) = self.next_line()? else { return Ok(None) };
        if self.checked {
            self.check(&line)?;
        }
        let value = serde_json::from_slice(&line);
        value.map(Some).map_err(|error| self.in_line(RecordProblem::Line(error)))
    }

    fn next_line(&mut self) -> Result<Option<Vec<u8>>, RecordError> {
        let mut line = Vec::new();
        self.number += 1;
        let read = self.input.read_until(b'\n', &mut line);
        let length = read.map_err(|error| self.in_line(error.into()))?;
        if line.last() == Some(&b'\n') {
            self.whole += length as u64;
            return Ok(Some(line));
        }
        // A line that is wrong only at its end was written completely.
        let ended = line.split_last().map(|(_, line)| [line, b"\n"].concat());
        if self.checked && ended.is_some_and(|line| is_intact(&line)) {
            return Err(self.in_line(RecordProblem::Damaged));
        }
        self.rest = line;
        Ok(None)
    }

    fn check(&self, line: &[u8]) -> Result<(), RecordError> {
        if is_intact(line) { Ok(()) } else { Err(self.in_line(RecordProblem::Damaged)) }
    }

    fn in_line(&self, problem: RecordProblem) -> RecordError {
        RecordError { path: self.path.to_owned(), line: Some(self.number), problem }
    }
}

#[cfg(test)]
mod tests;
