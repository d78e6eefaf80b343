//! The sections of a file like `variants.ini`, before they are read as rules.

/// A section: its name, its parent, and its keys in their order.
#[derive(Clone, Default, Debug)]
pub struct Section {
    pub name: String,
    /// The variant whose rules apply where the section says nothing.
    pub parent: Option<String>,
    /// The line of the heading, counted from 1; 0 of a section without lines.
    pub line: usize,
    /// The keys with their values.
    pub entries: Vec<(String, String)>,
    /// The lines that are neither empty nor a comment nor `key = value`.
    pub unread: Vec<usize>,
}

/// Returns the sections of a text. Lines before the first heading are a section without a name, and
/// its line is the first of them.
///
/// ```text
/// # a comment
/// [name:parent]
/// key = value
/// ```
pub fn sections(text: &str) -> Vec<Section> {
    let mut all = vec![Section::default()];
    for (line, number) in text.lines().zip(1..) {
        let line = line.trim();
        if line.is_empty() || line.starts_with(['#', ';']) {
            continue;
        }
        if let Some(heading) = heading(line) {
            let (name, parent) = match heading.split_once(':') {
                Some((name, parent)) => (name, Some(parent.trim().to_owned())),
                None => (heading, None),
            };
            let name = name.trim().to_owned();
            all.push(Section { name, parent, line: number, ..Section::default() });
            continue;
        }
        let Some(section) = all.last_mut() else { continue };
        if section.line == 0 {
            section.line = number;
        }
        match line.split_once('=') {
            Some((key, value)) => {
                section.entries.push((key.trim().to_owned(), value.trim().to_owned()));
            }
            None => section.unread.push(number),
        }
    }
    all
}

/// Returns the text in the brackets of a heading.
fn heading(line: &str) -> Option<&str> {
    let (heading, _) = line.strip_prefix('[')?.split_once(']')?;
    Some(heading)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_have_parents_and_keys() {
        let text =
            "maxRank = 8\n# [no]\n; [no]\n[a]\r\nx=1\ny = b c = d\nword\n[ b : chess ] # so\n";
        let all = sections(text);
        let names: Vec<_> = all.iter().map(|s| (s.name.as_str(), s.parent.as_deref())).collect();
        assert_eq!(names, [("", None), ("a", None), ("b", Some("chess"))]);
        assert_eq!((all[0].line, sections("# c\n\nword\nx=1")[0].line), (1, 3));
        assert_eq!(all[0].entries, [("maxRank".into(), "8".into())]);
        assert_eq!(all[1].entries, [("x".into(), "1".into()), ("y".into(), "b c = d".into())]);
        assert_eq!((all[1].unread.as_slice(), all[1].line, all[2].line), (&[7][..], 4, 8));
    }
}
