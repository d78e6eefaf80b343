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

#[cfg(test)]
mod tests {
    use crate::Variant;

    /// Returns the string as which a string of chess is read, and the number of notes.
    fn read(fen: &str) -> Option<(String, usize)> {
        let chess = Variant::by_name("chess").expect("known");
        let (game, notes) = chess.game_leniently(fen).ok()?;
        Some((game.fen(), notes.len()))
    }

    #[test]
    fn what_cannot_be_is_left_out_where_the_meaning_is_clear() {
        const BOARD: &str = "r3k2r/8/8/8/4P3/8/8/R3K2R";
        let cases = [
            ("w HAha - 0 1", "w KQkq - 0 1", 4),
            ("w HQhq - 0 1", "w KQkq - 0 1", 2),
            ("w KKQkq - 0 1", "w KQkq - 0 1", 1),
            ("w KQHkq - 0 1", "w KQkq - 0 1", 1),
            ("w KQkqDd - 0 1", "w KQkq - 0 1", 2),
            ("b - e3 0 1", "b - e3 0 1", 0),
            ("w KQ e3 0 1", "w KQ - 0 1", 1),
            ("w KQ e9 0 1", "w KQ - 0 1", 1),
            ("w KQ - -1 -7", "w KQ - 0 1", 2),
            ("w KQ - 99999999999999999999 1", "w KQ - 1000000 1", 1),
            ("W KQ - 0 1", "w KQ - 0 1", 1),
            ("Black KQ - -3", "b KQ - 0 1", 2),
            ("w KQ e4", "w KQ - 0 1", 1),
            ("w KQ 128 5 82", "w KQ - 5 82", 1),
        ];
        for (fields, right, notes) in cases {
            let read = read(&format!("{BOARD} {fields}"));
            assert_eq!(read, Some((format!("{BOARD} {right}"), notes)), "{fields}");
        }
        assert_eq!(
            read("2r5/5p1k/p4b2/2Rp1pr1/1Pn1q3/2P3PP/P4P2/2RQ2K1 b KQkq - 0 1"),
            Some(("2r5/5p1k/p4b2/2Rp1pr1/1Pn1q3/2P3PP/P4P2/2RQ2K1 b - - 0 1".into(), 4))
        );
    }

    #[test]
    fn what_has_no_clear_meaning_stays_refused() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        for fields in [
            "w KQ?q - 0 1",
            "x KQkq - 0 1",
            "w KQkq e - 0 1",
            "w KQkq - 1.5 1",
            "w KQkq 5 82",
            "",
            "ww",
        ] {
            assert_eq!(read(&format!("{start} {fields}")), None, "{fields}");
        }
        assert_eq!(read("8/8/8/8/8/8/8/8 w KQkq - 0 1"), None);
    }

    #[test]
    fn the_strict_parser_and_the_start_of_every_game_are_as_they_were() {
        for variant in Variant::all() {
            let (game, notes) = variant.game_leniently(variant.start()).expect("the start");
            assert_eq!((game.fen().as_str(), notes.len()), (variant.start(), 0));
            let clock =
                format!("{} -4 -5", variant.start().rsplitn(3, ' ').nth(2).expect("fields"));
            assert!(variant.game_from(Some(&clock)).is_err(), "{}", variant.name);
            let (game, notes) = variant.game_leniently(&clock).expect("clear");
            assert_eq!((game.fen().as_str(), notes.len()), (variant.start(), 2));
        }
    }
}
