//! The transposition table, which all threads share without locks.

mod buckets;
mod memory;
mod slot;
pub(crate) mod tt;
