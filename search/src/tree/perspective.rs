//! [`Perspective`]: the view of a search among more than two sides on the players.

use rotunda_movegen::{Outcome, Position, Rules, Seat};

use crate::base::score::{Score, lost_in, of_outcome, won_in};

/// The search for more than two sides. With two sides the search is always exact.
///
/// ```
/// use rotunda_search::{MultiSearch, Settings};
/// let settings = Settings { multi_search: MultiSearch::Paranoid, ..Settings::default() };
/// assert_ne!(settings.multi_search, MultiSearch::default());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum MultiSearch {
    /// The strongest search in matches, with three sides as with six: best reply.
    #[default]
    Auto,
    /// All others play together against the thinking player (Sturtevant and Korf, 2000).
    Paranoid,
    /// One of the others chooses its move, and the rest play the move that looks best (Esser and
    /// others, Improving Best-Reply Search, 2013).
    BestReply,
    /// Every player plays for itself (Luckhardt and Irani, 1986).
    MaxN,
    /// Every player plays for itself, in a tree that playouts grow (UCT; Sturtevant, 2008). It is
    /// for one thread: further ones grow trees of their own.
    Mcts,
}

impl MultiSearch {
    /// Returns the search that [`MultiSearch::Auto`] stands for.
    const fn resolve(self) -> Self {
        match self {
            Self::Auto => Self::BestReply,
            chosen => chosen,
        }
    }
}

/// The thinking player, and the search mode for the others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Perspective {
    /// The seat to move at the root.
    pub seat: Seat,
    pub mode: MultiSearch,
}

/// The random numbers that separate the table's entries of different perspectives.
const SALTS: [u64; 5] = [
    0x9E6C_63D0_876A_68DF,
    0xD1B5_4A32_D192_ED03,
    0x8CB9_2BA7_2F3D_8DD7,
    0xA24B_AED4_963E_E407,
    0xB7E1_5162_8AED_2A6B,
];

impl Perspective {
    pub fn of<const W: usize>(position: &Position<W>, mode: MultiSearch) -> Self {
        Self { seat: position.turn(), mode: mode.resolve() }
    }

    /// Returns whether the side to move is that of the thinking player.
    #[inline]
    pub fn is_ours<const W: usize>(self, position: &Position<W>) -> bool {
        position.side_of(position.turn()) == position.side_of(self.seat)
    }

    /// Returns whether a score changes sign from a position to the one after a move.
    #[inline]
    pub fn flips_sign<R: Rules<W>, const W: usize>(
        self,
        position: &Position<W>,
        child: &Position<W>,
    ) -> bool {
        R::ALTERNATES || self.is_ours(position) != self.is_ours(child)
    }

    /// Returns the key of a position in the table.
    ///
    /// With two sides left, a score means the same for every player. Otherwise it depends on the
    /// thinking player, the search mode, and whether one of the others has already chosen its
    /// reply.
    #[inline]
    pub fn key<R: Rules<W>, const W: usize>(self, position: &Position<W>, replied: bool) -> u64 {
        position.key() ^ self.salt::<R, W>(position) ^ u64::from(replied)
    }

    /// Returns the number that turns a position's own key into its key in the table, before any
    /// reply is chosen.
    #[inline]
    pub fn salt<R: Rules<W>, const W: usize>(self, position: &Position<W>) -> u64 {
        if R::ALTERNATES || position.is_two_sided() {
            return 0;
        }
        SALTS[self.mode as usize].rotate_left(7 * position.side_of(self.seat) as u32)
    }

    /// Returns an outcome as a score for the side to move, `ply` plies from the root.
    pub fn score<R: Rules<W>, const W: usize>(
        self,
        position: &Position<W>,
        outcome: &Outcome,
        ply: usize,
    ) -> Score {
        if R::ALTERNATES {
            return of_outcome::<R, W>(outcome, position.turn(), ply);
        }
        self.for_mover(position, of_outcome::<R, W>(outcome, self.seat, ply))
    }

    /// Returns the score of a position in which the thinking player's side is out.
    pub fn eliminated<R: Rules<W>, const W: usize>(
        self,
        position: &Position<W>,
        ply: usize,
    ) -> Option<Score> {
        let out = !R::ALTERNATES && !position.is_side_alive(self.seat);
        out.then(|| if self.is_ours(position) { lost_in(ply) } else { won_in(ply) })
    }

    /// Returns a score for the thinking player as one for the side to move.
    #[inline]
    pub fn for_mover<const W: usize>(self, position: &Position<W>, ours: Score) -> Score {
        if self.is_ours(position) { ours } else { -ours }
    }
}
