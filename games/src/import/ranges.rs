//! Sliders of one piece with several ranges. Fairy-Stockfish keeps one range for each direction of
//! quiet moves and of captures, and a later atom replaces it. In a game file a piece has all its
//! moves.

/// The directions of lines, as letters.
const DIRECTIONS: [char; 4] = ['f', 'b', 'l', 'r'];

/// The lines of one piece that have been read so far.
#[derive(Default)]
pub struct Ranges {
    lines: Vec<Line>,
}

/// A rook's or a bishop's lines.
struct Line {
    /// The atom with its modifiers, for messages.
    text: String,
    is_diagonal: bool,
    quiet: bool,
    captures: bool,
    /// For each of [`DIRECTIONS`], whether lines go there.
    directions: [bool; 4],
    /// The most cells of a move; the largest number without a limit.
    range: u32,
}

impl Ranges {
    /// Adds the lines of an atom.
    ///
    /// # Errors
    /// Returns an error if the atom shortens lines of an earlier one in Fairy-Stockfish.
    pub fn add(&mut self, modifiers: &str, atom: &str) -> Result<(), String> {
        for line in lines(modifiers, atom) {
            if let Some(longer) = self.lines.iter().find(|before| line.shortens(before)) {
                return Err(format!("{} shortens {} there", line.text, longer.text));
            }
            self.lines.push(line);
        }
        Ok(())
    }
}

impl Line {
    fn shortens(&self, before: &Self) -> bool {
        let meets = |a: &[bool], b: &[bool]| a.iter().zip(b).any(|(a, b)| *a && *b);
        let along = meets(&self.directions[..2], &before.directions[..2]);
        let across = meets(&self.directions[2..], &before.directions[2..]);
        let same_lines = if self.is_diagonal { along && across } else { along || across };
        self.range < before.range
            && self.is_diagonal == before.is_diagonal
            && (self.quiet && before.quiet || self.captures && before.captures)
            && same_lines
    }
}

/// Returns the lines of an atom; none for a leaper or a hopper.
fn lines(modifiers: &str, atom: &str) -> Vec<Line> {
    let (kind, range) = atom.split_at(1);
    let is_hopper = modifiers.contains(['p', 'g']);
    let kinds: &[bool] = match kind {
        _ if is_hopper => &[],
        "R" => &[false],
        "B" => &[true],
        "Q" => &[false, true],
        _ => &[],
    };
    let either = !modifiers.contains(['m', 'c']);
    let of_kind = |is_diagonal: &bool| Line {
        text: format!("{modifiers}{atom}"),
        is_diagonal: *is_diagonal,
        quiet: either || modifiers.contains('m'),
        captures: either || modifiers.contains('c'),
        directions: directions(modifiers, *is_diagonal),
        range: range.parse().unwrap_or(u32::MAX),
    };
    kinds.iter().map(of_kind).collect()
}

/// Returns for each of [`DIRECTIONS`] whether modifiers name it, or none of its axis.
fn directions(modifiers: &str, is_diagonal: bool) -> [bool; 4] {
    let is_named = |letter: char| {
        let both = if "fb".contains(letter) { 'v' } else { 's' };
        modifiers.contains([letter, both])
    };
    let named = DIRECTIONS.map(is_named);
    let is_free = |axis: &[bool]| !axis.contains(&true);
    let (along, across) = (is_free(&named[..2]), is_free(&named[2..]));
    let all = if is_diagonal { [along, along, across, across] } else { [along && across; 4] };
    std::array::from_fn(|index| named[index] || all[index])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_later_range_that_shortens_lines_is_refused() {
        let read = |atoms: &[(&str, &str)]| {
            let mut ranges = Ranges::default();
            atoms.iter().try_for_each(|(modifiers, atom)| ranges.add(modifiers, atom))
        };
        for atoms in [
            [("", "R"), ("f", "R2")],
            [("fs", "R"), ("mf", "R2")],
            [("mfs", "B"), ("mf", "B2")],
            [("", "Q"), ("c", "B3")],
            [("v", "B"), ("lr", "B2")],
            [("", "R4"), ("l", "R3")],
        ] {
            assert!(read(&atoms).is_err(), "{atoms:?}");
        }
        for atoms in [
            [("", "R2"), ("f", "R")],
            [("m", "R"), ("c", "R2")],
            [("f", "R"), ("b", "R2")],
            [("fl", "B"), ("fr", "B2")],
            [("", "R"), ("", "B2")],
            [("m", "R"), ("cp", "R2")],
            [("", "N"), ("", "R3")],
        ] {
            assert_eq!(read(&atoms), Ok(()), "{atoms:?}");
        }
    }
}
