//! [`Material`]: the pieces of two sides, on any cells.

use rotunda_movegen::{Kind, Piece, Position, Role, Seat, VariantTables};

/// The most pieces of a table, the two kings included.
pub const MOST_MEN: usize = 4;

/// The pieces of two sides, kings included.
///
/// The kings are its first two pieces, White's before Black's, then come White's others and
/// Black's, the kinds with the longest reach first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Material {
    men: [Piece; MOST_MEN],
    count: usize,
}

impl Material {
    /// Returns the kings and these others in order, each with the item that belongs to it; `None`
    /// if they are too many.
    pub(crate) fn sorted<const W: usize, T>(
        tables: &VariantTables<W>,
        mut others: Vec<(Piece, T)>,
    ) -> Option<(Self, Vec<T>)> {
        let mut men = [Piece::NONE; MOST_MEN];
        let count = 2 + others.len();
        if count > MOST_MEN {
            return None;
        }
        others.sort_by_key(|(piece, _)| (piece.seat(), rank(tables, piece.kind())));
        men[0] = Piece::new(Seat::WHITE, tables.king());
        men[1] = Piece::new(Seat::BLACK, tables.king());
        for (place, (piece, _)) in men[2..].iter_mut().zip(&others) {
            *place = *piece;
        }
        Some((Self { men, count }, others.into_iter().map(|(_, own)| own).collect()))
    }

    /// Creates the material with these pieces beside the kings; `None` if they are too many.
    #[must_use]
    pub fn new<const W: usize>(
        tables: &VariantTables<W>,
        white: &[Kind],
        black: &[Kind],
    ) -> Option<Self> {
        let of = |seat, kinds: &[Kind]| {
            kinds.iter().map(|kind| (Piece::new(seat, *kind), ())).collect::<Vec<_>>()
        };
        let others = [of(Seat::WHITE, white), of(Seat::BLACK, black)].concat();
        Self::sorted(tables, others).map(|(material, _)| material)
    }

    /// Returns the pieces of a position; `None` if they are too many.
    #[must_use]
    pub fn of<const W: usize>(position: &Position<W>) -> Option<Self> {
        let tables = position.variant();
        if position.occupied().len() as usize > MOST_MEN {
            return None;
        }
        let pieces = position.occupied().iter().map(|cell| position.piece(cell));
        let others = pieces.filter(|piece| piece.kind() != tables.king());
        let sorted = Self::sorted(tables, others.map(|piece| (piece, ())).collect());
        sorted.map(|(material, _)| material)
    }

    /// Reads the letters of White's pieces and of Black's, each beginning with its king, as in
    /// `KQKR` or `KQvKR`; `None` if they name no material of a table.
    ///
    /// ```
    /// use rotunda_endgames::Material;
    /// use rotunda_movegen::{Family, Options, Variant};
    /// let Family::Duel(chess) = Variant::by_name("chess")?.family(Options::default()) else {
    ///     unreachable!("chess is a duel of its tables");
    /// };
    /// let material = Material::parse(chess, "KNBvK").expect("four men");
    /// assert_eq!(material.name(chess), "KBNK");
    /// assert!(Material::parse(chess, "KQQQK").is_none());
    /// # Ok::<(), rotunda_movegen::UnknownVariant>(())
    /// ```
    #[must_use]
    pub fn parse<const W: usize>(tables: &VariantTables<W>, text: &str) -> Option<Self> {
        let royal = tables.kinds()[tables.king().index()].letter;
        let sides: Vec<&str> = text.split(royal).collect();
        let ["", white, black] = sides[..] else { return None };
        let kinds = |letters: &str| -> Option<Vec<Kind>> {
            let kind = |letter| tables.kinds().iter().position(|kind| kind.letter == letter);
            letters.chars().map(|letter| kind(letter).map(|kind| Kind(kind as u8))).collect()
        };
        Self::new(tables, &kinds(white.trim_end_matches('v'))?, &kinds(black)?)
    }

    /// Returns the letters of White's pieces and of Black's.
    #[must_use]
    pub fn name<const W: usize>(&self, tables: &VariantTables<W>) -> String {
        let letter = |piece: &Piece| tables.kinds()[piece.kind().index()].letter;
        let of = |seat: Seat| self.men().iter().filter(move |man| man.seat() == seat).map(letter);
        of(Seat::WHITE).chain(of(Seat::BLACK)).collect()
    }

    /// Returns all pieces in order.
    #[must_use]
    pub fn men(&self) -> &[Piece] {
        &self.men[..self.count]
    }

    /// Returns the pieces beside the kings.
    #[must_use]
    pub fn others(&self) -> &[Piece] {
        &self.men[2..self.count]
    }

    /// Returns the same pieces with the seats exchanged.
    pub(crate) fn swapped<const W: usize>(&self, tables: &VariantTables<W>) -> Self {
        let others = self.others().iter();
        let others = others.map(|man| (Piece::new(man.seat().opponent(), man.kind()), ()));
        let sorted = Self::sorted(tables, others.collect());
        sorted.expect("as many men as before").0
    }

    /// Returns whether White has more pieces than Black or, if the numbers are equal, pieces with
    /// longer reach.
    pub(crate) fn is_white_ahead<const W: usize>(&self, tables: &VariantTables<W>) -> bool {
        let of = |seat: Seat| -> Vec<usize> {
            let men = self.others().iter().filter(|man| man.seat() == seat);
            men.map(|man| rank(tables, man.kind())).collect()
        };
        let (white, black) = (of(Seat::WHITE), of(Seat::BLACK));
        (black.len(), white) <= (self.others().len() - black.len(), black)
    }

    /// Returns the order of material in lists: first material against a lone king, then by reach.
    pub(crate) fn order<const W: usize>(&self, tables: &VariantTables<W>) -> Vec<(Seat, usize)> {
        let of = |man: &Piece| (man.seat(), rank(tables, man.kind()));
        let black = self.others().iter().filter(|man| man.seat() == Seat::BLACK).count();
        [(Seat(black as u8), 0)].into_iter().chain(self.others().iter().map(of)).collect()
    }

    /// Returns whether the last two pieces are of one kind and seat, so that exchanging them
    /// changes nothing.
    pub(crate) fn has_twins(&self) -> bool {
        matches!(self.others(), [one, other] if one == other)
    }
}

/// The place of a kind in the order of all, the longest reach first and pawns last.
fn rank<const W: usize>(tables: &VariantTables<W>, kind: Kind) -> usize {
    let reach = |kind: usize| {
        let spec = &tables.kinds()[kind];
        let cells = spec.paths[0].iter().flatten().map(|path| path.cells.len()).sum::<usize>();
        (spec.role != Role::Pawn, cells)
    };
    let own = reach(kind.index());
    let before = |other: &usize| (reach(*other), kind.index()) > (own, *other);
    (0..tables.kinds().len()).filter(before).count()
}
