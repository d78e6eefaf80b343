//! [`LineReader`]: lines of bytes, of a bounded length.

use std::io::{BufRead, ErrorKind};

/// The longest accepted line in bytes, enough for a game of a hundred thousand moves.
pub const LONGEST_LINE: usize = 1 << 20;

/// The next part of the input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// A line without its end.
    Text(Vec<u8>),
    /// The beginning of a line that is longer than [`LONGEST_LINE`]; its rest is skipped.
    TooLong,
}

/// A reader of lines of any bytes. Endless lines do not fill the memory.
///
/// ```
/// use rotunda_protocol::{Line, LineReader};
/// let mut lines = LineReader::new(&b"uci\nquit"[..]);
/// assert_eq!(lines.next(), Some(Line::Text(b"uci".into())));
/// assert_eq!(lines.next(), Some(Line::Text(b"quit".into())));
/// assert_eq!(lines.next(), None);
/// ```
#[derive(Debug)]
pub struct LineReader<R> {
    input: R,
    skipping: bool,
    /// The number of bytes of the input's buffer that are not read yet.
    buffered: usize,
    reads: u64,
    /// Whether no line has been read yet.
    is_first: bool,
}

/// The byte-order mark in UTF-8, with which some programs begin.
const MARK: &[u8] = b"\xEF\xBB\xBF";

impl<R: BufRead> LineReader<R> {
    /// Creates a reader of an input from its current place.
    pub const fn new(input: R) -> Self {
        Self { input, skipping: false, buffered: 0, reads: 0, is_first: true }
    }

    /// Returns how often the input has been read from its source. Lines with the same number came
    /// together, as from a script and not from a conversation.
    pub const fn reads(&self) -> u64 {
        self.reads
    }

    /// Appends bytes to a line up to its end, or drops them. Returns whether the line goes on.
    fn advance(&mut self, line: &mut Vec<u8>) -> Option<bool> {
        let read = loop {
            match self.input.fill_buf() {
                Ok(read) => break read,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                // A failed read counts as the end of the input.
                Err(_) => return None,
            }
        };
        if read.is_empty() {
            return None;
        }
        let end = read.iter().position(|&byte| byte == b'\n');
        let length = end.unwrap_or(read.len());
        if !self.skipping {
            line.extend_from_slice(&read[..length]);
        }
        if self.buffered == 0 {
            self.reads += 1;
            self.buffered = read.len();
        }
        let used = end.map_or(length, |end| end + 1);
        self.buffered = self.buffered.saturating_sub(used);
        self.input.consume(used);
        Some(end.is_none())
    }
}

impl<R: BufRead> Iterator for LineReader<R> {
    type Item = Line;

    fn next(&mut self) -> Option<Line> {
        let next = self.next_whole();
        if let (Some(Line::Text(line)), true) = (next.as_ref(), self.is_first)
            && let Some(line) = line.strip_prefix(MARK)
        {
            self.is_first = false;
            return Some(Line::Text(line.to_vec()));
        }
        self.is_first = false;
        next
    }
}

impl<R: BufRead> LineReader<R> {
    /// Returns the next line of the input as it is.
    fn next_whole(&mut self) -> Option<Line> {
        let mut line = Vec::new();
        loop {
            match self.advance(&mut line) {
                None => return (!line.is_empty()).then_some(Line::Text(line)),
                Some(false) if self.skipping => self.skipping = false,
                Some(goes_on) if line.len() > LONGEST_LINE => {
                    // Reported at once, since an endless line has no end.
                    self.skipping = goes_on;
                    return Some(Line::TooLong);
                }
                Some(false) => return Some(Line::Text(line)),
                Some(true) => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Read, repeat};

    use super::*;

    fn lines(input: impl Read) -> Vec<Line> {
        LineReader::new(BufReader::with_capacity(7, input)).collect()
    }

    fn text(line: &str) -> Line {
        Line::Text(line.into())
    }

    #[test]
    fn lines_come_whole_and_the_last_needs_no_end() {
        let input: &[u8] = b"uci\nposition startpos moves\r\n\n\xFF\nquit";
        let expected = [
            text("uci"),
            text("position startpos moves\r"),
            text(""),
            Line::Text(vec![0xFF]),
            text("quit"),
        ];
        assert_eq!(lines(input), expected);
        assert_eq!(lines(&b""[..]), []);
    }

    #[test]
    fn a_byte_order_mark_is_skipped_once() {
        let input: &[u8] = b"\xEF\xBB\xBFuci\n\xEF\xBB\xBFuci\n";
        assert_eq!(lines(input), [text("uci"), text("\u{feff}uci")]);
    }

    #[test]
    fn a_long_line_is_told_once_and_skipped() {
        let long = || repeat(b'x').take(3 * LONGEST_LINE as u64);
        assert_eq!(lines(long()), [Line::TooLong]);
        let input = || long().chain(&b"\nuci\n"[..]);
        assert_eq!(lines(input()), [Line::TooLong, text("uci")]);
        let all_at_once = BufReader::with_capacity(4 * LONGEST_LINE, input());
        assert_eq!(LineReader::new(all_at_once).collect::<Vec<_>>(), lines(input()));
    }
}
