//! Parts of a movetext that span blanks, and words that are no moves.

use super::result::GameResult;
use crate::nag::Nag;

/// The longest text in which a nested comment may end, in bytes.
const LONGEST_NESTED: usize = 1 << 12;
/// The words that people write beside moves, in lower case.
const REMARKS: [&str; 35] = [
    "abandoned",
    "adjourned",
    "agreed",
    "agreement",
    "black",
    "by",
    "check",
    "checkmate",
    "dbl",
    "dis",
    "disch",
    "discovered",
    "double",
    "draw",
    "drawn",
    "forfeit",
    "forfeits",
    "loses",
    "lost",
    "mates",
    "on",
    "perpetual",
    "repetition",
    "resign",
    "resignation",
    "resigned",
    "resigns",
    "stalemate",
    "threefold",
    "time",
    "timeout",
    "white",
    "win",
    "wins",
    "won",
];

/// Returns whether a word is one that people write beside moves, such as `check` and `resigns`.
pub(super) fn is_remark(word: &str) -> bool {
    let small = word.to_ascii_lowercase();
    REMARKS.contains(&&*small)
}

/// Returns whether a character can be the piece of a promotion: a letter or a figurine.
pub(super) fn is_piece(letter: char) -> bool {
    letter.is_ascii_alphabetic() || ('\u{2654}'..='\u{265f}').contains(&letter)
}

/// Returns the bytes of the points with which a text begins, and the text behind them and blanks.
fn points(text: &str) -> Option<(usize, &str)> {
    let all = ["1/2", "\u{bd}", "1", "0"];
    all.iter().find_map(|points| Some((points.len(), text.strip_prefix(points)?.trim_start())))
}

/// Returns the result with blanks between its parts (`1 - 0`) with which a text begins, and the
/// text behind it.
pub(super) fn spaced_result(text: &str) -> Option<(GameResult, &str)> {
    let is_dash = |c: char| matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}');
    let (length, rest) = points(text)?;
    let first = &text[..length];
    let rest = rest.strip_prefix(is_dash)?.trim_start();
    let (length, _) = points(rest)?;
    let (second, behind) = rest.split_at(length);
    let is_end = behind.chars().next().is_none_or(|c| c.is_whitespace() || "{};()".contains(c));
    let result = format!("{first}-{second}").parse().ok().filter(|_| is_end)?;
    Some((result, behind))
}

/// Returns the letter of a promotion behind a move and blanks, as in `e8 = Q` or `e8 (Q)`, and the
/// text behind it.
///
/// The letter of a glyph, `N` or `D`, is a promotion on the first and the eighth rank alone.
pub(super) fn spaced_promotion<'a>(word: &str, after: &'a str) -> Option<(char, &'a str)> {
    let is_pawn = word.starts_with(|c: char| c.is_ascii_lowercase());
    if !is_pawn || !word.ends_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let (text, has_blank) = (after.trim_start(), after.starts_with(char::is_whitespace));
    let (text, is_open) = match text.strip_prefix(['=', '/']) {
        Some(text) => (text.trim_start(), false),
        None if has_blank => (text.strip_prefix('(')?, true),
        None => return None,
    };
    let (text, is_open) = text.strip_prefix('(').map_or((text, is_open), |text| (text, true));
    let letter = text.chars().next().filter(|c| is_piece(*c))?;
    let behind = &text[letter.len_utf8()..];
    let behind = if is_open { behind.strip_prefix(')')? } else { behind };
    let goes_on = |c: char| c.is_alphanumeric() || "-=:/".contains(c);
    let is_glyph = !is_open && Nag::of_sign(letter.encode_utf8(&mut [0; 4])).is_some();
    let fits = !behind.starts_with(goes_on) && (!is_glyph || word.ends_with(['1', '8']));
    fits.then_some((letter, behind))
}

/// Returns the text in parentheses with which a text begins, up to the matching one or the end of
/// the line, and the text behind it.
pub(super) fn parenthesis(text: &str) -> (&str, &str) {
    let mut depth = 0_usize;
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' if depth <= 1 => return (&text[1..at], &text[at + 1..]),
            ')' => depth -= 1,
            _ => {}
        }
    }
    (&text[1..], "")
}

/// Returns the parts of a line before and behind the brace that closes a comment; `None` if none
/// does. `begun` is the text of the comment on earlier lines.
///
/// A comment ends at its first closing brace, as the standard says. One that has opening braces
/// goes on to the brace that matches its own, if that stands on the line.
pub(super) fn split_at_close<'a>(begun: &str, line: &'a str) -> Option<(&'a str, &'a str)> {
    let first = line.find('}')?;
    let opening = |text: &str| text.matches('{').count();
    let mut depth = opening(begun) + opening(&line[..first]);
    let mut end = first;
    for (at, letter) in line[first..].char_indices().take(LONGEST_NESTED) {
        match letter {
            '{' => depth += 1,
            '}' if depth == 0 => {
                end = first + at;
                break;
            }
            '}' => depth -= 1,
            ';' => break,
            _ => {}
        }
    }
    Some((&line[..end], &line[end + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_may_have_blanks() {
        for (text, result) in [
            ("1 - 0", Some(GameResult::WhiteWins)),
            ("0 -1 {x}", Some(GameResult::BlackWins)),
            ("1/2 - 1/2", Some(GameResult::Draw)),
            ("\u{bd} \u{2013} \u{bd};", Some(GameResult::Draw)),
            ("1 e4", None),
            ("0-0", None),
            ("0 - 0", None),
            ("1 - 0a", None),
        ] {
            assert_eq!(spaced_result(text).map(|(result, _)| result), result, "{text}");
        }
    }

    #[test]
    fn promotions_may_have_blanks() {
        let read = |word, after| spaced_promotion(word, after).map(|(letter, _)| letter);
        for after in [" = Q", "= Q+", " =Q", " (Q)", "=(Q)", " = \u{2655}", "= Q)"] {
            assert!(read("e8", after).is_some(), "{after}");
        }
        assert_eq!((read("e8", " = N"), read("e4", " = N")), (Some('N'), None));
        for after in [" Q", " = Qf3", " (Qf3)", " = ", "(Q", " (1. d4)", " = Q-f3"] {
            assert_eq!(read("e8", after), None, "{after}");
        }
        assert_eq!(read("Re8", " = Q"), None);
    }

    #[test]
    fn braces_in_comments_are_matched_on_a_line() {
        for (begun, line, inside) in [
            ("", "a} e4", "a"),
            ("", "a {b} c} e4 {d}", "a {b} c"),
            ("", "a {b {c} d} {e} f} e4", "a {b {c} d} {e} f"),
            ("{ x", "y} z} e4", "y} z"),
            ("", "a { b} e4 {c}", "a { b"),
            ("", "a { b} ; c} d", "a { b"),
        ] {
            assert_eq!(split_at_close(begun, line).map(|(inside, _)| inside), Some(inside));
        }
        assert_eq!(split_at_close("{", "a"), None);
    }
}
