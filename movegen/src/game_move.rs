//! [`GameMove`]: a legal move with all its facts.

use std::any::Any;
use std::fmt;

use crate::families::{Rules, SeriesMove, Written};
use crate::family_game::FamilyGame;
use crate::geometry::Cell;
use crate::position::{AsMove, Move, MoveKind, Position};
use crate::tables::Kind;
use crate::ways::{Way, ways};

/// The way in which a [`GameMove`] changes the board.
///
/// Promotions and series of jumps may also capture, see [`GameMove::captured`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameMoveKind {
    /// One piece goes to an empty cell.
    Plain,
    /// One piece goes to a cell and captures the piece there.
    Capture,
    /// A pawn captures the pawn that has just passed over its target.
    EnPassant,
    /// King and rook move together.
    Castling,
    /// A piece promotes on its target.
    Promotion,
    /// A draughtsman jumps, once or several times.
    Series,
    /// A pawn and the team mate's pawn directly ahead of it change places.
    Swap,
    /// Two pawns of one owner that face each other leave the board.
    Removal,
    /// The player passes without a move.
    Pass,
}

/// A move in the type of its family.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum FamilyMove {
    Simple(Move),
    Series(SeriesMove<1>),
}

/// A legal move of a position of a [`Game`](crate::Game). Only games create such moves.
///
/// It displays in the game's own notation.
///
/// ```
/// use rotunda_movegen::{GameMoveKind, Variant};
/// let fen = Some("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
/// let mut game = Variant::by_name("chess")?.game_from(fen)?;
/// let castling = game.parse_move("e1g1")?;
/// assert_eq!((castling.to_string(), castling.kind()), ("e1g1".into(), GameMoveKind::Castling));
/// assert_eq!((castling.ways().len(), castling.promotion()), (2, None));
/// assert!(!castling.is_capture() && game.legal_moves().contains(&castling));
/// game.play(&castling)?;
/// assert!(game.play(&castling).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct GameMove {
    text: String,
    typed: FamilyMove,
    kind: GameMoveKind,
    captured: Vec<Cell>,
    ways: Vec<Way>,
}

impl GameMove {
    /// Describes a legal move of a position, with its text.
    pub(crate) fn new<R: Rules<W>, const W: usize>(
        position: &Position<W>,
        mv: &R::Move,
        written: Written,
    ) -> Self {
        let captured: Vec<Cell> = R::captured(position, mv).iter().collect();
        let kind = match mv.kind() {
            _ if written.is_series => GameMoveKind::Series,
            MoveKind::Plain | MoveKind::Double if captured.is_empty() => GameMoveKind::Plain,
            MoveKind::Plain | MoveKind::Double => GameMoveKind::Capture,
            MoveKind::EnPassant => GameMoveKind::EnPassant,
            MoveKind::Castle => GameMoveKind::Castling,
            MoveKind::Promotion => GameMoveKind::Promotion,
            MoveKind::Swap => GameMoveKind::Swap,
            MoveKind::Removal => GameMoveKind::Removal,
            MoveKind::Pass => GameMoveKind::Pass,
        };
        let ways = match kind {
            GameMoveKind::Series => vec![written.cells],
            _ => ways(position, mv),
        };
        Self { text: written.text, typed: FamilyMove::of(mv), kind, captured, ways }
    }

    /// Describes legal moves of a position.
    pub(crate) fn all_of<R: Rules<W>, const W: usize>(
        position: &Position<W>,
        moves: &[R::Move],
    ) -> Vec<Self> {
        let written = R::written(position, moves);
        let with_text = moves.iter().zip(written);
        with_text.map(|(mv, written)| Self::new::<R, W>(position, mv, written)).collect()
    }

    /// Returns the move in the type of a family; `None` if it belongs to another family.
    pub(crate) fn typed<M: AsMove>(&self) -> Option<M> {
        let typed: &dyn Any = match &self.typed {
            FamilyMove::Simple(mv) => mv,
            FamilyMove::Series(mv) => mv,
        };
        typed.downcast_ref().cloned()
    }

    /// Returns the cell that the piece leaves; the first cell of the board for a pass.
    #[must_use]
    pub const fn from(&self) -> Cell {
        self.typed.plain().from()
    }

    /// The cell that the piece ends on.
    #[must_use]
    pub const fn to(&self) -> Cell {
        self.typed.plain().to()
    }

    /// Returns the way in which the move changes the board.
    #[must_use]
    pub const fn kind(&self) -> GameMoveKind {
        self.kind
    }

    /// The kind that the piece becomes, if the move promotes.
    #[must_use]
    pub const fn promotion(&self) -> Option<Kind> {
        self.typed.plain().promotes_to()
    }

    /// The cells of the pieces that the move captures.
    #[must_use]
    pub fn captured(&self) -> &[Cell] {
        &self.captured
    }

    /// Returns whether the move captures a piece.
    #[must_use]
    pub fn is_capture(&self) -> bool {
        !self.captured.is_empty()
    }

    /// Returns the ways of the pieces that the move moves, each from its first cell to its last.
    /// There is one way, the shortest of several; two for castling, the king's first; none for a
    /// pass or a removal.
    ///
    /// ```
    /// // A rook of Rollerball goes on round the corner: g4 g3 g2 g1 f1 e1.
    /// let fen = Some("K6/3k3/2***2/2***1R/2***2/4B2/7 w - 0 1");
    /// let game = rotunda_movegen::Variant::by_name("rollerball")?.game_from(fen)?;
    /// assert_eq!(game.parse_move("g4e1")?.ways()[0].len(), 6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn ways(&self) -> &[Way] {
        &self.ways
    }

    /// Returns the cells that the notation names, in its order: two, the first cell and all landing
    /// cells of a series of jumps, or none for a pass.
    #[must_use]
    pub fn cells(&self) -> Vec<Cell> {
        match self.kind {
            GameMoveKind::Pass => Vec::new(),
            GameMoveKind::Series => self.ways[0].clone(),
            _ => vec![self.from(), self.to()],
        }
    }
}

impl fmt::Display for GameMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl FamilyMove {
    fn of<M: AsMove>(mv: &M) -> Self {
        let mv: &dyn Any = mv;
        match (mv.downcast_ref(), mv.downcast_ref()) {
            (Some(simple), _) => Self::Simple(*simple),
            (_, Some(series)) => Self::Series(*series),
            _ => unreachable!("a move of a family of games on a fitting board"),
        }
    }

    const fn plain(&self) -> Move {
        match self {
            Self::Simple(mv) => *mv,
            Self::Series(mv) => mv.plain(),
        }
    }
}

impl<R: Rules<W>, const W: usize> FamilyGame<'_, R, W> {
    /// Describes the moves of a line from the current position.
    ///
    /// Every move must be legal in its position.
    #[must_use]
    pub fn line(&self, moves: &[R::Move]) -> Vec<GameMove> {
        let mut position = self.position().clone();
        let mut line = Vec::with_capacity(moves.len());
        for mv in moves {
            line.extend(GameMove::all_of::<R, W>(&position, std::slice::from_ref(mv)));
            R::play(&mut position, mv);
        }
        line
    }

    /// Returns the move in the type of the family, if it is legal in the current position.
    #[must_use]
    pub fn typed(&self, mv: &GameMove) -> Option<R::Move> {
        let cells = self.position().variant().cells();
        let is_on_board = mv.from().index().max(mv.to().index()) < cells;
        let typed: R::Move = mv.typed().filter(|_| is_on_board && !self.is_claimed())?;
        R::is_legal(self.position(), &typed).then_some(typed)
    }
}
