//! What commands of the command line share: how they end, which part of a long job they do, how
//! they read files, and what Ctrl-C does to them.

mod completion;
mod files;
mod interrupt;
mod shard;

pub use completion::{Completion, RunError};
pub use files::{read_file, read_text, without_mark};
pub use interrupt::{handle_interrupts, handle_interrupts_in_steps, is_interrupted};
pub use shard::Shard;
