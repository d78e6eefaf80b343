//! [`Watched`]: a writer that keeps its first error.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// The first error of a writer, once there is one.
#[derive(Clone, Default, Debug)]
pub struct Failure(Arc<Mutex<Option<io::Error>>>);

impl Failure {
    /// Takes the error.
    pub fn take(&self) -> Option<io::Error> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Returns the result without its error, which is kept if it is the first.
    fn keep<T>(&self, result: io::Result<T>) -> io::Result<T> {
        result.map_err(|error| {
            let kind = error.kind();
            self.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            kind.into()
        })
    }
}

/// A writer whose first error can be asked for after the work. An interrupted write is no error:
/// the caller tries it again.
#[derive(Debug)]
pub struct Watched<W> {
    writer: W,
    failure: Failure,
}

impl<W> Watched<W> {
    /// Creates a watched writer, and the place for its first error.
    pub fn new(writer: W) -> (Self, Failure) {
        let failure = Failure::default();
        (Self { writer, failure: failure.clone() }, failure)
    }
}

impl<W: Write> Write for Watched<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.writer.write(bytes) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            result => self.failure.keep(result),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self.writer.flush() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            result => self.failure.keep(result),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_error_is_kept() {
        let (mut writer, failure) = Watched::new(Vec::new());
        writer.write_all(b"abc").and_then(|()| writer.flush()).expect("memory takes all");
        assert!(failure.take().is_none());
        let (mut writer, failure) = Watched::new(Full);
        assert!(writer.write_all(b"abc").is_err() && writer.flush().is_err());
        assert_eq!(failure.take().map(|error| error.kind()), Some(io::ErrorKind::StorageFull));
        assert!(failure.take().is_none());
    }

    /// A writer on a full disk, whose end fails otherwise.
    struct Full;

    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::StorageFull.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
    }
}
