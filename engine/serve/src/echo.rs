//! [`Echo`]: the time that messages of a page take over the network.

use std::time::{Duration, Instant};

/// Between two measures.
const PAUSE: Duration = Duration::from_secs(5);

/// The measure of the time that a message takes to a page and back.
pub struct Echo {
    /// The time of the next call.
    pub next: Instant,
    /// The number of the last call.
    number: u64,
    /// The time of that call, while it has no answer.
    called: Option<Instant>,
}

impl Default for Echo {
    fn default() -> Self {
        Self { next: Instant::now(), number: 0, called: None }
    }
}

impl Echo {
    /// Returns the text that the page must echo.
    pub fn call(&mut self) -> Vec<u8> {
        self.next = Instant::now() + PAUSE;
        self.number += 1;
        self.called = Some(Instant::now());
        self.number.to_be_bytes().to_vec()
    }

    /// Hears an echo. Returns the time since its call, if it answers the last one.
    pub fn hear(&mut self, bytes: &[u8]) -> Option<Duration> {
        let is_last = bytes == self.number.to_be_bytes();
        is_last.then(|| self.called.take()).flatten().map(|called| called.elapsed())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_call_is_answered_and_once() {
        let mut echo = Echo::default();
        let (first, second) = (echo.call(), echo.call());
        assert_eq!(echo.hear(&first), None);
        assert!(echo.hear(&second).is_some_and(|lag| lag < Duration::from_secs(60)));
        assert_eq!(echo.hear(&second), None);
        assert!(echo.next > Instant::now());
    }
}
