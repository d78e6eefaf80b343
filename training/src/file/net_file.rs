//! [`NetFile`]: the net of a file, with its name and checksum.

use std::path::Path;
use std::sync::Arc;
use std::{fmt, fs};

use rotunda_search::net::{Network, Shape};

use super::training_error::{FileProblem, OriginConflict, TrainingError};

/// The net of a file, with its name and checksum, for play or as the beginning of a training.
#[derive(Clone, Debug)]
pub struct NetFile {
    /// The net.
    pub network: Arc<Network>,
    /// The name of its file, without folders.
    pub name: String,
    /// The checksum at the end of its file.
    pub checksum: u32,
}

impl NetFile {
    /// Reads the net of a file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or holds no net.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, FileProblem> {
        let bytes = fs::read(&path)?;
        let network = Arc::new(Network::from_bytes(&bytes)?);
        let name = path.as_ref().file_name().map(|name| name.to_string_lossy().into_owned());
        Ok(Self { network, name: name.unwrap_or_default(), checksum: net_checksum(&bytes) })
    }

    /// Checks that a training of a net with this shape can begin with this net, which is for the
    /// inputs of the training's game.
    ///
    /// # Errors
    /// Returns an error if it cannot.
    pub(crate) fn begins(&self, shape: Shape) -> Result<(), TrainingError> {
        let own = self.network.shape;
        let Shape { hidden, regions, threats, .. } = shape;
        let conflict =
            if own.hidden > shape.hidden || (Shape { hidden, regions, threats, ..own }) != shape {
                OriginConflict::Size { hidden: own.hidden, buckets: own.buckets }
            } else if own.regions > 1 && own.regions != shape.regions {
                OriginConflict::Regions(own.regions)
            } else {
                return Ok(());
            };
        Err(self.refused(conflict))
    }

    /// Returns the error that a training cannot begin with this net.
    pub(crate) fn refused(&self, conflict: OriginConflict) -> TrainingError {
        TrainingError::Origin { net: self.name.clone(), conflict }
    }
}

/// Returns the checksum at the end of the file of a net.
pub(crate) fn net_checksum(bytes: &[u8]) -> u32 {
    bytes.last_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes))
}

impl fmt::Display for NetFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:08x}", self.name, self.checksum)
    }
}
