//! The time bounds of a search: a soft bound between iterations, and a hard one within them.

use std::time::{Duration, Instant};

use super::move_lag::MoveLag;
use crate::base::limits::{Clock, Limits};
use crate::base::stop::StopHandle;

/// The number of moves that the rest of a game without a time control is assumed to last.
const MOVES_LEFT: u32 = 28;
/// The part of the clock that a move may use when only the reserve is left.
const MIN_USABLE: f64 = 0.1;
/// The most moves to the time control for which the share is computed.
const MAX_MOVES_TO_GO: u32 = 40;
/// The part of the increment that a move may use, above the reserve and below it. Below it the rest
/// refills the reserve.
const INCREMENT_SHARE: (f64, f64) = (0.75, 0.5);
/// The factor by which a move in trouble may exceed its share.
const HARD_FACTOR: f64 = 4.0;
/// The most of the remaining time that one move may take.
const HARD_SHARE: f64 = 0.5;
/// The same part for the last move before a time control.
const LAST_SHARE: f64 = 0.85;
/// The least time of a search.
const MIN_TIME: Duration = Duration::from_millis(1);

/// The time bounds of a search, on its own clock.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct TimeBounds {
    /// The time after which no further iteration begins; `None` for no bound.
    pub soft: Option<Duration>,
    /// The time at which the search ends in any case; `None` for no bound.
    pub hard: Option<Duration>,
}

impl TimeBounds {
    /// Returns the bounds of a search on a machine with this lateness, when a move costs `overhead`
    /// besides the search.
    pub fn new(limits: &Limits, overhead: Duration, lag: &MoveLag) -> Self {
        if limits.infinite {
            return Self::default();
        }
        if let Some(time) = limits.move_time {
            let hard = time.saturating_sub(overhead).max(MIN_TIME);
            return Self { soft: None, hard: Some(hard) };
        }
        let of_clock = |clock| Self::of_clock(&clock, overhead, lag);
        limits.clock.map_or_else(Self::default, of_clock)
    }

    fn of_clock(clock: &Clock, overhead: Duration, lag: &MoveLag) -> Self {
        let left = clock.left.as_secs_f64();
        let reserve = (overhead + lag.reserve(clock.increment)).as_secs_f64();
        let (usable, counted) = if left - reserve > left * MIN_USABLE {
            (left - reserve, INCREMENT_SHARE.0)
        } else {
            // The emptier the reserve, the more of the increment refills it.
            let filled = (left / reserve).min(1.0);
            (left * MIN_USABLE * filled, INCREMENT_SHARE.1 * filled)
        };
        let increment = clock.increment.as_secs_f64() * counted;
        let moves = clock.moves_to_go.map_or(MOVES_LEFT, |moves| moves.clamp(1, MAX_MOVES_TO_GO));
        let share = usable / f64::from(moves) + increment;
        let max = if moves == 1 { LAST_SHARE } else { HARD_SHARE } * usable;
        let hard = (share * HARD_FACTOR).min(max);
        let time = |seconds: f64| Some(Duration::from_secs_f64(seconds).max(MIN_TIME));
        Self { soft: time(share.min(hard)), hard: time(hard) }
    }
}

/// The clock of one search.
#[derive(Debug)]
pub(crate) struct Timer {
    started: Instant,
    bounds: TimeBounds,
    ponder: bool,
    /// The running time of the search at the ponder hit.
    pondered: Option<Duration>,
    /// The time of the last look at the clock.
    looked: Duration,
    /// The longest time between two looks.
    longest: Duration,
}

impl Timer {
    /// Creates the clock of a search that was ordered at `started`.
    pub fn new(started: Instant, bounds: TimeBounds, ponder: bool) -> Self {
        Self {
            started,
            bounds,
            ponder,
            pondered: None,
            looked: Duration::ZERO,
            longest: Duration::ZERO,
        }
    }

    /// The time since the search was ordered.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Returns the time to the hard bound, as if the clock ran from the start; `None` without a
    /// bound.
    pub fn time_left(&self) -> Option<Duration> {
        self.bounds.hard.map(|hard| hard.saturating_sub(self.elapsed()))
    }

    /// Returns the longest time up to now that the search was kept from looking at the clock.
    pub fn longest_wait(&mut self) -> Duration {
        self.look();
        self.longest
    }

    fn look(&mut self) -> Duration {
        let elapsed = self.elapsed();
        self.longest = self.longest.max(elapsed.saturating_sub(self.looked));
        self.looked = elapsed;
        elapsed
    }

    /// The time that counts against the bounds; `None` while pondering.
    fn charged(&mut self, stop: &StopHandle) -> Option<Duration> {
        let elapsed = self.look();
        if self.ponder && self.pondered.is_none() {
            if !stop.is_ponder_hit() {
                return None;
            }
            self.pondered = Some(elapsed);
        }
        Some(elapsed.saturating_sub(self.pondered.unwrap_or_default()))
    }

    /// Returns whether the search must end now.
    pub fn is_over(&mut self, stop: &StopHandle) -> bool {
        let hard = self.bounds.hard;
        self.charged(stop).zip(hard).is_some_and(|(charged, hard)| charged >= hard)
    }

    /// Returns whether to begin no further iteration. `budget` is the factor of time that the
    /// position needs.
    pub fn is_enough(&mut self, stop: &StopHandle, budget: f64) -> bool {
        let soft = self.bounds.soft;
        let charged = self.charged(stop).zip(soft);
        charged.is_some_and(|(charged, soft)| charged >= soft.mul_f64(budget))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(10);

    fn millis(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    /// Returns a machine without any lateness.
    fn quiet() -> MoveLag {
        let mut lag = MoveLag::default();
        (0..100).for_each(|_| lag.learn(Duration::ZERO));
        lag
    }

    fn bounds_of(left: u64, increment: u64, moves_to_go: Option<u32>) -> (u128, u128) {
        let clock = Clock { left: millis(left), increment: millis(increment), moves_to_go };
        let bounds = TimeBounds::new(&Limits::clock(clock), OVERHEAD, &quiet());
        (bounds.soft.unwrap_or_default().as_millis(), bounds.hard.unwrap_or_default().as_millis())
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
        let mut late = quiet();
        late.learn(millis(150));
        for (increment, max) in [(5, 4), (10, 7), (100, 16)] {
            for left in [100, 200, 300] {
                let clock =
                    Clock { left: millis(left), increment: millis(increment), moves_to_go: None };
                let bounds = TimeBounds::new(&Limits::clock(clock), OVERHEAD, &late);
                let (soft, hard) = (bounds.soft.unwrap(), bounds.hard.unwrap());
                assert!(soft < millis(max) && hard < millis(16), "{left} {increment}: {bounds:?}");
            }
        }
    }

    #[test]
    fn without_a_clock_there_is_no_bound() {
        let bounds = TimeBounds::new(&Limits::default(), OVERHEAD, &quiet());
        assert_eq!(bounds, TimeBounds::default());
    }

    #[test]
    fn a_ponder_search_is_charged_from_the_hit_on() {
        let bounds = TimeBounds { soft: None, hard: Some(MIN_TIME) };
        let mut timer = Timer::new(Instant::now(), bounds, true);
        let stop = StopHandle::new();
        std::thread::sleep(2 * MIN_TIME);
        assert!(!timer.is_over(&stop));
        stop.ponder_hit();
        assert!(!timer.is_over(&stop));
        std::thread::sleep(2 * MIN_TIME);
        assert!(timer.is_over(&stop));
        assert!(timer.longest_wait() >= 2 * MIN_TIME);
    }

    /// The machine of a simulated game. Every `every`th search from the `first` on has a delay of
    /// `late` at the worst moment, which is the end.
    struct Machine {
        late: u64,
        every: usize,
        first: usize,
    }

    /// The result of a simulated game: the least time on the clock, the time at the end, and the
    /// total time used.
    struct GameOnTheClock {
        min_left: i64,
        left: i64,
        thought: i64,
    }

    /// The cost of a move besides the search, for pipes and the arbiter, in microseconds.
    const PIPES: i64 = 500;
    /// The lateness of a look at the clock on a quiet machine, in microseconds.
    const LOOK: i64 = 300;

    /// Simulates a game of so many moves with base and increment in milliseconds.
    ///
    /// A small generator decides the part of its bounds that a search uses, from less than half of
    /// the soft bound to all of the hard one.
    fn simulate(moves: usize, (base, increment): (i64, i64), machine: &Machine) -> GameOnTheClock {
        let micros = |bound: Option<Duration>| bound.expect("a clock").as_micros() as i64;
        let mut lag = MoveLag::default();
        let mut game = GameOnTheClock { min_left: i64::MAX, left: base * 1000, thought: 0 };
        let mut state = 12_345_u64;
        for number in 0..moves {
            let clock = Clock {
                left: Duration::from_micros(game.left as u64),
                increment: millis(increment as u64),
                moves_to_go: None,
            };
            let bounds = TimeBounds::new(&Limits::clock(clock), OVERHEAD, &lag);
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let budget = 45 + (state >> 33) as i64 % 196;
            let search = (micros(bounds.soft) * budget / 100).min(micros(bounds.hard));
            let strikes =
                number >= machine.first && (number - machine.first).is_multiple_of(machine.every);
            let late = if strikes { machine.late as i64 * 1000 } else { 0 };
            lag.learn(Duration::from_micros((LOOK + late) as u64));
            game.thought += search;
            game.left -= search + LOOK + late + PIPES;
            game.min_left = game.min_left.min(game.left);
            if game.left < 0 {
                return game;
            }
            game.left += increment * 1000;
        }
        game
    }

    /// The clocks of the tests: the fast time controls of engine tests, and a minute.
    const CLOCKS: [(i64, i64); 4] = [(500, 10), (1000, 10), (2000, 20), (60_000, 600)];

    #[test]
    fn delays_cost_no_game() {
        // The delays are as frequent as the increment can pay for.
        for (late, every) in [(0, 1), (5, 2), (50, 12), (200, 50)] {
            for clock in CLOCKS {
                for first in 0..5 {
                    let game = simulate(400, clock, &Machine { late, every, first });
                    assert!(game.min_left > 0, "{clock:?}, {late} ms from move {first}: lost");
                }
            }
        }
    }

    #[test]
    fn a_quiet_machine_keeps_little_back() {
        let quiet = Machine { late: 0, every: 1, first: 0 };
        for (base, increment) in CLOCKS {
            let game = simulate(200, (base, increment), &quiet);
            // The total is made of each coming move's share of the rest, the overhead, and the loss
            // to pipes.
            let per_move = 200 * (PIPES + LOOK);
            let given = base * 1000 + 200 * increment * 1000 - per_move;
            let kept = given - game.thought;
            let fair = 7 * increment * 1000 + 25_000;
            assert!(kept < fair, "{base}+{increment}: {} ms unused", kept / 1000);
            assert!(game.min_left > 0);
        }
    }

    #[test]
    fn a_delay_after_a_quiet_game_is_survived_where_the_clock_allows_it() {
        for clock in CLOCKS {
            let game = simulate(300, clock, &Machine { late: 50, every: 12, first: 150 });
            assert!(game.min_left > 0, "{clock:?}");
        }
    }

    #[test]
    fn after_delays_more_is_kept_than_on_a_quiet_machine() {
        let left = |late| simulate(100, (1000, 10), &Machine { late, every: 50, first: 3 }).left;
        assert!(left(200) > left(0) + 100_000, "{} and {}", left(200), left(0));
    }
}
