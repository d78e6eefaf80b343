//! [`Progress`]: what a match shows while it runs.

use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

use crate::plan::Plan;
use crate::standings::{Score, Standings};
use crate::statistics::{Estimate, with_interval};
use crate::summary::POINT;

/// How often a line shows that time passes, on a terminal.
const TICK: Duration = Duration::from_millis(500);
/// How often there is a line, where there is no terminal.
const LINE: Duration = Duration::from_secs(10);
/// Seconds of an hour.
const HOUR: f64 = 3600.0;

/// What a match shows while it runs: a line that changes on a terminal, lines now and then in
/// files; both on standard error.
pub(crate) struct Progress {
    bar: ProgressBar,
    begin: Instant,
    /// Games that were there before.
    before: usize,
    /// How many games there will be, unless a test ends them.
    total: Option<u64>,
    last_line: Instant,
}

impl Progress {
    /// The display of a match that has this many games already.
    pub fn new(before: usize, total: Option<u64>) -> Self {
        let bar = total.map_or_else(ProgressBar::no_length, ProgressBar::new);
        let template = match total {
            Some(_) => "{elapsed_precise} [{bar:24}] {pos}/{len} {msg}",
            None => "{elapsed_precise} {spinner} {pos} {msg}",
        };
        let style = ProgressStyle::with_template(template).expect("the template is well-formed");
        bar.set_style(style.progress_chars("=> "));
        bar.set_position(before as u64);
        if !bar.is_hidden() {
            bar.enable_steady_tick(TICK);
        }
        let begin = Instant::now();
        Self { bar, begin, before, total, last_line: begin }
    }

    /// Shows the state of the match.
    pub fn show(&mut self, plan: &Plan, standings: &Standings) {
        self.bar.set_position(standings.len() as u64);
        if self.bar.is_hidden() {
            if self.last_line.elapsed() >= LINE {
                self.last_line = Instant::now();
                eprintln!("{} games, {}", standings.len(), self.status(plan, standings));
            }
        } else {
            self.bar.set_message(self.status(plan, standings));
        }
    }

    /// Shows a line that stays.
    pub fn print(&self, line: &str) {
        if self.bar.is_hidden() {
            eprintln!("{line}");
        } else {
            self.bar.suspend(|| eprintln!("{line}"));
        }
    }

    /// Takes the changing line away.
    pub fn end(&self) {
        self.bar.finish_and_clear();
    }

    /// Score, Elo, test, speed and time left, on a line.
    #[expect(clippy::cast_precision_loss, reason = "there are far fewer games than 2^52")]
    fn status(&self, plan: &Plan, standings: &Standings) -> String {
        let pool = standings.pool();
        let mut parts = Vec::new();
        // Of two engines the first one's score tells both.
        let shown = if plan.engines.len() == 2 { 1 } else { plan.engines.len() };
        for (engine, score) in plan.engines.iter().zip(&pool.scores).take(shown) {
            parts.push(format!("{} {}", engine.name, score_text(score)));
        }
        if let (Some(spec), Some(test)) = (plan.sprt, &standings.test) {
            let (lower, upper) = spec.bounds();
            parts.push(format!("LLR {:.2} ({lower:.2}, {upper:.2})", test.llr));
        }
        let seconds = self.begin.elapsed().as_secs_f64();
        let speed = (standings.len() - self.before) as f64 / seconds.max(f64::EPSILON);
        parts.push(format!("{:.0} games/h", speed * HOUR));
        if let Some(total) = self.total.filter(|_| speed > 0.0) {
            let left = total.saturating_sub(standings.len() as u64) as f64 / speed;
            parts.push(format!("{:#} left", HumanDuration(Duration::from_secs_f64(left.ceil()))));
        }
        parts.join(", ")
    }
}

/// Points of games, wins, draws and losses, and Elo once there is a block.
#[expect(clippy::cast_precision_loss, reason = "there are far fewer games than 2^52")]
fn score_text(score: &Score) -> String {
    let [wins, draws, losses] = score.results;
    let points = score.points as f64 / POINT as f64;
    let text = format!("{points:.1}/{} +{wins} ={draws} -{losses}", score.games);
    match Standings::sample(score).estimate() {
        Some(Estimate { elo, elo_low, elo_high, .. }) => {
            format!("{text} Elo {}", with_interval(elo, elo_low, elo_high))
        }
        None => text,
    }
}
