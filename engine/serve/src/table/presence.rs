//! [`Presence`]: whether the player of a seat is there, and since when not.

use std::time::{Duration, Instant};

/// The presence of a seat's player.
#[derive(Clone, Copy, Debug)]
pub struct Presence {
    /// How many pages show the game for it.
    pub pages: usize,
    /// When the last of them went, or when the seat was offered.
    pub since: Instant,
}

impl Presence {
    /// A player who has not come yet.
    pub fn expected() -> Self {
        Self { pages: 0, since: Instant::now() }
    }

    /// Returns whether the player has been away for so long.
    pub fn is_away_for(&self, time: Duration) -> bool {
        self.pages == 0 && self.since.elapsed() >= time
    }
}
