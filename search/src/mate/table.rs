//! [`ProofTable`]: the results of the search for a mate.

use super::numbers::Numbers;

/// The number of entries of a bucket.
const BUCKET: usize = 4;
/// The number of buckets of a new table.
const FIRST: usize = 1 << 12;
/// The most buckets, 128 MB.
const MOST: usize = 1 << 20;

/// The entry of a position.
#[derive(Clone, Copy, Default, Debug)]
struct Entry {
    key: u64,
    /// The numbers of the latest search that settled nothing, and the plies for which they hold.
    proof: u32,
    disproof: u32,
    left: u8,
    /// The plies within which the mating side is known to win; 0 if that is not known.
    won_within: u8,
    /// The plies within which it is known not to win; 0 if that is not known.
    safe_for: u8,
    /// The logarithm of the nodes that were needed.
    work: u8,
    is_used: bool,
}

/// The table of the search for a mate. It grows with the search up to a limit, and then loses the
/// entries with the least work.
///
/// A win within some plies is also one within more plies, and no win within some plies means none
/// within fewer. So one entry serves all depths.
pub(super) struct ProofTable {
    buckets: Vec<[Entry; BUCKET]>,
    used: usize,
    most: usize,
}

impl ProofTable {
    pub fn new() -> Self {
        Self { buckets: vec![[Entry::default(); BUCKET]; FIRST], used: 0, most: MOST }
    }

    fn place(&self, key: u64) -> usize {
        key as usize & (self.buckets.len() - 1)
    }

    fn entry(&self, key: u64) -> Option<&Entry> {
        self.buckets[self.place(key)].iter().find(|entry| entry.is_used && entry.key == key)
    }

    /// The numbers of a position with so many plies left, if they are known.
    pub fn numbers(&self, key: u64, left: usize) -> Option<Numbers> {
        let entry = self.entry(key)?;
        let Entry { won_within, safe_for, proof, disproof, .. } = *entry;
        if won_within > 0 && usize::from(won_within) <= left {
            Some(Numbers::PROVEN)
        } else if safe_for > 0 && usize::from(safe_for) >= left {
            Some(Numbers::REFUTED)
        } else if usize::from(entry.left) == left {
            Some(Numbers { proof, disproof })
        } else {
            None
        }
    }

    /// Stores the numbers of a position with so many plies left, one or more, and the nodes that
    /// they needed.
    pub fn store(&mut self, key: u64, left: usize, numbers: Numbers, nodes: u64) {
        if self.used > self.buckets.len() * BUCKET / 2 {
            self.grow();
        }
        let place = self.place(key);
        let bucket = &mut self.buckets[place];
        let known = bucket.iter().position(|entry| entry.is_used && entry.key == key);
        let slot = known.unwrap_or_else(|| {
            let value = |index: &usize| (bucket[*index].is_used, bucket[*index].work);
            (0..BUCKET).min_by_key(value).expect("a bucket has entries")
        });
        let entry = &mut bucket[slot];
        if known.is_none() {
            self.used += usize::from(!entry.is_used);
            *entry = Entry { key, is_used: true, ..Entry::default() };
        }
        let plies = u8::try_from(left).unwrap_or(u8::MAX);
        entry.work = entry.work.max(nodes.max(1).ilog2() as u8);
        match numbers.verdict() {
            Some(true) if entry.won_within == 0 => entry.won_within = plies,
            Some(true) => entry.won_within = entry.won_within.min(plies),
            Some(false) => entry.safe_for = entry.safe_for.max(plies),
            None => {
                (entry.proof, entry.disproof, entry.left) =
                    (numbers.proof, numbers.disproof, plies);
            }
        }
    }

    /// Makes room for four times as many positions, if the limit and the memory allow it.
    fn grow(&mut self) {
        let count = self.buckets.len() * 4;
        let mut buckets: Vec<[Entry; BUCKET]> = Vec::new();
        if count > self.most || buckets.try_reserve_exact(count).is_err() {
            self.most = 0;
            return;
        }
        buckets.resize(count, [Entry::default(); BUCKET]);
        let old = std::mem::replace(&mut self.buckets, buckets);
        // The entries of a bucket go to four buckets, so there is room for each of them.
        for entry in old.into_iter().flatten().filter(|entry| entry.is_used) {
            let place = self.place(entry.key);
            let free = self.buckets[place].iter_mut().find(|entry| !entry.is_used);
            *free.expect("as many places as before") = entry;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_holds_for_all_depths_that_it_covers() {
        let mut table = ProofTable::new();
        table.store(7, 3, Numbers::REFUTED, 1);
        table.store(7, 7, Numbers::PROVEN, 1);
        let known = |left| table.numbers(7, left).and_then(Numbers::verdict);
        assert_eq!([1, 3].map(known), [Some(false); 2]);
        assert_eq!([4, 5, 6].map(known), [None; 3]);
        assert_eq!([7, 9].map(known), [Some(true); 2]);
        assert_eq!(table.numbers(8, 3), None);
    }

    #[test]
    fn open_numbers_hold_for_their_own_depth() {
        let mut table = ProofTable::new();
        let numbers = Numbers { proof: 4, disproof: 9 };
        table.store(7, 5, numbers, 1);
        assert_eq!([3, 5, 7].map(|left| table.numbers(7, left)), [None, Some(numbers), None]);
    }

    #[test]
    fn a_growing_table_keeps_what_it_knows() {
        let mut table = ProofTable::new();
        let key = |number: u64| number.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23);
        let count = (FIRST * BUCKET) as u64 * 2;
        for number in 0..count {
            table.store(key(number), 3, Numbers::PROVEN, 1);
        }
        assert!(table.buckets.len() > FIRST);
        let kept = (0..count).filter(|number| table.numbers(key(*number), 3).is_some()).count();
        assert!(kept as u64 > count * 9 / 10, "{kept} of {count}");
    }

    #[test]
    fn a_full_place_loses_what_took_least_work() {
        let mut table = ProofTable::new();
        let stride = FIRST as u64;
        for (number, nodes) in [(1, 100), (2, 900), (3, 1), (4, 5000), (5, 50)] {
            table.store(number * stride, 3, Numbers::PROVEN, nodes);
        }
        let kept = [1, 2, 3, 4, 5].map(|number| table.numbers(number * stride, 3).is_some());
        assert_eq!(kept, [true, true, false, true, true]);
    }
}
