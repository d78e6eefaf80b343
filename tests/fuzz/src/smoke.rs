//! [`smoke`]: a target on inputs near its corpus.

use std::path::PathBuf;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;
use std::{env, fs, io, process, thread};

use crate::mutator::Mutator;
use crate::{Target, corpus};

/// The time that an input may take. It is long, since the machine may be busy.
const LIMIT: Duration = Duration::from_secs(300);

/// Runs a target on so many inputs near its corpus. It writes an input that panics or hangs to a
/// file in the temporary folder, and returns the file.
///
/// # Errors
/// Returns an error if the corpus cannot be read or the input cannot be written.
pub fn smoke(name: &str, target: Target, runs: usize, seed: u64) -> io::Result<Option<PathBuf>> {
    for input in Mutator::new(&corpus(name), seed)?.take(runs) {
        let (done, is_done) = mpsc::channel();
        let bytes = input.clone();
        // A thread of its own, since nothing else ends a target that hangs.
        let worker = thread::spawn(move || {
            target(&bytes);
            // Nobody waits after the limit.
            let _ = done.send(());
        });
        match is_done.recv_timeout(LIMIT) {
            Ok(()) => drop(worker.join()),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                let path = env::temp_dir().join(format!("fuzz-{name}-{}", process::id()));
                fs::write(&path, input)?;
                return Ok(Some(path));
            }
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_that_panics_is_written_to_a_file() {
        let broken: Target = |bytes| assert!(!bytes.contains(&b'x'));
        let found = smoke("commands", broken, 100, 1).expect("a corpus").expect("a panic");
        assert!(fs::read(&found).expect("it was written").contains(&b'x'));
        fs::remove_file(found).expect("it is there");
        assert_eq!(smoke("commands", |_| {}, 100, 1).expect("a corpus"), None);
    }
}
