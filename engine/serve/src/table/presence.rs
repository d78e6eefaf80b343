//! [`Presence`]: the presence of the player of a seat.

use std::time::{Duration, Instant};

/// The presence of a seat's player.
#[derive(Clone, Copy, Debug)]
pub struct Presence {
    /// The number of pages that show the game to the player.
    pub pages: usize,
    /// The time when the last page closed, or when the seat was offered.
    pub since: Instant,
}

impl Presence {
    /// Returns the presence of a player who has not come yet.
    pub fn expected() -> Self {
        Self { pages: 0, since: Instant::now() }
    }

    /// Returns whether the player has been away for so long.
    pub fn is_away_for(&self, time: Duration) -> bool {
        self.pages == 0 && self.since.elapsed() >= time
    }
}
