//! [`Lines`]: the lines of a text file of any system.

use std::io::{self, BufRead};

use memchr::memchr2;

/// The marks with which a text in UTF-16 begins.
const MARKS_OF_UTF_16: [&[u8]; 2] = [b"\xff\xfe", b"\xfe\xff"];
/// The mark of UTF-8, which other files may have brought into the middle of a text, and the end of
/// a file of old systems.
const MARKS: [char; 2] = ['\u{feff}', '\u{1a}'];

/// The characters of the bytes 0x80 to 0x9f in Windows-1252, as browsers read them (WHATWG Encoding
/// Standard). The other bytes are as in ISO 8859-1.
const WINDOWS_1252: [char; 32] = [
    '\u{20ac}', '\u{81}', '\u{201a}', '\u{192}', '\u{201e}', '\u{2026}', '\u{2020}', '\u{2021}',
    '\u{2c6}', '\u{2030}', '\u{160}', '\u{2039}', '\u{152}', '\u{8d}', '\u{17d}', '\u{8f}',
    '\u{90}', '\u{2018}', '\u{2019}', '\u{201c}', '\u{201d}', '\u{2022}', '\u{2013}', '\u{2014}',
    '\u{2dc}', '\u{2122}', '\u{161}', '\u{203a}', '\u{153}', '\u{9d}', '\u{17e}', '\u{178}',
];

/// Lines that end with LF, CR or both, in UTF-8 with or without its mark, or otherwise in
/// Windows-1252. A text in UTF-16 is an error.
///
/// ```
/// use rotunda_notation::Lines;
/// let lines: Result<Vec<_>, _> = Lines::new(&b"a\r\nM\xfcnchen\rb"[..]).collect();
/// assert_eq!(lines.expect("memory can be read"), ["a", "M\u{fc}nchen", "b"]);
/// ```
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
    number: usize,
    /// Whether the last line ended with CR, so that LF belongs to its end.
    ended_with_cr: bool,
}

impl<R: BufRead> Lines<R> {
    /// Creates the lines of a text.
    pub const fn new(input: R) -> Self {
        Self { input, number: 0, ended_with_cr: false }
    }

    /// Returns the number of the last line read, from 1.
    pub const fn number(&self) -> usize {
        self.number
    }

    /// The next line without its end; `None` at the end of the file.
    fn line(&mut self) -> io::Result<Option<String>> {
        let mut line = Vec::new();
        let mut has_read = false;
        loop {
            let bytes = match self.input.fill_buf() {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if bytes.is_empty() {
                break;
            }
            if std::mem::take(&mut self.ended_with_cr) && bytes[0] == b'\n' {
                self.input.consume(1);
                continue;
            }
            has_read = true;
            let end = memchr2(b'\n', b'\r', bytes);
            line.extend_from_slice(&bytes[..end.unwrap_or(bytes.len())]);
            self.ended_with_cr = end.is_some_and(|end| bytes[end] == b'\r');
            let length = end.map_or(bytes.len(), |end| end + 1);
            self.input.consume(length);
            if end.is_some() {
                break;
            }
        }
        if !has_read {
            return Ok(None);
        }
        if self.number == 0 && MARKS_OF_UTF_16.iter().any(|mark| line.starts_with(mark)) {
            let reason = "the text is in UTF-16; UTF-8 and Windows-1252 can be read";
            return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
        }
        self.number += 1;
        let text = decoded(line);
        let unmarked = text.trim_matches(MARKS);
        Ok(Some(if unmarked.len() < text.len() { unmarked.to_owned() } else { text }))
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = io::Result<String>;

    fn next(&mut self) -> Option<Self::Item> {
        self.line().transpose()
    }
}

/// Returns bytes as text: UTF-8, or else Windows-1252.
fn decoded(bytes: Vec<u8>) -> String {
    let letter = |byte: &u8| match byte {
        0x80..=0x9f => WINDOWS_1252[usize::from(byte - 0x80)],
        _ => char::from(*byte),
    };
    String::from_utf8(bytes).unwrap_or_else(|error| error.as_bytes().iter().map(letter).collect())
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    #[test]
    fn lines_end_as_any_system_ends_them() {
        let bytes = b"\xef\xbb\xbfa\r\n\r\nb\rc\n\nM\xfcnchen\xc3\xa9\nM\xc3\xbcnchen\r";
        for capacity in [1, 2, 3, 64] {
            let mut lines = Lines::new(BufReader::with_capacity(capacity, &bytes[..]));
            let read: Vec<String> = lines.by_ref().map(|line| line.expect("memory")).collect();
            assert_eq!(read, ["a", "", "b", "c", "", "München\u{c3}\u{a9}", "München"]);
            assert_eq!(lines.number(), 7);
        }
    }

    #[test]
    fn other_bytes_are_read_as_browsers_read_them() {
        let line = |bytes: &[u8]| Lines::new(bytes).next().expect("a line").expect("memory");
        assert_eq!(
            line(b"O\x96O \x80\x81\x9f\xa0\xff"),
            "O\u{2013}O \u{20ac}\u{81}\u{178}\u{a0}\u{ff}"
        );
    }

    #[test]
    fn marks_within_a_text_are_skipped_and_utf_16_is_refused() {
        let bytes = b"a\n\xef\xbb\xbfb\n\x1a\xef\xbb\xbfc\n\x1a";
        let read: Vec<String> = Lines::new(&bytes[..]).map(|line| line.expect("memory")).collect();
        assert_eq!(read, ["a", "b", "c", ""]);
        for bytes in [b"\xff\xfe[\0", b"\xfe\xff\0["] {
            let first = Lines::new(&bytes[..]).next().expect("a line");
            assert!(first.expect_err("UTF-16").to_string().contains("UTF-16"));
        }
    }
}
