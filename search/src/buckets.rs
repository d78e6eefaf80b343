//! [`Buckets`]: the memory of the transposition table, mapped straight from the system.

use memmap2::{MmapMut, MmapOptions};
use self_cell::{MutBorrow, self_cell};
use zerocopy::FromBytes;

use crate::slot::Slot;

/// Entries that share a place.
pub(crate) const BUCKET: usize = 4;

/// The entries that share a place: together one cache line, since maps begin with a page.
pub(crate) type Bucket = [Slot; BUCKET];

const _: () = assert!(size_of::<Bucket>() == 64);

/// The buckets of a stretch of memory.
type View<'a> = &'a [Bucket];

self_cell!(
    /// Zeroed memory from the system, seen as buckets.
    ///
    /// Where the system has huge pages they are asked for: a probe goes anywhere in the table, and
    /// with pages of 4 KB nearly every one would miss the processor's cache of page addresses.
    pub(crate) struct Buckets {
        owner: MutBorrow<MmapMut>,
        #[covariant]
        dependent: View,
    }
);

impl Buckets {
    /// So many empty buckets; `None` if the system does not give the memory.
    pub fn map(count: usize) -> Option<Self> {
        let bytes = count.checked_mul(size_of::<Bucket>())?;
        let map = MmapOptions::new().len(bytes).map_anon().ok()?;
        #[cfg(target_os = "linux")]
        {
            // A system without huge pages gives small ones.
            let _ = map.advise(memmap2::Advice::HugePage);
        }
        Some(Self::new(MutBorrow::new(map), |map| {
            &*<[Bucket]>::mut_from_bytes(map.borrow_mut()).expect("a page holds whole buckets")
        }))
    }

    /// All of them.
    #[inline]
    pub fn all(&self) -> &[Bucket] {
        self.borrow_dependent()
    }
}
