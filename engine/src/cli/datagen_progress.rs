//! [`Progress`]: the display of a data generation that runs.

use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use rotunda_training::{GenerateObserver, Generated};

/// The interval at which a bar is redrawn.
const TICK: Duration = Duration::from_millis(500);
/// The interval of lines without a terminal.
const LINE: Duration = Duration::from_secs(30);

/// The display of a running data generation, on standard error: a bar on a terminal, and otherwise
/// a line from time to time.
pub struct Progress {
    bar: ProgressBar,
    begin: Instant,
    /// Positions that were there before.
    before: u64,
    total: u64,
    last_line: Instant,
}

impl Default for Progress {
    /// The display of a generation that has not begun.
    fn default() -> Self {
        let begin = Instant::now();
        Self { bar: ProgressBar::hidden(), begin, before: 0, total: 0, last_line: begin }
    }
}

impl GenerateObserver for Progress {
    fn begins(&mut self, so_far: Generated, total: u64) {
        let bar = ProgressBar::new(total);
        let style = ProgressStyle::with_template("{elapsed_precise} [{bar:30}] {pos}/{len} {msg}");
        bar.set_style(style.expect("the template is well-formed").progress_chars("=> "));
        bar.set_position(so_far.positions);
        if !bar.is_hidden() {
            bar.enable_steady_tick(TICK);
        }
        let begin = Instant::now();
        *self = Self { bar, begin, before: so_far.positions, total, last_line: begin };
    }

    fn grows(&mut self, so_far: Generated) {
        self.bar.set_position(so_far.positions);
        if !self.bar.is_hidden() {
            self.bar.set_message(self.status(so_far));
        } else if self.last_line.elapsed() >= LINE {
            self.last_line = Instant::now();
            eprintln!("{}/{} positions, {}", so_far.positions, self.total, self.status(so_far));
        }
    }
}

impl Progress {
    /// Takes the bar away.
    pub fn end(&self) {
        self.bar.finish_and_clear();
    }

    /// Returns games, positions per second and the time left, on a line.
    pub fn status(&self, so_far: Generated) -> String {
        let seconds = self.begin.elapsed().as_secs_f64().max(f64::EPSILON);
        let speed = (so_far.positions - self.before) as f64 / seconds;
        let status = format!("{} games, {speed:.0} positions/s", so_far.games);
        if speed <= 0.0 || so_far.positions >= self.total {
            return status;
        }
        let left = Duration::from_secs_f64(((self.total - so_far.positions) as f64 / speed).ceil());
        format!("{status}, {:#} left", HumanDuration(left))
    }
}
