//! Checks for free memory. A failed allocation ends the process, so code that needs much memory
//! asks first.

use std::collections::TryReserveError;
use std::hint::black_box;

use rotunda_search::threads::STACK;

/// The bytes for a command, more than any command needs. Allocators get such a large block from the
/// system and return it at once, so the test leaves no trace.
const ROOM: usize = 48 << 20;
/// The bytes for a thread besides its stack. The allocator of glibc alone reserves 64 MB of
/// addresses for a thread.
const THREAD: usize = 80 << 20;
/// The bytes of stack of a counting thread.
const COUNTING_STACK: usize = 2 << 20;

/// Returns whether there is memory for a command.
pub(crate) fn is_left() -> bool {
    black_box(block(ROOM)).is_ok()
}

/// Returns the number of searching threads for which there is memory, at most `wanted`.
pub(crate) fn for_threads(wanted: usize) -> usize {
    blocks(wanted, STACK + THREAD)
}

/// Returns whether there is memory for so many counting threads.
pub(crate) fn is_left_to_count(threads: usize) -> bool {
    is_left() && blocks(threads, COUNTING_STACK + THREAD) == threads
}

/// Returns the number of blocks that can be allocated together.
fn blocks(wanted: usize, bytes: usize) -> usize {
    let blocks: Vec<Vec<u8>> = (0..wanted).map_while(|_| block(bytes).ok()).collect();
    // Otherwise the compiler may remove the reservations, since they are not used.
    black_box(blocks).len()
}

/// Reserves so many bytes of addresses and of the system's committed memory, without touching them.
fn block(bytes: usize) -> Result<Vec<u8>, TryReserveError> {
    let mut block = Vec::new();
    block.try_reserve_exact(bytes).map(|()| block)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_machine_has_cannot_be_had() {
        assert!(is_left());
        assert_eq!((for_threads(0), for_threads(1)), (0, 1));
        assert!(block(usize::MAX / 2).is_err());
    }
}
