//! [`read_tag`]: a tag of PGN, as any program writes it.

/// The name and the value of a line that is a tag, such as `[Event "a \"quoted\" name"]`; `None` if
/// it is none. A quotation mark or a backslash in the value has a backslash before it.
///
/// ```
/// use rotunda_arena::read_tag;
/// let tag = |name: &str, value: &str| Some((name.to_owned(), value.to_owned()));
/// assert_eq!(read_tag(r#"[Event "World Cup"]"#), tag("Event", "World Cup"));
/// assert_eq!(read_tag(r#"[White "Ed \"Strangler\""] "#), tag("White", r#"Ed "Strangler""#));
/// assert_eq!(read_tag(r#"[Site "C:\\"]"#), tag("Site", r"C:\"));
/// assert_eq!(read_tag("[%clk 0:01:00]"), None);
/// ```
#[must_use]
pub fn read_tag(line: &str) -> Option<(String, String)> {
    let inner = line.trim().strip_prefix('[')?.strip_suffix(']')?;
    let (name, value) = inner.trim_start().split_once(char::is_whitespace)?;
    if name.starts_with('%') {
        return None;
    }
    let value = value.trim();
    let quoted = value.strip_prefix('"').and_then(|value| value.strip_suffix('"'));
    Some((name.to_owned(), unescaped(quoted.unwrap_or(value))))
}

/// A text without the backslashes before what they protect.
fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let protected = letters.next_if(|next| letter == '\\' && ['"', '\\'].contains(next));
        plain.push(protected.unwrap_or(letter));
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_and_backslashes_come_back_as_they_were() {
        for value in ["", "plain", "\"", "\\", "ends with \"", "\\\"", "a\\\\b", "\"\"", "[x]"] {
            let escaped = value.replace('\\', r"\\").replace('"', "\\\"");
            let tag = read_tag(&format!("[Name \"{escaped}\"]"));
            assert_eq!(tag, Some(("Name".to_owned(), value.to_owned())), "{escaped}");
        }
    }

    #[test]
    fn sloppy_tags_are_read_and_other_lines_are_not() {
        assert_eq!(read_tag("[Round 3]"), Some(("Round".into(), "3".into())));
        assert_eq!(read_tag("  [A  \"b\" ]"), Some(("A".into(), "b".into())));
        for line in ["", "[]", "[Tag]", "1. e4 {[x]}", "[%eval 1 2]"] {
            assert_eq!(read_tag(line), None, "{line}");
        }
    }
}
