//! [`Mutator`]: inputs near the files of a corpus.

use std::io;
use std::path::Path;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};

/// The longest input, in bytes.
const LONGEST: usize = 2048;
/// The most changes that lie between an input and its file.
const CHANGES: u32 = 8;
/// The longest part that a change copies or removes, in bytes.
const LONGEST_PART: usize = 64;

/// Inputs near the files of a corpus, without an end. The same seed gives the same inputs.
#[derive(Debug)]
pub struct Mutator {
    files: Vec<Vec<u8>>,
    rng: StdRng,
}

impl Mutator {
    /// Reads the files of a folder.
    ///
    /// # Errors
    /// Returns an error if the folder or a file cannot be read, or if the folder has no files.
    pub fn new(folder: &Path, seed: u64) -> io::Result<Self> {
        let paths = folder.read_dir()?.map(|entry| Ok(entry?.path()));
        let mut paths = paths.collect::<io::Result<Vec<_>>>()?;
        // The system lists files in any order.
        paths.sort();
        let files = paths.iter().map(std::fs::read).collect::<io::Result<Vec<_>>>()?;
        if files.is_empty() {
            return Err(io::Error::other("the folder has no files"));
        }
        Ok(Self { files, rng: StdRng::seed_from_u64(seed) })
    }

    /// Returns a part of a file, of some length.
    fn part(&mut self) -> Vec<u8> {
        let file = self.files.choose(&mut self.rng).map_or(&[][..], Vec::as_slice);
        let begin = self.rng.random_range(0..=file.len());
        let length = self.rng.random_range(0..=LONGEST_PART.min(file.len() - begin));
        file[begin..begin + length].to_vec()
    }

    /// Changes one place of an input.
    fn change(&mut self, bytes: &mut Vec<u8>) {
        let at = self.rng.random_range(0..=bytes.len());
        let end = (at + self.rng.random_range(1..=LONGEST_PART)).min(bytes.len());
        match self.rng.random_range(0..6) {
            0 if at < bytes.len() => bytes[at] ^= 1 << self.rng.random_range(0..8),
            1 if at < bytes.len() => bytes[at] = self.rng.random(),
            2 => bytes.insert(at, self.rng.random()),
            3 => drop(bytes.drain(at..end)),
            4 => {
                let again = bytes[at..end].to_vec();
                bytes.splice(end..end, again);
            }
            _ => {
                let part = self.part();
                bytes.splice(at..at, part);
            }
        }
    }
}

impl Iterator for Mutator {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        let mut bytes = self.files.choose(&mut self.rng)?.clone();
        for _ in 0..self.rng.random_range(1..=CHANGES) {
            self.change(&mut bytes);
        }
        bytes.truncate(LONGEST);
        Some(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_are_near_the_corpus_and_the_same_for_a_seed() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/commands");
        let inputs = |seed| {
            let mutator = Mutator::new(&folder, seed).expect("a corpus");
            mutator.take(200).collect::<Vec<_>>()
        };
        let (one, files) = (inputs(1), Mutator::new(&folder, 1).expect("a corpus").files);
        assert_eq!(one, inputs(1));
        assert_ne!(one, inputs(2));
        assert!(one.iter().all(|input| input.len() <= LONGEST));
        let is_changed = |input: &&Vec<u8>| !files.contains(input);
        assert!(one.iter().filter(is_changed).count() > 150);
        let missing = Mutator::new(&folder.join("nothing"), 1);
        assert_eq!(missing.map_err(|error| error.kind()).err(), Some(io::ErrorKind::NotFound));
    }
}
