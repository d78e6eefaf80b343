//! [`TuneLog`]: the file that a tuning writes, and from which it continues.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::spsa::{Parameter, USUAL_GAIN};
use crate::base::error::TuneError;
use crate::plan::match_plan::Plan;

/// The settings of a tuning: the first line of its file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TuneHeader {
    /// The plan of its games.
    pub plan: Plan,
    /// The parameters to tune.
    pub parameters: Vec<Parameter>,
    /// The number of iterations.
    pub iterations: u64,
    /// The number of openings of every variant in an iteration.
    pub rounds: u64,
    /// The steps by which a parameter moves for each point of the last iteration. Old logs do not
    /// have it.
    #[serde(default = "usual_gain")]
    pub gain: f64,
}

fn usual_gain() -> f64 {
    USUAL_GAIN
}

/// The result of an iteration: a line of the file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Iteration {
    /// Its number, from 0.
    pub number: u64,
    /// The number of games.
    pub games: u64,
    /// The points by which the first engine was ahead.
    pub ahead: f64,
    /// The values of the parameters after it.
    pub values: Vec<f64>,
}

/// The contents of a tuning's file.
#[derive(Clone, PartialEq, Debug)]
pub struct TuneRecord {
    /// The settings of the tuning.
    pub header: TuneHeader,
    /// The iterations so far.
    pub iterations: Vec<Iteration>,
    /// The length of its whole lines. An incomplete line may follow.
    pub(crate) bytes: u64,
}

impl TuneRecord {
    /// Reads the whole lines of a file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or is not one of a tuning.
    pub fn read(path: &Path) -> Result<Self, TuneError> {
        let file =
            File::open(path).map_err(|source| TuneError::Io { path: path.to_owned(), source })?;
        Self::of(&file, path)?.ok_or_else(|| TuneError::NoLog(path.to_owned()))
    }

    /// Reads the whole lines of an open file; `None` if there is none. The path is for errors.
    fn of(file: &File, path: &Path) -> Result<Option<Self>, TuneError> {
        let io = |source| TuneError::Io { path: path.to_owned(), source };
        let mut reader = BufReader::new(file);
        let (mut record, mut line) = (None::<Self>, String::new());
        while reader.read_line(&mut line).map_err(io)? > 0 && line.ends_with('\n') {
            let bytes = line.len() as u64;
            if let Some(record) = &mut record {
                let iteration = serde_json::from_str(&line)
                    .map_err(|source| TuneError::Line { path: path.to_owned(), source })?;
                record.iterations.push(iteration);
                record.bytes += bytes;
            } else {
                let header =
                    serde_json::from_str(&line).map_err(|_| TuneError::NoLog(path.to_owned()))?;
                record = Some(Self { header, iterations: Vec::new(), bytes });
            }
            line.clear();
        }
        Ok(record)
    }
}

/// The file of a tuning, and the last iteration in it.
pub(crate) struct TuneLog {
    file: File,
    pub last: Option<Iteration>,
}

impl TuneLog {
    /// Starts the file, or continues that of the same tuning. An incomplete line is written again.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written, is that of another tuning, or another
    /// process is writing to it.
    pub fn open(path: &Path, header: &TuneHeader) -> Result<Self, TuneError> {
        let io = |source| TuneError::Io { path: path.to_owned(), source };
        let options =
            OpenOptions::new().create(true).truncate(false).read(true).write(true).open(path);
        let mut file = options.map_err(io)?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => TuneError::InUse(path.to_owned()),
            TryLockError::Error(error) => io(error),
        })?;
        let (mut whole, mut last) = (0, None);
        if let Some(record) = TuneRecord::of(&file, path)? {
            if record.header != *header {
                return Err(TuneError::OtherLog(path.to_owned()));
            }
            whole = record.bytes;
            last = record.iterations.into_iter().last();
        }
        if whole == 0 && file.metadata().map_err(io)?.len() > 0 {
            return Err(TuneError::OtherLog(path.to_owned()));
        }
        file.set_len(whole).map_err(io)?;
        file.seek(SeekFrom::End(0)).map_err(io)?;
        let mut log = Self { file, last };
        if whole == 0 {
            log.write(header).map_err(io)?;
        }
        Ok(log)
    }

    fn write(&mut self, line: &impl Serialize) -> std::io::Result<()> {
        let text = serde_json::to_string(line)? + "\n";
        self.file.write_all(text.as_bytes())?;
        self.file.flush()
    }

    /// Adds an iteration.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn add(&mut self, iteration: &Iteration) -> std::io::Result<()> {
        self.write(iteration)
    }
}

#[cfg(test)]
pub(crate) mod samples {
    use crate::record::game_record::samples::plan;
    use crate::tune::log::TuneHeader;
    use crate::tune::spsa::USUAL_GAIN;

    /// Returns the header of a tuning without parameters.
    pub fn header(iterations: u64) -> TuneHeader {
        let parameters = Vec::new();
        TuneHeader { plan: plan(1), parameters, iterations, rounds: 2, gain: USUAL_GAIN }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::samples::header;
    use super::*;

    fn iteration(number: u64) -> Iteration {
        Iteration { number, games: 4, ahead: -1.5, values: vec![3.25, number as f64] }
    }

    #[test]
    fn a_tuning_goes_on_after_its_last_whole_line() {
        let path = std::env::temp_dir().join(format!("rotunda-tune-{}.jsonl", std::process::id()));
        let open = |iterations| TuneLog::open(&path, &header(iterations));
        let mut log = open(9).expect("a new file");
        assert_eq!(log.last, None);
        assert!(open(9).is_err_and(|why| matches!(why, TuneError::InUse(_))));
        (0..3).for_each(|number| log.add(&iteration(number)).expect("there is room"));
        drop(log);
        let text = fs::read_to_string(&path).expect("it was written");
        fs::write(&path, &text[..text.len() - 5]).expect("there is room");
        let mut log = open(9).expect("the same tuning");
        assert_eq!(log.last, Some(iteration(1)));
        log.add(&iteration(2)).expect("there is room");
        drop(log);
        assert_eq!(fs::read_to_string(&path).expect("it was written"), text);
        assert!(open(10).is_err_and(|why| matches!(why, TuneError::OtherLog(_))));
        fs::write(&path, "notes").expect("there is room");
        assert!(open(9).is_err(), "a text without a newline is not overwritten");
        assert_eq!(fs::read_to_string(&path).expect("it is still there"), "notes");
        fs::remove_file(&path).expect("it was there");
    }
}
