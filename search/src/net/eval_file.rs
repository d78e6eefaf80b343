//! [`EvalFile`]: the evaluation of a file, a net or fitted numbers.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use rotunda_movegen::Variant;
use thiserror::Error;

use super::file::NetError;
use super::network::Network;
use crate::eval::{EvalFit, FitError};

/// The largest file of an evaluation, in bytes.
const LARGEST: u64 = 1 << 30;

/// The evaluation of a file, to use instead of the program's own in games that it fits.
///
/// ```
/// use rotunda_movegen::Variant;
/// use rotunda_search::net::{EvalFile, EvalFit, EvalParams};
/// let chess = Variant::by_name("chess")?;
/// let fit = EvalFit::new(chess, EvalParams { pawn: 90, ..EvalParams::default() }, "by hand");
/// let file = EvalFile::from_bytes(fit.to_string().as_bytes())?;
/// assert_eq!(file.variant()?.name, "chess");
/// assert!(EvalFile::from_bytes(b"RTNET").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub enum EvalFile {
    /// A net.
    Net(Arc<Network>),
    /// Fitted numbers of the derived evaluation.
    Fit(Arc<EvalFit>),
}

/// The reason why the evaluation of a file cannot be used.
#[derive(Error, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EvalFileError {
    /// The file cannot be read, as the text says.
    #[error("{0}")]
    Unread(String),
    /// The file has no net, or one of another game.
    #[error(transparent)]
    Net(#[from] NetError),
    /// The file has malformed fitted numbers, or those of another game.
    #[error(transparent)]
    Fit(#[from] FitError),
}

impl EvalFile {
    /// Reads a file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or holds neither a net nor fitted numbers.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, EvalFileError> {
        Self::from_bytes(&Self::bytes(path)?)
    }

    /// Returns the bytes of a file.
    ///
    /// # Errors
    /// Returns an error if it cannot be read, has more than a gigabyte, or is not a regular file:
    /// to open a pipe would wait for its writer.
    pub fn bytes(path: impl AsRef<Path>) -> Result<Vec<u8>, EvalFileError> {
        let unread = |error: io::Error| EvalFileError::Unread(error.to_string());
        if !fs::metadata(&path).map_err(unread)?.is_file() {
            return Err(EvalFileError::Unread("this is no file".into()));
        }
        let mut bytes = Vec::new();
        let file = File::open(path).map_err(unread)?;
        file.take(LARGEST + 1).read_to_end(&mut bytes).map_err(unread)?;
        if bytes.len() as u64 > LARGEST {
            return Err(EvalFileError::Unread(format!("it has more than {LARGEST} bytes")));
        }
        Ok(bytes)
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// Returns an error if they hold neither a net nor fitted numbers.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, EvalFileError> {
        if EvalFit::is_meant(bytes) {
            let fit = EvalFit::parse(&String::from_utf8_lossy(bytes))?;
            return Ok(Self::Fit(Arc::new(fit)));
        }
        Ok(Self::Net(Arc::new(Network::from_bytes(bytes)?)))
    }

    /// Checks that the evaluation can be used in a variant. That may differ from its own variant if
    /// board and pieces are the same.
    ///
    /// # Errors
    /// Returns an error if it belongs to another game.
    pub fn fits(&self, variant: &'static Variant) -> Result<(), EvalFileError> {
        match self {
            Self::Net(network) => Ok(network.fits(variant)?),
            Self::Fit(fit) => Ok(fit.fits(variant)?),
        }
    }

    /// Returns the variant that the evaluation was made for.
    ///
    /// # Errors
    /// Returns an error if the program does not know the variant, or if its board or pieces differ.
    pub fn variant(&self) -> Result<&'static Variant, EvalFileError> {
        match self {
            Self::Net(network) => Ok(network.variant()?),
            Self::Fit(fit) => Ok(fit.variant()?),
        }
    }
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;
    use crate::eval::EvalParams;

    #[test]
    fn files_are_nets_or_fitted_numbers() {
        let folder = TempDir::new().expect("a folder");
        let written = |name: &str, bytes: &[u8]| {
            let path = folder.path().join(name);
            fs::write(&path, bytes).expect("writable");
            path
        };
        let chess = Variant::by_name("chess").expect("known");
        let rollerball = Variant::by_name("rollerball").expect("known");
        let fit = EvalFit::new(chess, EvalParams::default(), "").to_string();
        let fit = EvalFile::read(written("my.net", fit.as_bytes())).expect("fitted numbers");
        assert!(matches!(fit, EvalFile::Fit(_)), "the content counts, not the name");
        assert_eq!(fit.variant().map(|variant| variant.name), Ok("chess"));
        let other = FitError::OtherGame("chess".into());
        assert_eq!(fit.fits(rollerball), Err(EvalFileError::Fit(other)));
        let no_net = EvalFile::read(written("my.fit", b"Nf3"));
        assert_eq!(no_net, Err(EvalFileError::Net(NetError::NoNet)));
        let malformed = EvalFile::read(written("bad.fit", b"fingerprint = 3"));
        assert!(matches!(malformed, Err(EvalFileError::Fit(FitError::Malformed(_)))));
        let no_file = EvalFileError::Unread("this is no file".into());
        assert_eq!(EvalFile::read(folder.path()), Err(no_file));
        let missing = EvalFile::read(folder.path().join("nowhere"));
        assert!(matches!(missing, Err(EvalFileError::Unread(_))), "{missing:?}");
    }
}
