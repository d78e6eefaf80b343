//! [`data_files`]: the files of training data among paths of files and folders.

use std::fs;
use std::path::PathBuf;

use super::header::EXTENSION;
use super::training_error::{FileProblem, TrainingError};

/// Returns the files of paths; those of folders are sorted by name.
///
/// # Errors
/// Returns an error if a folder cannot be read, or holds no files of training data.
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
