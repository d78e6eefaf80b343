//! [`in_order`]: work on items that arrive one after the other, on all processors.

use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use rotunda_search::threads::STACK;

use crate::completion::RunError;

/// The items that wait for work, at most.
const WAITING: usize = 64;

/// Reads items on a thread of their own, works on them on all processors, and gives the results
/// to `write` in the order of the items. A result is written as soon as it is known, also while the
/// next item is still awaited; at most 128 items are held.
///
/// # Errors
/// Returns the first error of `write`, or that no threads could be started.
pub fn in_order<T: Send, R: Send>(
    items: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> R + Sync,
    mut write: impl FnMut(Vec<R>) -> Result<(), RunError>,
) -> Result<(), RunError> {
    let pool = ThreadPoolBuilder::new().stack_size(STACK).build();
    let pool = pool.map_err(|error| RunError::Machine(error.to_string()))?;
    let (sender, receiver) = sync_channel(WAITING);
    // The reader ends when the receiver is gone, which this function owns for that reason.
    thread::scope(move |scope| {
        scope.spawn(move || items.map(|item| sender.send(item)).all(|sent| sent.is_ok()));
        while let Some(batch) = arrived(&receiver) {
            write(pool.install(|| batch.into_par_iter().map(&work).collect()))?;
        }
        Ok(())
    })
}

/// Waits for an item, and returns it with those that have arrived behind it; `None` at the end.
fn arrived<T>(receiver: &Receiver<T>) -> Option<Vec<T>> {
    let first = receiver.recv().ok()?;
    Some([first].into_iter().chain(receiver.try_iter().take(WAITING - 1)).collect())
}

#[cfg(test)]
mod tests {
    use std::iter;
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        let mut squares = Vec::new();
        let taken = in_order(
            0..1000_u32,
            |n| n * n,
            |batch| {
                squares.extend(batch);
                Ok(())
            },
        );
        assert!(taken.is_ok());
        assert!(squares.into_iter().eq((0..1000).map(|n| n * n)));
    }

    #[test]
    fn a_result_does_not_wait_for_the_next_item() {
        let (written, answer) = channel();
        let mut sent = 0;
        // Each item is sent only after the result of the one before it has been written.
        let items = iter::from_fn(move || {
            sent += 1;
            (sent == 1 || answer.recv() == Ok(sent - 1)).then_some(sent).filter(|&n| n < 5)
        });
        let taken = in_order(
            items,
            |n| n,
            |batch| {
                for n in batch {
                    let _ = written.send(n);
                }
                Ok(())
            },
        );
        assert!(taken.is_ok());
    }

    #[test]
    fn an_error_of_the_output_ends_the_work() {
        let full = || RunError::Usage("full".into());
        assert!(in_order(0.., |n| n, |_| Err(full())).is_err());
    }
}
