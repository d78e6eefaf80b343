//! [`Spec`]: a variant as its author writes it, before it is compiled to tables.

use super::limits::GameLimits;
use super::piece::{Kind, Seat};
use super::scoring::Scoring;
use crate::geometry::{Cell, Grid, Path};

/// What a kind of piece is for, as far as rules outside its movement ask.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Royal: it may not be left where it can be taken.
    King,
    /// Its moves reset the clock of quiet plies; a quiet path of several cells is a step and start
    /// steps over the cells before.
    Pawn,
    /// Everything else.
    Other,
}

/// Most centipawns that a piece can be said to be worth: all pieces together must count less than a
/// king does in exchanges.
pub const MOST_VALUE: u16 = 3000;

/// A kind of piece: its letter, role, and the paths it takes.
///
/// ```
/// use rotunda_movegen::{Grid, KindSpec, Mode, Role, compass, slides};
/// let grid = Grid::new(5, 5, |_, _| true);
/// let rook = KindSpec::piece('R', grid.all().count(), |from| {
///     slides(&grid, from, &compass::ORTHOGONAL, Mode::Both)
/// });
/// assert_eq!((rook.name, rook.role), ("rook", Role::Other));
/// let chancellor = rook.named("chancellor");
/// assert_eq!(chancellor.name, "chancellor");
/// ```
#[derive(Clone, Debug)]
pub struct KindSpec {
    /// The capital letter of the kind in position strings.
    pub letter: char,
    /// What people call it.
    pub name: &'static str,
    /// What rules outside its movement ask of it.
    pub role: Role,
    /// Its movement in Betza's notation, first moves and captures en passant included, for
    /// interfaces that know it; `None` where that notation has no words for it.
    pub notation: Option<&'static str>,
    /// What it is worth, in centipawns, 1 to [`MOST_VALUE`]; if left out, what follows from how it
    /// moves.
    pub value: Option<u16>,
    /// Whether it may capture en passant.
    pub en_passant: bool,
    /// Its paths from every cell, by seat: `paths[seat][cell]`.
    pub paths: Vec<Vec<Vec<Path>>>,
    /// Where it promotes, by seat: cells on which it becomes one of [`KindSpec::choices`].
    pub promotes_on: Vec<Vec<Cell>>,
    /// Those of the cells on which it promotes where it may as well stay what it is, by seat.
    pub declines_on: Vec<Vec<Cell>>,
    /// Cells on which it can never stand, by seat, beside those on which it promotes: it neither
    /// goes there nor attacks them, but passes over them.
    pub closed: Vec<Vec<Cell>>,
    /// What it may become where it promotes, by seat; compulsory elsewhere than on
    /// [`KindSpec::declines_on`].
    pub choices: Vec<Vec<Kind>>,
    /// For each of the choices, below how many own pieces of it on the board it is open; empty if
    /// all are open always. While none is open the piece goes there as it is, and may stay, but not
    /// to [`KindSpec::closed`] cells, which it attacks all the same.
    pub supply: Vec<u32>,
    /// The kind it becomes, without a choice, by leaving any of these cells.
    pub changes: Option<(Vec<Cell>, Kind)>,
    /// Whether it jumps over neighbours of either side, two cells in any direction of a grid
    /// without holes, beside going its paths.
    pub jumps: bool,
    /// The parts of the board that it may not leave while it is a king in check; empty if it may go
    /// anywhere.
    pub regions: Vec<Vec<Cell>>,
    /// Lines along which it, a king, may not face the enemy's with nothing between them, by seat
    /// and cell: `faces[seat][cell]`, of each path the cells alone; empty if it may.
    pub faces: Vec<Vec<Vec<Path>>>,
}

impl KindSpec {
    /// A piece that moves alike for both seats of a duel.
    #[must_use]
    pub fn piece(letter: char, cells: usize, paths: impl Fn(Cell) -> Vec<Path>) -> Self {
        let paths: Vec<_> = (0..cells).map(|cell| paths(Cell(cell as u8))).collect();
        Self {
            letter,
            name: usual_name(letter),
            role: Role::Other,
            notation: None,
            value: None,
            en_passant: false,
            paths: vec![paths.clone(), paths],
            promotes_on: vec![Vec::new(), Vec::new()],
            declines_on: vec![Vec::new(), Vec::new()],
            closed: vec![Vec::new(), Vec::new()],
            choices: vec![Vec::new(), Vec::new()],
            supply: Vec::new(),
            changes: None,
            jumps: false,
            regions: Vec::new(),
            faces: Vec::new(),
        }
    }

    /// A pawn, whose paths depend on its seat.
    #[must_use]
    pub fn pawn(letter: char, cells: usize, paths: impl Fn(Seat, Cell) -> Vec<Path>) -> Self {
        let of = |seat| (0..cells).map(|cell| paths(seat, Cell(cell as u8))).collect();
        Self {
            role: Role::Pawn,
            paths: vec![of(Seat::WHITE), of(Seat::BLACK)],
            ..Self::piece(letter, 0, |_| Vec::new())
        }
    }

    /// The same kind with a name that is not usual for its letter.
    #[must_use]
    pub fn named(self, name: &'static str) -> Self {
        Self { name, ..self }
    }

    /// The same kind as the royal one.
    #[must_use]
    pub fn royal(self) -> Self {
        Self { role: Role::King, ..self }
    }
}

/// The name of a kind with one of the letters of chess; empty for other letters.
const fn usual_name(letter: char) -> &'static str {
    match letter {
        'P' => "pawn",
        'N' => "knight",
        'B' => "bishop",
        'R' => "rook",
        'Q' => "queen",
        'K' => "king",
        _ => "",
    }
}

/// One way to castle.
#[derive(Clone, Debug)]
pub struct CastlingSpec {
    /// Who castles.
    pub seat: Seat,
    /// The letter of the right in position strings.
    pub right: char,
    /// The two cells by which the move is written.
    pub code: (Cell, Cell),
    /// Where the king goes from and to.
    pub king: (Cell, Cell),
    /// Where the rook goes from and to.
    pub rook: (Cell, Cell),
    /// The cells that must be empty.
    pub empty: Vec<Cell>,
    /// The cells on which the king, standing there instead of at home, must not be attacked; the
    /// cell it starts from, and where it ends after the whole move, are asked in any case.
    pub safe: Vec<Cell>,
}

/// A king's race round the board: which crossing counts as a lap, and where the race ends.
#[derive(Clone, Debug)]
pub struct LapSpec {
    /// Whose king races.
    pub seat: Seat,
    /// The letter in position strings that says that the king has crossed its line.
    pub letter: char,
    /// The cells just before the line.
    pub before: Vec<Cell>,
    /// The cells just after it; stepping back from these to the others takes the lap back.
    pub after: Vec<Cell>,
    /// The cells on which a king that has crossed the line wins.
    pub goals: Vec<Cell>,
}

/// A field of the position string.
///
/// ```
/// use rotunda_movegen::{Field, Spec};
/// assert_eq!(Spec::fen_fields()[..2], [Field::Board, Field::Turn]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    /// The pieces, highest rank first.
    Board,
    /// The side to move, `w` or `b`.
    Turn,
    /// Castling rights or laps, `-` for none.
    Flags,
    /// The cell that a pawn has just passed over, or `-`.
    EnPassant,
    /// Plies since the last capture or pawn move.
    Halfmove,
    /// The number of the move, growing after Black's.
    Fullmove,
}

impl Field {
    /// Whether it counts moves, as the fields at the end do.
    pub(crate) const fn is_clock(self) -> bool {
        matches!(self, Self::Halfmove | Self::Fullmove)
    }
}

/// Which material can never mate, so that the game is drawn at once.
///
/// ```
/// use rotunda_movegen::{DeadMaterial, Kind};
/// // Neither a lone knight nor any number of bishops on cells of one colour can mate.
/// let (bishop, knight) = (Kind(2), Kind(1));
/// let chess = DeadMaterial { lone: vec![knight], one_colour: Some(bishop), ..Default::default() };
/// assert!(!chess.never);
/// ```
#[derive(Clone, Default, Debug)]
pub struct DeadMaterial {
    /// Whether no material is a draw at once, not even that of two lone kings.
    pub never: bool,
    /// Kinds that cannot mate as the only piece beside the two kings.
    pub lone: Vec<Kind>,
    /// A kind of which any number cannot mate while all stand on cells of one colour.
    pub one_colour: Option<Kind>,
}

/// When a right to capture en passant makes a position another one for the repetition rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EnPassantCounts {
    /// If a legal capture exists (FIDE Laws 9.2.3).
    IfLegal,
    /// If a piece stands where it could capture, even if its king would be exposed.
    IfGeometric,
}

/// A game as its author writes it; [`crate::VariantTables::compile`] makes tables of it.
///
/// The example of the [crate] writes one and plays it.
#[derive(Clone, Debug)]
pub struct Spec {
    /// The variant's `UCI_Variant` name.
    pub name: String,
    /// The names of the cells.
    pub grid: Grid,
    /// The kinds of pieces; their order is the numbering of [`Kind`].
    pub kinds: Vec<KindSpec>,
    /// The ways to castle.
    pub castlings: Vec<CastlingSpec>,
    /// The kings' races.
    pub laps: Vec<LapSpec>,
    /// The fields of the position string, in order.
    pub fields: Vec<Field>,
    /// The position string of the start.
    pub start: String,
    /// Which material is a draw at once.
    pub dead: DeadMaterial,
    /// What the ways to end the game are worth.
    pub scoring: Scoring,
    /// How far a duel goes on that gets nowhere; games of players round a table have limits of
    /// their own.
    pub limits: GameLimits,
    /// When en passant tells positions apart.
    pub en_passant_counts: EnPassantCounts,
    /// Bits for the choices among the rules of the variant's family, which gives them their
    /// meaning; 0 where it has none.
    pub family_flags: u32,
    /// What a drawing of the grid cannot show of the board; empty if it shows all.
    pub note: String,
}

impl Spec {
    /// How many seats the first kind has tables for, as all kinds must.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.kinds.first().map_or(0, |kind| kind.paths.len())
    }

    /// The fields of an ordinary FEN.
    #[must_use]
    pub fn fen_fields() -> Vec<Field> {
        use Field::{Board, EnPassant, Flags, Fullmove, Halfmove, Turn};
        vec![Board, Turn, Flags, EnPassant, Halfmove, Fullmove]
    }
}
