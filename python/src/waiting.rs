//! Long work on a thread of its own, which Ctrl-C ends.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::{Builder, scope};
use std::time::Duration;

use pyo3::prelude::*;
use rotunda_movegen::PerftObserver;
use rotunda_search::StopHandle;
use rotunda_search::threads::{STACK, caught, with_large_stack};

use crate::errors::EngineError;

/// The time between two looks at signals while Python waits.
pub(crate) const SIGNALS: Duration = Duration::from_millis(20);

/// A way to end long work.
pub(crate) trait Stop: Sync {
    /// Ends it as soon as possible.
    fn stop(&self);
}

/// A mark that work looks at again and again.
#[derive(Default)]
pub(crate) struct Interrupt(AtomicBool);

impl Stop for Interrupt {
    fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl PerftObserver for Interrupt {
    fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl Stop for StopHandle {
    fn stop(&self) {
        StopHandle::stop(self);
    }
}

/// The exception for work that has failed.
pub(crate) fn failed(what: &str) -> PyErr {
    EngineError::new_err(format!("the engine has failed: {what}"))
}

/// Returns the result of work that is done while other threads of Python run; a signal stops it.
pub(crate) fn waiting<T: Send>(
    py: Python<'_>,
    stop: &impl Stop,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let (sender, mut receiver) = channel();
    let body = move || {
        // Nobody listens any more after a signal.
        let _ = sender.send(caught(|| with_large_stack(work)));
    };
    scope(|scope| {
        let thread = Builder::new().stack_size(STACK).spawn_scoped(scope, body);
        thread.map_err(|error| failed(&error.to_string()))?;
        loop {
            let last = &mut receiver;
            let receiver = &mut *last;
            match py.detach(move || receiver.recv_timeout(SIGNALS)) {
                Ok(result) => return result.map_err(|what| failed(&what)),
                Err(RecvTimeoutError::Disconnected) => return Err(failed("it ended early")),
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(signal) = py.check_signals() {
                        stop.stop();
                        // The work can still report to Python.
                        let _ = py.detach(move || last.recv());
                        return Err(signal);
                    }
                }
            }
        }
    })
}
