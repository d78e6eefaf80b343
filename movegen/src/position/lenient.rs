//! Repairs of position strings of other programs: impossible castling rights, en passant cells that
//! no pawn passed, counting limits, clocks below 0.
//!
//! The strict parser finds the error, and a repair changes the part that the error points at.

use super::fen::{CLOCK_LIMIT, FenError, FenField, FenReason, quoted};

/// The letters of a right to castle in the position strings of several programs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RightText {
    /// The variant's own letter.
    pub letter: char,
    /// The letter of the rook's file, a capital for White, as in Shredder-FEN and X-FEN.
    pub file: char,
}

/// A changed position string, and a sentence about the change.
pub(crate) type Repair = (String, String);

/// Returns the position string without the fault of an error, if its meaning is clear anyway.
pub(crate) fn repair(fen: &str, error: &FenError, rights: &[RightText]) -> Option<Repair> {
    let rest = fen.get(error.at()..)?;
    let end = rest.find(|c: char| c.is_ascii_whitespace() || c == ';');
    let token = &rest[..end.unwrap_or(rest.len())];
    let with = |new: &str| {
        let end = error.at() + token.len();
        [&fen[..error.at()], new, &fen[end..]].concat()
    };
    match (error.field()?, error.reason()) {
        (FenField::Flags, _) => repair_rights(fen, error, rights),
        (FenField::EnPassant, FenReason::Impossible) => {
            Some((with("-"), format!("{error}; the en passant cell is left out")))
        }
        (FenField::EnPassant, FenReason::Unknown) if is_like_cell(token) => {
            Some((with("-"), format!("{error}; the en passant cell is left out")))
        }
        (FenField::EnPassant, FenReason::Unknown) if begins_with_counting_limit(rest) => {
            Some((with("-"), format!("the counting limit {} is left out", quoted(token))))
        }
        (FenField::Turn, _) => {
            let new = side_letter(token)?;
            Some((with(&new), format!("the side to move {} is read as {new}", quoted(token))))
        }
        (field @ (FenField::Halfmove | FenField::Fullmove), FenReason::Malformed) => {
            let new = clock(token, field)?;
            Some((with(&new), format!("{error}; it is read as {new}")))
        }
        _ => None,
    }
}

/// Translates a right of another notation, or removes an impossible one.
fn repair_rights(fen: &str, error: &FenError, rights: &[RightText]) -> Option<Repair> {
    let at = error.at();
    let letter = fen[at..].chars().next()?;
    let start = fen[..at].rfind(|c: char| c.is_ascii_whitespace())? + 1;
    let end = at + fen[at..].find(|c: char| c.is_ascii_whitespace()).unwrap_or(fen.len() - at);
    let (before, after) = (&fen[start..at], &fen[at + letter.len_utf8()..end]);
    let own = rights.iter().find(|right| right.file == letter).map(|right| right.letter);
    let own = own.filter(|_| error.reason() == FenReason::Unknown);
    let has = |letter| before.contains(letter) || after.contains(letter);
    let (new, note) = match own {
        Some(own) if !has(own) => {
            (own.to_string(), format!("the right to castle {letter:?} is read as {own:?}"))
        }
        _ if letter == '-' || letter.is_ascii_alphabetic() => {
            (String::new(), format!("{error}; the right is left out"))
        }
        _ => return None,
    };
    let field = [before, &new, after].concat();
    let field = if field.is_empty() { "-" } else { &field };
    Some(([&fen[..start], field, &fen[end..]].concat(), note))
}

/// Returns whether a word has the form of a cell's name.
fn is_like_cell(word: &str) -> bool {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_lowercase());
    digits.len() < word.len() && !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

/// Returns whether a text begins with the limit of counted moves that Fairy-Stockfish writes in the
/// place of the en passant cell in Makruk and its kin. The two clocks follow it.
fn begins_with_counting_limit(text: &str) -> bool {
    let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    text.split_ascii_whitespace().take(3).filter(is_number).count() == 3
}

/// Returns the letter of a side that is written as a capital or as a word.
fn side_letter(word: &str) -> Option<String> {
    let small = word.to_ascii_lowercase();
    let letter = match small.as_str() {
        "white" => "w",
        "black" => "b",
        _ if small.len() == 1 && small != word => &small,
        _ => return None,
    };
    Some(letter.to_owned())
}

/// Returns a clock limited to its range.
fn clock(word: &str, field: FenField) -> Option<String> {
    let least = u32::from(field == FenField::Fullmove);
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(if word.starts_with('-') {
        least.to_string()
    } else {
        digits
            .parse::<u32>()
            .map_or(CLOCK_LIMIT, |clock| clock.clamp(least, CLOCK_LIMIT))
            .to_string()
    })
}
