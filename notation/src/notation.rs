//! [`Notation`]: the written form of a variant's moves.

use rotunda_movegen::{
    Cell, Game, GameMove, GameMoveKind, Grid, Kind, KindSpec, Options, Role, Variant, in_family,
};

/// The most states of jump series that are looked at to read or write a move.
pub(crate) const MAX_STATES: usize = 1 << 16;

/// The notation of a variant's moves: standard algebraic notation or coordinates.
///
/// It writes SAN for duels on a rectangle of files and ranks, without holes, triangles, or ranks
/// that continue at the other side. It writes moves on other boards as in UCI. It reads both for
/// every game.
///
/// ```
/// use rotunda_movegen::Variant;
/// use rotunda_notation::Notation;
/// let chess = Variant::by_name("chess")?;
/// let (notation, game) = (Notation::of(chess), chess.game());
/// let mv = notation.read(&game, "Ng1-f3!").expect("it is legal");
/// assert_eq!((mv.to_string(), notation.write(&game, &mv)), ("g1f3".into(), "Nf3".into()));
/// # Ok::<(), rotunda_movegen::UnknownVariant>(())
/// ```
#[derive(Clone, Debug)]
pub struct Notation {
    pub(crate) grid: &'static Grid,
    /// The letter and the role of each kind.
    kinds: Vec<(char, Role)>,
    has_san: bool,
}

impl Notation {
    /// Creates the notation of a variant.
    #[must_use]
    pub fn of(variant: &'static Variant) -> Self {
        let family = variant.family(Options::default());
        let grid = family.grid();
        let facts = |kind: &KindSpec| (kind.letter, kind.role);
        let kinds: Vec<_> =
            in_family!(family, tables => tables.kinds().iter().map(facts).collect());
        let has_holes = grid.all().count() < grid.files() * grid.ranks();
        let is_bent = grid.is_twisted() || grid.all().any(|cell| grid.is_triangle(cell));
        Self { grid, kinds, has_san: variant.is_duel() && !has_holes && !is_bent }
    }

    /// Returns whether moves are written in standard algebraic notation.
    #[must_use]
    pub const fn has_san(&self) -> bool {
        self.has_san
    }

    /// Returns whether a kind has this letter.
    pub(crate) fn has_kind(&self, letter: char) -> bool {
        self.kinds.iter().any(|(known, _)| *known == letter)
    }

    /// The letter of a kind.
    pub(crate) fn letter(&self, kind: Kind) -> char {
        self.kinds[kind.index()].0
    }

    pub(crate) fn role(&self, kind: Kind) -> Role {
        self.kinds[kind.index()].1
    }

    /// Returns the letter of a kind in SAN; `None` for pawns.
    pub(crate) fn san_letter(&self, kind: Kind) -> Option<char> {
        (self.role(kind) != Role::Pawn).then(|| self.letter(kind))
    }

    /// The kind of the piece on a cell.
    pub(crate) fn kind_on(game: &Game, cell: Cell) -> Option<Kind> {
        game.piece(cell).map(rotunda_movegen::Piece::kind)
    }

    /// Returns whether a castling leads to a higher file, as on the king's side of chess; `None` if
    /// it stays on its file.
    pub(crate) fn is_short(&self, from: Cell, to: Cell) -> Option<bool> {
        let (from, to) = (self.grid.place(from).0, self.grid.place(to).0);
        (from != to).then_some(to > from)
    }

    /// Returns whether a move is written as its two cells and perhaps a letter. A series of jumps
    /// is so if it is a single jump.
    pub(crate) fn is_plain(mv: &GameMove) -> bool {
        use GameMoveKind::{Castling, Pass, Removal};
        mv.cells().len() == 2 && !matches!(mv.kind(), Pass | Removal | Castling)
    }
}
