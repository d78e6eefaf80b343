//! `rotunda import`: games of Fairy-Stockfish's `variants.ini` as a file of games.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use rotunda_command::{Completion, RunError, read_text};
use rotunda_games::{Imported, LARGEST};

/// Which sections are taken, and where they go.
#[derive(Args, Debug)]
pub struct ImportArgs {
    /// The file with sections as in variants.ini
    file: PathBuf,
    /// Where the games go, a file that does not exist yet; if left out, it is only told what would
    /// become of each section
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Only this section; may be repeated
    #[arg(long, value_name = "NAME")]
    section: Vec<String>,
    /// Write games in spite of rules that have no equivalent, without these rules
    #[arg(long)]
    leave_out: bool,
}

impl ImportArgs {
    /// Reads the sections, writes the games, and tells of every section what became of it. The
    /// command fails if a section could not be written.
    ///
    /// # Errors
    /// If the file cannot be read, has no such section, or the games cannot be written.
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
        if let Some(path) = self.out.as_ref().filter(|_| !games.is_empty()) {
            let text = games.join("\n");
            rotunda_games::read(&path.display().to_string(), &text)
                .map_err(|error| usage(&error.brief()))?;
            let file = fs::OpenOptions::new().write(true).create_new(true).open(path);
            let written = file.and_then(|mut file| file.write_all(text.as_bytes()));
            written.map_err(|error| usage(&format!("{}: {error}", path.display())))?;
        }
        for section in &sections {
            tell(section, out)?;
        }
        writeln!(out, "{} of {} sections have become games", games.len(), sections.len())?;
        let is_whole = games.len() == sections.len();
        Ok(if is_whole { Completion::Success } else { Completion::CheckFailed })
    }
}

/// What became of a section: a line, and one for each reason.
fn tell(section: &Imported, out: &mut dyn Write) -> Result<(), RunError> {
    let Imported { name, line, game, missing, wrong, looks } = section;
    let what = if game.is_some() { "a game" } else { "no game" };
    writeln!(out, "{name} (line {line}): {what}")?;
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

    /// What is told of a file.
    fn imported(file: PathBuf) -> Result<String, RunError> {
        let mut told = Vec::new();
        let args = ImportArgs { file, out: None, section: Vec::new(), leave_out: false };
        args.run(&mut told)?;
        Ok(String::from_utf8(told).expect("text"))
    }

    #[test]
    fn a_byte_order_mark_begins_no_section() {
        let folder = tempfile::tempdir().expect("a place for temporary files");
        let file = folder.path().join("some.ini");
        fs::write(&file, "\u{feff}[a:chess]\n").expect("room for a file");
        assert!(imported(file).expect("a file").starts_with("a (line 1): a game\n"));
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
            let mut told = Vec::new();
            let completion = args.run(&mut told)?;
            let told = String::from_utf8(told).expect("text");
            Ok::<_, RunError>((told, completion == Completion::Success))
        };
        let (told, is_whole) = import(&[], None).expect("a file");
        assert!(told.contains("a (line 1): a game\n") && !is_whole, "{told}");
        assert!(told.contains("    mustCapture = true: this rule has no equivalent\n"), "{told}");
        assert!(told.ends_with("1 of 2 sections have become games\n"), "{told}");
        assert!(!games.exists());
        assert!(import(&["a"], Some(&games)).expect("a section").1);
        assert_eq!(rotunda_games::read_file(&games).expect("games").len(), 1);
        assert!(import(&["a"], Some(&games)).is_err(), "the file exists");
        assert!(import(&["c"], None).is_err(), "no such section");
    }
}
