//! The points for the ends of a game.

/// The points that the players share at the end of a game.
pub const FULL: u16 = 100;
/// A duelist's share of a drawn game.
pub const HALF: u16 = FULL / 2;

/// The points, of [`FULL`], for the ends of a variant other than mate.
///
/// ```
/// use rotunda_movegen::{HALF, Scoring};
/// assert_eq!(Scoring::CLASSIC.stalemate, HALF);
/// assert_eq!(Scoring::DYNAMIC.bare_king, Some(52)); // of the 100 points of a game
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Scoring {
    /// The share of the side that leaves its opponent without a move, that is not in check.
    pub stalemate: u16,
    /// The share of each side when it alone gave check with every move of a repetition; `None` if
    /// that is a repetition like any other.
    pub perpetual: Option<[u16; 2]>,
    /// The share of the side to move, as White and as Black, when the occurrences of a position
    /// reach the limit.
    pub repetition: [u16; 2],
    /// The share of the side to move, as White and as Black, when the plies without progress reach
    /// the limit.
    pub no_progress: [u16; 2],
    /// The share that a side may claim while its opponent has only its king; `None` if there is no
    /// such claim.
    pub bare_king: Option<u16>,
}

impl Scoring {
    /// The scoring of the FIDE Laws: every end but mate is a draw.
    pub const CLASSIC: Self = Self {
        stalemate: HALF,
        perpetual: None,
        repetition: [HALF; 2],
        no_progress: [HALF; 2],
        bare_king: None,
    };
    /// Savard's Dynamic Scoring in its latest form (docs/rules/ordinary-nocheckers.md).
    pub const DYNAMIC: Self =
        Self { stalemate: 60, perpetual: Some([HALF, 51]), bare_king: Some(52), ..Self::CLASSIC };

    /// Returns whether all shares are within the point.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let perpetual = self.perpetual.into_iter().flatten();
        let limits = self.repetition.into_iter().chain(self.no_progress);
        let mut all = limits.chain(perpetual).chain(self.bare_king).chain([self.stalemate]);
        all.all(|share| share <= FULL)
    }

    /// Returns whether an endless game is a draw, by repetition or by counted moves.
    #[must_use]
    pub fn draws_what_goes_on(&self) -> bool {
        [self.repetition, self.no_progress] == [[HALF; 2]; 2]
    }
}
