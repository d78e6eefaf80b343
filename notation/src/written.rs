//! [`Written`]: a move as people and programs write it, taken apart without a look at the position.

/// A move as it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Written {
    /// Castling, to a higher file or to a lower one.
    Castling { is_short: bool },
    /// A turn without a move.
    Pass,
    /// A move of a piece.
    Parts(Parts),
}

/// The written parts of a piece's move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Parts {
    /// The capital letter of the piece.
    pub piece: Option<char>,
    pub from_file: Option<char>,
    pub from_rank: Option<usize>,
    pub to_file: char,
    pub to_rank: Option<usize>,
    /// The letter of a promotion.
    pub promotion: Option<char>,
}

/// The texts for a turn without a move, as databases, UCI and XBoard write it.
const PASSES: [&str; 6] = ["--", "Z0", "0000", "null", "@@@@", "pass"];
/// The texts that may follow a move: en passant, check and mate in letters.
const ENDINGS: [&str; 10] =
    ["e.p.", "e.p", "ep", "ch", "mate", "dbl", "check", "checkmate", "dis", "disch"];

/// Returns the text with usual signs, and without those after the move: check, mate, glyphs,
/// `e.p.`.
pub(crate) fn tidied(text: &str) -> String {
    let mut tidy: String = text.trim().chars().map(usual_sign).collect();
    loop {
        let bare = tidy.trim_end_matches(['+', '#', '!', '?', '\u{2020}', '\u{2021}', ' ', ',']);
        let is_move = |rest: &&str| {
            let may_end =
                |c: char| c.is_ascii_digit() || c.is_ascii_uppercase() || " )+#".contains(c);
            rest.ends_with(may_end)
        };
        let ending = ENDINGS.iter().find_map(|ending| bare.strip_suffix(ending).filter(is_move));
        let length = ending.unwrap_or(bare).len();
        if length == tidy.len() {
            return tidy;
        }
        tidy.truncate(length);
    }
}

/// Returns the usual sign for a typographic one: dashes, the cross of captures, figurines.
fn usual_sign(letter: char) -> char {
    match letter {
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        '\u{d7}' => 'x',
        '\u{2654}' | '\u{265a}' => 'K',
        '\u{2655}' | '\u{265b}' => 'Q',
        '\u{2656}' | '\u{265c}' => 'R',
        '\u{2657}' | '\u{265d}' => 'B',
        '\u{2658}' | '\u{265e}' => 'N',
        '\u{2659}' | '\u{265f}' => 'P',
        other => other,
    }
}

/// Returns whether a text is a turn without a move.
pub(crate) fn is_pass(text: &str) -> bool {
    PASSES.contains(&&*tidied(text))
}

/// A file, a rank, or a capital letter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    File(char),
    Rank(usize),
    Capital(char),
}

impl Written {
    /// Parses a tidied text; `None` if it does not have the form of a move.
    pub fn parse(text: &str) -> Option<Self> {
        if PASSES.contains(&text) {
            return Some(Self::Pass);
        }
        match &*text.replace(['0', 'o'], "O") {
            "O-O" | "OO" => return Some(Self::Castling { is_short: true }),
            "O-O-O" | "OOO" => return Some(Self::Castling { is_short: false }),
            _ => {}
        }
        parts(text).as_deref().and_then(Parts::of).map(Self::Parts)
    }
}

/// Returns the parts of a text, without the signs between them.
fn parts(text: &str) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let is_before_digit = letters.peek().is_some_and(char::is_ascii_digit);
        match letter {
            'x' if !is_before_digit => {}
            '-' | ':' | '=' | '/' | '(' | ')' => {}
            '1'..='9' => {
                let mut rank = letter.to_digit(10)? as usize;
                while let Some(digit) = letters.next_if(char::is_ascii_digit) {
                    rank = rank.checked_mul(10)?.checked_add(digit.to_digit(10)? as usize)?;
                }
                parts.push(Part::Rank(rank));
            }
            'a'..='z' => parts.push(Part::File(letter)),
            'A'..='Z' => parts.push(Part::Capital(letter)),
            _ => return None,
        }
    }
    Some(parts)
}

impl Parts {
    fn of(parts: &[Part]) -> Option<Self> {
        let (piece, parts) = match parts {
            [Part::Capital(piece), rest @ ..] => (Some(*piece), rest),
            _ => (None, parts),
        };
        let (promotion, cells) = match parts {
            [cells @ .., Part::Capital(letter) | Part::File(letter)]
                if matches!(cells.last(), Some(Part::Rank(_))) =>
            {
                (Some(*letter), cells)
            }
            _ => (None, parts),
        };
        let with = |from_file, from_rank, to_file, to_rank| {
            Some(Self { piece, from_file, from_rank, to_file, to_rank, promotion })
        };
        match *cells {
            [Part::File(to), Part::Rank(rank)] => with(None, None, to, Some(rank)),
            [Part::File(from), Part::File(to), Part::Rank(rank)] => {
                with(Some(from), None, to, Some(rank))
            }
            [Part::Rank(from), Part::File(to), Part::Rank(rank)] => {
                with(None, Some(from), to, Some(rank))
            }
            [Part::File(file), Part::Rank(from), Part::File(to), Part::Rank(rank)] => {
                with(Some(file), Some(from), to, Some(rank))
            }
            [Part::File(from), Part::File(to)] if piece.is_none() => {
                with(Some(from), None, to, None)
            }
            _ => None,
        }
    }

    /// Returns whether the move is written as coordinates: two cells without a piece.
    pub const fn has_two_cells(&self) -> bool {
        self.piece.is_none() && self.from_file.is_some() && self.from_rank.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Option<Parts> {
        match Written::parse(&tidied(text))? {
            Written::Parts(parts) => Some(parts),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn moves_are_taken_apart() {
        let to = |to_file, rank| Parts { to_file, to_rank: Some(rank), ..Parts::default() };
        for (text, parts) in [
            ("e4", to('e', 4)),
            ("Nf3+!?", Parts { piece: Some('N'), ..to('f', 3) }),
            ("N\u{d7}f10", Parts { piece: Some('N'), ..to('f', 10) }),
            ("\u{2658}bd7", Parts { piece: Some('N'), from_file: Some('b'), ..to('d', 7) }),
            ("R12a3", Parts { piece: Some('R'), from_rank: Some(12), ..to('a', 3) }),
            ("exd6e.p.", Parts { from_file: Some('e'), ..to('d', 6) }),
            ("e2-e4", Parts { from_file: Some('e'), from_rank: Some(2), ..to('e', 4) }),
            ("a8(Q)", Parts { promotion: Some('Q'), ..to('a', 8) }),
            ("bxa8=Q#", Parts { from_file: Some('b'), promotion: Some('Q'), ..to('a', 8) }),
            ("a8=\u{2655}", Parts { promotion: Some('Q'), ..to('a', 8) }),
            ("x2x4", Parts { from_file: Some('x'), from_rank: Some(2), ..to('x', 4) }),
            ("exd", Parts { from_file: Some('e'), to_file: 'd', ..Parts::default() }),
        ] {
            assert_eq!(parsed(text), Some(parts), "{text}");
        }
        for text in ["", "e", "Nf", "e4e5e6", "e4.", "O-O-O-O", "N99999999999999999999a1"] {
            assert_eq!(parsed(text), None, "{text}");
        }
    }

    #[test]
    fn castling_and_passing_have_many_spellings() {
        for (text, is_short) in [("o-o", true), ("0-0-0+", false), ("O\u{2013}O", true)] {
            let castling = Some(Written::Castling { is_short });
            assert_eq!(Written::parse(&tidied(text)), castling, "{text}");
        }
        for text in ["--", "Z0", "0000"] {
            assert_eq!(Written::parse(&tidied(text)), Some(Written::Pass), "{text}");
        }
    }
}
