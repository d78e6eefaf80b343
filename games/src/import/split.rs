//! Games shared out among files, each of which can hold so many only.

use crate::read::{GAMES, read};

/// The texts of the files that hold these games in their order, as few as it takes. A file has room
/// for 32 games, for [`crate::LARGEST`] bytes, and for so many paths of pieces.
#[must_use]
pub fn in_files(games: &[&str]) -> Vec<String> {
    let mut files = Vec::new();
    let mut rest = games;
    while !rest.is_empty() {
        let mut count = rest.len().min(GAMES);
        let mut text = rest[..count].join("\n");
        // Each game is right by itself, so a file that is refused holds too much.
        while count > 1 && read("", &text).is_err() {
            count /= 2;
            text = rest[..count].join("\n");
        }
        files.push(text);
        rest = &rest[count..];
    }
    files
}
