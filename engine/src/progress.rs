//! Progress bars on the terminal, for people; files and pipes never see them.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use rotunda_movegen::PerftObserver;

/// The interval at which a bar is redrawn.
const TICK: Duration = Duration::from_millis(200);

/// Returns a bar on standard error that is full at `length`. It is hidden if that is not a
/// terminal.
pub(crate) fn bar(length: u64) -> ProgressBar {
    let bar = ProgressBar::new(length);
    let style =
        ProgressStyle::with_template("{elapsed_precise} [{bar:40}] {percent:>3}% {wide_msg}");
    bar.set_style(style.expect("the template is well-formed").progress_chars("=> "));
    if !bar.is_hidden() {
        bar.enable_steady_tick(TICK);
    }
    bar
}

/// Returns an endless counter on standard error with a message. It is hidden if that is not a
/// terminal.
pub(crate) fn counter(what: &str) -> ProgressBar {
    let counter = bar(0);
    let style =
        ProgressStyle::with_template(&format!("{{elapsed_precise}} {{wide_msg}} {{pos}} {what}"));
    counter.set_style(style.expect("the template is well-formed"));
    counter
}

/// The observer that shows every root move of a perft on a bar.
pub(crate) struct Moves<'a>(pub &'a ProgressBar);

impl PerftObserver for Moves<'_> {
    fn on_move(&self, _: u64) {
        self.0.inc(1);
    }
}

/// The observer that shows every leaf of a perft on a bar.
pub(crate) struct Leaves<'a>(pub &'a ProgressBar);

impl PerftObserver for Leaves<'_> {
    fn on_move(&self, leaves: u64) {
        self.0.inc(leaves);
    }
}
