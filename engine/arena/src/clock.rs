//! [`SeatClock`]: a seat's time.

use std::fmt::Write;
use std::time::Duration;

use crate::plan::{EngineLimits, TimeControl};

/// How long an engine that has overstepped its time may go on before it counts as hung.
const GRACE: Duration = Duration::from_secs(1);

/// A seat's time in a game.
#[derive(Clone, Debug)]
pub(crate) struct SeatClock {
    limits: EngineLimits,
    left: Duration,
    moves_left: Option<u32>,
}

impl SeatClock {
    /// The time at the beginning of a game.
    pub fn new(limits: &EngineLimits) -> Self {
        let clock = limits.clock;
        Self {
            limits: limits.clone(),
            left: Duration::from_millis(clock.map_or(0, |control| control.base)),
            moves_left: clock.and_then(|control| control.moves),
        }
    }

    /// The time that a move may take; `None` if no clock bounds it.
    fn allowance(&self) -> Option<Duration> {
        let clock = self.limits.clock.map(|_| self.left);
        let per_move = self.limits.move_time.map(Duration::from_millis);
        clock.into_iter().chain(per_move).min()
    }

    /// Whether time matters.
    pub fn is_timed(&self) -> bool {
        self.allowance().is_some()
    }

    /// How long to wait for an answer.
    pub fn patience(&self) -> Duration {
        let bounded = self.allowance().map(|time| time + self.limits.margin() + GRACE);
        bounded.unwrap_or_else(|| self.limits.patience())
    }

    /// Takes the time of a move off the clock; by how much it was overstepped, if it was.
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

    /// Milliseconds left, at least one, as engines want to hear it.
    fn milliseconds(&self) -> u128 {
        self.left.as_millis().max(1)
    }

    fn increment(&self) -> u64 {
        self.limits.clock.map_or(0, |control| control.increment)
    }
}

/// The line that asks the player at a seat for a move.
pub(crate) fn go(clocks: &[SeatClock], mover: usize) -> String {
    let own = &clocks[mover];
    let mut line = String::from("go");
    if own.limits.clock.is_some() {
        // A seat without a clock is shown with the mover's: it means nothing to the mover.
        let clock =
            |seat: &SeatClock| if seat.limits.clock.is_some() { seat.clone() } else { own.clone() };
        let shown: Vec<SeatClock> = clocks.iter().map(clock).collect();
        let _ = if let [white, black] = &shown[..] {
            write!(
                line,
                " wtime {} btime {} winc {} binc {}",
                white.milliseconds(),
                black.milliseconds(),
                white.increment(),
                black.increment()
            )
        } else {
            let join = |texts: Vec<String>| texts.join(",");
            let times = shown.iter().map(|seat| seat.milliseconds().to_string()).collect();
            let increments = shown.iter().map(|seat| seat.increment().to_string()).collect();
            write!(line, " time {} inc {}", join(times), join(increments))
        };
        if let Some(moves) = own.moves_left {
            let _ = write!(line, " movestogo {moves}");
        }
    }
    let limits = &own.limits;
    let others = [("movetime", limits.move_time), ("nodes", limits.nodes), ("depth", limits.depth)];
    for (word, limit) in others {
        if let Some(limit) = limit {
            let _ = write!(line, " {word} {limit}");
        }
    }
    line
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
        let mut clock = SeatClock::new(&timed(Some(2), 1000, 10));
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
        let mut clock = SeatClock::new(&limits);
        assert_eq!((clock.charge(ms(120)), clock.charge(ms(120))), (Ok(()), Ok(())));
        assert_eq!(clock.charge(ms(200)), Err(ms(100)));
        assert_eq!(clock.patience(), ms(150) + GRACE);
    }

    #[test]
    fn engines_are_told_what_binds_them() {
        let nodes = EngineLimits { nodes: Some(500), ..EngineLimits::default() };
        let clocks = [SeatClock::new(&timed(Some(40), 5000, 50)), SeatClock::new(&nodes)];
        assert_eq!(go(&clocks, 0), "go wtime 5000 btime 5000 winc 50 binc 50 movestogo 40");
        assert_eq!(go(&clocks, 1), "go nodes 500");
        let three = [0, 1, 2].map(|extra| SeatClock::new(&timed(None, 1000 + extra, extra)));
        assert_eq!(go(&three, 1), "go time 1000,1001,1002 inc 0,1,2");
    }
}
