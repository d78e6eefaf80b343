//! Damaged files: the reader reports the damage and does not panic.

use crate::random_games::{games, header, written};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rotunda_movegen::{Position, Rules, Variant};
use rotunda_training::{DataError, DataReader, Ply, Visitor, replay};

/// The number of mutations of each file.
const MUTATIONS: u64 = 40;

/// A visitor that counts positions.
#[derive(Default)]
struct Count(usize);

impl Visitor for Count {
    fn visit<R: Rules<W>, const W: usize>(&mut self, _: &Position<'static, W>, _: &Ply<R::Move>) {
        self.0 += 1;
    }
}

/// Returns the number of positions that a file shows before its end or the first error.
fn read(bytes: &[u8]) -> (usize, Result<(), DataError>) {
    let mut count = Count::default();
    let result = read_into(bytes, &mut count);
    (count.0, result)
}

fn read_into(bytes: &[u8], count: &mut Count) -> Result<(), DataError> {
    let mut reader = DataReader::new(bytes)?;
    let family = reader.header().family()?;
    while let Some(block) = reader.next_block()? {
        for game in block.records() {
            replay(family, &game?, count)?;
        }
    }
    Ok(())
}

#[test]
fn every_changed_byte_is_noticed() {
    for name in ["chess", "ordinary", "modern5"] {
        let variant = Variant::by_name(name).expect("known");
        let bytes = written(&header(variant), &games(variant, 2));
        assert!(read(&bytes).1.is_ok());
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1 << (at % 8);
            assert!(read(&changed).1.is_err(), "{name}: byte {at}");
        }
    }
}

#[test]
fn a_torn_file_shows_its_whole_blocks() {
    let variant = Variant::by_name("rollerball").expect("known");
    let bytes = written(&header(variant), &games(variant, 60));
    let (all, _) = read(&bytes);
    let mut last = 0;
    for end in (0..bytes.len()).step_by(211) {
        let (seen, result) = read(&bytes[..end]);
        assert!(last <= seen && seen <= all, "a longer file shows no less");
        assert!(matches!(result, Ok(()) | Err(DataError::Torn { .. })), "{result:?}");
        last = seen;
    }
    assert!(last > 0 && all > last);
}

/// Returns the bytes of a file with correct checksums, so that the reader reaches the parts behind
/// them.
fn mended(mut bytes: Vec<u8>) -> Vec<u8> {
    let mut at = 8;
    while let Some(prefix) = bytes.get(at..at + 16) {
        let length = u32::from_le_bytes(prefix[..4].try_into().expect("four bytes")) as usize;
        let Some(body) = bytes.get(at + 16..at + 16 + length) else { break };
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&prefix[..12]);
        hasher.update(body);
        let sum = hasher.finalize();
        bytes[at + 12..at + 16].copy_from_slice(&sum.to_le_bytes());
        at += 16 + length;
    }
    bytes
}

#[test]
fn well_checked_nonsense_does_not_panic() {
    for variant in Variant::all() {
        let bytes = written(&header(variant), &games(variant, 2));
        let body = bytes.len() / 3;
        let mut refused = 0;
        for seed in 0..MUTATIONS {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let mut changed = bytes.clone();
            for _ in 0..rng.random_range(1..4) {
                let at = rng.random_range(body..changed.len());
                changed[at] = rng.random();
            }
            refused += usize::from(read(&mended(changed)).1.is_err());
        }
        assert!(refused > MUTATIONS as usize / 4, "{}: {refused} refused", variant.name);
    }
}
