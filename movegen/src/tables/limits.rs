//! [`GameLimits`]: the ends of games without progress.

/// The most plies without progress that a limit can have.
pub const MOST_QUIET_PLIES: u32 = 10_000;
/// The most occurrences of a position that a limit can have.
pub const MOST_OCCURRENCES: u32 = 100;

/// The limits of a duel without progress. The points for such ends are part of the
/// [`crate::Scoring`].
///
/// ```
/// use rotunda_movegen::GameLimits;
/// let chess = GameLimits::USUAL;
/// assert_eq!((chess.quiet_plies, chess.occurrences), (Some(100), Some(3)));
/// let shogi = GameLimits { quiet_plies: None, occurrences: Some(4) };
/// assert!(shogi.are_sound());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GameLimits {
    /// The number of plies in a row without a capture or pawn move that ends the game, 1 to
    /// [`MOST_QUIET_PLIES`]; `None` for no limit.
    pub quiet_plies: Option<u32>,
    /// The number of occurrences of a position that ends the game, 2 to [`MOST_OCCURRENCES`];
    /// `None` for no limit.
    pub occurrences: Option<u32>,
}

impl GameLimits {
    /// The limits of chess: fifty moves by each side, and the third occurrence.
    pub const USUAL: Self = Self { quiet_plies: Some(100), occurrences: Some(3) };

    /// Returns whether both limits are within their ranges.
    #[must_use]
    pub fn are_sound(&self) -> bool {
        self.quiet_plies.is_none_or(|plies| (1..=MOST_QUIET_PLIES).contains(&plies))
            && self.occurrences.is_none_or(|times| (2..=MOST_OCCURRENCES).contains(&times))
    }
}
