//! [`GameClock`]: a seat's time in a game.

use std::time::Duration;

use rotunda_protocol::{ClockLists, GoOrder};

use crate::plan::match_plan::{EngineLimits, TimeControl};

/// The time after which an engine that has overstepped its time counts as hung.
const GRACE: Duration = Duration::from_secs(1);
/// The least time that is reported to engines.
const MIN_LEFT: Duration = Duration::from_millis(1);

/// A seat's time in a game.
#[derive(Clone, Debug)]
pub(crate) struct GameClock {
    limits: EngineLimits,
    left: Duration,
    moves_left: Option<u32>,
}

impl GameClock {
    /// Creates the clock at the beginning of a game.
    pub fn new(limits: &EngineLimits) -> Self {
        let clock = limits.clock;
        Self {
            limits: limits.clone(),
            left: Duration::from_millis(clock.map_or(0, |control| control.base)),
            moves_left: clock.and_then(|control| control.moves),
        }
    }

    /// Returns the time for a move; `None` without a clock.
    fn allowance(&self) -> Option<Duration> {
        let clock = self.limits.clock.map(|_| self.left);
        let per_move = self.limits.move_time.map(Duration::from_millis);
        clock.into_iter().chain(per_move).min()
    }

    /// Returns the milliseconds left for the whole game, if there is a clock for it.
    pub fn left(&self) -> Option<u64> {
        self.limits.clock.map(|_| self.left.as_millis() as u64)
    }

    /// Returns whether the seat has a limit of time.
    pub fn is_timed(&self) -> bool {
        self.allowance().is_some()
    }

    /// Returns the time to wait for an answer.
    pub fn patience(&self) -> Duration {
        let bounded = self.allowance().map(|time| time + self.limits.margin() + GRACE);
        bounded.unwrap_or_else(|| self.limits.patience())
    }

    fn increment(&self) -> Duration {
        Duration::from_millis(self.limits.clock.map_or(0, |control| control.increment))
    }

    /// Subtracts the time of a move from the clock. Returns the time by which it was overstepped as
    /// an error.
    pub fn charge(&mut self, taken: Duration) -> Result<(), Duration> {
        let over = self.allowance().map_or(Duration::ZERO, |time| taken.saturating_sub(time));
        if over > self.limits.margin() {
            return Err(over);
        }
        if let Some(TimeControl { moves, base, increment }) = self.limits.clock {
            self.left = self.left.saturating_sub(taken) + Duration::from_millis(increment);
            self.moves_left = self.moves_left.map(|left| left - 1);
            if self.moves_left == Some(0) {
                self.left += Duration::from_millis(base);
                self.moves_left = moves;
            }
        }
        Ok(())
    }
}

/// Returns the milliseconds of every seat; none unless all have a clock.
pub(crate) fn clocks_left(clocks: &[GameClock]) -> Vec<u64> {
    clocks.iter().map(GameClock::left).collect::<Option<_>>().unwrap_or_default()
}

/// Returns the order for a move of the player at a seat, which has already used some of its time.
pub(crate) fn go(clocks: &[GameClock], mover: usize, spent: Duration) -> GoOrder {
    let own = &clocks[mover];
    let mut order = GoOrder::default();
    if own.limits.clock.is_some() {
        for (seat, (shown, clock)) in order.clocks.iter_mut().zip(clocks).enumerate() {
            // A seat without a clock is sent with the mover's time, which does not matter to the
            // mover.
            let known = if clock.limits.clock.is_some() { clock } else { own };
            let spent = if seat == mover { spent } else { Duration::ZERO };
            shown.left = Some(known.left.saturating_sub(spent).max(MIN_LEFT));
            shown.increment = Some(known.increment());
        }
        let is_list = clocks.len() > 2;
        order.lists = ClockLists { time: is_list, inc: is_list };
        order.moves_to_go = own.moves_left;
    }
    let limits = &own.limits;
    order.move_time = limits.move_time.map(Duration::from_millis);
    order.nodes = limits.nodes;
    order.depth = limits.depth.map(|depth| depth.try_into().unwrap_or(u32::MAX));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(time: u64) -> Duration {
        Duration::from_millis(time)
    }

    fn timed(moves: Option<u32>, base: u64, increment: u64) -> EngineLimits {
        EngineLimits {
            clock: Some(TimeControl { moves, base, increment }),
            margin: 20,
            ..EngineLimits::default()
        }
    }

    #[test]
    fn time_runs_and_comes_back() {
        let mut clock = GameClock::new(&timed(Some(2), 1000, 10));
        assert_eq!(clock.charge(ms(400)), Ok(()));
        assert_eq!((clock.left, clock.moves_left), (ms(610), Some(1)));
        // Within the margin the time is used up but not overstepped.
        assert_eq!(clock.charge(ms(620)), Ok(()));
        assert_eq!((clock.left, clock.moves_left), (ms(1010), Some(2)));
        assert_eq!(clock.charge(ms(1040)), Err(ms(30)));
    }

    #[test]
    fn a_time_for_every_move_does_not_add_up() {
        let limits = EngineLimits { move_time: Some(100), ..EngineLimits::default() };
        let mut clock = GameClock::new(&limits);
        assert_eq!((clock.charge(ms(120)), clock.charge(ms(120))), (Ok(()), Ok(())));
        assert_eq!(clock.charge(ms(200)), Err(ms(100)));
        assert_eq!(clock.patience(), ms(150) + GRACE);
    }

    #[test]
    fn engines_are_told_what_binds_them() {
        let nodes = EngineLimits { nodes: Some(500), ..EngineLimits::default() };
        let clocks = [GameClock::new(&timed(Some(40), 5000, 50)), GameClock::new(&nodes)];
        assert_eq!(
            go(&clocks, 0, ms(0)).to_string(),
            "go wtime 5000 btime 5000 winc 50 binc 50 movestogo 40"
        );
        assert_eq!(go(&clocks, 1, ms(0)).to_string(), "go nodes 500");
        assert_eq!(go(&clocks, 0, ms(4000)).clocks[0].left, Some(ms(1000)));
        assert_eq!(go(&clocks, 0, ms(9000)).clocks[0].left, Some(ms(1)));
        let three = [0, 1, 2].map(|extra| GameClock::new(&timed(None, 1000 + extra, extra)));
        assert_eq!(go(&three, 1, ms(0)).to_string(), "go time 1000,1001,1002 inc 0,1,2");
    }
}
