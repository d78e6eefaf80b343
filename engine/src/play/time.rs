//! [`Time`] and [`Clocks`]: the time of every player.

use std::time::Duration;

use rotunda_movegen::{Clocks, Seat};
use rotunda_search::{Clock, Limits};

/// Seconds of a move or a clock, at most.
const LONGEST: f64 = 86_400.0;
/// Below this a clock shows tenths of seconds.
const SHORT: Duration = Duration::from_secs(20);

/// The value of `--time`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Time {
    /// The engine takes so long for a move, people as long as they like.
    Move(Duration),
    /// A clock for every seat.
    Clock {
        /// The time at the start.
        base: Duration,
        /// The increment for every move.
        increment: Duration,
    },
}

impl Time {
    /// Reads `2` or `0.5` for a move; `300+3`, `5:00` or `5:00+3` for clocks.
    ///
    /// # Errors
    /// Returns a description of the expected text if this text is no such time.
    pub fn parse(text: &str) -> Result<Self, String> {
        if !text.contains(['+', ':']) {
            return seconds(text, 0.001).map(Self::Move);
        }
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let base = match base.split_once(':') {
            Some((minutes, rest)) => {
                seconds(minutes, 0.0)?.saturating_mul(60) + seconds(rest, 0.0)?
            }
            None => seconds(base, 0.0)?,
        };
        let increment = seconds(increment, 0.0)?;
        if base.is_zero() || base.as_secs_f64() > LONGEST {
            return Err(format!("a clock of {LONGEST} seconds at most"));
        }
        Ok(Self::Clock { base, increment })
    }

    /// The clocks of so many seats at the start, if there are to be some.
    pub fn clocks(self, seats: usize) -> Option<Clocks> {
        match self {
            Self::Move(_) => None,
            Self::Clock { base, increment } => Some(Clocks::new(seats, base, increment)),
        }
    }

    /// Returns the limits of a search for a hint.
    pub fn hint(self) -> Limits {
        const USUAL: Duration = Duration::from_secs(1);
        Limits::move_time(match self {
            Self::Move(time) => time,
            Self::Clock { base, .. } => USUAL.min(base / 100),
        })
    }
}

fn seconds(text: &str, least: f64) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| (least..=LONGEST).contains(seconds));
    let seconds = seconds.ok_or_else(|| {
        format!("seconds for a move, or clocks as 300+3 or 5:00+3; {LONGEST} seconds at most")
    })?;
    Ok(Duration::from_secs_f64(seconds))
}

/// Returns the limits of a search for a seat.
pub fn limits(clocks: &Clocks, seat: Seat) -> Limits {
    let (left, increment) = (clocks.left(seat), clocks.increment());
    Limits::clock(Clock { left, increment, moves_to_go: None })
}

/// Returns the text of a clock.
pub fn shown(left: Duration) -> String {
    let (minutes, seconds) = (left.as_secs() / 60, left.as_secs() % 60);
    if left < SHORT {
        return format!("0:{:04.1}", (left.as_secs_f64() * 10.0).floor() / 10.0);
    }
    match minutes / 60 {
        0 => format!("{minutes}:{seconds:02}"),
        hours => format!("{hours}:{:02}:{seconds:02}", minutes % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read() {
        let clock = |base, increment| {
            let [base, increment] = [base, increment].map(Duration::from_millis);
            Ok(Time::Clock { base, increment })
        };
        assert_eq!(Time::parse("0.5"), Ok(Time::Move(Duration::from_millis(500))));
        assert_eq!(Time::parse("300+3"), clock(300_000, 3000));
        assert_eq!(Time::parse("5:00"), clock(300_000, 0));
        assert_eq!(Time::parse("1:30+0.5"), clock(90_000, 500));
        for bad in ["", "0", "-1", "x", "0+1", "+", "5:", "1e9", "1e9+1", "5:00+-1", "9999:00"] {
            assert!(Time::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn clocks_run_and_are_shown() {
        let time = Time::parse("1:30+2").expect("a clock");
        let mut clocks = time.clocks(3).expect("they run");
        assert!(clocks.spend(Seat(1), Duration::from_secs(15)));
        clocks.add_increment(Seat(1));
        assert_eq!([0, 1, 2].map(|seat| shown(clocks.left(Seat(seat)))), ["1:30", "1:17", "1:30"]);
        assert!(clocks.spend(Seat(1), Duration::from_millis(68_740)));
        assert_eq!(shown(clocks.left(Seat(1))), "0:08.2");
        assert!(!clocks.spend(Seat(1), Duration::from_secs(9)));
        assert_eq!(shown(clocks.left(Seat(1))), "0:00.0");
        let long = Time::parse("2:05:00").or(Time::parse("7500+0")).expect("a clock");
        assert_eq!(shown(long.clocks(1).expect("it runs").left(Seat(0))), "2:05:00");
    }
}
