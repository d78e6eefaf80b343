//! [`NetFile`]: a net that a file holds, and by which it is known.

use std::path::Path;
use std::sync::Arc;
use std::{fmt, fs};

use rotunda_search::net::{Network, Shape};

use crate::examples::Examples;

/// A net that a file holds, and by which it is known: to play with, or to begin a training with.
#[derive(Clone, Debug)]
pub(crate) struct NetFile {
    pub network: Arc<Network>,
    /// The name of its file.
    name: String,
    /// The checksum that its file ends with.
    pub checksum: u32,
}

impl NetFile {
    /// That of a file.
    ///
    /// # Errors
    /// If the file cannot be read, or holds no net: the reason.
    pub fn read(path: &str) -> Result<Self, String> {
        let bytes = fs::read(path).map_err(|error| error.to_string())?;
        let network = Network::from_bytes(&bytes).map_err(|error| error.to_string())?;
        let name = Path::new(path).file_name().map(|name| name.to_string_lossy().into_owned());
        let checksum = bytes.last_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes));
        Ok(Self { network: Arc::new(network), name: name.unwrap_or_default(), checksum })
    }

    /// Why no net of a shape that learns from the examples begins with this one, if none does.
    pub fn conflict(&self, shape: Shape, examples: &Examples) -> Option<String> {
        let Network { shape: own, fingerprint, .. } = *self.network;
        let Shape { hidden, regions, threats, .. } = shape;
        let why = if fingerprint != examples.features.fingerprint() {
            "it is of another game".into()
        } else if own.hidden > shape.hidden || (Shape { hidden, regions, threats, ..own }) != shape
        {
            format!("it has {} neurons and {} buckets", own.hidden, own.buckets)
        } else if own.regions > 1 && own.regions != shape.regions {
            format!("it has {} regions", own.regions)
        } else {
            return None;
        };
        Some(format!("{}: a training cannot begin with it, {why}", self.name))
    }
}

impl fmt::Display for NetFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:08x}", self.name, self.checksum)
    }
}
