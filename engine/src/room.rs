//! Whether there is memory for what comes next. An allocation that fails ends the process, so
//! whoever is about to need much asks before.

use std::collections::TryReserveError;
use std::hint::black_box;

use rotunda_search::threads::STACK;

/// Bytes that a command may take: more than any does. Allocators take such a block from the system
/// and give it back at once, and so leave no trace.
const ROOM: usize = 48 << 20;
/// Bytes that a thread may take beside its stack; 64 MB of addresses alone are what the allocator
/// of glibc sets aside for a thread.
const THREAD: usize = 80 << 20;
/// Bytes of stack of a thread that counts.
const COUNTING_STACK: usize = 2 << 20;

/// Whether there is memory for a command.
pub(crate) fn is_left() -> bool {
    black_box(block(ROOM)).is_ok()
}

/// As many of some threads that search as there is memory for, up to `wanted`.
pub(crate) fn for_threads(wanted: usize) -> usize {
    blocks(wanted, STACK + THREAD)
}

/// Whether there is memory for so many threads that count.
pub(crate) fn is_left_to_count(threads: usize) -> bool {
    is_left() && blocks(threads, COUNTING_STACK + THREAD) == threads
}

/// How many of some blocks can be had together.
fn blocks(wanted: usize, bytes: usize) -> usize {
    let blocks: Vec<Vec<u8>> = (0..wanted).map_while(|_| block(bytes).ok()).collect();
    // Else the compiler may leave out the reservations, since nobody uses them.
    black_box(blocks).len()
}

/// So many bytes of the addresses that the process may use and of what the system promises; none of
/// them is touched.
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
