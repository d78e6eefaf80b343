//! [`Progress`]: the display of a match that runs.

use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use rotunda_arena::{GameRecord, MatchObserver, Report, Row, SprtReport, Standings, finished_line};

/// The interval at which the line on a terminal is redrawn.
const TICK: Duration = Duration::from_millis(500);
/// The interval of lines without a terminal.
const LINE: Duration = Duration::from_secs(10);
/// Seconds of an hour.
const HOUR: f64 = 3600.0;

/// The display of a running match, on standard error: a changing line on a terminal, and otherwise
/// a line from time to time.
pub struct Progress {
    bar: ProgressBar,
    begin: Instant,
    /// Games that were there before.
    before: usize,
    /// The number of games, unless a test ends them.
    total: Option<u64>,
    last_line: Instant,
}

impl Default for Progress {
    /// The display of a match that has not begun.
    fn default() -> Self {
        let begin = Instant::now();
        Self { bar: ProgressBar::hidden(), begin, before: 0, total: None, last_line: begin }
    }
}

impl MatchObserver for Progress {
    fn begins(&mut self, standings: &Standings, total: Option<u64>) {
        let bar = total.map_or_else(ProgressBar::no_length, ProgressBar::new);
        let template = match total {
            Some(_) => "{elapsed_precise} [{bar:24}] {pos}/{len} {msg}",
            None => "{elapsed_precise} {spinner} {pos} {msg}",
        };
        let style = ProgressStyle::with_template(template).expect("the template is well-formed");
        bar.set_style(style.progress_chars("=> "));
        bar.set_position(standings.len() as u64);
        if !bar.is_hidden() {
            bar.enable_steady_tick(TICK);
        }
        let begin = Instant::now();
        *self = Self { bar, begin, before: standings.len(), total, last_line: begin };
    }

    fn finished(&mut self, game: &GameRecord, standings: &Standings) {
        let engines = &standings.plan().engines;
        self.print(&finished_line(standings.plan(), standings.number(game), game));
        for (seat, fault) in game.faults() {
            let engine = &engines[game.seating[seat]].name;
            self.print(&format!("game {}, {engine}: {fault}", game.label()));
        }
        self.show(standings);
    }

    fn ends(&mut self, _standings: &Standings) {
        self.bar.finish_and_clear();
    }
}

impl Progress {
    /// Shows the state of the match.
    fn show(&mut self, standings: &Standings) {
        self.bar.set_position(standings.len() as u64);
        if self.bar.is_hidden() {
            if self.last_line.elapsed() >= LINE {
                self.last_line = Instant::now();
                eprintln!("{} games, {}", standings.len(), self.status(standings));
            }
        } else {
            self.bar.set_message(self.status(standings));
        }
    }

    /// Shows a line that stays.
    fn print(&self, line: &str) {
        if self.bar.is_hidden() {
            eprintln!("{line}");
        } else {
            self.bar.suspend(|| eprintln!("{line}"));
        }
    }

    /// Returns score, Elo, test, speed and time left, on a line.
    fn status(&self, standings: &Standings) -> String {
        let report = Report::new(standings);
        let mut parts = Vec::new();
        let rows = report.variants.first().map_or(&[][..], |all| &all.rows);
        // With two engines the first one's score is enough.
        let shown = if rows.len() == 2 { 1 } else { rows.len() };
        parts.extend(rows.iter().take(shown).map(score_text));
        if let Some(SprtReport { llr, lower, upper, .. }) = &report.sprt {
            parts.push(format!("LLR {llr:.2} ({lower:.2}, {upper:.2})"));
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

/// Returns points of games, wins, draws and losses, and Elo once there is a block.
fn score_text(row: &Row) -> String {
    let Row { engine, games, points, wins, draws, losses, strength } = row;
    let text = format!("{engine} {points:.1}/{games} +{wins} ={draws} -{losses}");
    match strength {
        Some(strength) => format!("{text} Elo {}", strength.elo_text()),
        None => text,
    }
}
