//! The line about words of a command that were ignored.

/// The most ignored words that the line names.
const MOST_NAMED: usize = 8;

/// Returns the line that names ignored words, each with the reason; `None` if there are none.
pub(crate) fn left_out_note(command: &str, words: &[String]) -> Option<String> {
    let shown = words.iter().take(MOST_NAMED).map(String::as_str).collect::<Vec<_>>();
    let more = if words.len() > MOST_NAMED {
        format!("; and {} more", words.len() - MOST_NAMED)
    } else {
        String::new()
    };
    (!words.is_empty()).then(|| format!("{command}: left out {}{more}", shown.join("; ")))
}
