//! [`FitFile`]: the fitted numbers of a file, with its checksum.

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
    /// Reads the fitted numbers in the bytes of a file.
    ///
    /// # Errors
    /// Returns an error if they hold no fitted numbers.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Self, FileProblem> {
        let fit = EvalFit::parse(&String::from_utf8_lossy(bytes))?;
        Ok(Self { fit: Arc::new(fit), checksum: hash(bytes) })
    }

    /// Checks that the numbers belong to a variant.
    ///
    /// # Errors
    /// Returns an error if they do not.
    pub(crate) fn check(&self, variant: &'static Variant) -> Result<(), TrainingError> {
        self.fit.fits(variant).map_err(TrainingError::Fit)
    }
}
