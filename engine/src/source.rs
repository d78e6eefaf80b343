//! [`Source`]: a file of games or positions, or the standard input.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use crate::completion::RunError;

/// The name for the standard input among files.
const STANDARD_INPUT: &str = "-";
/// The bytes that are read at once. The first of them show the contents of a text.
const BUFFER: usize = 1 << 16;

/// The contents of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    /// Games in PGN.
    Games,
    /// Positions or openings, a line each.
    Positions,
}

/// A text of games or positions.
pub struct Source {
    /// The name in messages.
    pub name: String,
    /// The contents.
    pub content: Content,
    /// The text.
    pub input: Box<dyn BufRead + Send>,
}

impl Source {
    /// Opens a file, or the standard input for `-`. A file is one of games if its name ends with
    /// `.pgn`, one of positions if it ends with `.epd` or `.txt`; otherwise its beginning decides.
    ///
    /// # Errors
    /// Returns an error if the file cannot be opened or read.
    pub fn open(path: &Path) -> Result<Self, RunError> {
        let name = path.display().to_string();
        let wrong = |error: io::Error| RunError::Usage(format!("{name}: {error}"));
        let mut input: Box<dyn BufRead + Send> = if name == STANDARD_INPUT {
            Box::new(BufReader::with_capacity(BUFFER, io::stdin()))
        } else {
            if path.is_dir() {
                return Err(wrong(io::Error::from(io::ErrorKind::IsADirectory)));
            }
            Box::new(BufReader::with_capacity(BUFFER, File::open(path).map_err(wrong)?))
        };
        let kind = path.extension().map(|kind| kind.to_string_lossy().to_ascii_lowercase());
        let content = match kind.as_deref() {
            Some("pgn") => Content::Games,
            Some("epd" | "txt") => Content::Positions,
            _ => content_of(input.fill_buf().map_err(wrong)?),
        };
        let name = if name == STANDARD_INPUT { "standard input".to_owned() } else { name };
        Ok(Self { name, content, input })
    }
}

/// Returns the contents of a text with this beginning. Games begin with a tag, an escape, a comment
/// or the number of a move.
fn content_of(beginning: &[u8]) -> Content {
    let text = String::from_utf8_lossy(beginning);
    let text = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let is_numbered = text.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with('.');
    if is_numbered || text.starts_with(['[', '%', '{', ';']) {
        Content::Games
    } else {
        Content::Positions
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_tells_games_from_positions() {
        for (text, content) in [
            ("\u{feff}\r\n[Event \"x\"]\n", Content::Games),
            ("1.e4 e5", Content::Games),
            ("{a comment} 1. e4", Content::Games),
            ("8/8/8/8/8/4k3/8/4K2R w - - 0 1", Content::Positions),
            ("startpos moves e2e4", Content::Positions),
            ("# a suite\n", Content::Positions),
            ("", Content::Positions),
        ] {
            assert_eq!(content_of(text.as_bytes()), content, "{text}");
        }
    }
}
