//! The target `training-data`: a file of training data. Its checksums are corrected, so that the
//! reader reaches the parts behind them.

use rotunda_movegen::{Position, Rules};
use rotunda_training::{DataError, DataReader, Ply, Visitor, replay};

/// The bytes before the first block of a file, and before the games of a block.
const LENGTHS: (usize, usize) = (8, 16);

/// A visitor that prints every position.
struct Print;

impl Visitor for Print {
    fn visit<R: Rules<W>, const W: usize>(
        &mut self,
        position: &Position<'static, W>,
        ply: &Ply<R::Move>,
    ) {
        assert!(!R::fen(position).is_empty());
        assert_eq!(R::to_uci(position, std::slice::from_ref(&ply.mv)).len(), 1);
    }
}

fn read(bytes: &[u8]) -> Result<(), DataError> {
    let mut reader = DataReader::new(bytes)?;
    let family = reader.header().family()?;
    while let Some(block) = reader.next_block()? {
        for game in block.records() {
            replay(family, &game?, &mut Print)?;
        }
    }
    Ok(())
}

/// Returns the bytes with correct checksums of all blocks.
fn mended(bytes: &[u8]) -> Vec<u8> {
    let (mut bytes, mut at) = (bytes.to_vec(), LENGTHS.0);
    while let Some(prefix) = bytes.get(at..at + LENGTHS.1) {
        let length = u32::from_le_bytes([prefix[0], prefix[1], prefix[2], prefix[3]]) as usize;
        let begin = at + LENGTHS.1;
        let Some(body) = bytes.get(begin..begin.saturating_add(length)) else { break };
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&prefix[..LENGTHS.1 - 4]);
        hasher.update(body);
        let sum = hasher.finalize().to_le_bytes();
        bytes[begin - 4..begin].copy_from_slice(&sum);
        at = begin + length;
    }
    bytes
}

/// Reads a file with these bytes, as it is and with correct checksums.
pub fn run(bytes: &[u8]) {
    // A wrong file is refused with a reason.
    let _ = read(bytes);
    let _ = read(&mended(bytes));
}
