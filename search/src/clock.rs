//! How long a search may take: a soft bound between iterations, a hard one within them.

use std::time::{Duration, Instant};

use crate::{Limits, Settings, StopHandle};

/// Moves that the rest of a game without a time control is taken to last.
const MOVES_LEFT: u32 = 28;
/// What is kept of the clock, in seconds: a busy machine may not let the engine run for that long.
const RESERVE: f64 = 0.3;
/// The part of the clock that counts as left where the reserve is all there is.
const MIN_USABLE: f64 = 0.1;
/// The most moves to the time control that the share is computed for.
const MAX_MOVES_TO_GO: u32 = 40;
/// The part of the increment that a move may count on, and the same below the reserve, which the
/// rest fills again.
const INCREMENT_SHARE: (f64, f64) = (0.75, 0.5);
/// How much longer than its share a move may take when it is in trouble.
const HARD_FACTOR: f64 = 4.0;
/// The most of the remaining time that one move may take.
const HARD_SHARE: f64 = 0.5;
/// The same for the last move before a time control.
const LAST_SHARE: f64 = 0.85;
/// The least time a search is given.
const MIN_TIME: Duration = Duration::from_millis(1);

/// The time bounds of one search.
#[derive(Debug)]
pub(crate) struct Timer {
    started: Instant,
    soft: Option<Duration>,
    hard: Option<Duration>,
    ponder: bool,
    /// How long the search had been running at the ponder hit.
    pondered: Option<Duration>,
}

impl Timer {
    pub fn new(limits: &Limits, settings: &Settings) -> Self {
        let (soft, hard) = if limits.infinite { (None, None) } else { bounds(limits, settings) };
        Self { started: Instant::now(), soft, hard, ponder: limits.ponder, pondered: None }
    }

    /// The time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// The time that counts against the bounds; `None` while pondering.
    fn charged(&mut self, stop: &StopHandle) -> Option<Duration> {
        let elapsed = self.elapsed();
        if self.ponder && self.pondered.is_none() {
            if !stop.is_ponder_hit() {
                return None;
            }
            self.pondered = Some(elapsed);
        }
        Some(elapsed.saturating_sub(self.pondered.unwrap_or_default()))
    }

    /// Whether the search must end now.
    pub fn is_over(&mut self, stop: &StopHandle) -> bool {
        let hard = self.hard;
        self.charged(stop).zip(hard).is_some_and(|(charged, hard)| charged >= hard)
    }

    /// Whether another iteration is not worth beginning, `effort` being how much more or less than
    /// usual the position asks for.
    pub fn is_enough(&mut self, stop: &StopHandle, effort: f64) -> bool {
        let soft = self.soft;
        let charged = self.charged(stop).zip(soft);
        charged.is_some_and(|(charged, soft)| charged >= soft.mul_f64(effort))
    }
}

/// Soft and hard bound.
fn bounds(limits: &Limits, settings: &Settings) -> (Option<Duration>, Option<Duration>) {
    let less_overhead = |time: Duration| time.saturating_sub(settings.move_overhead).max(MIN_TIME);
    if let Some(time) = limits.move_time {
        return (None, Some(less_overhead(time)));
    }
    let Some(clock) = limits.clock else { return (None, None) };
    let left = less_overhead(clock.left).as_secs_f64();
    let (above, min) = (left - RESERVE, left * MIN_USABLE);
    let (left, counted) =
        if above > min { (above, INCREMENT_SHARE.0) } else { (min, INCREMENT_SHARE.1) };
    let increment = clock.increment.as_secs_f64() * counted;
    let moves = clock.moves_to_go.map_or(MOVES_LEFT, |moves| moves.clamp(1, MAX_MOVES_TO_GO));
    let share = left / f64::from(moves) + increment;
    let max = if moves == 1 { LAST_SHARE } else { HARD_SHARE } * left;
    let hard = (share * HARD_FACTOR).min(max);
    let soft = share.min(hard);
    let time = |seconds: f64| Some(Duration::from_secs_f64(seconds).max(MIN_TIME));
    (time(soft), time(hard))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Clock;

    fn bounds_of(left: u64, increment: u64, moves_to_go: Option<u32>) -> (u128, u128) {
        let clock = Clock {
            left: Duration::from_millis(left),
            increment: Duration::from_millis(increment),
            moves_to_go,
        };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        let (soft, hard) = bounds(&limits, &Settings::default());
        (soft.unwrap_or_default().as_millis(), hard.unwrap_or_default().as_millis())
    }

    #[test]
    fn the_hard_bound_never_reaches_the_time_left() {
        for left in [1, 5, 20, 100, 1000, 60_000] {
            for moves_to_go in [None, Some(1), Some(2), Some(40)] {
                let (soft, hard) = bounds_of(left, 100, moves_to_go);
                assert!(soft <= hard, "{left} {moves_to_go:?}");
                assert!(hard < u128::from(left).max(2), "{left} {moves_to_go:?}");
            }
        }
    }

    #[test]
    fn a_clock_below_the_reserve_grows_by_its_increments() {
        for (increment, max) in [(5, 4), (10, 7), (100, 16), (1000, 16)] {
            for left in [100, 200, 300] {
                let (soft, hard) = bounds_of(left, increment, None);
                assert!(soft < max && hard < 16, "{left} {increment}: {soft} {hard}");
            }
        }
    }

    #[test]
    fn without_a_clock_there_is_no_bound() {
        assert_eq!(bounds(&Limits::default(), &Settings::default()), (None, None));
    }

    #[test]
    fn a_ponder_search_is_charged_from_the_hit_on() {
        let limits = Limits { ponder: true, move_time: Some(MIN_TIME), ..Limits::default() };
        let mut timer = Timer::new(&limits, &Settings::default());
        let stop = StopHandle::new();
        std::thread::sleep(2 * MIN_TIME);
        assert!(!timer.is_over(&stop));
        stop.ponder_hit();
        assert!(!timer.is_over(&stop));
        std::thread::sleep(2 * MIN_TIME);
        assert!(timer.is_over(&stop));
    }
}
