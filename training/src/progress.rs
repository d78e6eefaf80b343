//! [`Progress`]: what data generation shows while it runs.

use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

use crate::data_file::DataFile;

/// How often a bar shows that time passes.
const TICK: Duration = Duration::from_millis(500);
/// How often there is a line, where there is no terminal.
const LINE: Duration = Duration::from_secs(30);

/// What data generation shows while it runs: a bar on a terminal, lines now and then in files; both
/// on standard error.
pub(crate) struct Progress {
    bar: ProgressBar,
    begin: Instant,
    /// Positions that were there before.
    before: u64,
    total: u64,
    last_line: Instant,
}

impl Progress {
    /// The display of a file that is to have so many positions.
    pub fn new(file: &DataFile, total: u64) -> Self {
        let bar = ProgressBar::new(total);
        let style = ProgressStyle::with_template("{elapsed_precise} [{bar:30}] {pos}/{len} {msg}");
        bar.set_style(style.expect("the template is well-formed").progress_chars("=> "));
        bar.set_position(file.positions);
        if !bar.is_hidden() {
            bar.enable_steady_tick(TICK);
        }
        let begin = Instant::now();
        Self { bar, begin, before: file.positions, total, last_line: begin }
    }

    /// Shows how far it is.
    pub fn show(&mut self, file: &DataFile) {
        self.bar.set_position(file.positions);
        if !self.bar.is_hidden() {
            self.bar.set_message(self.status(file));
        } else if self.last_line.elapsed() >= LINE {
            self.last_line = Instant::now();
            eprintln!("{}/{} positions, {}", file.positions, self.total, self.status(file));
        }
    }

    /// Takes the bar away.
    pub fn end(&self) {
        self.bar.finish_and_clear();
    }

    /// Games, positions per second and the time left, on a line.
    pub fn status(&self, file: &DataFile) -> String {
        let seconds = self.begin.elapsed().as_secs_f64().max(f64::EPSILON);
        let speed = (file.positions - self.before) as f64 / seconds;
        let status = format!("{} games, {speed:.0} positions/s", file.games);
        if speed <= 0.0 || file.positions >= self.total {
            return status;
        }
        let left = Duration::from_secs_f64(((self.total - file.positions) as f64 / speed).ceil());
        format!("{status}, {:#} left", HumanDuration(left))
    }
}
