//! The directions of Fairy-Stockfish's notation, in the dialect of game files.
//!
//! That engine reads direction letters from left to right. A letter along the files and one across
//! them make a pair. A wazir or a rook takes the letters of a pair one by one; any other piece goes
//! where both letters point. `K` and `Q` are both: along ranks and files they take the second
//! letter of a pair alone. So `fsK` goes sideways and diagonally forward, but not straight ahead.

/// The direction letters along the files.
const VERTICAL: &str = "fbvh";
/// The direction letters across the files.
const HORIZONTAL: &str = "lrsh";
/// The pairs that mean something for other atoms than `W` and `R`.
const PAIRS: [&str; 16] = [
    "fl", "fr", "fs", "bl", "br", "bs", "lf", "lb", "lv", "rf", "rb", "rv", "fh", "bh", "lh", "rh",
];
/// The pairs with `h`, for the knight and its like.
const HALVES: [&str; 4] = ["fh", "bh", "lh", "rh"];

/// Returns an atom with its modifiers in the dialect of game files, as one atom or two. An atom is
/// a letter, maybe twice or with a range: `K`, `NN`, `R4`.
///
/// # Errors
/// Returns the reason why these directions have no meaning for the atom in Fairy-Stockfish.
pub fn directed(modifiers: &str, atom: &str) -> Result<String, String> {
    let (letters, others): (String, String) =
        modifiers.chars().partition(|letter| is_direction(*letter));
    let words = in_pairs(&letters);
    let (kind, range) = atom.split_at(1);
    let is_oblique = !"WFRBQKDAHG".contains(kind);
    let is_straight = "WRDH".contains(kind);
    for word in &words {
        let is_mixed = word.len() == 2 && !word.ends_with(&word[..1]);
        let is_known = !word.contains('h') || is_oblique && HALVES.contains(word);
        if !is_known || is_mixed && !is_straight && !PAIRS.contains(word) {
            return Err(format!("{modifiers}{atom}: the directions '{word}' mean nothing there"));
        }
    }
    let parts = match kind {
        "K" => ["W", "F"],
        "Q" => ["R", "B"],
        _ => return Ok(format!("{modifiers}{atom}")),
    };
    if words.iter().all(|word| word.len() == 1 || word.ends_with(&word[..1])) {
        return Ok(format!("{modifiers}{atom}"));
    }
    // An atom that is written twice has all ranges, and so have its parts.
    let range_of = |part: &'static str| if range == kind { part } else { range };
    let straight: String = words.iter().map(|word| &word[word.len() - 1..]).collect();
    let [line, diagonal] = parts;
    Ok([&others, &straight, line, range_of(line), &others, &letters, diagonal, range_of(diagonal)]
        .concat())
}

/// Returns whether a modifier is a direction.
fn is_direction(letter: char) -> bool {
    VERTICAL.contains(letter) || HORIZONTAL.contains(letter)
}

/// Divides direction letters into pairs and single ones.
fn in_pairs(letters: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = letters;
    while let Some(first) = rest.chars().next() {
        let pairs = |second: char| {
            first == second
                || VERTICAL.contains(first) && HORIZONTAL.contains(second)
                || HORIZONTAL.contains(first) && VERTICAL.contains(second)
        };
        let length = if rest.chars().nth(1).is_some_and(pairs) { 2 } else { 1 };
        let (word, after) = rest.split_at(length);
        words.push(word);
        rest = after;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_of_directions_leaves_one_for_straight_moves() {
        for (modifiers, atom, moves) in [
            ("fs", "K", "sWfsF"),
            ("mfs", "Q2", "msR2mfsB2"),
            ("lf", "K", "fWlfF"),
            ("fs", "KK", "sWWfsFF"),
            ("bfl", "K", "blWbflF"),
            ("fb", "K", "fbK"),
            ("", "Q", "Q"),
            ("ff", "K", "ffK"),
            ("fs", "R", "fsR"),
            ("vs", "W", "vsW"),
            ("rv", "N", "rvN"),
            ("fh", "N", "fhN"),
            ("cbl", "B", "cblB"),
        ] {
            assert_eq!(directed(modifiers, atom).as_deref(), Ok(moves), "{modifiers}{atom}");
        }
        for (modifiers, atom) in [
            ("sf", "N"),
            ("vl", "B"),
            ("vs", "K"),
            ("h", "W"),
            ("h", "N"),
            ("fh", "F"),
            ("bvl", "F"),
        ] {
            assert!(directed(modifiers, atom).is_err(), "{modifiers}{atom}");
        }
    }
}
