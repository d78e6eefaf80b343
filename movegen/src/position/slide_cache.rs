//! [`SlideCache`]: the attacks of sliders at the last lookup.

use crate::geometry::{Bitboard, Cell, Slides};
use crate::tables::Piece;

/// The number of cells for each word of a bitboard.
const CELLS: usize = 128;

/// The cells that the slider on a cell saw.
#[derive(Clone, Copy, Debug)]
struct Seen<const W: usize> {
    piece: Piece,
    occupied: Bitboard<W>,
    reach: Bitboard<W>,
}

impl<const W: usize> Seen<W> {
    const NOTHING: Self =
        Self { piece: Piece::NONE, occupied: Bitboard::EMPTY, reach: Bitboard::EMPTY };
}

/// The attack sets of sliders, cached from one position of a game to the next one.
///
/// The attack set of a slider depends only on the cells in it: its paths end at the first piece, so
/// pieces behind it make no difference. Between two positions that are near each other in a search,
/// most attack sets stay the same.
///
/// ```text
/// R . . n . b .      R sees . . n, whatever becomes of b
/// ```
///
/// A cache serves one game. It does not distinguish the boards of two variants.
///
/// ```
/// use rotunda_movegen::{Bitboard, Duel, Family, Options, Rules, Seat, SlideCache, Variant};
/// let Family::Duel(chess) = Variant::by_name("chess")?.family(Options::default()) else {
///     unreachable!("chess is a duel of its tables");
/// };
/// let start = <Duel as Rules<1>>::start(chess);
/// let rook = start.piece(chess.grid().at("a1")).kind();
/// let (mut cache, mut attacked) = (SlideCache::new(), Bitboard::EMPTY);
/// start.for_each_attacker(Seat::WHITE, rook, &mut cache, |_, attacks, _| attacked |= attacks);
/// assert_eq!(attacked, ["a2", "b1", "g1", "h2"].map(|name| chess.grid().at(name)).into_iter().collect());
/// # Ok::<(), rotunda_movegen::UnknownVariant>(())
/// ```
#[derive(Clone, Debug)]
pub struct SlideCache<const W: usize> {
    seen: [[Seen<W>; CELLS]; W],
}

impl<const W: usize> Default for SlideCache<W> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const W: usize> SlideCache<W> {
    /// Creates an empty cache.
    #[must_use]
    pub const fn new() -> Self {
        Self { seen: [[Seen::NOTHING; CELLS]; W] }
    }

    /// Returns the cells that a piece with these slides sees from a cell, with pieces on the
    /// `occupied` cells.
    #[inline]
    pub(super) fn reach(
        &mut self,
        slides: &Slides<W>,
        (piece, from): (Piece, Cell),
        occupied: Bitboard<W>,
    ) -> Bitboard<W> {
        let seen = &mut self.seen[from.index() / CELLS][from.index() % CELLS];
        if seen.piece != piece || (seen.occupied ^ occupied).meets(seen.reach) {
            *seen = Seen { piece, occupied, reach: slides.reach(from, occupied) };
        }
        seen.reach
    }
}
