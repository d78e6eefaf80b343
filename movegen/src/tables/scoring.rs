//! What the endings of a game are worth.

/// Points of the whole that are shared out at the end of a game.
pub const FULL: u16 = 100;
/// A duelist's share of a drawn game.
pub const HALF: u16 = FULL / 2;

/// What the partial wins of a variant are worth, in points of [`FULL`].
///
/// ```
/// use rotunda_movegen::{HALF, Scoring};
/// assert_eq!(Scoring::CLASSIC.stalemate, HALF);
/// assert_eq!(Scoring::DYNAMIC.bare_king, Some(52)); // of the 100 points of a game
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Scoring {
    /// The share of the side that leaves its opponent without a move, though not in check.
    pub stalemate: u16,
    /// The share of each side when it alone gave check with every move of a threefold repetition.
    pub perpetual: [u16; 2],
    /// The share that a side may claim while its opponent has nothing but the king; `None` if
    /// there is no such claim.
    pub bare_king: Option<u16>,
}

impl Scoring {
    /// Chess as FIDE has it: whatever is not mate is a draw.
    pub const CLASSIC: Self = Self { stalemate: HALF, perpetual: [HALF, HALF], bare_king: None };
    /// Savard's Dynamic Scoring in its latest form (docs/rules/ordinary-nocheckers.md).
    pub const DYNAMIC: Self = Self { stalemate: 60, perpetual: [HALF, 51], bare_king: Some(52) };
}
