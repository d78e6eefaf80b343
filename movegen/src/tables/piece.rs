//! Seats, kinds and pieces: the small numbers that index tables.

/// The most seats at a table; arrays by seat have this length.
pub const SEATS: usize = 6;
/// The most kinds of pieces in one variant; arrays by kind have this length.
pub const KINDS: usize = 10;
/// The most of these that are pawns: by running direction, or before and after crossing a line.
pub const PAWN_KINDS: usize = 2;

/// A place at the table, `0 .. seats` in turn order; in duels 0 is White and 1 is Black.
///
/// ```
/// use rotunda_movegen::{Seat, Variant};
/// assert_eq!(Seat::WHITE.opponent(), Seat::BLACK);
/// assert_eq!(Variant::by_name("modern6")?.game().turn(), Seat(0));
/// # Ok::<(), rotunda_movegen::UnknownVariant>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Seat(pub u8);

impl Seat {
    /// The first seat of a duel.
    pub const WHITE: Self = Self(0);
    /// The second seat of a duel.
    pub const BLACK: Self = Self(1);

    /// The seat's number as an index.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The other seat of a duel.
    #[inline]
    #[must_use]
    pub const fn opponent(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// A kind of piece, an index into the variant's list of kinds.
///
/// The kind decides all moves of a piece: a pawn that has crossed the centre of a round board has
/// another kind than before.
///
/// ```
/// use rotunda_movegen::{Family, Kind, Options, Variant};
/// let Family::Duel(chess) = Variant::by_name("chess")?.family(Options::default()) else {
///     unreachable!("chess is a duel of its tables");
/// };
/// let letters: String = chess.kinds().iter().map(|kind| kind.letter).collect();
/// let king: Kind = chess.king();
/// assert_eq!(letters.chars().nth(king.index()), Some('K'));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Kind(pub u8);

impl Kind {
    /// The kind's number as an index.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The content of a cell: a kind and its owner, or nothing.
///
/// ```
/// use rotunda_movegen::{Kind, Piece, Seat};
/// let piece = Piece::new(Seat::BLACK, Kind(3));
/// assert_eq!((piece.seat(), piece.kind()), (Seat::BLACK, Kind(3)));
/// assert!(piece.is_some() && !Piece::NONE.is_some());
/// assert!(piece.dead().is_dead());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece(u8);

impl Piece {
    /// An empty cell.
    pub const NONE: Self = Self(0xFF);
    /// The bit that dead pieces have.
    const DEAD: u8 = 0x80;

    /// The piece of this kind and owner.
    #[inline]
    #[must_use]
    pub const fn new(seat: Seat, kind: Kind) -> Self {
        Self(seat.0 << 4 | kind.0)
    }

    /// The piece's kind; that of [`Piece::NONE`] has no meaning.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> Kind {
        Kind(self.0 & 0xF)
    }

    /// The piece's owner, a dead piece's former one; that of [`Piece::NONE`] has no meaning.
    #[inline]
    #[must_use]
    pub const fn seat(self) -> Seat {
        Seat((self.0 & !Self::DEAD) >> 4)
    }

    /// Returns this piece after its owner's elimination. It belongs to nobody and stays where it
    /// is.
    #[must_use]
    pub const fn dead(self) -> Self {
        Self(self.0 | Self::DEAD)
    }

    /// Returns whether a piece stands there whose owner has been eliminated.
    #[inline]
    #[must_use]
    pub const fn is_dead(self) -> bool {
        self.0 & Self::DEAD != 0 && self.is_some()
    }

    /// Returns a number that identifies the piece; an empty cell has another one.
    #[inline]
    #[must_use]
    pub const fn code(self) -> u8 {
        self.0
    }

    /// Returns whether a piece stands there at all.
    #[inline]
    #[must_use]
    pub const fn is_some(self) -> bool {
        self.0 != Self::NONE.0
    }
}
