//! [`Slot`]: one entry of the shared table, read and written by all threads without a lock.
//!
//! Slots are plain arrays of atomics, since the table is memory that the system maps.

use std::sync::atomic::{AtomicU64, Ordering};

/// A word that threads share: the machine's atomic, or a model of it.
pub(crate) trait Word {
    fn load(&self) -> u64;
    fn store(&self, value: u64);
}

impl Word for AtomicU64 {
    #[inline]
    fn load(&self) -> u64 {
        self.load(Ordering::Relaxed)
    }

    #[inline]
    fn store(&self, value: u64) {
        self.store(value, Ordering::Relaxed);
    }
}

/// An entry's data, and its key xor the data.
///
/// Two threads may write at once, and a third read half of each:
///
/// ```text
///   writer 1:  data := 1          check := key1 ^ 1
///   writer 2:         data := 2                      check := key2 ^ 2
///   reader:                 reads 2          reads key1 ^ 1
///                           the key comes out as key1 ^ 1 ^ 2: nobody's
/// ```
///
/// A reader trusts the data only if the xor gives its own key (Hyatt and Mann, A lock-less
/// transposition table implementation for parallel search chess engines, ICGA Journal 25/1).
pub(crate) type Slot = [AtomicU64; 2];

/// Returns the data and their key, if both words come from one writer.
#[inline]
pub(crate) fn read<A: Word>([data, check]: &[A; 2]) -> (u64, u64) {
    let data = data.load();
    (data, check.load() ^ data)
}

/// Replaces the data and their key.
#[inline]
pub(crate) fn write<A: Word>([data_place, check]: &[A; 2], key: u64, data: u64) {
    data_place.store(data);
    check.store(key ^ data);
}

/// The protocol in all interleavings of its reads and writes.
#[cfg(test)]
mod model {
    use loom::sync::Arc;
    use loom::sync::atomic::AtomicU64;
    use loom::thread;

    use super::{Ordering, Word};

    impl Word for AtomicU64 {
        fn load(&self) -> u64 {
            self.load(Ordering::Relaxed)
        }

        fn store(&self, value: u64) {
            self.store(value, Ordering::Relaxed);
        }
    }

    /// Two entries, key and data, of different positions.
    const ENTRIES: [(u64, u64); 2] = [(0xA5A5_0000_1111_2222, 7), (0x5A5A_3333_0000_4444, 8)];

    /// Runs two writers and a reader in every interleaving; `write` and `read` are the protocol.
    fn meet<T: Default + Send + Sync + 'static>(
        write: fn(&T, u64, u64),
        read: fn(&T) -> (u64, u64),
    ) {
        loom::model(move || {
            let slot = Arc::new(T::default());
            let writers = ENTRIES.map(|(key, data)| {
                let slot = slot.clone();
                thread::spawn(move || write(&slot, key, data))
            });
            let (data, key) = read(&slot);
            for (own, stored) in ENTRIES {
                assert!(key != own || data == stored, "data of another position");
            }
            for writer in writers {
                writer.join().expect("a writer ends");
            }
        });
    }

    #[test]
    fn nobody_reads_what_belongs_to_another_position() {
        meet::<[AtomicU64; 2]>(super::write, super::read);
    }

    /// The same without the xor. The model finds its fault.
    #[derive(Default)]
    struct Plain {
        data: AtomicU64,
        key: AtomicU64,
    }

    #[test]
    #[should_panic(expected = "data of another position")]
    fn plain_keys_would_not_do() {
        let write = |slot: &Plain, key, data| {
            slot.data.store(data, Ordering::Relaxed);
            slot.key.store(key, Ordering::Relaxed);
        };
        let read =
            |slot: &Plain| (slot.data.load(Ordering::Relaxed), slot.key.load(Ordering::Relaxed));
        meet(write, read);
    }
}
