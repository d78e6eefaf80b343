//! [`TranspositionTable`]: the results of searches by position, shared by all threads without a
//! lock.

use std::fmt;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU8, Ordering};

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::buckets::{Bucket, Buckets};
use super::memory;
use super::slot::{Slot, read, write};
use crate::base::prefetch::prefetch;
use crate::base::report::Bound;
use crate::base::score::{Score, from_table, is_decisive};
use crate::base::window::Window;

/// The bytes in a megabyte, the unit of [`TranspositionTable::new`].
const MEGABYTE: usize = 1 << 20;
/// The number of generations of entries.
const AGES: u8 = 32;
/// The plies of depth that one generation of age outweighs when an entry is replaced.
const AGE_WEIGHT: i32 = 4;
/// The number that turns a position's key into that of its second entry, for searches that are
/// shallower than the first.
const ASIDE: u64 = 0x5851_F42D_4C95_7F2D;
/// The number of buckets looked at to estimate how full the table is.
const SAMPLE: usize = 250;

/// The table's entry of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TtEntry {
    /// The fingerprint of the best move, 0 if none is known.
    pub fingerprint: u16,
    /// The score, mates counted from the position.
    pub score: i16,
    /// The static evaluation.
    pub eval: i16,
    /// The depth of the search that gave the score.
    pub depth: u8,
    /// The relation of the score to the true one.
    pub bound: Bound,
    /// Whether the position has been searched with an open window.
    pub tt_pv: bool,
}

impl TtEntry {
    /// Returns the score if it cuts a node at `ply` with this window: it is exact, or a bound
    /// outside of the window.
    pub fn cutoff(self, window: Window, ply: usize) -> Option<Score> {
        let score = from_table(self.score, ply);
        let settles = match self.bound {
            Bound::Exact => true,
            Bound::Lower => score >= window.beta,
            Bound::Upper => score <= window.alpha,
        };
        settles.then_some(score)
    }

    /// Returns a better evaluation of a node at `ply`: the entry's score where its bound is beyond
    /// `eval`.
    pub fn refine(self, eval: Score, ply: usize) -> Score {
        let score = from_table(self.score, ply);
        let says_more = match self.bound {
            Bound::Exact => true,
            Bound::Lower => score > eval,
            Bound::Upper => score < eval,
        };
        if says_more && !is_decisive(score) { score } else { eval }
    }

    fn pack(self, age: u8) -> u64 {
        let bound = match self.bound {
            Bound::Exact => 3,
            Bound::Lower => 2,
            Bound::Upper => 1,
        };
        u64::from(self.fingerprint)
            | u64::from(self.score.cast_unsigned()) << 16
            | u64::from(self.eval.cast_unsigned()) << 32
            | u64::from(self.depth) << 48
            | u64::from(bound | u8::from(self.tt_pv) << 2 | age << 3) << 56
    }

    fn unpack(data: u64) -> Option<Self> {
        let bound = match data >> 56 & 3 {
            3 => Bound::Exact,
            2 => Bound::Lower,
            1 => Bound::Upper,
            _ => return None,
        };
        Some(Self {
            fingerprint: data as u16,
            score: (data >> 16) as i16,
            eval: (data >> 32) as i16,
            depth: (data >> 48) as u8,
            bound,
            tt_pv: data >> 58 & 1 == 1,
        })
    }
}

/// Replaces an entry of the same position unless that is much deeper, and keeps its move if the new
/// search has none. Returns whether it was replaced.
fn update(slot: &Slot, key: u64, data: u64, entry: TtEntry, age: u8) -> bool {
    let Some(old) = TtEntry::unpack(data) else { return true };
    let mut entry = entry;
    if entry.fingerprint == 0 {
        entry.fingerprint = old.fingerprint;
    }
    let deeper = i32::from(old.depth) > i32::from(entry.depth) + AGE_WEIGHT;
    if entry.bound != Bound::Exact && deeper && age_of(data) == age {
        return false;
    }
    write(slot, key, entry.pack(age));
    true
}

/// The error that there is no memory for a table. The message names the wanted and the free size.
///
/// ```
/// use rotunda_search::TranspositionTable;
/// let error = TranspositionTable::new(usize::MAX >> 20).expect_err("more than any machine has");
/// assert!(error.to_string().starts_with("a hash table of 17592186044415 MB cannot be had"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableError {
    wanted: usize,
    available: usize,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { wanted, available } = self;
        write!(f, "a hash table of {wanted} MB cannot be had, {available} MB are free")
    }
}

impl std::error::Error for TableError {}

/// The threads that clear tables, since large ones take seconds; `None` if the machine has no
/// memory for threads.
static POOL: LazyLock<Option<ThreadPool>> = LazyLock::new(|| ThreadPoolBuilder::new().build().ok());

/// The results of searches by position, shared by all threads.
///
/// ```
/// use rotunda_search::TranspositionTable;
/// let tt = TranspositionTable::new(2)?;
/// assert_eq!(tt.megabytes(), 2);
/// # Ok::<(), rotunda_search::TableError>(())
/// ```
pub struct TranspositionTable {
    buckets: Buckets,
    megabytes: usize,
    age: AtomicU8,
    /// Whether probes return any entry of the bucket, even of another position.
    #[cfg(feature = "test-util")]
    confuses_positions: bool,
}

impl fmt::Debug for TranspositionTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TranspositionTable")
            .field("megabytes", &self.megabytes)
            .finish_non_exhaustive()
    }
}

impl TranspositionTable {
    /// Creates an empty table of a size in megabytes, at least one.
    ///
    /// # Errors
    /// Returns an error if the machine, or a control group that the process is in, does not have
    /// that much free memory.
    pub fn new(megabytes: usize) -> Result<Self, TableError> {
        Self::within(megabytes, memory::free())
    }

    /// Creates an empty table if there are so many free bytes.
    fn within(megabytes: usize, free: u64) -> Result<Self, TableError> {
        let megabytes = megabytes.max(1);
        let available = usize::try_from(free).unwrap_or(usize::MAX) / MEGABYTE;
        let refused = TableError { wanted: megabytes, available };
        // A reservation can succeed although touching the memory would kill the process.
        if megabytes > available {
            return Err(refused);
        }
        let count = megabytes * (MEGABYTE / size_of::<Bucket>());
        let buckets = Buckets::map(count).ok_or(refused)?;
        Ok(Self {
            buckets,
            megabytes,
            age: AtomicU8::new(0),
            #[cfg(feature = "test-util")]
            confuses_positions: false,
        })
    }

    /// Makes every probe return an entry of one of a few buckets, even of another position.
    ///
    /// # Panics
    /// Panics if there is no memory for a kilobyte.
    #[cfg(feature = "test-util")]
    pub fn confuse_positions(&mut self) {
        self.buckets = Buckets::map(16).expect("a kilobyte");
        self.confuses_positions = true;
    }

    /// The size in megabytes.
    #[must_use]
    pub const fn megabytes(&self) -> usize {
        self.megabytes
    }

    /// Clears the table.
    pub fn clear(&self) {
        let clear = |bucket: &Bucket| bucket.iter().for_each(|slot| write(slot, 0, 0));
        match POOL.as_ref() {
            Some(pool) => pool.install(|| self.buckets.all().par_iter().for_each(clear)),
            None => self.buckets.all().iter().for_each(clear),
        }
        self.age.store(0, Ordering::Relaxed);
    }

    /// Begins a new search: entries of earlier ones are now replaced more easily.
    pub(crate) fn next_generation(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) % AGES, Ordering::Relaxed);
    }

    /// Returns the part of a sample of the entries that stems from the current search, in permille.
    pub(crate) fn permille_full(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let slots = self.buckets.all().iter().take(SAMPLE).flatten();
        let (current, all) = slots.fold((0, 0), |(current, all), slot| {
            let (data, _) = read(slot);
            let is_current = data != 0 && age_of(data) == age;
            (current + u32::from(is_current), all + 1)
        });
        current * 1000 / all
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        // The high half of the product spreads keys evenly over any number of buckets.
        let buckets = self.buckets.all();
        let index = (u128::from(key) * buckets.len() as u128) >> 64;
        &buckets[index as usize]
    }

    /// Prefetches the memory for a probe with this key.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    /// Returns the entry of the position with this key.
    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<TtEntry> {
        self.bucket(key).iter().find_map(|slot| {
            let (data, stored) = read(slot);
            #[cfg(feature = "test-util")]
            let stored = if self.confuses_positions { key } else { stored };
            if stored == key { TtEntry::unpack(data) } else { None }
        })
    }

    /// Returns the second entry of the position with this key, from searches shallower than this
    /// depth. It may cut nodes whose windows the deep entry leaves open.
    #[inline]
    pub(crate) fn probe_aside(&self, key: u64, depth: u8) -> Option<TtEntry> {
        if i32::from(depth) > AGE_WEIGHT { self.probe(key ^ ASIDE) } else { None }
    }

    /// Stores an entry in place of the least valuable one. If the position has an entry of a much
    /// deeper search, the new one becomes its second entry. Without a second entry, shallow
    /// searches of a few positions could repeat without end, since the deep entry leaves their
    /// window open.
    #[inline]
    pub(crate) fn store(&self, key: u64, entry: TtEntry) {
        let is_kept = self.put(key, entry);
        if !is_kept && entry.depth > 0 {
            self.put_aside(key, entry);
        }
    }

    #[cold]
    fn put_aside(&self, key: u64, entry: TtEntry) {
        self.put(key ^ ASIDE, entry);
    }

    /// Puts an entry in its bucket. Returns false if there was a much deeper one of the same
    /// position.
    #[inline]
    fn put(&self, key: u64, entry: TtEntry) -> bool {
        let age = self.age.load(Ordering::Relaxed);
        let mut place = &self.bucket(key)[0];
        let mut min = i32::MAX;
        for slot in self.bucket(key) {
            let (data, stored) = read(slot);
            if stored == key && data != 0 {
                return update(slot, key, data, entry, age);
            }
            let replacement_value = replacement_value(data, age);
            if replacement_value < min {
                min = replacement_value;
                place = slot;
            }
        }
        write(place, key, entry.pack(age));
        true
    }
}

fn age_of(data: u64) -> u8 {
    (data >> 59) as u8
}

/// Returns the value of keeping an entry: its depth less its age; the least value if it is empty.
fn replacement_value(data: u64, age: u8) -> i32 {
    if data == 0 {
        return i32::MIN;
    }
    let depth = (data >> 48) as u8;
    let older = (age + AGES - age_of(data)) % AGES;
    i32::from(depth) - AGE_WEIGHT * i32::from(older)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: u8, bound: Bound) -> TtEntry {
        TtEntry {
            fingerprint: 0xABCD,
            score: -1234,
            eval: 321,
            depth,
            bound,
            tt_pv: depth % 2 == 1,
        }
    }

    #[test]
    fn what_is_stored_comes_back() {
        let table = TranspositionTable::new(1).expect("a megabyte is to be had");
        for (key, bound) in
            [(1 << 60, Bound::Exact), (2 << 60, Bound::Lower), (3 << 60, Bound::Upper)]
        {
            table.store(key, entry(200, bound));
            assert_eq!(table.probe(key), Some(entry(200, bound)));
        }
        assert_eq!(table.probe(4 << 60), None);
        table.clear();
        assert_eq!(table.probe(1 << 60), None);
    }

    #[test]
    fn a_shallow_search_is_remembered_beside_a_deep_one() {
        let table = TranspositionTable::new(1).expect("a megabyte is to be had");
        let key = 5 << 60;
        table.store(key, entry(20, Bound::Lower));
        assert_eq!(table.probe_aside(key, 20), None);
        table.store(key, entry(7, Bound::Upper));
        assert_eq!(table.probe(key), Some(entry(20, Bound::Lower)));
        assert_eq!(table.probe_aside(key, 20), Some(entry(7, Bound::Upper)));
        table.store(key, entry(18, Bound::Upper));
        assert_eq!(table.probe(key), Some(entry(18, Bound::Upper)), "much the same depth");
    }

    #[test]
    fn the_shallowest_entry_of_a_full_bucket_goes() {
        let table = TranspositionTable::new(1).expect("a megabyte is to be had");
        for key in 1..=4 {
            table.store(key, entry(key as u8 * 10, Bound::Exact));
        }
        table.store(5, entry(5, Bound::Exact));
        assert_eq!(table.probe(1), None);
        assert!((2..=5).all(|key| table.probe(key).is_some()));
    }

    #[test]
    fn old_entries_give_way_to_shallower_new_ones() {
        let table = TranspositionTable::new(1).expect("a megabyte is to be had");
        for key in 1..=4 {
            table.store(key, entry(20, Bound::Exact));
        }
        (0..5).for_each(|_| table.next_generation());
        table.store(2, entry(18, Bound::Exact));
        table.store(9, entry(1, Bound::Exact));
        assert!(table.probe(2).is_some() && table.probe(9).is_some());
    }

    #[test]
    fn eight_threads_in_one_bucket_read_entries_of_the_position_alone() {
        const KEYS: u64 = 16;
        let of_key = |key: u64| TtEntry {
            fingerprint: key as u16,
            score: key as i16 * 100,
            eval: key as i16 * -7,
            ..entry(1, Bound::Exact)
        };
        let table = TranspositionTable::new(1).expect("a megabyte is to be had");
        let hits = std::thread::scope(|scope| {
            let work = |thread: u64| {
                let table = &table;
                move || {
                    let mut hits = 0;
                    for round in 0..20_000 {
                        let key = (round * 7 + thread * 3) % KEYS + 1;
                        table.store(key, of_key(key));
                        let other = (round * 5 + thread) % KEYS + 1;
                        if let Some(found) = table.probe(other) {
                            assert_eq!(found, of_key(other));
                            hits += 1;
                        }
                    }
                    hits
                }
            };
            let threads: Vec<_> = (0..8).map(|thread| scope.spawn(work(thread))).collect();
            threads.into_iter().map(|thread| thread.join().expect("entries are whole")).sum::<u32>()
        });
        assert!(hits > 0);
        assert!((1..=KEYS).any(|key| table.probe(key).is_some()));
    }

    #[test]
    fn a_table_larger_than_what_is_free_is_refused() {
        let free = (MEGABYTE * 3) as u64;
        assert!(TranspositionTable::within(3, free).is_ok());
        let error = TranspositionTable::within(4, free).expect_err("3 are free");
        assert_eq!(error.to_string(), "a hash table of 4 MB cannot be had, 3 MB are free");
    }

    #[test]
    fn a_table_larger_than_the_machine_is_refused() {
        let error =
            TranspositionTable::new(usize::MAX / MEGABYTE).expect_err("no machine has that much");
        assert!(error.to_string().contains("cannot be had"));
    }
}
