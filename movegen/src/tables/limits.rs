//! [`GameLimits`]: what ends a game that gets nowhere.

/// Most plies without progress that a limit can have.
pub const MOST_QUIET_PLIES: u32 = 10_000;
/// Most occurrences of a position that a limit can have.
pub const MOST_OCCURRENCES: u32 = 100;

/// How far a duel goes on that gets nowhere. What such an end is worth is part of the
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
    /// Plies in a row without a capture or the move of a pawn that end the game, 1 to
    /// [`MOST_QUIET_PLIES`]; `None` if it goes on however many there are.
    pub quiet_plies: Option<u32>,
    /// Occurrences of a position that end the game, 2 to [`MOST_OCCURRENCES`]; `None` if positions
    /// may come again as often as they will.
    pub occurrences: Option<u32>,
}

impl GameLimits {
    /// Those of chess: fifty moves by each side, and the third occurrence.
    pub const USUAL: Self = Self { quiet_plies: Some(100), occurrences: Some(3) };

    /// Whether both limits are within what is possible.
    #[must_use]
    pub fn are_sound(&self) -> bool {
        self.quiet_plies.is_none_or(|plies| (1..=MOST_QUIET_PLIES).contains(&plies))
            && self.occurrences.is_none_or(|times| (2..=MOST_OCCURRENCES).contains(&times))
    }
}
