//! `rotunda data`: what files of training data hold.

use std::fs::{self, File};
use std::io::{BufReader, Read, Write};
use std::path::PathBuf;

use clap::Args;
use rotunda_command::{Completion, RunError};
use rotunda_movegen::{Family, Position, Rules};

use crate::DataError;
use crate::block::DataReader;
use crate::game_record::GameRecord;
use crate::header::EXTENSION;
use crate::plies::{Ply, Visitor, replay};
use crate::statistics::Statistics;
use crate::verdicts::{Wanted, write_verdicts};

/// The words after `rotunda data`.
#[derive(Args, Debug)]
pub struct DataArgs {
    /// Files, or folders with files, of one variant
    #[arg(value_name = "FILE|DIR", required = true)]
    paths: Vec<PathBuf>,
    /// Print the first N positions instead of statistics
    #[arg(long, value_name = "N")]
    print: Option<u64>,
    /// Print N positions, one of a game, with the scores of long searches, as EPD for `train
    /// --judge`
    #[arg(long, value_name = "N", conflicts_with = "print")]
    verdicts: Option<usize>,
    /// Nodes of these searches
    #[arg(long, value_name = "N", requires = "verdicts", default_value = "300000", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Decides which positions these are
    #[arg(long, requires = "verdicts", default_value = "1")]
    seed: u64,
}

impl DataArgs {
    /// Writes statistics or positions to `out`.
    ///
    /// # Errors
    /// If there are no such files, or `out` takes no more.
    pub fn run(self, out: &mut dyn Write) -> Result<Completion, RunError> {
        let files = files(&self.paths).map_err(RunError::Usage)?;
        if let Some(positions) = self.verdicts {
            let wanted = Wanted { positions, nodes: self.nodes, seed: self.seed };
            return write_verdicts(&files, wanted, out);
        }
        let mut sink = match self.print {
            Some(left) => Sink::Print(Printer { left, lines: Vec::new(), points: String::new() }),
            None => Sink::Count(Box::default()),
        };
        let (mut bytes, mut variant, mut finished) = (0, None, Completion::Success);
        for path in files {
            let named = |why: &dyn std::fmt::Display| format!("{}: {why}", path.display());
            let file = File::open(&path).map_err(|error| RunError::Usage(named(&error)))?;
            let reader = DataReader::new(BufReader::new(file));
            let mut reader = match reader {
                Ok(reader) => reader,
                Err(error @ DataError::Torn { .. }) => {
                    eprintln!("{}", named(&error));
                    continue;
                }
                Err(error) => return Err(RunError::Usage(named(&error))),
            };
            let own = reader.header().variant().map_err(|error| RunError::Usage(named(&error)))?;
            if variant.replace(own).is_some_and(|other| other.name != own.name) {
                return Err(RunError::Usage(named(&"is of another variant than the files before")));
            }
            if let Err(error) = read(&mut reader, &mut sink, out)? {
                eprintln!("{}", named(&error));
                if !matches!(error, DataError::Torn { .. }) {
                    finished = Completion::CheckFailed;
                }
            }
            bytes += reader.offset();
        }
        if let (Sink::Count(statistics), Some(variant)) = (&sink, variant) {
            writeln!(out, "variant: {}", variant.name)?;
            write!(out, "{}", statistics.of_seats(variant.seats))?;
            let each = bytes as f64 / statistics.positions.max(1) as f64;
            writeln!(out, "bytes: {bytes}, {each:.2} a position")?;
        }
        Ok(finished)
    }
}

/// The files that paths stand for, those of folders by their names.
pub(crate) fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let entries = fs::read_dir(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let found = entries.filter_map(|entry| Some(entry.ok()?.path()));
        let mut found: Vec<PathBuf> =
            found.filter(|file| file.extension().is_some_and(|kind| kind == EXTENSION)).collect();
        if found.is_empty() {
            return Err(format!("{}: holds no file *.{EXTENSION}", path.display()));
        }
        found.sort();
        files.extend(found);
    }
    Ok(files)
}

/// What becomes of games.
enum Sink {
    Count(Box<Statistics>),
    Print(Printer),
}

/// Hands all games of a file to a sink; the inner result tells what is wrong with the file.
fn read(
    reader: &mut DataReader<impl Read>,
    sink: &mut Sink,
    out: &mut dyn Write,
) -> Result<Result<(), DataError>, RunError> {
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
                Ok(true) => sink.flush(out)?,
                Ok(false) => return Ok(Ok(sink.flush(out)?)),
                Err(error) => return Ok(Err(error)),
            }
        }
    }
}

impl Sink {
    /// Takes a game; whether more are wanted.
    fn take(&mut self, family: Family, game: &GameRecord) -> Result<bool, DataError> {
        match self {
            Self::Count(statistics) => {
                statistics.add(game);
                replay(family, game, &mut **statistics)?;
                Ok(true)
            }
            Self::Print(printer) => {
                let points = game.points.iter().map(u8::to_string);
                printer.points = points.take(family.seats()).collect::<Vec<_>>().join(" ");
                replay(family, game, printer)?;
                Ok(printer.left > 0)
            }
        }
    }

    fn flush(&mut self, out: &mut dyn Write) -> Result<(), RunError> {
        if let Self::Print(printer) = self {
            for line in printer.lines.drain(..) {
                writeln!(out, "{line}")?;
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
