//! The target `nets`: the file of a net. Its length and checksum are corrected, so that the reader
//! reaches the parts behind them.
//!
//! The bytes are the header up to the end of the line, and the weights.

use rotunda_search::net::Network;

/// The first bytes of a net's file. The version follows: 1 for plain weights, 2 for deflated
/// weights.
const MAGIC: &[u8; 7] = b"\x89RTNET\n";

/// Reads a file with these bytes, as it is and with a correct frame, in both versions.
///
/// # Panics
/// Panics if a net is not the same after it has been written and read again.
pub fn run(bytes: &[u8]) {
    // A wrong file is refused with a reason.
    let _ = Network::from_bytes(bytes);
    for version in [1, 2] {
        if let Ok(network) = Network::from_bytes(&framed(version, bytes)) {
            let _ = network.variant();
            let written = network.to_bytes();
            let again = Network::from_bytes(&written).expect("what is written can be read");
            assert_eq!(again.to_bytes(), written);
        }
    }
}

/// Returns a file of this version with this header and these weights.
fn framed(version: u8, bytes: &[u8]) -> Vec<u8> {
    let mut parts = bytes.splitn(2, |byte| *byte == b'\n');
    let header = parts.next().unwrap_or_default();
    let weights = parts.next().unwrap_or_default();
    let mut file = MAGIC.to_vec();
    file.push(version);
    file.extend((header.len() as u32).to_le_bytes());
    file.extend(header);
    file.extend(weights);
    let checksum = crc32fast::hash(&file);
    file.extend(checksum.to_le_bytes());
    file
}
