//! `--variants FILE`: games that are taken in before the command line is read, so that variants are
//! known by name wherever the option stands.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::completion::RunError;

/// The name of the option.
pub const VARIANTS: &str = "variants";

/// The files that the arguments of a command line name, in their order.
fn files(arguments: impl Iterator<Item = OsString>) -> Vec<PathBuf> {
    let option = format!("--{VARIANTS}");
    let with_value = format!("{option}=");
    let mut files = Vec::new();
    let mut is_next = false;
    for argument in arguments.skip(1) {
        if is_next {
            files.push(argument.into());
            is_next = false;
        } else if argument == "--" {
            break;
        } else if argument == option.as_str() {
            is_next = true;
        } else if let Some(file) = argument.to_str().and_then(|a| a.strip_prefix(&with_value)) {
            files.push(file.into());
        }
    }
    files
}

/// Takes in the games of all files that the arguments of a command line name.
///
/// # Errors
/// If a file cannot be used.
pub fn load(arguments: impl Iterator<Item = OsString>) -> Result<(), RunError> {
    for file in files(arguments) {
        rotunda_games::load(Path::new(&file))
            .map_err(|error| RunError::Usage(error.to_string()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_found_wherever_they_stand() {
        let found = |line: &str| files(line.split(' ').map(OsString::from));
        assert_eq!(found("rotunda perft --variants a.toml --depth 3"), [PathBuf::from("a.toml")]);
        let two = ["a.toml", "b.toml"].map(PathBuf::from);
        assert_eq!(found("rotunda --variants=a.toml play --variants b.toml"), two);
        assert_eq!(found("rotunda variants --json"), Vec::<PathBuf>::new());
        assert_eq!(found("rotunda match -- --variants a.toml"), Vec::<PathBuf>::new());
    }
}
