//! [`Buckets`]: the memory of the transposition table, mapped straight from the system.

use memmap2::{MmapMut, MmapOptions};
use self_cell::{MutBorrow, self_cell};
use zerocopy::FromBytes;

use super::slot::Slot;

/// The number of entries of a bucket.
pub(crate) const BUCKET: usize = 4;

/// The entries of a bucket: together one cache line, since maps begin at a page.
pub(crate) type Bucket = [Slot; BUCKET];

const _: () = assert!(size_of::<Bucket>() == 64);

/// The buckets of a stretch of memory.
type View<'a> = &'a [Bucket];

self_cell!(
    /// Zeroed memory from the system as buckets.
    ///
    /// It asks the system for huge pages. Probes go anywhere in the table, and with pages of 4 KB
    /// nearly every one would miss the TLB.
    pub(crate) struct Buckets {
        owner: MutBorrow<MmapMut>,
        #[covariant]
        dependent: View,
    }
);

impl Buckets {
    /// Maps so many empty buckets; `None` if the system does not have the memory.
    pub fn map(count: usize) -> Option<Self> {
        let bytes = count.checked_mul(size_of::<Bucket>())?;
        let map = MmapOptions::new().len(bytes).map_anon().ok()?;
        #[cfg(target_os = "linux")]
        {
            // A system without huge pages uses small ones.
            let _ = map.advise(memmap2::Advice::HugePage);
        }
        Some(Self::new(MutBorrow::new(map), |map| {
            &*<[Bucket]>::mut_from_bytes(map.borrow_mut()).expect("a page holds whole buckets")
        }))
    }

    /// Returns all buckets.
    #[inline]
    pub fn all(&self) -> &[Bucket] {
        self.borrow_dependent()
    }
}
