//! [`Lateness`]: how late this machine lets the engine answer, as far as it has been seen.

use std::time::Duration;

/// What is assumed of a machine before anything has been seen.
const UNKNOWN: Duration = Duration::from_millis(50);
/// How fast the assumption fades with every search: a starved machine shows itself early.
const FORGET_ASSUMED: f64 = 0.85;
/// How fast the longest delay that was really seen fades: half of it is left after 46 searches.
const FORGET_SEEN: f64 = 0.985;
/// The next delay may be this much longer than what is expected.
const SAFETY: f64 = 2.0;
/// The part of the increment that counts as reserve, since the next move brings it.
const INCREMENT_SHARE: f64 = 0.25;
/// The reserve that stays on the quietest machine: enough for a delay of the length of a few time
/// slices that nothing has announced. It is kept once a game, not once a move.
const MIN_RESERVE: Duration = Duration::from_millis(45);

/// How late this machine lets the engine answer.
///
/// A thread that wants to look at the clock can be kept waiting by whatever else runs. Searches
/// measure the longest such wait; what is kept of the clock follows from the waits of this session.
/// On a quiet machine that is soon the least reserve.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Lateness {
    /// In seconds.
    assumed: f64,
    /// In seconds.
    seen: f64,
}

impl Default for Lateness {
    fn default() -> Self {
        Self { assumed: UNKNOWN.as_secs_f64(), seen: 0.0 }
    }
}

impl Lateness {
    /// Learns from a search on the clock that has been kept waiting so long at most.
    pub fn learn(&mut self, longest: Duration) {
        self.assumed *= FORGET_ASSUMED;
        self.seen = (self.seen * FORGET_SEEN).max(longest.as_secs_f64());
    }

    /// What a player with this increment should keep of its clock.
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
        let mut lateness = Lateness::default();
        assert_eq!(lateness.reserve(Duration::ZERO), 2 * UNKNOWN);
        for _ in 0..30 {
            lateness.learn(Duration::from_micros(300));
        }
        assert_eq!(lateness.reserve(Duration::ZERO), MIN_RESERVE);
    }

    #[test]
    fn a_delay_is_remembered_and_fades() {
        let mut lateness = Lateness::default();
        lateness.learn(millis(80));
        assert_eq!(lateness.reserve(Duration::ZERO), millis(160));
        assert_eq!(lateness.reserve(millis(200)), millis(110));
        for _ in 0..40 {
            lateness.learn(Duration::ZERO);
        }
        let reserve = lateness.reserve(Duration::ZERO);
        assert!((millis(80)..millis(95)).contains(&reserve), "{reserve:?}");
    }
}
