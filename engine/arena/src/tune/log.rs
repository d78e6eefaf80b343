//! [`TuneLog`]: the file that a tuning writes as it goes, and goes on from.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::spsa::Parameter;
use crate::plan::Plan;

/// What decides a tuning: the first line of its file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct TuneHeader {
    pub plan: Plan,
    pub parameters: Vec<Parameter>,
    pub iterations: u64,
    /// Openings of every variant in an iteration.
    pub rounds: u64,
}

/// What an iteration has come to: a line of the file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Iteration {
    /// Its number, from 0.
    pub number: u64,
    /// How many games were played.
    pub games: u64,
    /// The points by which the first engine was ahead.
    pub ahead: f64,
    /// What the numbers are after it.
    pub values: Vec<f64>,
}

/// The file of a tuning, and the last iteration in it.
pub(crate) struct TuneLog {
    file: File,
    pub last: Option<Iteration>,
}

impl TuneLog {
    /// Begins the file, or goes on with that of the same tuning. A line that was cut off is written
    /// anew.
    ///
    /// # Errors
    /// If the file cannot be written, or is that of another tuning: a sentence about it.
    pub fn open(path: &Path, header: &TuneHeader) -> Result<Self, String> {
        let told = |error: std::io::Error| format!("{}: {error}", path.display());
        let (mut whole, mut last) = (0, None);
        if let Ok(file) = File::open(path) {
            let mut reader = BufReader::new(file);
            let mut line = String::new();
            while reader.read_line(&mut line).map_err(told)? > 0 && line.ends_with('\n') {
                if whole == 0 {
                    let found: Option<TuneHeader> = serde_json::from_str(&line).ok();
                    if found.as_ref() != Some(header) {
                        return Err(format!("{} is not of this tuning", path.display()));
                    }
                } else {
                    let found = serde_json::from_str::<Iteration>(&line);
                    last = Some(found.map_err(|why| format!("{}: {why}", path.display()))?);
                }
                whole += line.len() as u64;
                line.clear();
            }
        }
        let mut file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(path)
            .map_err(told)?;
        if whole == 0 && file.metadata().map_err(told)?.len() > 0 {
            return Err(format!("{} is not of this tuning", path.display()));
        }
        file.set_len(whole).map_err(told)?;
        file.seek(SeekFrom::End(0)).map_err(told)?;
        let mut log = Self { file, last };
        if whole == 0 {
            log.write(header).map_err(told)?;
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
    /// If the file cannot be written.
    pub fn add(&mut self, iteration: &Iteration) -> std::io::Result<()> {
        self.write(iteration)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::plan::OpeningSource;

    fn header(iterations: u64) -> TuneHeader {
        let plan = Plan {
            engines: Vec::new(),
            variants: vec!["chess".into()],
            openings: OpeningSource::default(),
            seed: 1,
            repeat: true,
            classic_scoring: false,
            sprt: None,
            draw: None,
            resign: None,
            max_moves: None,
        };
        TuneHeader { plan, parameters: Vec::new(), iterations, rounds: 2 }
    }

    fn iteration(number: u64) -> Iteration {
        Iteration { number, games: 4, ahead: -1.5, values: vec![3.25, number as f64] }
    }

    #[test]
    fn a_tuning_goes_on_after_its_last_whole_line() {
        let path = std::env::temp_dir().join(format!("rotunda-tune-{}.jsonl", std::process::id()));
        let open = |iterations| TuneLog::open(&path, &header(iterations));
        let mut log = open(9).expect("a new file");
        assert_eq!(log.last, None);
        (0..3).for_each(|number| log.add(&iteration(number)).expect("there is room"));
        drop(log);
        let text = fs::read_to_string(&path).expect("it was written");
        fs::write(&path, &text[..text.len() - 5]).expect("there is room");
        let mut log = open(9).expect("the same tuning");
        assert_eq!(log.last, Some(iteration(1)));
        log.add(&iteration(2)).expect("there is room");
        drop(log);
        assert_eq!(fs::read_to_string(&path).expect("it was written"), text);
        assert!(open(10).is_err_and(|why| why.contains("not of this tuning")));
        fs::write(&path, "notes").expect("there is room");
        assert!(open(9).is_err(), "a text without a newline is not overwritten");
        assert_eq!(fs::read_to_string(&path).expect("it is still there"), "notes");
        fs::remove_file(&path).expect("it was there");
    }
}
