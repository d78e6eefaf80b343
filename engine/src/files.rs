//! Reading files that somebody has named.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// Returns the bytes of a file. It is an error if it cannot be read, has more than `most`, or is
/// not a regular file: to open a pipe would wait for its writer.
fn read_file(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("this is no file"));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(io::Error::other(format!("it has more than {most} bytes")));
    }
    Ok(bytes)
}

/// Returns the text of a file in UTF-8, at most `most` bytes, without the byte-order mark at its
/// beginning.
///
/// # Errors
/// Returns an error if it cannot be read, is longer, is not a regular file, or is not text in
/// UTF-8.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    let text = String::from_utf8(read_file(path, most)?)
        .map_err(|_| io::Error::other("this is no text in UTF-8"))?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned())
}
