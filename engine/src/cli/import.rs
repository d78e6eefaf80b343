//! `rotunda import`: games of Fairy-Stockfish's `variants.ini` as a file of games.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use rotunda_games::{Imported, LARGEST};

use crate::completion::{Completion, RunError};
use crate::files::read_text;

/// The options of `rotunda import`.
#[derive(Args, Debug)]
pub struct ImportArgs {
    /// The file with sections as in variants.ini
    file: PathBuf,
    /// File to write, which must not exist yet; games beyond the limit of a file go to FILE-2 and
    /// so on. Without it the command prints the result for each section and writes nothing
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Only this section; may be repeated
    #[arg(long, value_name = "NAME")]
    section: Vec<String>,
    /// Write games although some of their rules have no equivalent; leave out these rules
    #[arg(long)]
    leave_out: bool,
}

impl ImportArgs {
    /// Reads the sections, writes the games, and prints the result for each section. The
    /// command fails if a section could not be written.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, has no such section, or the games cannot be
    /// written.
    pub fn run(&self, out: &mut dyn Write) -> Result<Completion, RunError> {
        let usage = |error: &dyn std::fmt::Display| RunError::Usage(error.to_string());
        let of_file =
            |error: &dyn std::fmt::Display| usage(&format!("{}: {error}", self.file.display()));
        let text = read_text(&self.file, LARGEST).map_err(|error| of_file(&error))?;
        let mut sections =
            rotunda_games::import(&text, self.leave_out).map_err(|error| of_file(&error))?;
        if let Some(name) =
            self.section.iter().find(|name| !sections.iter().any(|s| s.name == **name))
        {
            return Err(of_file(&format!("there is no section {name:?}")));
        }
        sections.retain(|section| self.section.is_empty() || self.section.contains(&section.name));
        let games: Vec<&str> = sections.iter().filter_map(|s| s.game.as_deref()).collect();
        let written = match &self.out {
            Some(path) => write_out(path, &games)?,
            None => Vec::new(),
        };
        for section in &sections {
            print_section(section, out)?;
        }
        writeln!(out, "{} of {} sections have become games", games.len(), sections.len())?;
        if let [_, _, ..] = written[..] {
            let names: Vec<String> =
                written.iter().map(|path| path.display().to_string()).collect();
            writeln!(out, "one file does not hold them all: {}", names.join(", "))?;
        }
        let is_whole = games.len() == sections.len();
        Ok(if is_whole { Completion::Success } else { Completion::CheckFailed })
    }
}

/// Writes games to a file, and those that it has no room for to further ones beside it; none if one
/// of them exists. The files that were written.
fn write_out(path: &Path, games: &[&str]) -> Result<Vec<PathBuf>, RunError> {
    let texts = rotunda_games::in_files(games);
    let paths: Vec<PathBuf> = (1..=texts.len()).map(|number| numbered(path, number)).collect();
    let fail = |path: &Path, error: &dyn std::fmt::Display| {
        RunError::Usage(format!("{}: {error}", path.display()))
    };
    if let Some(there) = paths.iter().find(|path| path.exists()) {
        return Err(fail(there, &"this file exists"));
    }
    for (path, text) in paths.iter().zip(&texts) {
        let file = fs::OpenOptions::new().write(true).create_new(true).open(path);
        let written = file.and_then(|mut file| file.write_all(text.as_bytes()));
        written.map_err(|error| fail(path, &error))?;
    }
    Ok(paths)
}

/// The name of a file in a row that begins with `games.toml`: the second is `games-2.toml`.
fn numbered(path: &Path, number: usize) -> PathBuf {
    if number == 1 {
        return path.to_owned();
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path.extension().map(|it| format!(".{}", it.to_string_lossy()));
    path.with_file_name(format!("{stem}-{number}{}", extension.unwrap_or_default()))
}

/// Writes the result for a section: a line, and one for each reason.
fn print_section(section: &Imported, out: &mut dyn Write) -> Result<(), RunError> {
    let Imported { name, called, line, game, missing, wrong, looks } = section;
    let what = match game {
        Some(_) if called == name => "a game".to_owned(),
        Some(_) => format!("a game, called {called}"),
        None => "no game".to_owned(),
    };
    let place = format!("{name} (line {line})");
    writeln!(out, "{}: {what}", place.trim_start())?;
    for key in missing {
        writeln!(out, "    {key}: this rule has no equivalent")?;
    }
    for reason in wrong {
        writeln!(out, "    {reason}")?;
    }
    if !looks.is_empty() {
        writeln!(out, "    without {}, which say nothing of the rules", looks.join(", "))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The output for a file.
    fn imported(file: PathBuf) -> Result<String, RunError> {
        let mut printed = Vec::new();
        let args = ImportArgs { file, out: None, section: Vec::new(), leave_out: false };
        args.run(&mut printed)?;
        Ok(String::from_utf8(printed).expect("text"))
    }

    #[test]
    fn a_byte_order_mark_begins_no_section() {
        let folder = tempfile::tempdir().expect("a place for temporary files");
        let file = folder.path().join("some.ini");
        fs::write(&file, "\u{feff}[a:chess]\n").expect("room for a file");
        assert!(imported(file).expect("a file").starts_with("a (line 1): a game\n"));
    }

    #[test]
    fn lines_without_a_section_are_named_with_the_first_of_them() {
        let folder = tempfile::tempdir().expect("a place for temporary files");
        let file = folder.path().join("some.ini");
        fs::write(&file, "# a heading that is not closed\n[a:chess\n").expect("room for a file");
        let printed = imported(file).expect("a file");
        assert!(printed.starts_with("(line 2): no game\n    lines without the name"), "{printed}");
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_is_refused_at_once() {
        let folder = tempfile::tempdir().expect("a place for temporary files");
        let pipe = folder.path().join("pipe.ini");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.expect("every Unix has it").success());
        let error = imported(pipe).expect_err("no file").to_string();
        assert!(error.ends_with(": this is no file"), "{error}");
    }

    #[test]
    fn sections_become_a_file_that_is_not_written_over() {
        let folder = tempfile::tempdir().expect("a place for temporary files");
        let [file, games] = ["some.ini", "some.toml"].map(|name| folder.path().join(name));
        fs::write(&file, "[a:chess]\n[b:chess]\nmustCapture = true\n").expect("room for a file");
        let import = |section: &[&str], out: Option<&PathBuf>| {
            let section = section.iter().map(ToString::to_string).collect();
            let args =
                ImportArgs { file: file.clone(), out: out.cloned(), section, leave_out: false };
            let mut printed = Vec::new();
            let completion = args.run(&mut printed)?;
            let printed = String::from_utf8(printed).expect("text");
            Ok::<_, RunError>((printed, completion == Completion::Success))
        };
        let (printed, is_whole) = import(&[], None).expect("a file");
        assert!(printed.contains("a (line 1): a game\n") && !is_whole, "{printed}");
        assert!(
            printed.contains("    mustCapture = true: this rule has no equivalent\n"),
            "{printed}"
        );
        assert!(printed.ends_with("1 of 2 sections have become games\n"), "{printed}");
        assert!(!games.exists());
        assert!(import(&["a"], Some(&games)).expect("a section").1);
        assert_eq!(rotunda_games::read_file(&games).expect("games").len(), 1);
        assert!(import(&["a"], Some(&games)).is_err(), "the file exists");
        assert!(import(&["c"], None).is_err(), "no such section");
    }

    #[test]
    fn more_games_than_a_file_holds_go_to_further_files() {
        let folder = tempfile::tempdir().expect("a place for temporary files");
        let [file, games, second] =
            ["many.ini", "many.toml", "many-2.toml"].map(|name| folder.path().join(name));
        let sections: Vec<String> =
            (0..40).map(|number| format!("[Game{number}:chess]\n")).collect();
        fs::write(&file, sections.concat()).expect("room for a file");
        let args =
            ImportArgs { file, out: Some(games.clone()), section: Vec::new(), leave_out: false };
        fs::write(&second, "").expect("room for a file");
        let mut printed = Vec::new();
        let error = args.run(&mut printed).expect_err("the second file exists").to_string();
        assert!(error.contains("many-2.toml") && !games.exists(), "{error}");
        fs::remove_file(&second).expect("a file");
        assert_eq!(args.run(&mut printed).expect("40 games"), Completion::Success);
        let printed = String::from_utf8(printed).expect("text");
        assert!(printed.starts_with("Game0 (line 1): a game, called game0\n"), "{printed}");
        assert!(printed.contains("40 of 40 sections have become games\n"), "{printed}");
        assert!(printed.contains("many.toml, ") && printed.ends_with("many-2.toml\n"), "{printed}");
        let count = |path: &Path| rotunda_games::read_file(path).expect("games").len();
        assert_eq!([count(&games), count(&second)], [32, 8]);
    }
}
