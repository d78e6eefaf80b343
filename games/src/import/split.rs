//! Distributes games over files, each of which can hold only so many.

use crate::read::{GAMES, read};

/// Returns the texts of files that hold these games in their order, as few files as possible. A
/// file has room for 32 games, for [`crate::LARGEST`] bytes, and for a limited number of paths.
#[must_use]
pub fn in_files(games: &[&str]) -> Vec<String> {
    let mut files = Vec::new();
    let mut rest = games;
    while !rest.is_empty() {
        let mut count = rest.len().min(GAMES);
        let mut text = rest[..count].join("\n");
        // Each game is valid by itself, so a refused file holds too many.
        while count > 1 && read("", &text).is_err() {
            count /= 2;
            text = rest[..count].join("\n");
        }
        files.push(text);
        rest = &rest[count..];
    }
    files
}
