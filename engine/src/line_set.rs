//! [`LineSet`]: the lines of one iteration, which are printed together.

use rotunda_search::Event;

/// The lines of one iteration: a reader never gets a mix of two iterations.
#[derive(Default)]
pub(crate) struct LineSet {
    lines: Vec<String>,
    is_open: bool,
}

impl LineSet {
    /// Adds the line of an event, and returns the text that can be printed.
    pub fn add(&mut self, event: &Event, line: Option<String>) -> Option<String> {
        self.lines.extend(line);
        if let Event::Info(info) = event {
            self.is_open = info.multi_pv < info.lines;
        }
        if self.is_open || self.lines.is_empty() {
            return None;
        }
        Some(std::mem::take(&mut self.lines).join("\n"))
    }
}
