//! [`Tags`]: the tags before the moves of a game.

use std::collections::HashSet;
use std::fmt;

/// The tags that every game has, in their order, with their values for unknown facts.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// Names with their values, in their order.
///
/// ```
/// use rotunda_notation::pgn::Tags;
/// let mut tags = Tags::default();
/// tags.set("White", r#"Ed "Strangler""#);
/// assert_eq!(tags.get("White"), Some(r#"Ed "Strangler""#));
/// assert_eq!(tags.to_string(), "[White \"Ed \\\"Strangler\\\"\"]\n");
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Tags(Vec<(String, String)>);

impl Tags {
    /// Returns the tags of a line; `None` if it has no tags, or other text besides them.
    ///
    /// A quotation mark or a backslash in a value has a backslash before it. In a line with a
    /// single tag it may lack the backslash, and a value may lack the quotation marks.
    ///
    /// ```
    /// use rotunda_notation::pgn::Tags;
    /// let tags = Tags::of_line(r#"[White "Ed "Strangler" Lewis"]"#).expect("a tag");
    /// assert_eq!(tags.get("White"), Some(r#"Ed "Strangler" Lewis"#));
    /// assert_eq!(Tags::of_line("[Round 3]").expect("a tag").get("Round"), Some("3"));
    /// assert_eq!(Tags::of_line(r#"[White "a"] [Black "b"]"#).map(|tags| tags.len()), Some(2));
    /// assert_eq!(Tags::of_line("[%clk 0:01:00]"), None);
    /// ```
    #[must_use]
    pub fn of_line(line: &str) -> Option<Self> {
        match strict(line) {
            (tags, "") if !tags.is_empty() => Some(tags),
            _ => Some(Self(vec![sloppy(line)?])),
        }
    }

    /// Returns the tags at the beginning of a line, and the text behind them; `None` if the line
    /// does not begin with a tag.
    pub(super) fn at_start(line: &str) -> Option<(Self, &str)> {
        let (tags, rest) = strict(line);
        if tags.is_empty() {
            return Self::of_line(line).map(|tags| (tags, ""));
        }
        Some((tags, rest))
    }

    /// The value of a tag. Its name may have letters of any case.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    /// Changes the value of a tag, or adds the tag at the end.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        match self.0.iter_mut().find(|(key, _)| key.eq_ignore_ascii_case(name)) {
            Some((_, old)) => *old = value.into(),
            None => self.0.push((name.to_owned(), value.into())),
        }
    }

    /// Removes a tag.
    pub fn remove(&mut self, name: &str) {
        self.0.retain(|(key, _)| !key.eq_ignore_ascii_case(name));
    }

    /// Removes the tags whose name stands before them, in any case, and returns them.
    pub(super) fn remove_repeated(&mut self) -> Vec<(String, String)> {
        let mut names = HashSet::with_capacity(self.0.len());
        self.0.extract_if(.., |(name, _)| !names.insert(name.to_ascii_lowercase())).collect()
    }

    /// Adds tags at the end.
    pub fn append(&mut self, more: Self) {
        self.0.extend(more.0);
    }

    /// The names and the values.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (&**name, &**value))
    }

    /// Returns the number of tags.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the tags with the seven that every game has first, in their order.
    #[must_use]
    pub fn with_roster(mut self) -> Self {
        let mut all = Vec::with_capacity(self.0.len() + ROSTER.len());
        for (name, unknown) in ROSTER {
            let own = self.0.iter().position(|(key, _)| key.eq_ignore_ascii_case(name));
            let value = own.map_or_else(|| unknown.to_owned(), |at| self.0.remove(at).1);
            all.push((name.to_owned(), value));
        }
        all.append(&mut self.0);
        Self(all)
    }
}

impl fmt::Display for Tags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in self.iter() {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(f, "[{name} \"{}\"]", value.replace(char::is_control, " "))?;
        }
        Ok(())
    }
}

/// Returns the tags in the standard form at the beginning of a line, and the text behind them.
fn strict(line: &str) -> (Tags, &str) {
    let mut tags = Vec::new();
    let mut rest = line.trim();
    while let Some((tag, after)) = tag(rest) {
        tags.push(tag);
        rest = after.trim_start();
    }
    (Tags(tags), rest)
}

/// Returns the tag in the standard form with which a text begins, and the text behind it.
fn tag(text: &str) -> Option<((String, String), &str)> {
    let inner = text.strip_prefix('[')?.trim_start();
    let end = inner.find(|c: char| c.is_whitespace() || c == '"')?;
    let (name, value) = inner.split_at(end);
    if !is_name(name) {
        return None;
    }
    let (value, after) = quoted(value.trim_start().strip_prefix('"')?)?;
    Some(((name.to_owned(), value), after.trim_start().strip_prefix(']')?))
}

/// Returns a value up to its quotation mark, and the rest.
fn quoted(text: &str) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return Some((value, &text[at + 1..])),
            '\\' if text[at + 1..].starts_with(['"', '\\']) => {
                value.extend(letters.next().map(|(_, c)| c));
            }
            _ => value.push(letter),
        }
    }
    None
}

/// Returns the tag of a line whose value may have quotation marks, or none.
fn sloppy(line: &str) -> Option<(String, String)> {
    let inner = line.trim().strip_prefix('[')?.strip_suffix(']')?;
    let (name, value) = inner.trim_start().split_once(char::is_whitespace)?;
    if !is_name(name) {
        return None;
    }
    let value = value.trim();
    let inside = value.strip_prefix('"').and_then(|value| value.strip_suffix('"'));
    Some((name.to_owned(), inside.unwrap_or(value).replace("\\\"", "\"").replace("\\\\", "\\")))
}

fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_alphabetic()) && !name.contains(['[', ']', '{', '}'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_and_backslashes_come_back_as_they_were() {
        for value in ["", "plain", "\"", "\\", "ends with \"", "\\\"", "a\\\\b", "\"\"", "[x]"] {
            let mut tags = Tags::default();
            tags.set("Name", value);
            assert_eq!(Tags::of_line(&tags.to_string()), Some(tags), "{value}");
        }
    }

    #[test]
    fn sloppy_tags_are_read_and_other_lines_are_not() {
        let first = |line| Tags::of_line(line).map(|tags| tags.0[0].clone());
        assert_eq!(first("[Round 3]"), Some(("Round".into(), "3".into())));
        assert_eq!(first("  [A  \"b\" ]"), Some(("A".into(), "b".into())));
        assert_eq!(first("[A\"b\"]"), Some(("A".into(), "b".into())));
        for line in
            ["", "[]", "[Tag]", "1. e4 {[x]}", "[%eval 1 2]", "[5 \"a\"]", "[A \"b\"] 1. e4"]
        {
            assert_eq!(Tags::of_line(line), None, "{line}");
        }
    }

    #[test]
    fn a_line_may_go_on_behind_its_tags() {
        for (line, count, rest) in [
            ("[A \"b\"] 1. e4 {[x]}", 1, "1. e4 {[x]}"),
            (" [A \"b\"][C \"d\"] ; why ", 2, "; why"),
            ("[A \"b\"]", 1, ""),
            ("[A \"b \"c\"] d\"]", 1, ""),
        ] {
            let found = Tags::at_start(line).map(|(tags, rest)| (tags.len(), rest));
            assert_eq!(found, Some((count, rest)), "{line}");
        }
        assert_eq!(Tags::at_start("1. e4 [A \"b\"]"), None);
    }

    #[test]
    fn names_may_have_letters_of_any_case() {
        let mut tags = Tags::of_line("[fen \"x\"] [EVENT \"y\"]").expect("two tags");
        assert_eq!((tags.get("FEN"), tags.get("Event")), (Some("x"), Some("y")));
        tags.set("Fen", "z");
        assert_eq!(tags.len(), 2);
        assert_eq!(tags.with_roster().iter().next(), Some(("Event", "y")));
    }

    #[test]
    fn the_roster_comes_first() {
        let mut tags = Tags::default();
        tags.set("ECO", "C20");
        tags.set("White", "a");
        let names: Vec<_> = tags.with_roster().0.into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["Event", "Site", "Date", "Round", "White", "Black", "Result", "ECO"]);
    }
}
