//! [`Output`]: the output to which all threads of a session print their replies, one at a time.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// A writer that threads share; it prints replies whole and at once.
pub struct Output {
    writer: Mutex<Box<dyn Write + Send>>,
    closed: AtomicBool,
}

impl Output {
    /// Creates an output to a writer.
    #[must_use]
    pub fn new(writer: impl Write + Send + 'static) -> Self {
        Self { writer: Mutex::new(Box::new(writer)), closed: AtomicBool::new(false) }
    }

    /// Writes a text and the end of the line, and flushes them.
    ///
    /// It does not return errors, but records them: see [`Output::is_closed`].
    pub fn print(&self, text: &str) {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        // In one piece, so that a reader gets all lines of a text together.
        let text = format!("{text}\n");
        let written = writer.write_all(text.as_bytes()).and_then(|()| writer.flush());
        if written.is_err() {
            self.closed.store(true, Ordering::Relaxed);
        }
    }

    /// Returns whether the reader is gone.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }
}
