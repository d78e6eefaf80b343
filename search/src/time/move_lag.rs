//! [`MoveLag`]: the lateness of the engine's answers on this machine, as measured so far.

use std::time::Duration;

/// The delay that is assumed of a machine before the first search.
const UNKNOWN: Duration = Duration::from_millis(50);
/// The factor by which the assumption fades with every search: an overloaded machine shows itself
/// early.
const FORGET_ASSUMED: f64 = 0.85;
/// The factor by which the longest measured delay fades with every search: half of it is left after
/// 46 searches.
const FORGET_SEEN: f64 = 0.985;
/// The factor by which the next delay may exceed the expected one.
const SAFETY: f64 = 2.0;
/// The part of the increment that counts as reserve, since the next move adds it.
const INCREMENT_SHARE: f64 = 0.25;
/// The reserve on the quietest machine: enough for an unexpected delay of a few time slices. It is
/// kept once a game, not once a move.
const MIN_RESERVE: Duration = Duration::from_millis(45);

/// The lag of this machine.
///
/// Other programs can keep a thread from looking at the clock. Searches measure the longest such
/// delay, and the reserve on the clock follows from the delays of this session. On a quiet machine
/// it is soon the least reserve.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct MoveLag {
    /// The assumed delay in seconds.
    assumed: f64,
    /// The longest measured delay in seconds, which fades.
    seen: f64,
}

impl Default for MoveLag {
    fn default() -> Self {
        Self { assumed: UNKNOWN.as_secs_f64(), seen: 0.0 }
    }
}

impl MoveLag {
    /// Learns from a search on the clock whose longest delay was this.
    pub fn learn(&mut self, longest: Duration) {
        self.assumed *= FORGET_ASSUMED;
        self.seen = (self.seen * FORGET_SEEN).max(longest.as_secs_f64());
    }

    /// Returns the reserve on the clock for a player with this increment.
    pub fn reserve(&self, increment: Duration) -> Duration {
        let expected = self.assumed.max(self.seen) * SAFETY;
        let brought = increment.as_secs_f64() * INCREMENT_SHARE;
        Duration::from_secs_f64((expected - brought).max(0.0)).max(MIN_RESERVE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn millis(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn quiet_searches_release_the_reserve() {
        let mut lag = MoveLag::default();
        assert_eq!(lag.reserve(Duration::ZERO), 2 * UNKNOWN);
        for _ in 0..30 {
            lag.learn(Duration::from_micros(300));
        }
        assert_eq!(lag.reserve(Duration::ZERO), MIN_RESERVE);
    }

    #[test]
    fn a_delay_is_remembered_and_fades() {
        let mut lag = MoveLag::default();
        lag.learn(millis(80));
        assert_eq!(lag.reserve(Duration::ZERO), millis(160));
        assert_eq!(lag.reserve(millis(200)), millis(110));
        for _ in 0..40 {
            lag.learn(Duration::ZERO);
        }
        let reserve = lag.reserve(Duration::ZERO);
        assert!((millis(80)..millis(95)).contains(&reserve), "{reserve:?}");
    }
}
