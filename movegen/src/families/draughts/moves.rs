//! [`SeriesMove`]: a move of a game with draughtsmen.

use crate::geometry::{Bitboard, Cell};
use crate::position::{AsMove, Move, MoveKind, Position};
use crate::tables::Kind;

/// A plain move, or a capturing series of jumps: its two ends and the pieces that it captures.
///
/// Two paths with the same ends and the same victims lead to the same position and are one move.
///
/// ```
/// use rotunda_movegen::{Draughts, Family, FamilyGame, Options, Variant};
/// let Family::Draughts(rules) = Variant::by_name("ordinary")?.family(Options::default()) else {
///     unreachable!("An Ordinary Variant has draughtsmen");
/// };
/// // The draughtsman on c2 takes the knight on d3 by a jump to e4, and then the one on f5:
/// //
/// //   6 . . . . . . G
/// //   5 . . . . . n .        c2 x d3 -> e4 x f5 -> g6
/// //   4 . . . . * . .
/// //   3 . . . n . . .        * is where the first jump ends, G where the series does
/// //   2 . . C . . . .
/// //     a b c d e f g
/// let game = FamilyGame::<Draughts, 1>::parse(rules, "11k/12/12/12/12/5n6/12/3n8/2C9/K11 w - - 0 1")?;
/// let series = game.moves().into_iter().max_by_key(|mv| mv.taken().len()).expect("there are moves");
/// let taken: Vec<_> = series.taken().iter().map(|cell| rules.grid().name(cell)).collect();
/// assert_eq!(taken, ["d3", "f5"]);
/// assert_eq!(rules.grid().name(series.plain().to()), "g6");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SeriesMove<const W: usize> {
    plain: Move,
    taken: Bitboard<W>,
}

impl<const W: usize> SeriesMove<W> {
    /// Returns a capturing series.
    #[must_use]
    pub(crate) fn capture(from: Cell, to: Cell, taken: Bitboard<W>) -> Self {
        Self { plain: Move::plain(from, to), taken }
    }

    /// The move without the victims of a series.
    #[inline]
    #[must_use]
    pub const fn plain(&self) -> Move {
        self.plain
    }

    /// Returns the victims of a capturing series; empty for all other moves, even if they capture.
    #[inline]
    #[must_use]
    pub const fn taken(&self) -> Bitboard<W> {
        self.taken
    }

    /// The cells of all pieces that the move captures.
    #[inline]
    pub(crate) fn captured(&self, position: &Position<W>) -> Bitboard<W> {
        if self.taken.is_empty() { position.captured_by(self.plain) } else { self.taken }
    }

    /// Returns whether the move captures or promotes.
    #[inline]
    pub(crate) fn is_noisy(&self, position: &Position<W>) -> bool {
        self.plain.promotes_to().is_some() || !self.captured(position).is_empty()
    }
}

impl<const W: usize> From<Move> for SeriesMove<W> {
    #[inline]
    fn from(plain: Move) -> Self {
        Self { plain, taken: Bitboard::EMPTY }
    }
}

impl<const W: usize> AsMove for SeriesMove<W> {
    #[inline]
    fn from(&self) -> Cell {
        self.plain.from()
    }

    #[inline]
    fn to(&self) -> Cell {
        self.plain.to()
    }

    #[inline]
    fn promotes_to(&self) -> Option<Kind> {
        self.plain.promotes_to()
    }

    #[inline]
    fn kind(&self) -> MoveKind {
        self.plain.kind()
    }

    #[inline]
    fn fingerprint(&self) -> u16 {
        let taken = if self.taken.is_empty() { 0 } else { self.taken.fingerprint() >> 56 << 8 };
        (AsMove::fingerprint(&self.plain) ^ taken as u16).max(1)
    }
}
