//! [`FitFile`]: the fitted numbers of a file, with its checksum.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use crc32fast::hash;
use rotunda_movegen::Variant;
use rotunda_search::net::EvalFit;

use super::training_error::{FileProblem, TrainingError};

/// The fitted numbers of a file, with its checksum, for play.
#[derive(Clone, Debug)]
pub struct FitFile {
    /// The numbers.
    pub fit: Arc<EvalFit>,
    /// The checksum of the file.
    pub checksum: u32,
}

impl FitFile {
    /// Reads the fitted numbers of a file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or holds no fitted numbers.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, FileProblem> {
        let text = fs::read_to_string(path)?;
        let fit = EvalFit::parse(&text)?;
        Ok(Self { fit: Arc::new(fit), checksum: hash(text.as_bytes()) })
    }

    /// Returns whether a file can be read and is meant to have fitted numbers.
    #[must_use]
    pub fn is_meant(path: impl AsRef<Path>) -> bool {
        fs::read(path).is_ok_and(|bytes| EvalFit::is_meant(&bytes))
    }

    /// Checks that the numbers belong to a variant.
    ///
    /// # Errors
    /// Returns an error if they do not.
    pub(crate) fn check(&self, variant: &'static Variant) -> Result<(), TrainingError> {
        self.fit.fits(variant).map_err(TrainingError::Fit)
    }
}
