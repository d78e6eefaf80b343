//! [`Record`]: the file of a match, which survives being killed at any moment.
//!
//! JSON lines: a [`Header`], then a [`GameRecord`] for every finished game in the order in which
//! they finished. Lines are only ever appended; a last line without its end was being written when
//! the match was killed, and counts for nothing.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use nix::fcntl::{Flock, FlockArg};
use serde::{Deserialize, Serialize};

use crate::course::{Cause, Elimination, End, Played};
use crate::fault::Fault;
use crate::openings::Opening;
use crate::plan::Plan;
use crate::schedule::{Seating, Shard};

/// The version of the format.
const FORMAT: u32 = 1;
/// How often the file is made safe from a loss of power; a killed match needs no such thing.
const SYNC: Duration = Duration::from_secs(1);

/// The first line of a record.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The version of the format.
    #[serde(rename = "rotunda-match")]
    pub format: u32,
    /// The version of the program.
    pub version: String,
    /// The part of the match.
    pub shard: Shard,
    /// What decides which games are played.
    pub plan: Plan,
}

impl Header {
    /// The header of a part of a match.
    #[must_use]
    pub fn new(plan: Plan, shard: Shard) -> Self {
        Self { format: FORMAT, version: crate::VERSION.into(), shard, plan }
    }
}

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// The number of the block.
    pub block: u64,
    /// The number of the game in the block.
    pub game: usize,
    /// The variant.
    pub variant: String,
    /// The day on which it was played, as PGN has it.
    pub date: String,
    /// The engines' indices by seat.
    pub seating: Seating,
    /// How it began.
    pub opening: Opening,
    /// Every seat's points of 100; all members of a team have its points.
    pub points: Vec<u16>,
    /// How it ended.
    pub end: End,
    /// The players who left before the end other than by the rules.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub eliminations: Vec<Elimination>,
    /// The moves after the opening.
    pub moves: Vec<Played>,
}

impl GameRecord {
    /// What players did wrong, by seat, in the order in which they did it.
    pub fn faults(&self) -> impl Iterator<Item = (usize, &Fault)> {
        let before = self.eliminations.iter().filter_map(|gone| match &gone.cause {
            Cause::Fault(fault) => Some((gone.seat, fault)),
            Cause::Resigned => None,
        });
        let last = match &self.end {
            End::Fault { seat, fault } => Some((*seat, fault)),
            _ => None,
        };
        before.chain(last)
    }
}

/// The file of a match that is played.
#[derive(Debug)]
pub(crate) struct Record {
    file: Flock<File>,
    synced: Instant,
}

impl Record {
    /// Opens the file of a match, and hears all games that it holds.
    ///
    /// # Errors
    /// If it cannot be read or written, belongs to another match, is in use, or holds games though
    /// nobody wants to resume.
    pub fn open(
        path: &Path,
        header: &Header,
        resume: bool,
        hear: &mut dyn FnMut(GameRecord) -> Result<(), String>,
    ) -> Result<Self, String> {
        let told = |error: io::Error| format!("{}: {error}", path.display());
        let options = OpenOptions::new().read(true).append(true).create(true).open(path);
        let mut file = Flock::lock(options.map_err(told)?, FlockArg::LockExclusiveNonblock)
            .map_err(|_| format!("{}: another match is writing to it", path.display()))?;
        let length = file.metadata().map_err(told)?.len();
        if length > 0 && !resume {
            return Err(format!("{}: holds a match; --resume goes on with it", path.display()));
        }
        let mut lines = Lines::new(BufReader::new(&*file), path);
        let found = lines.next_as::<Header>()?;
        if let Some(found) = &found {
            found.agree(header).map_err(|why| format!("{}: {why}", path.display()))?;
            while let Some(game) = lines.next_as::<GameRecord>()? {
                hear(game)?;
            }
        }
        let whole = lines.whole;
        file.set_len(whole).map_err(told)?;
        file.seek(SeekFrom::End(0)).map_err(told)?;
        let mut record = Self { file, synced: Instant::now() };
        if found.is_none() {
            record.write(header).map_err(told)?;
        }
        Ok(record)
    }

    /// Appends a game.
    pub fn append(&mut self, game: &GameRecord) -> io::Result<()> {
        self.write(game)
    }

    fn write(&mut self, line: &impl Serialize) -> io::Result<()> {
        let mut text = serde_json::to_string(line)?;
        text.push('\n');
        self.file.write_all(text.as_bytes())?;
        if self.synced.elapsed() >= SYNC {
            self.file.sync_data()?;
            self.synced = Instant::now();
        }
        Ok(())
    }
}

impl Header {
    /// Whether games of a file with this header go with those of another one.
    fn agree(&self, other: &Self) -> Result<(), String> {
        if self.shard != other.shard {
            return Err(format!("holds the part {}, not {}", self.shard, other.shard));
        }
        self.same_match(other)
    }

    /// Whether the files belong to the same match.
    ///
    /// # Errors
    /// If not: the reason.
    pub fn same_match(&self, other: &Self) -> Result<(), String> {
        if self.format != FORMAT {
            return Err(format!("is of format {}, not {FORMAT}", self.format));
        }
        let differences = self.plan.differences(&other.plan);
        if differences.is_empty() {
            return Ok(());
        }
        Err(format!("holds another match, which differs in: {}", differences.join(", ")))
    }
}

/// What a file of a match holds.
#[derive(Debug)]
pub(crate) enum Entry {
    /// Its header, which comes first.
    Header(Box<Header>),
    /// A game.
    Game(Box<GameRecord>),
}

/// Reads a file of a match: its header, and then every game.
///
/// # Errors
/// If it cannot be read or is no such file, or `hear` has an error to tell.
pub(crate) fn read(
    path: &Path,
    hear: &mut dyn FnMut(Entry) -> Result<(), String>,
) -> Result<(), String> {
    let told = |why: &dyn std::fmt::Display| format!("{}: {why}", path.display());
    let file = File::open(path).map_err(|error| told(&error))?;
    let mut lines = Lines::new(BufReader::new(file), path);
    let header = lines.next_as::<Header>()?.ok_or_else(|| told(&"is empty"))?;
    hear(Entry::Header(Box::new(header))).map_err(|why| told(&why))?;
    while let Some(game) = lines.next_as::<GameRecord>()? {
        hear(Entry::Game(Box::new(game))).map_err(|why| told(&why))?;
    }
    Ok(())
}

/// The whole lines of a file.
struct Lines<'a, R> {
    input: R,
    path: &'a Path,
    number: u64,
    /// Bytes of the whole lines.
    whole: u64,
}

impl<'a, R: BufRead> Lines<'a, R> {
    const fn new(input: R, path: &'a Path) -> Self {
        Self { input, path, number: 0, whole: 0 }
    }

    /// The next line, or `None` at the end of the last whole one.
    fn next_as<T: for<'de> Deserialize<'de>>(&mut self) -> Result<Option<T>, String> {
        let mut line = Vec::new();
        let told = |error: &dyn std::fmt::Display, number| {
            format!("{}, line {number}: {error}", self.path.display())
        };
        let read = self.input.read_until(b'\n', &mut line);
        self.number += 1;
        let length = read.map_err(|error| told(&error, self.number))?;
        if line.last() != Some(&b'\n') {
            return Ok(None);
        }
        let value = serde_json::from_slice(&line).map_err(|error| told(&error, self.number))?;
        self.whole += length as u64;
        Ok(Some(value))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::dialect::{Score, Thought};
    use crate::plan::{EngineSpec, OpeningSource};

    /// A plan of a match between two engines.
    pub fn plan(seed: u64) -> Plan {
        let engine = |name: &str| EngineSpec { name: name.into(), ..EngineSpec::default() };
        Plan {
            engines: vec![engine("a"), engine("b")],
            variants: vec!["chess".into()],
            openings: OpeningSource::Start,
            seed,
            repeat: true,
            classic_scoring: false,
            sprt: None,
            draw: None,
            resign: None,
            max_moves: None,
        }
    }

    /// A game of that match, with the points of the engine with index 0.
    pub fn game(block: u64, game: usize, points: u16) -> GameRecord {
        let thought = Thought { score: Some(Score::Cp(-31)), depth: 8, nodes: 900 };
        GameRecord {
            block,
            game,
            variant: "chess".into(),
            date: "2026.01.31".into(),
            seating: vec![game, 1 - game],
            opening: Opening { fen: None, moves: vec!["e2e4".into()] },
            points: if game == 0 { vec![points, 100 - points] } else { vec![100 - points, points] },
            end: End::Rules("checkmate".into()),
            eliminations: vec![],
            moves: vec![Played { text: "e7e5".into(), thought, time: 12 }],
        }
    }

    struct Dir(std::path::PathBuf);

    impl Dir {
        fn new(name: &str) -> Self {
            let dir = std::env::temp_dir().join(format!("rotunda-{name}-{}", std::process::id()));
            std::fs::create_dir_all(&dir).expect("a directory for the test");
            Self(dir)
        }
    }

    impl Drop for Dir {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    fn games(
        path: &Path,
        header: &Header,
        resume: bool,
    ) -> Result<(Record, Vec<GameRecord>), String> {
        let mut games = Vec::new();
        let record = Record::open(path, header, resume, &mut |game| {
            games.push(game);
            Ok(())
        })?;
        Ok((record, games))
    }

    #[test]
    fn a_record_goes_on_wherever_it_was_cut() {
        let dir = Dir::new("cut");
        let path = dir.0.join("match.jsonl");
        let header = Header::new(plan(1), Shard::ALL);
        let (mut record, _) = games(&path, &header, false).expect("a new file");
        let all = [game(0, 0, 100), game(0, 1, 50)];
        for game in &all {
            record.append(game).expect("there is room");
        }
        drop(record);
        let bytes = std::fs::read(&path).expect("written");
        for length in 0..=bytes.len() {
            std::fs::write(&path, &bytes[..length]).expect("written");
            let (mut record, found) = games(&path, &header, true).expect("a record");
            for game in &all[found.len()..] {
                record.append(game).expect("there is room");
            }
            drop(record);
            assert!(std::fs::read(&path).expect("written") == bytes, "cut at {length}");
        }
    }

    #[test]
    fn other_matches_and_careless_users_are_refused() {
        let dir = Dir::new("refused");
        let path = dir.0.join("match.jsonl");
        let header = Header::new(plan(1), Shard::ALL);
        let (record, _) = games(&path, &header, false).expect("a new file");
        let error = |header: &Header, resume| games(&path, header, resume).expect_err("refused");
        assert!(error(&header, true).contains("another match is writing"));
        drop(record);
        assert!(error(&header, false).contains("--resume"));
        assert!(error(&Header::new(plan(2), Shard::ALL), true).ends_with("differs in: seed"));
        let shard = Shard { part: 2, of: 3 };
        assert!(error(&Header::new(plan(1), shard), true).contains("1/1, not 2/3"));
        std::fs::write(&path, "rubbish\n").expect("written");
        assert!(error(&header, true).contains("line 1"));
    }
}
