//! [`Spec`]: a variant as its author writes it, before it is compiled to tables.

use super::limits::GameLimits;
use super::piece::{Kind, Seat};
use super::scoring::Scoring;
use crate::geometry::{Cell, Grid, Mode, Path};

/// The role of a kind in rules outside its movement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// The royal kind, which must not be left en prise.
    King,
    /// A pawn: its moves reset the clock of quiet plies. A quiet path of several cells is a step,
    /// followed by start steps over the cells before.
    Pawn,
    /// Any other kind.
    Other,
}

/// The most centipawns of a given value. All pieces together must count less than a king in
/// exchanges.
pub const MOST_VALUE: u16 = 3000;

/// A kind of piece: its letter, role, and its paths.
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
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KindSpec {
    /// The capital letter of the kind in position strings.
    pub letter: char,
    /// The name for people.
    pub name: &'static str,
    /// The role in rules outside its movement.
    pub role: Role,
    /// Its movement in Betza's notation, first moves and captures en passant included, for
    /// interfaces that know it; `None` where that notation cannot express it.
    pub notation: Option<&'static str>,
    /// Its value in centipawns, 1 to [`MOST_VALUE`]; `None` to derive it from its moves.
    pub value: Option<u16>,
    /// Whether it may capture en passant.
    pub en_passant: bool,
    /// Its paths from every cell, by seat: `paths[seat][cell]`.
    pub paths: Vec<Vec<Vec<Path>>>,
    /// The cells where it promotes to one of [`KindSpec::choices`], by seat.
    pub promotes_on: Vec<Vec<Cell>>,
    /// The cells of promotion where it is optional, by seat.
    pub declines_on: Vec<Vec<Cell>>,
    /// The cells where it can never stand, by seat, besides those where it promotes. It neither
    /// goes there nor attacks them, but passes over them.
    pub closed: Vec<Vec<Cell>>,
    /// The kinds to which it may promote, by seat. Promotion is compulsory except on
    /// [`KindSpec::declines_on`].
    pub choices: Vec<Vec<Kind>>,
    /// The limit of each choice: it is open while the side has fewer pieces of it on the board.
    /// Empty if all are always open. While none is open, the piece keeps its kind on a cell of
    /// promotion. It then cannot go to [`KindSpec::closed`] cells, but still attacks them.
    pub supply: Vec<u32>,
    /// The cells that change the kind of a piece that leaves them, and the new kind.
    pub changes: Option<(Vec<Cell>, Kind)>,
    /// Whether it jumps over neighbours of either side, two cells in any direction of a grid
    /// without holes, besides moving along its paths.
    pub jumps: bool,
    /// The regions that it must not leave while it is a king in check; empty if it may go anywhere.
    pub regions: Vec<Vec<Cell>>,
    /// The lines along which it, a king, must not face the enemy's king with nothing between them,
    /// by seat and cell: `faces[seat][cell]`. Only the cells of each path count. Empty if kings may
    /// face each other.
    pub faces: Vec<Vec<Vec<Path>>>,
}

impl KindSpec {
    /// Returns the cells on which a seat's piece captures by a leap from a cell. A capture of one
    /// cell is no leap if other captures of the kind go on in its direction: it is a slide that
    /// ends at the edge.
    #[must_use]
    pub fn capture_leaps(&self, grid: &Grid, seat: Seat, from: Cell) -> Vec<Cell> {
        let direction = |from: Cell, to: Cell| {
            let ((file, rank), (to_file, to_rank)) = (grid.place(from), grid.place(to));
            (to_file.cast_signed() - file.cast_signed(), to_rank.cast_signed() - rank.cast_signed())
        };
        let captures = |from: Cell| {
            let paths = self.paths[seat.index()][from.index()].iter();
            paths.filter(|path| path.mode == Mode::Capture)
        };
        let slides = |way| {
            self.role != Role::Pawn
                && grid.all().any(|from| {
                    let mut long = captures(from).filter(|path| path.cells.len() > 1);
                    long.any(|path| direction(from, path.cells[0]) == way)
                })
        };
        let lone = captures(from).filter(|path| path.cells.len() == 1).map(|path| path.cells[0]);
        lone.filter(|to| !slides(direction(from, *to))).collect()
    }

    /// Returns a piece that moves alike for both seats of a duel.
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

    /// Returns a pawn, whose paths depend on its seat.
    #[must_use]
    pub fn pawn(letter: char, cells: usize, paths: impl Fn(Seat, Cell) -> Vec<Path>) -> Self {
        let of = |seat| (0..cells).map(|cell| paths(seat, Cell(cell as u8))).collect();
        Self {
            role: Role::Pawn,
            paths: vec![of(Seat::WHITE), of(Seat::BLACK)],
            ..Self::piece(letter, 0, |_| Vec::new())
        }
    }

    /// Returns the kind with a name other than the usual one for its letter.
    #[must_use]
    pub fn named(self, name: &'static str) -> Self {
        Self { name, ..self }
    }

    /// Returns the kind as the royal one.
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
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CastlingSpec {
    /// The seat that castles.
    pub seat: Seat,
    /// The letter of the right in position strings.
    pub right: char,
    /// The two cells with which the move is written.
    pub code: (Cell, Cell),
    /// The first and the last cell of the king.
    pub king: (Cell, Cell),
    /// The first and the last cell of the rook.
    pub rook: (Cell, Cell),
    /// The cells that must be empty.
    pub empty: Vec<Cell>,
    /// The cells on which the king must not be attacked, as if it stood there instead of at home.
    /// Its first cell, and its last one after the whole move, are tested in any case.
    pub safe: Vec<Cell>,
}

/// A king's race round the board: the line of the lap, and the goals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LapSpec {
    /// The seat whose king races.
    pub seat: Seat,
    /// The letter in position strings for a king that has crossed its line.
    pub letter: char,
    /// The cells just before the line.
    pub before: Vec<Cell>,
    /// The cells just after it; a step back from these to the others undoes the lap.
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
    /// The plies since the last capture or pawn move.
    Halfmove,
    /// The number of the move, which rises after Black's.
    Fullmove,
}

impl Field {
    /// Returns whether it counts moves, like the fields at the end.
    pub(crate) const fn is_clock(self) -> bool {
        matches!(self, Self::Halfmove | Self::Fullmove)
    }
}

/// The material that can never mate, so that the game is a draw at once.
///
/// ```
/// use rotunda_movegen::{DeadMaterial, Kind};
/// // Neither a lone knight nor any number of bishops on cells of one colour can mate.
/// let (bishop, knight) = (Kind(2), Kind(1));
/// let chess = DeadMaterial { lone: vec![knight], one_colour: Some(bishop), ..Default::default() };
/// assert!(!chess.never);
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct DeadMaterial {
    /// Whether no material is a draw at once, not even two lone kings.
    pub never: bool,
    /// The kinds that cannot mate as the only piece beside the two kings.
    pub lone: Vec<Kind>,
    /// A kind that cannot mate, in any number, if all stand on cells of one colour.
    pub one_colour: Option<Kind>,
}

/// The condition under which a right to capture en passant distinguishes positions for the
/// repetition rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EnPassantCounts {
    /// A legal capture exists (FIDE Laws 9.2.3).
    IfLegal,
    /// A piece stands where it could capture, even if that would expose its king.
    IfGeometric,
}

/// A game as its author writes it. [`crate::VariantTables::compile`] turns it into tables.
///
/// The example of the [crate] writes one and plays it.
#[derive(Clone, PartialEq, Eq, Debug)]
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
    /// The material that is a draw at once.
    pub dead: DeadMaterial,
    /// The points for the ends of the game.
    pub scoring: Scoring,
    /// The limits of a duel without progress. Games of players round a table have limits of their
    /// own.
    pub limits: GameLimits,
    /// The condition under which en passant distinguishes positions.
    pub en_passant_counts: EnPassantCounts,
    /// The choices among the rules of the variant's family, as bits that the family defines; 0
    /// where it has none.
    pub family_flags: u32,
    /// A note on the parts of the board that a drawing of the grid cannot show; empty if there are
    /// none.
    pub note: String,
}

impl Spec {
    /// Returns the number of seats for which the first kind has paths, as all kinds must.
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
