//! What commands of the command line share: how they end, which part of a long job they do, and what
//! Ctrl-C does to them.

mod completion;
mod interrupt;
mod shard;

pub use completion::{Completion, RunError};
pub use interrupt::{handle_interrupts, is_interrupted};
pub use shard::Shard;
