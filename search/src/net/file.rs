//! The file of a net: a header that people can read, the weights, a checksum.
//!
//! ```text
//! file   := 89 'R' 'T' 'N' 'E' 'T' 0A version   length:4 header   deflated weights   crc32:4
//! header := JSON, see `Header`
//! weights := biases columns outputs (i16)   output biases (i32)     the lowest byte first
//! ```
//!
//! The version is 2; files of version 1, whose weights are not deflated, can be read too. Deflate
//! is that of RFC 1951. The checksum covers everything before it, and is that of zlib.

use std::borrow::Cow;
use std::fmt;
use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use serde::{Deserialize, Serialize};

use super::network::{LANES, Network, OUTPUT_UNIT, Shape};
use super::provenance::Provenance;
use super::regions::Regions;
use crate::eval::Base;

/// The first bytes of a file, before its version.
const MAGIC: [u8; 7] = *b"\x89RTNET\n";
/// The version that is written.
const VERSION: u8 = 2;
/// The version whose weights are not deflated.
const PLAIN: u8 = 1;
/// The bytes of a checksum, and of the header's length.
const WORD: usize = 4;
/// The greatest absolute output weight, so that its product with an activation has 16 bits.
pub(super) const MAX_OUTPUT: i16 = (2 * OUTPUT_UNIT - 1) as i16;
/// The most inputs, neurons, buckets and pieces of a net.
const MOST: [usize; 4] = [1 << 16, 1024, 16, 256];
/// The most bytes of weights.
const MOST_BYTES: usize = 1 << 28;

/// Everything but the weights.
#[derive(Serialize, Deserialize)]
struct Header {
    fingerprint: String,
    inputs: usize,
    hidden: usize,
    buckets: usize,
    men: usize,
    perspectives: usize,
    /// The region of each cell; empty if the whole board is one region.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    regions: Vec<u8>,
    /// Whether there are weights for the states of pieces.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    threats: bool,
    scale: i32,
    #[serde(default)]
    base: Base,
    #[serde(flatten)]
    provenance: Provenance,
}

/// The error in the file of a net.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NetError {
    /// The file does not begin like the file of a net.
    NoNet,
    /// The file has a version that this program does not know.
    Version(u8),
    /// The length is not that of the header, or the checksum is wrong.
    Damaged,
    /// The header has values that no net can have.
    Malformed(&'static str),
    /// The net is for another game, whose name the file gives.
    OtherGame(String),
}

impl fmt::Display for NetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoNet => f.write_str("is no net"),
            Self::Version(version) => write!(f, "is a net of version {version}, not 1 or 2"),
            Self::Damaged => f.write_str("is damaged"),
            Self::Malformed(what) => write!(f, "is malformed: {what}"),
            Self::OtherGame(name) => write!(f, "is a net for the board of {name}"),
        }
    }
}

impl std::error::Error for NetError {}

impl Network {
    /// Returns the bytes of a file.
    ///
    /// # Panics
    /// Never panics, since JSON can hold every header.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let Shape { inputs, threats, hidden, buckets, men, perspectives, .. } = self.shape;
        let header = Header {
            fingerprint: format!("{:016x}", self.fingerprint),
            inputs,
            hidden,
            buckets,
            men,
            perspectives,
            regions: self.regions.of_cells().to_vec(),
            threats,
            scale: self.scale,
            base: self.base,
            provenance: self.provenance.clone(),
        };
        let header = serde_json::to_vec(&header).expect("numbers and texts");
        let mut bytes = MAGIC.to_vec();
        bytes.push(VERSION);
        bytes.extend((header.len() as u32).to_le_bytes());
        bytes.extend(header);
        bytes.extend(deflated(&self.weights()));
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    /// Returns the bytes of the weights, before they are deflated.
    fn weights(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for weights in [&*self.biases, &*self.columns, &*self.outputs] {
            bytes.extend(weights.iter().flat_map(|weight| weight.to_le_bytes()));
        }
        bytes.extend(self.output_biases.iter().flat_map(|bias| bias.to_le_bytes()));
        bytes
    }

    /// Reads the net of a file.
    ///
    /// # Errors
    /// Returns an error if the file is not that of a net, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetError> {
        let rest = bytes.strip_prefix(&MAGIC).ok_or(NetError::NoNet)?;
        let (&version, rest) = rest.split_first().ok_or(NetError::NoNet)?;
        if ![PLAIN, VERSION].contains(&version) {
            return Err(NetError::Version(version));
        }
        let (rest, checksum) = rest.split_last_chunk::<WORD>().ok_or(NetError::Damaged)?;
        let checked = &bytes[..bytes.len() - WORD];
        if crc32fast::hash(checked) != u32::from_le_bytes(*checksum) {
            return Err(NetError::Damaged);
        }
        let (length, rest) = rest.split_first_chunk::<WORD>().ok_or(NetError::Damaged)?;
        let length = u32::from_le_bytes(*length) as usize;
        let (header, weights) = rest.split_at_checked(length).ok_or(NetError::Damaged)?;
        let header: Header =
            serde_json::from_slice(header).map_err(|_| NetError::Malformed("its header"))?;
        let (shape, regions) = header.shape()?;
        let weights: Cow<'_, [u8]> = match version {
            PLAIN => weights.into(),
            _ => inflated(weights, shape.bytes())?.into(),
        };
        header.network(shape, regions, &weights)
    }
}

/// Returns these bytes, deflated.
fn deflated(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("memory takes everything")
}

/// Returns these bytes, inflated, which must have this length.
fn inflated(bytes: &[u8], length: usize) -> Result<Vec<u8>, NetError> {
    let mut inflated = Vec::new();
    let mut decoder = DeflateDecoder::new(bytes);
    let read = decoder.by_ref().take(length as u64 + 1).read_to_end(&mut inflated);
    let is_whole = read.is_ok_and(|read| read == length);
    if is_whole && decoder.total_in() == bytes.len() as u64 {
        Ok(inflated)
    } else {
        Err(NetError::Damaged)
    }
}

impl Shape {
    /// Returns the bytes of the weights.
    const fn bytes(&self) -> usize {
        let Self { hidden, buckets, perspectives, .. } = *self;
        2 * hidden * (1 + self.columns() + buckets * perspectives) + WORD * buckets
    }
}

impl Header {
    /// The size of the net and the regions of its board.
    fn shape(&self) -> Result<(Shape, Regions), NetError> {
        let Self { inputs, threats, hidden, buckets, men, perspectives, .. } = *self;
        let sizes = [inputs, hidden, buckets, men].into_iter().zip(MOST);
        let is_sane = sizes.into_iter().all(|(size, most)| (1..=most).contains(&size));
        if !is_sane || hidden % LANES != 0 || !(1..=2).contains(&perspectives) {
            return Err(NetError::Malformed("its size"));
        }
        let regions = Regions::new(self.regions.clone());
        let regions = regions.ok_or(NetError::Malformed("its regions"))?;
        let count = regions.count();
        let shape = Shape { inputs, regions: count, threats, hidden, buckets, men, perspectives };
        if shape.bytes() > MOST_BYTES {
            return Err(NetError::Malformed("its size"));
        }
        Ok((shape, regions))
    }

    fn network(self, shape: Shape, regions: Regions, weights: &[u8]) -> Result<Network, NetError> {
        let Shape { hidden, buckets, perspectives, .. } = shape;
        let mut weights = Weights(weights);
        let fingerprint = u64::from_str_radix(&self.fingerprint, 16);
        let network = Network {
            shape,
            base: self.base,
            scale: self.scale,
            biases: weights.take(hidden)?,
            columns: weights.take(shape.columns() * hidden)?.into(),
            regions,
            outputs: weights.take(buckets * perspectives * hidden)?,
            output_biases: weights.take_wide(buckets)?,
            fingerprint: fingerprint.map_err(|_| NetError::Malformed("its fingerprint"))?,
            provenance: self.provenance,
        };
        if network.outputs.iter().any(|weight| weight.unsigned_abs() > MAX_OUTPUT as u16) {
            return Err(NetError::Malformed("an output weight"));
        }
        if weights.0.is_empty() { Ok(network) } else { Err(NetError::Damaged) }
    }
}

/// Weights that are still to be read.
struct Weights<'a>(&'a [u8]);

impl Weights<'_> {
    fn bytes(&mut self, count: usize) -> Result<&[u8], NetError> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(NetError::Damaged)?;
        self.0 = rest;
        Ok(taken)
    }

    fn take(&mut self, count: usize) -> Result<Vec<i16>, NetError> {
        let (pairs, _) = self.bytes(2 * count)?.as_chunks();
        Ok(pairs.iter().map(|pair| i16::from_le_bytes(*pair)).collect())
    }

    fn take_wide(&mut self, count: usize) -> Result<Vec<i32>, NetError> {
        let (words, _) = self.bytes(WORD * count)?.as_chunks();
        Ok(words.iter().map(|word| i32::from_le_bytes(*word)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network() -> Network {
        let regions = Regions::new(vec![0, 0, 1]).expect("two of them");
        let shape = Shape {
            inputs: 6,
            regions: 2,
            threats: true,
            hidden: 16,
            buckets: 2,
            men: 4,
            perspectives: 2,
        };
        let weights =
            |count: usize| (0..count as i16).map(|weight| weight - 20).collect::<Vec<_>>();
        Network {
            shape,
            base: Base::Summary,
            scale: 174,
            regions,
            columns: weights(shape.columns() * 16).into(),
            biases: weights(16),
            outputs: weights(2 * 2 * 16),
            output_biases: vec![-7, 70_000],
            fingerprint: 0x1234_5678_9ABC_DEF0,
            provenance: Provenance { variant: "chess".into(), ..Provenance::default() },
        }
    }

    #[test]
    fn nets_come_back() {
        assert_eq!(Network::from_bytes(&network().to_bytes()), Ok(network()));
    }

    #[test]
    fn weights_that_are_not_deflated_can_be_read() {
        let written = network().to_bytes();
        let length = u32::from_le_bytes(written[8..12].try_into().expect("four bytes")) as usize;
        let mut plain = [&MAGIC, &[PLAIN][..], &written[8..12 + length]].concat();
        plain.extend(network().weights());
        plain.extend(crc32fast::hash(&plain).to_le_bytes());
        assert_eq!(Network::from_bytes(&plain), Ok(network()));
    }

    #[test]
    fn nothing_may_follow_the_weights() {
        let mut written = network().to_bytes();
        written.truncate(written.len() - WORD);
        written.push(0);
        written.extend(crc32fast::hash(&written).to_le_bytes());
        assert_eq!(Network::from_bytes(&written), Err(NetError::Damaged));
    }

    /// The file of a net with these weights in place of its own.
    fn with_weights(network: &Network, weights: &[u8]) -> Vec<u8> {
        let mut bytes = network.to_bytes();
        bytes.truncate(bytes.len() - WORD - deflated(&network.weights()).len());
        bytes.extend(deflated(weights));
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    #[test]
    fn weights_are_as_many_as_the_header_says() {
        let network = network();
        let weights = network.weights();
        assert_eq!(weights.len(), network.shape.bytes());
        assert_eq!(Network::from_bytes(&with_weights(&network, &weights)), Ok(network.clone()));
        let many = vec![0; 1 << 26];
        for wrong in [&weights[1..], &[&weights[..], &[0]].concat(), &many, &[]] {
            let read = Network::from_bytes(&with_weights(&network, wrong));
            assert_eq!(read, Err(NetError::Damaged), "{} bytes", wrong.len());
        }
        let mut large = network.clone();
        (large.shape.inputs, large.shape.hidden) = (MOST[0], MOST[1]);
        let read = Network::from_bytes(&with_weights(&large, &weights));
        assert_eq!(read, Err(NetError::Malformed("its size")));
    }

    #[test]
    fn every_damage_is_refused() {
        let bytes = network().to_bytes();
        for end in 0..bytes.len() {
            assert!(Network::from_bytes(&bytes[..end]).is_err(), "{end} bytes");
        }
        for place in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[place] ^= 0x10;
            assert!(Network::from_bytes(&damaged).is_err(), "byte {place}");
        }
        assert_eq!(Network::from_bytes(b"text"), Err(NetError::NoNet));
    }

    #[test]
    fn weights_that_could_overflow_are_refused() {
        let mut wrong = network();
        wrong.outputs[3] = 128;
        let refused = Network::from_bytes(&wrong.to_bytes());
        assert_eq!(refused, Err(NetError::Malformed("an output weight")));
        let mut wrong = network();
        wrong.shape.hidden = 8;
        assert_eq!(Network::from_bytes(&wrong.to_bytes()), Err(NetError::Malformed("its size")));
    }
}
