//! [`Output`]: where all threads of a session say what they have to say, a reply at a time.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// A writer that threads share; replies come out whole and at once.
pub struct Output {
    writer: Mutex<Box<dyn Write + Send>>,
    broken: AtomicBool,
}

impl Output {
    /// An output to a writer.
    #[must_use]
    pub fn new(writer: impl Write + Send + 'static) -> Self {
        Self { writer: Mutex::new(Box::new(writer)), broken: AtomicBool::new(false) }
    }

    /// Writes a text and a line's end, and sees to it that the reader gets them now.
    ///
    /// Nothing is returned: once the reader is gone there is nobody to tell, see
    /// [`Output::is_broken`].
    pub fn say(&self, text: &str) {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        let written = writeln!(writer, "{text}").and_then(|()| writer.flush());
        if written.is_err() {
            self.broken.store(true, Ordering::Relaxed);
        }
    }

    /// Whether the reader is gone.
    #[must_use]
    pub fn is_broken(&self) -> bool {
        self.broken.load(Ordering::Relaxed)
    }
}
