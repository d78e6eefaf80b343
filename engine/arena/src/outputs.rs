//! [`Outputs`]: the files and streams to which games go as they finish.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use same_file::Handle;
use serde::Serialize;

use crate::game_record::GameRecord;
use crate::match_file::MatchFile;
use crate::pgn::pgn;
use crate::plan::Plan;
use crate::report::Report;

/// What files a match reads and writes.
pub(crate) struct Files<'a> {
    /// `--record`.
    pub record: Option<&'a Path>,
    /// `--pgnout`.
    pub pgn: Option<&'a Path>,
    /// `--json`.
    pub json: Option<&'a Path>,
    /// The books of `--openings`, or the records that are reported.
    pub sources: Vec<&'a Path>,
}

/// The files and streams to which games go as they finish.
pub(crate) struct Outputs<'a> {
    /// The match file, once it has been opened.
    pub match_file: Option<MatchFile>,
    pgn: Option<File>,
    json: Option<Box<dyn Write + 'a>>,
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
    option: &'static str,
    path: &'a Path,
    file: File,
    /// Whether it was not there before.
    is_new: bool,
}

impl<'a> Opened<'a> {
    fn open(option: &'static str, path: &'a Path) -> Result<Self, String> {
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
        let file = file.map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Self { option, path, file, is_new })
    }

    /// Empties the file; devices and pipes are what they are.
    fn empty(self) -> Result<File, String> {
        let emptied = self
            .file
            .metadata()
            .and_then(|data| if data.is_file() { self.file.set_len(0) } else { Ok(()) });
        emptied.map_err(|error| format!("{}: {error}", self.path.display()))?;
        Ok(self.file)
    }
}

impl Outputs<'_> {
    /// Files and streams as asked for; `ready` then opens the match file, and the others are
    /// emptied if it does.
    ///
    /// # Errors
    /// If a file cannot be opened, two of them are the same, or `ready` fails; then none has been
    /// changed.
    pub fn open(
        files: &Files,
        ready: impl FnOnce() -> Result<Option<MatchFile>, String>,
    ) -> Result<Self, String> {
        let named = [("--pgnout", files.pgn), ("--json", files.json)];
        let named = named.into_iter().filter_map(|(option, path)| Some((option, path?)));
        let mut opened: Vec<Opened> = Vec::new();
        let mut result = Ok(());
        for (option, path) in named.filter(|(_, path)| !is_standard(path)) {
            match Opened::open(option, path) {
                Ok(file) => opened.push(file),
                Err(why) => result = Err(why),
            }
        }
        let ready = result.and_then(|()| different(files, &opened)).and_then(|()| ready());
        let match_file = ready.inspect_err(|_| {
            for file in opened.iter().filter(|file| file.is_new) {
                let _ = fs::remove_file(file.path);
            }
        })?;
        let mut outputs = Self { match_file, pgn: None, json: None };
        for file in opened {
            match file.option {
                "--pgnout" => outputs.pgn = Some(file.empty()?),
                _ => outputs.json = Some(Box::new(file.empty()?)),
            }
        }
        if files.json.is_some_and(is_standard) {
            outputs.json = Some(Box::new(io::stdout()));
        }
        Ok(outputs)
    }

    /// Whether anything but the match file wants games.
    pub const fn wants_games(&self) -> bool {
        self.pgn.is_some() || self.json.is_some()
    }

    /// Writes a game to everything but the match file.
    pub fn show(&mut self, plan: &Plan, game: &GameRecord) -> Result<(), String> {
        if let Some(file) = &mut self.pgn {
            file.write_all(pgn(plan, game).as_bytes())
                .map_err(|error| format!("--pgnout: {error}"))?;
        }
        self.write_json(&JsonLine::Game(game))
    }

    /// Writes the report as JSON, if that is wanted.
    pub fn report(&mut self, report: &Report) -> Result<(), String> {
        self.write_json(&JsonLine::Report(report))
    }

    fn write_json(&mut self, line: &JsonLine) -> Result<(), String> {
        let Some(json) = &mut self.json else { return Ok(()) };
        let text = serde_json::to_string(line).map(|text| text + "\n");
        let written = text.map_err(io::Error::from).and_then(|text| {
            json.write_all(text.as_bytes())?;
            json.flush()
        });
        written.map_err(|error| {
            // The reader has closed the pipe.
            self.json = None;
            format!("--json: {error}")
        })
    }

    /// Writes a game to the match file first, and then to everything else.
    pub fn take(&mut self, plan: &Plan, game: &GameRecord) -> Result<(), String> {
        if let Some(match_file) = &mut self.match_file {
            match_file.append(game).map_err(|error| format!("--record: {error}"))?;
        }
        self.show(plan, game)
    }
}

/// Makes sure that no file is used for two things, whatever names it has.
fn different(files: &Files, opened: &[Opened]) -> Result<(), String> {
    let mut known: Vec<(&str, Handle)> = Vec::new();
    let outputs = opened.iter().map(|file| (file.option, Handle::from_path(file.path)));
    let record = files.record.iter().map(|path| ("--record", Handle::from_path(path)));
    let streams = [("the standard output", Handle::stdout())];
    let sources = files.sources.iter().map(|path| ("a file that is read", Handle::from_path(path)));
    for (name, handle) in outputs.chain(record).chain(streams).chain(sources) {
        // What is not there, or closed, is nothing else.
        let Ok(handle) = handle else { continue };
        if !handle.as_file().metadata().is_ok_and(|data| data.is_file()) {
            continue;
        }
        if let Some((other, _)) = known.iter().find(|(_, other)| *other == handle)
            && !(name == *other && name.starts_with("a file"))
        {
            return Err(format!("{other} and {name} are the same file"));
        }
        known.push((name, handle));
    }
    Ok(())
}

/// Whether a path means the standard output.
pub(crate) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
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
                let files = Files { record, pgn, json, sources: source.to_vec() };
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
            assert!(error.as_ref().is_some_and(|why| why.contains("same file")), "{error:?}");
            assert_eq!(fs::read_to_string(&games).expect("still there"), "precious");
            assert!(!new.exists(), "what was refused leaves nothing behind");
        }
        #[cfg(unix)]
        assert_eq!(
            open(None, Some(Path::new("/dev/null")), Some(Path::new("/dev/null")), &[]),
            None
        );
        assert_eq!(open(None, None, None, &[&*games, &*games]), None, "reading twice does no harm");
        assert_eq!(open(None, Some(&*games), Some(&new), &[]), None);
        assert_eq!(fs::read_to_string(&games).expect("still there"), "");
        fs::remove_dir_all(&dir).expect("removed");
    }
}
