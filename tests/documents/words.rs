//! The words of command lines, as documents write them.

/// Splits a text into words; a text in single quotes is one word.
pub fn quoted_words(text: &str) -> Vec<String> {
    let parts = text.split('\'').enumerate();
    parts
        .flat_map(|(index, part)| match index % 2 {
            0 => part.split_whitespace().map(String::from).collect(),
            _ => vec![part.to_owned()],
        })
        .collect()
}
