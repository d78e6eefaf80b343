//! [`summarize`] and [`first_positions`]: the contents of files of training data.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use rotunda_movegen::{Family, Position, Rules, Variant};

use super::statistics::Statistics;
use crate::file::block::DataReader;
use crate::file::error::DataError;
use crate::file::plies::{Ply, Visitor, replay};
use crate::file::stored_game::StoredGame;
use crate::file::training_error::{FileProblem, TrainingError};

/// The contents of files of training data.
#[derive(Clone, Debug)]
pub struct DataSummary {
    /// The variant.
    pub variant: &'static Variant,
    /// Its games.
    pub statistics: Statistics,
    /// The number of bytes.
    pub bytes: u64,
}

/// The observer of files that end early or are damaged. Their contents before the fault count.
pub type FaultObserver<'a> = dyn FnMut(&Path, &DataError) + 'a;

/// Counts the contents of files of one variant; `None` if they are empty.
///
/// # Errors
/// Returns an error if a file is not training data, or is of another variant than the first.
pub fn summarize(
    files: &[PathBuf],
    on_fault: &mut FaultObserver<'_>,
) -> Result<Option<DataSummary>, TrainingError> {
    let mut statistics = Statistics::default();
    let (variant, bytes) = read_all(files, &mut Sink::Count(&mut statistics), on_fault)?;
    Ok(variant.map(|variant| DataSummary { variant, statistics, bytes }))
}

/// Passes the first positions of files of one variant to `on_line`, each as a line with its score,
/// the game's result and the played move.
///
/// # Errors
/// Returns the errors of [`summarize`], and those of `on_line`.
pub fn first_positions(
    files: &[PathBuf],
    most: u64,
    on_fault: &mut FaultObserver<'_>,
    on_line: &mut dyn FnMut(&str) -> io::Result<()>,
) -> Result<(), TrainingError> {
    let printer = Printer { left: most, lines: Vec::new(), points: String::new() };
    read_all(files, &mut Sink::Print(printer, on_line), on_fault).map(|_| ())
}

/// Passes all games to a sink. Returns the variant and the number of bytes.
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

/// The receiver of games.
enum Sink<'a> {
    Count(&'a mut Statistics),
    Print(Printer, &'a mut dyn FnMut(&str) -> io::Result<()>),
}

/// Passes all games of a file to a sink. The inner result is the fault of the file.
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
    /// Takes a game, and returns whether more are wanted.
    fn take(&mut self, family: Family, game: &StoredGame) -> Result<bool, DataError> {
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
    /// The result of the present game.
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
        let mv = R::to_uci(position, std::slice::from_ref(&ply.mv)).concat();
        let quiet = if ply.quiet { "; quiet" } else { "" };
        let explored = if ply.explored { "; explored" } else { "" };
        let (fen, score, points) = (R::fen(position), ply.score, &self.points);
        self.lines
            .push(format!("{fen}; score {score}; result {points}; move {mv}{quiet}{explored}"));
    }
}
