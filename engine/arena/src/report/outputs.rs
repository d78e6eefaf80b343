//! [`Outputs`]: the files and streams to which games go as they finish.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use same_file::Handle;
use serde::Serialize;

use super::match_report::Report;
use crate::base::error::{ArenaError, OutputError, OutputKind};
use crate::plan::match_plan::Plan;
use crate::record::game_record::GameRecord;
use crate::record::match_file::MatchFile;
use crate::record::pgn::pgn;

/// The destination of games as JSON lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum JsonOutput {
    /// A file, which is overwritten.
    File(PathBuf),
    /// The standard output.
    Standard,
}

impl JsonOutput {
    /// Returns the file, if it is one.
    fn path(&self) -> Option<&Path> {
        match self {
            Self::File(path) => Some(path),
            Self::Standard => None,
        }
    }
}

/// The files that a match reads and writes.
pub(crate) struct Files<'a> {
    /// The file that the match can be resumed from.
    pub record: Option<&'a Path>,
    /// The games as PGN.
    pub pgn: Option<&'a Path>,
    /// The games and the report as JSON lines.
    pub json: Option<&'a JsonOutput>,
    /// The books of the openings, or the records that are reported.
    pub sources: Vec<&'a Path>,
}

/// The files and streams to which games go as they finish.
pub(crate) struct Outputs {
    /// The match file, once it has been opened.
    pub match_file: Option<MatchFile>,
    pgn: Option<File>,
    json: Option<Box<dyn Write + Send>>,
}

/// A line of the JSON output.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum JsonLine<'a> {
    Game(&'a GameRecord),
    Report(&'a Report),
}

/// A file that has been opened, but not emptied yet.
struct Opened<'a> {
    output: OutputKind,
    path: &'a Path,
    file: File,
    /// Whether the file is new.
    is_new: bool,
}

impl<'a> Opened<'a> {
    fn open(output: OutputKind, path: &'a Path) -> Result<Self, OutputError> {
        let options = || {
            let mut options = OpenOptions::new();
            options.write(true);
            options
        };
        let (file, is_new) = match options().create_new(true).open(path) {
            Ok(file) => (Ok(file), true),
            // A link to a file that is not there counts as there.
            Err(_) => (options().create(true).truncate(false).open(path), false),
        };
        let file = file.map_err(|source| OutputError::Open { path: path.to_owned(), source })?;
        Ok(Self { output, path, file, is_new })
    }

    /// Empties the file; devices and pipes stay as they are.
    fn empty(self) -> Result<File, OutputError> {
        let emptied = self
            .file
            .metadata()
            .and_then(|data| if data.is_file() { self.file.set_len(0) } else { Ok(()) });
        emptied.map_err(|source| OutputError::Open { path: self.path.to_owned(), source })?;
        Ok(self.file)
    }
}

impl Outputs {
    /// Opens the wanted files and streams. `ready` then opens the match file, and the others are
    /// emptied if it succeeds.
    ///
    /// # Errors
    /// Returns an error if a file cannot be opened, two of them are the same, or `ready` fails;
    /// then none has been changed.
    pub fn open(
        files: &Files,
        ready: impl FnOnce() -> Result<Option<MatchFile>, ArenaError>,
    ) -> Result<Self, ArenaError> {
        let json = files.json.and_then(JsonOutput::path);
        let named = [(OutputKind::Pgn, files.pgn), (OutputKind::Json, json)];
        let named = named.into_iter().filter_map(|(output, path)| Some((output, path?)));
        let mut opened: Vec<Opened> = Vec::new();
        let mut result = Ok(());
        for (output, path) in named {
            match Opened::open(output, path) {
                Ok(file) => opened.push(file),
                Err(why) => result = Err(why),
            }
        }
        let result = result.and_then(|()| different(files, &opened)).map_err(ArenaError::from);
        let ready = result.and_then(|()| ready());
        let match_file = ready.inspect_err(|_| {
            for file in opened.iter().filter(|file| file.is_new) {
                let _ = fs::remove_file(file.path);
            }
        })?;
        let mut outputs = Self { match_file, pgn: None, json: None };
        for file in opened {
            match file.output {
                OutputKind::Pgn => outputs.pgn = Some(file.empty()?),
                _ => outputs.json = Some(Box::new(file.empty()?)),
            }
        }
        if files.json == Some(&JsonOutput::Standard) {
            outputs.json = Some(Box::new(io::stdout()));
        }
        Ok(outputs)
    }

    /// Returns whether any output besides the match file needs games.
    pub const fn wants_games(&self) -> bool {
        self.pgn.is_some() || self.json.is_some()
    }

    /// Writes a game to everything but the match file.
    pub fn show(&mut self, plan: &Plan, game: &GameRecord) -> Result<(), OutputError> {
        if let Some(file) = &mut self.pgn {
            let written = file.write_all(pgn(plan, game).as_bytes());
            written.map_err(|source| OutputError::Write { output: OutputKind::Pgn, source })?;
        }
        self.write_json(&JsonLine::Game(game))
    }

    /// Writes the report as JSON, if that is wanted.
    pub fn report(&mut self, report: &Report) -> Result<(), OutputError> {
        self.write_json(&JsonLine::Report(report))
    }

    fn write_json(&mut self, line: &JsonLine) -> Result<(), OutputError> {
        let Some(json) = &mut self.json else { return Ok(()) };
        let text = serde_json::to_string(line).map(|text| text + "\n");
        let written = text.map_err(io::Error::from).and_then(|text| {
            json.write_all(text.as_bytes())?;
            json.flush()
        });
        written.map_err(|source| {
            // The reader has closed the pipe.
            self.json = None;
            OutputError::Write { output: OutputKind::Json, source }
        })
    }

    /// Writes a game to the match file first, and then to everything else.
    pub fn take(&mut self, plan: &Plan, game: &GameRecord) -> Result<(), OutputError> {
        if let Some(match_file) = &mut self.match_file {
            let appended = match_file.append(game);
            appended.map_err(|source| OutputError::Write { output: OutputKind::Record, source })?;
        }
        self.show(plan, game)
    }
}

/// Makes sure that no file is used for two things, whatever names it has.
fn different(files: &Files, opened: &[Opened]) -> Result<(), OutputError> {
    let mut known: Vec<(OutputKind, Handle)> = Vec::new();
    let outputs = opened.iter().map(|file| (file.output, Handle::from_path(file.path)));
    let record = files.record.iter().map(|path| (OutputKind::Record, Handle::from_path(path)));
    let streams = [(OutputKind::Standard, Handle::stdout())];
    let sources = files.sources.iter().map(|path| (OutputKind::Source, Handle::from_path(path)));
    for (one, handle) in outputs.chain(record).chain(streams).chain(sources) {
        // A missing or closed file is not the same as another one.
        let Ok(handle) = handle else { continue };
        if !handle.as_file().metadata().is_ok_and(|data| data.is_file()) {
            continue;
        }
        if let Some(&(other, _)) = known.iter().find(|(_, other)| *other == handle)
            && !(one == other && one == OutputKind::Source)
        {
            return Err(OutputError::SameFile { one: other, other: one });
        }
        known.push((one, handle));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_file_is_not_used_for_two_things() {
        let dir = std::env::temp_dir().join(format!("rotunda-outputs-{}", std::process::id()));
        fs::create_dir_all(&dir).expect("a directory for the test");
        let file = |name: &str| dir.join(name);
        fs::write(file("games"), "precious").expect("written");
        fs::hard_link(file("games"), file("linked")).expect("there are links");
        fs::create_dir_all(file("sub")).expect("a directory");
        let spelled = file("sub").join("..").join("games");
        let (games, linked, new) = (file("games"), file("linked"), file("new"));
        let open =
            |record: Option<&Path>, pgn: Option<&Path>, json: Option<&Path>, source: &[&Path]| {
                let json = json.map(|path| JsonOutput::File(path.to_owned()));
                let files = Files { record, pgn, json: json.as_ref(), sources: source.to_vec() };
                Outputs::open(&files, || Ok(None)).map(|_| ()).err()
            };
        for (record, pgn, json, sources) in [
            (Some(&*games), Some(&*games), None, vec![]),
            (Some(&*games), None, Some(&*spelled), vec![]),
            (Some(&*linked), Some(&*games), None, vec![]),
            (None, Some(&*games), None, vec![&*linked]),
            (Some(&new), Some(&new), None, vec![]),
            (None, Some(&new), Some(&new), vec![]),
            (Some(&*games), None, None, vec![&*games]),
        ] {
            let error = open(record, pgn, json, &sources);
            let is_named = |error: &ArenaError| {
                matches!(error, ArenaError::Output(OutputError::SameFile { .. }))
            };
            assert!(error.as_ref().is_some_and(is_named), "{error:?}");
            assert_eq!(fs::read_to_string(&games).expect("still there"), "precious");
            assert!(!new.exists(), "what was refused leaves nothing behind");
        }
        let opens = |pgn: Option<&Path>, json: Option<&Path>, sources: &[&Path]| {
            let error = open(None, pgn, json, sources);
            assert!(error.is_none(), "{error:?}");
        };
        #[cfg(unix)]
        opens(Some(Path::new("/dev/null")), Some(Path::new("/dev/null")), &[]);
        // Reading twice does no harm.
        opens(None, None, &[&*games, &*games]);
        opens(Some(&*games), Some(&*new), &[]);
        assert_eq!(fs::read_to_string(&games).expect("still there"), "");
        fs::remove_dir_all(&dir).expect("removed");
    }
}
