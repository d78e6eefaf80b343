//! The names of imported games and of their pieces.

use super::pieces::{NAMED, words};

/// The most letters of a game's name.
const LONGEST: usize = 40;

/// The customary names of movements that sections write in notation.
const CUSTOMARY: [(&str, &str); 23] = [
    ("NN", "nightrider"),
    ("C", "camel"),
    ("Z", "zebra"),
    ("D", "dabbaba"),
    ("H", "threeleaper"),
    ("G", "tripper"),
    ("DAW", "champion"),
    ("CF", "wizard"),
    ("FDH", "lion"),
    ("WD", "woody rook"),
    ("WA", "phoenix"),
    ("FD", "kirin"),
    ("AD", "alibaba"),
    ("BD", "bede"),
    ("NW", "marquis"),
    ("NF", "priest"),
    ("NC", "gnu"),
    ("CZ", "bison"),
    ("NAD", "squirrel"),
    ("BNN", "unicorn"),
    ("FvW", "copper general"),
    ("mBcpB", "vao"),
    ("mQcpQ", "leo"),
];

/// Returns the name of a section's game: lower-case letters, digits and dashes.
pub fn game_name(section: &str) -> String {
    let plain = |letter: char| {
        let small = letter.to_ascii_lowercase();
        if small.is_ascii_lowercase() || small.is_ascii_digit() { small } else { '-' }
    };
    section.chars().take(LONGEST).map(plain).collect()
}

/// Returns the name of a piece for people: its key in words, or the customary name of its movement,
/// or else its letter.
pub fn piece_name(key: &str, letter: char, notation: &str) -> String {
    if !key.starts_with("custom") {
        return plain(key);
    }
    let sought = words(notation);
    let is_same = |(_, moves): &(&str, &str)| !moves.is_empty() && words(moves) == sought;
    if let Some((name, _)) = NAMED.iter().find(|named| is_same(named)) {
        return plain(name);
    }
    let customary = CUSTOMARY.iter().find(|(moves, _)| words(moves) == sought);
    customary.map_or_else(|| format!("piece {letter}"), |(_, name)| (*name).to_owned())
}

/// Returns a key in words.
fn plain(key: &str) -> String {
    let mut plain = String::new();
    for letter in key.chars() {
        if letter.is_ascii_uppercase() {
            plain.push(' ');
        }
        plain.push(letter.to_ascii_lowercase());
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_have_names_that_every_interface_takes() {
        assert_eq!(game_name("pawnT"), "pawnt");
        assert_eq!(game_name("Grand_Hunter 2.0"), "grand-hunter-2-0");
        assert_eq!(game_name(&"x".repeat(50)).len(), LONGEST);
    }

    #[test]
    fn pieces_have_the_names_that_people_use() {
        for (key, notation, name) in [
            ("fersAlfil", "FA", "fers alfil"),
            ("customPiece1", "NN", "nightrider"),
            ("customPiece2", "WDA", "champion"),
            ("customPiece3", "RN", "chancellor"),
            ("customPiece3", "WF", "commoner"),
            ("customPiece4", "KN", "centaur"),
            ("customPiece12", "cKmN", "piece X"),
            ("customPiece13", "", "piece X"),
        ] {
            assert_eq!(piece_name(key, 'X', notation), name, "{notation}");
        }
    }
}
