//! [`summarize`] and [`first_positions`]: what files of training data hold.

use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use rotunda_movegen::{Family, Position, Rules, Variant};

use crate::DataError;
use crate::block::DataReader;
use crate::game_record::GameRecord;
use crate::header::EXTENSION;
use crate::plies::{Ply, Visitor, replay};
use crate::statistics::Statistics;
use crate::training_error::{FileProblem, TrainingError};

/// What files of training data hold.
#[derive(Clone, Debug)]
pub struct DataSummary {
    /// The variant.
    pub variant: &'static Variant,
    /// Its games.
    pub statistics: Statistics,
    /// How many bytes they take.
    pub bytes: u64,
}

/// Hears of files that end early or are damaged; what they hold before counts.
pub type FaultObserver<'a> = dyn FnMut(&Path, &DataError) + 'a;

/// Counts what files of one variant hold; `None` if there is nothing.
///
/// # Errors
/// If a file is none of training data, or of another variant than the first.
pub fn summarize(
    files: &[PathBuf],
    on_fault: &mut FaultObserver<'_>,
) -> Result<Option<DataSummary>, TrainingError> {
    let mut statistics = Statistics::default();
    let (variant, bytes) = read_all(files, &mut Sink::Count(&mut statistics), on_fault)?;
    Ok(variant.map(|variant| DataSummary { variant, statistics, bytes }))
}

/// Hands the first positions of files of one variant to `on_line`, each a line with its score, the
/// game's result and the move that was played.
///
/// # Errors
/// As [`summarize`], and if `on_line` fails.
pub fn first_positions(
    files: &[PathBuf],
    most: u64,
    on_fault: &mut FaultObserver<'_>,
    on_line: &mut dyn FnMut(&str) -> io::Result<()>,
) -> Result<(), TrainingError> {
    let printer = Printer { left: most, lines: Vec::new(), points: String::new() };
    read_all(files, &mut Sink::Print(printer, on_line), on_fault).map(|_| ())
}

/// Hands all games to a sink; the variant and the bytes that were read.
fn read_all(
    files: &[PathBuf],
    sink: &mut Sink<'_>,
    on_fault: &mut FaultObserver<'_>,
) -> Result<(Option<&'static Variant>, u64), TrainingError> {
    let (mut bytes, mut variant) = (0, None);
    for path in files {
        let named = |problem: FileProblem| TrainingError::file(path, problem);
        let file = File::open(path).map_err(|error| named(error.into()))?;
        let mut reader = match DataReader::new(BufReader::new(file)) {
            Ok(reader) => reader,
            Err(error @ DataError::Torn { .. }) => {
                on_fault(path, &error);
                continue;
            }
            Err(error) => return Err(named(error.into())),
        };
        let own = reader.header().variant().map_err(|error| named(error.into()))?;
        if variant.replace(own).is_some_and(|other: &Variant| other.name != own.name) {
            return Err(named(FileProblem::OtherVariant));
        }
        if let Err(error) = read(&mut reader, sink)? {
            on_fault(path, &error);
        }
        bytes += reader.offset();
    }
    Ok((variant, bytes))
}

/// Returns the files that paths stand for, those of folders by their names.
///
/// # Errors
/// If a folder cannot be read, or holds no files of training data.
pub fn data_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, TrainingError> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let entries = fs::read_dir(path).map_err(|error| TrainingError::file(path, error))?;
        let found = entries.filter_map(|entry| Some(entry.ok()?.path()));
        let mut found: Vec<PathBuf> =
            found.filter(|file| file.extension().is_some_and(|kind| kind == EXTENSION)).collect();
        if found.is_empty() {
            return Err(TrainingError::file(path, FileProblem::EmptyFolder));
        }
        found.sort();
        files.extend(found);
    }
    Ok(files)
}

/// What becomes of games.
enum Sink<'a> {
    Count(&'a mut Statistics),
    Print(Printer, &'a mut dyn FnMut(&str) -> io::Result<()>),
}

/// Hands all games of a file to a sink; the inner result tells what is wrong with the file.
fn read(
    reader: &mut DataReader<impl Read>,
    sink: &mut Sink<'_>,
) -> Result<Result<(), DataError>, TrainingError> {
    let family = match reader.header().family() {
        Ok(family) => family,
        Err(error) => return Ok(Err(error)),
    };
    loop {
        let block = match reader.next_block() {
            Ok(Some(block)) => block,
            Ok(None) => return Ok(Ok(())),
            Err(error) => return Ok(Err(error)),
        };
        for game in block.records() {
            match game.and_then(|game| sink.take(family, &game)) {
                Ok(true) => sink.flush()?,
                Ok(false) => {
                    sink.flush()?;
                    return Ok(Ok(()));
                }
                Err(error) => return Ok(Err(error)),
            }
        }
    }
}

impl Sink<'_> {
    /// Takes a game; whether more are wanted.
    fn take(&mut self, family: Family, game: &GameRecord) -> Result<bool, DataError> {
        match self {
            Self::Count(statistics) => {
                statistics.add(game);
                replay(family, game, &mut **statistics)?;
                Ok(true)
            }
            Self::Print(printer, _) => {
                let points = game.points.iter().map(u8::to_string);
                printer.points = points.take(family.seats()).collect::<Vec<_>>().join(" ");
                replay(family, game, printer)?;
                Ok(printer.left > 0)
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        if let Self::Print(printer, on_line) = self {
            for line in printer.lines.drain(..) {
                on_line(&line)?;
            }
        }
        Ok(())
    }
}

/// Writes positions as text.
struct Printer {
    left: u64,
    lines: Vec<String>,
    /// The result of the game at hand.
    points: String,
}

impl Visitor for Printer {
    fn visit<R: Rules<W>, const W: usize>(
        &mut self,
        position: &Position<'static, W>,
        ply: &Ply<R::Move>,
    ) {
        if self.left == 0 {
            return;
        }
        self.left -= 1;
        let mv = R::texts(position, std::slice::from_ref(&ply.mv)).concat();
        let quiet = if ply.quiet { "; quiet" } else { "" };
        let strayed = if ply.strayed { "; strayed" } else { "" };
        let (fen, score, points) = (R::fen(position), ply.score, &self.points);
        self.lines
            .push(format!("{fen}; score {score}; result {points}; move {mv}{quiet}{strayed}"));
    }
}
