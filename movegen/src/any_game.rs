//! [`AnyGame`]: a game of any variant, for callers that ask once a command and not once a node.

use std::any::Any;
use std::fmt;
use std::ops::{ControlFlow, Deref};

use crate::families::{Drawing, Effort, Rules};
use crate::game::{Game, IllegalMove};
use crate::geometry::Cell;
use crate::hindrance::{self, Hindrance};
use crate::perft::{PerftObserver, perft, perft_on_pool};
use crate::position::{AsMove, Claim, FenError, MoveKind, Outcome, Position, RightText, repair};
use crate::reach::{self, Step};
use crate::tables::{Kind, Piece, Seat, VariantTables};
use crate::variants::{Family, Options, Variant, in_family};

/// Most repairs of one position string.
const REPAIRS: usize = 64;

/// A legal move of some position of an [`AnyGame`].
///
/// It is written, and compared, as the text that the game's notation has for it, and stands
/// wherever such a text does.
///
/// ```
/// let mut game = rotunda_movegen::Variant::by_name("rollerball")?.game();
/// let mv = game.parse_move("c2b3")?;
/// assert_eq!((mv.to_string(), mv.captured().len()), ("c2b3".to_owned(), 0));
/// assert_eq!(mv.promotes_to(), None);
/// assert!(game.legal_moves().contains(&mv));
/// game.play(&mv)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct GameMove {
    text: String,
    from: Cell,
    to: Cell,
    kind: MoveKind,
    promotes_to: Option<Kind>,
    captured: Vec<Cell>,
}

impl GameMove {
    fn new<R: Rules<W>, const W: usize>(game: &Game<R, W>, mv: &R::Move, text: String) -> Self {
        Self {
            text,
            from: mv.from(),
            to: mv.to(),
            kind: mv.kind(),
            promotes_to: mv.promotes_to(),
            captured: R::captured(game.position(), mv).iter().collect(),
        }
    }

    /// The cell that the piece leaves.
    #[must_use]
    pub const fn from(&self) -> Cell {
        self.from
    }

    /// The cell that the piece ends on.
    #[must_use]
    pub const fn to(&self) -> Cell {
        self.to
    }

    /// How the move changes the board; a series of jumps is [`MoveKind::Plain`].
    #[must_use]
    pub const fn kind(&self) -> MoveKind {
        self.kind
    }

    /// The kind that the piece becomes, if the move promotes.
    #[must_use]
    pub const fn promotes_to(&self) -> Option<Kind> {
        self.promotes_to
    }

    /// The cells of the pieces that the move takes.
    #[must_use]
    pub fn captured(&self) -> &[Cell] {
        &self.captured
    }
}

impl fmt::Display for GameMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Deref for GameMove {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl Family {
    /// A game from a position string, or from the start.
    ///
    /// # Errors
    /// If the position string is malformed or impossible.
    pub fn game(self, fen: Option<&str>) -> Result<Box<dyn AnyGame>, FenError> {
        in_family!(self, R, tables => boxed::<R, _>(tables, fen))
    }

    /// As [`Variant::game_leniently`], by these rules.
    ///
    /// # Errors
    /// If the position string is malformed or impossible, and its meaning not clear.
    pub fn game_leniently(self, fen: &str) -> Result<(Box<dyn AnyGame>, Vec<String>), FenError> {
        in_family!(self, R, tables => leniently::<R, _>(tables, fen))
    }
}

/// A game from a position string that is repaired until it is one of the variant.
fn leniently<R: Rules<W>, const W: usize>(
    variant: &'static VariantTables<W>,
    fen: &str,
) -> Result<(Box<dyn AnyGame>, Vec<String>), FenError> {
    let rights = rights(variant);
    let (mut text, mut notes) = (fen.to_owned(), Vec::new());
    loop {
        let error = match Game::<R, W>::parse(variant, &text) {
            Ok(game) => return Ok((Box::new(game), notes)),
            Err(error) => error,
        };
        let repaired = repair(&text, &error, &rights).filter(|_| notes.len() < REPAIRS);
        let (better, note) = repaired.ok_or(error)?;
        text = better;
        notes.push(note);
    }
}

/// The rights to castle of a variant.
fn rights<const W: usize>(tables: &VariantTables<W>) -> Vec<RightText> {
    let sides = tables.sides.iter().take(2).zip([true, false]);
    let rights = sides.flat_map(|(side, is_white)| {
        side.castlings.iter().filter_map(move |castling| {
            let file = tables.grid.name(castling.rook.0).chars().next()?;
            let file = if is_white { file.to_ascii_uppercase() } else { file };
            let letter = *tables.letters.get(castling.flag.trailing_zeros() as usize)?;
            Some(RightText { letter, file })
        })
    });
    rights.collect()
}

/// Moves of a game with their texts.
fn named<R: Rules<W>, const W: usize>(game: &Game<R, W>, moves: &[R::Move]) -> Vec<GameMove> {
    let texts = R::texts(game.position(), moves);
    moves.iter().zip(texts).map(|(mv, text)| GameMove::new(game, mv, text)).collect()
}

fn boxed<R: Rules<W>, const W: usize>(
    variant: &'static VariantTables<W>,
    fen: Option<&str>,
) -> Result<Box<dyn AnyGame>, FenError> {
    Ok(Box::new(Game::<R, W>::parse(variant, fen.unwrap_or(variant.start()))?))
}

impl Variant {
    /// A game from the start, by the variant's usual rules.
    ///
    /// # Panics
    /// If the variant's own start string is malformed, which no variant's is.
    #[must_use]
    pub fn game(&'static self) -> Box<dyn AnyGame> {
        self.game_from(None).expect("a variant's start position is well-formed")
    }

    /// A game from a position string, or from the start, by the variant's usual rules.
    ///
    /// # Errors
    /// If the position string is malformed or impossible.
    pub fn game_from(&'static self, fen: Option<&str>) -> Result<Box<dyn AnyGame>, FenError> {
        self.family(Options::default()).game(fen)
    }

    /// A game from a position string as other programs may write it, with a sentence for each
    /// change that made it a position string of this variant.
    ///
    /// Impossible rights to castle and en passant cells that no pawn passed are left out, clocks
    /// are brought within their bounds, and rights by the rook's file (Shredder-FEN, X-FEN) are
    /// understood.
    ///
    /// ```
    /// let chess = rotunda_movegen::Variant::by_name("chess")?;
    /// let (game, notes) = chess.game_leniently("4k3/8/8/8/8/8/8/4K2R w H e3 -1 1")?;
    /// assert_eq!((game.fen().as_str(), notes.len()), ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", 3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the position string is malformed or impossible, and its meaning not clear.
    pub fn game_leniently(
        &'static self,
        fen: &str,
    ) -> Result<(Box<dyn AnyGame>, Vec<String>), FenError> {
        self.family(Options::default()).game_leniently(fen)
    }
}

/// A game of any variant, for callers that ask once a command and not once a node.
///
/// ```
/// use rotunda_movegen::{Seat, Variant};
/// for variant in Variant::all() {
///     let mut game = variant.game();
///     let moves = game.legal_moves();
///     game.play(&moves[0])?;
///     assert_ne!(game.turn(), Seat(0));
/// }
/// # Ok::<(), rotunda_movegen::IllegalMove>(())
/// ```
pub trait AnyGame: Any + Send + Sync {
    /// The variant's name.
    fn variant(&self) -> &'static str;
    /// How many seats there are.
    fn seats(&self) -> usize;
    /// Whose turn it is.
    fn turn(&self) -> Seat;
    /// The position string.
    fn fen(&self) -> String;
    /// The number of the full move, as position strings have it.
    fn fullmove(&self) -> u32;
    /// The letter of the piece on a cell, a capital whoever owns it; `None` if the cell is empty or
    /// none has this name.
    fn letter(&self, cell: &str) -> Option<char>;
    /// The piece on a cell, a dead one too; `None` if the cell is empty.
    ///
    /// # Panics
    /// If the board has no such cell.
    fn piece(&self, cell: Cell) -> Option<Piece>;
    /// The pieces, dead ones too, and the cells on which they stand.
    fn pieces(&self) -> Vec<(Cell, Piece)>;
    /// The hash key.
    fn key(&self) -> u64;
    /// The legal moves, in the order of generation; none once a claim has ended the game.
    fn legal_moves(&self) -> Vec<GameMove>;
    /// The same, unless it takes a look at more than so many states of jump series; `None` then.
    fn legal_moves_within(&self, states: usize) -> Option<Vec<GameMove>>;
    /// Returns the legal moves whose first and last cell `wanted` accepts, in the order of
    /// generation; `None` if that takes a look at more than so many states of jump series.
    ///
    /// Only these moves are written as text, so it costs less than [`AnyGame::legal_moves`].
    ///
    /// ```
    /// let game = rotunda_movegen::Variant::by_name("chess")?.game();
    /// let f3 = game.parse_move("g1f3").expect("it is legal").to();
    /// let moves = game.moves_between(1, &|_, to| to == f3).expect("chess has no series");
    /// assert_eq!(moves.iter().map(|mv| &**mv).collect::<Vec<_>>(), ["f2f3", "g1f3"]);
    /// # Ok::<(), rotunda_movegen::UnknownVariant>(())
    /// ```
    fn moves_between(
        &self,
        states: usize,
        wanted: &dyn Fn(Cell, Cell) -> bool,
    ) -> Option<Vec<GameMove>>;
    /// The legal moves as text, in the order of generation.
    fn legal(&self) -> Vec<String>;
    /// The same, unless it takes a look at more than so many states of jump series; `None` then.
    fn legal_within(&self, states: usize) -> Option<Vec<String>>;
    /// Passes the legal moves as text to `visit`, each once and in no certain order, until that or
    /// `stop` ends it.
    ///
    /// It takes little memory, however many there are: in games with series of jumps a set-up can
    /// have millions. `stop` is asked again and again, between the moves too.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// let game = rotunda_movegen::Variant::by_name("ordinary")?.game();
    /// let mut count = 0;
    /// let all = game.each_legal(&|| false, &mut |_| {
    ///     count += 1;
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!((all, count), (ControlFlow::Continue(()), 41));
    /// # Ok::<(), rotunda_movegen::UnknownVariant>(())
    /// ```
    fn each_legal(
        &self,
        stop: &dyn Fn() -> bool,
        visit: &mut dyn FnMut(String) -> ControlFlow<()>,
    ) -> ControlFlow<()>;
    /// The legal move with this text, in any spelling that the game's notation allows.
    ///
    /// # Errors
    /// If there is none.
    fn parse_move(&self, text: &str) -> Result<GameMove, IllegalMove>;
    /// Plays the move with this text; a [`GameMove`] is its text.
    ///
    /// # Errors
    /// If it is not legal; the game is unchanged.
    fn play(&mut self, text: &str) -> Result<(), IllegalMove>;
    /// Takes a player from the table for another reason than a capture, as the rules have it for
    /// who resigns or oversteps the time; `false`, and nothing done, if it does not play any more
    /// or the game is a duel, which ends instead.
    fn eliminate(&mut self, seat: Seat) -> bool;
    /// Whether a seat still plays.
    fn is_alive(&self, seat: Seat) -> bool;
    /// The number of a seat's side, which team mates share.
    fn side(&self, seat: Seat) -> usize;
    /// Every seat's points if the sides that still play shared the point; all members of a team
    /// have its share.
    fn even_points(&self) -> Vec<u16>;
    /// How the game has ended, or `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;
    /// The claim by which a seat may end the game now, as [`Game::claim`].
    fn claim(&self) -> Option<Claim>;
    /// Makes a seat's claim, as [`Game::make_claim`].
    fn make_claim(&mut self, seat: Seat) -> Option<Outcome>;
    /// The letter of each kind of piece in position strings, and what people call it.
    fn kinds(&self) -> Vec<(char, &'static str)>;
    /// The cells of the pieces that attack the king of the side to move.
    fn checkers(&self) -> Vec<String>;
    /// The cells of a seat's pieces that attack a cell, which is empty if no cell has this name.
    fn attackers(&self, cell: &str, seat: Seat) -> Vec<String>;
    /// The names of all cells.
    fn cells(&self) -> Vec<String>;
    /// The legal moves that end the mover's turn with its king where an enemy can take it; none
    /// where a check must be answered.
    fn self_checks(&self) -> Vec<String>;
    /// Whether a seat's king has crossed the line that its race must cross; `None` if it runs no
    /// race.
    fn has_lapped(&self, seat: Seat) -> Option<bool>;
    /// Why no legal move leads from one cell to another; `None` if one does, or if the piece does
    /// not go there in any case.
    fn hindrance(&self, from: Cell, to: Cell) -> Option<Hindrance>;
    /// The steps of the living piece on a cell by its nature, as if it were its owner's turn, and
    /// what keeps those of the mover from being legal; none from an empty cell. Of the series of
    /// jumps there may be a part only.
    ///
    /// ```
    /// let game = rotunda_movegen::Variant::by_name("chess")?.game();
    /// let (knight, _) = game.pieces().into_iter().find(|(cell, _)| game.cells()[cell.index()] == "g8").expect("it stands there");
    /// let steps: Vec<String> = game.reach(knight).into_iter().map(|step| step.text).collect();
    /// assert_eq!(steps, ["g8f6", "g8h6"]);
    /// # Ok::<(), rotunda_movegen::UnknownVariant>(())
    /// ```
    fn reach(&self, from: Cell) -> Vec<Step>;
    /// Whether a duty to capture leaves out moves that would be legal without it, or orders one.
    fn is_bound(&self) -> bool;
    /// The board as text for people, as the first seat sees it.
    fn draw(&self) -> Drawing {
        self.draw_from(Seat(0), &[])
    }
    /// The board as text for people, with a seat's own men at the bottom, and the way of the last
    /// move if wanted: for every piece that it moved the cells from the one that it left to the one
    /// where it ended. Empty cells of it show their names, brackets the end of the first.
    fn draw_from(&self, seat: Seat, last: &[Vec<Cell>]) -> Drawing;
    /// For each legal move, the number of leaves below it in the tree of legal moves, as [`perft`].
    fn perft(&self, depth: u32) -> Vec<(String, u64)>;
    /// The same on the threads of the current `rayon` pool, watched and maybe stopped by an
    /// observer, as [`perft_on_pool`].
    fn perft_on_pool(&self, depth: u32, observer: &dyn PerftObserver)
    -> Option<Vec<(String, u64)>>;
    /// A copy of the game.
    fn boxed(&self) -> Box<dyn AnyGame>;
}

impl<R: Rules<W>, const W: usize> AnyGame for Game<'static, R, W> {
    fn variant(&self) -> &'static str {
        self.position().variant().name()
    }

    fn seats(&self) -> usize {
        self.position().variant().seats()
    }

    fn turn(&self) -> Seat {
        self.position().turn()
    }

    fn fen(&self) -> String {
        R::fen(self.position())
    }

    fn fullmove(&self) -> u32 {
        self.position().fullmove()
    }

    fn letter(&self, cell: &str) -> Option<char> {
        let variant = self.position().variant();
        let piece = self.position().piece(variant.grid().named(cell)?);
        (piece != Piece::NONE).then(|| variant.kinds()[piece.kind().index()].letter)
    }

    fn piece(&self, cell: Cell) -> Option<Piece> {
        Some(self.position().piece(cell)).filter(|piece| *piece != Piece::NONE)
    }

    fn pieces(&self) -> Vec<(Cell, Piece)> {
        let cells = self.position().variant().grid().all();
        let pieces = cells.map(|cell| (cell, self.position().piece(cell)));
        pieces.filter(|(_, piece)| *piece != Piece::NONE).collect()
    }

    fn key(&self) -> u64 {
        self.position().key()
    }

    fn legal_moves(&self) -> Vec<GameMove> {
        named(self, &self.moves())
    }

    fn legal_moves_within(&self, states: usize) -> Option<Vec<GameMove>> {
        let mut effort = Effort::new(states, states);
        let moves = self.moves_within(&mut effort);
        effort.is_complete().then(|| named(self, &moves))
    }

    fn moves_between(
        &self,
        states: usize,
        wanted: &dyn Fn(Cell, Cell) -> bool,
    ) -> Option<Vec<GameMove>> {
        let mut effort = Effort::new(states, states);
        let mut moves = self.moves_within(&mut effort);
        moves.retain(|mv| wanted(mv.from(), mv.to()));
        effort.is_complete().then(|| named(self, &moves))
    }

    fn legal(&self) -> Vec<String> {
        R::texts(self.position(), &self.moves())
    }

    fn legal_within(&self, states: usize) -> Option<Vec<String>> {
        let mut effort = Effort::new(states, states);
        let moves = self.moves_within(&mut effort);
        effort.is_complete().then(|| R::texts(self.position(), &moves))
    }

    fn each_legal(
        &self,
        stop: &dyn Fn() -> bool,
        visit: &mut dyn FnMut(String) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.is_claimed() {
            return ControlFlow::Continue(());
        }
        R::each_text(self.position(), stop, visit)
    }

    fn parse_move(&self, text: &str) -> Result<GameMove, IllegalMove> {
        let mv = self.find(text)?;
        let text = R::texts(self.position(), std::slice::from_ref(&mv)).remove(0);
        Ok(GameMove::new(self, &mv, text))
    }

    fn play(&mut self, text: &str) -> Result<(), IllegalMove> {
        let mv = self.find(text)?;
        self.play_unchecked(&mv);
        Ok(())
    }

    fn eliminate(&mut self, seat: Seat) -> bool {
        Game::eliminate(self, seat)
    }

    fn is_alive(&self, seat: Seat) -> bool {
        self.position().is_alive(seat)
    }

    fn side(&self, seat: Seat) -> usize {
        self.position().side_of(seat)
    }

    fn even_points(&self) -> Vec<u16> {
        self.position().even_points()[..self.position().variant().seats()].to_vec()
    }

    fn outcome(&self) -> Option<Outcome> {
        Game::outcome(self)
    }

    fn claim(&self) -> Option<Claim> {
        Game::claim(self)
    }

    fn make_claim(&mut self, seat: Seat) -> Option<Outcome> {
        Game::make_claim(self, seat)
    }

    fn kinds(&self) -> Vec<(char, &'static str)> {
        let kinds = self.position().variant().kinds().iter();
        kinds.map(|kind| (kind.letter, kind.name)).collect()
    }

    fn checkers(&self) -> Vec<String> {
        names(self.position(), R::threats(self.position(), self.position().turn()).iter())
    }

    fn attackers(&self, cell: &str, seat: Seat) -> Vec<String> {
        let cell = self.position().variant().grid().named(cell);
        cell.map_or(vec![], |cell| {
            names(self.position(), R::attackers(self.position(), cell, seat).iter())
        })
    }

    fn cells(&self) -> Vec<String> {
        names(self.position(), self.position().variant().grid().all())
    }

    fn self_checks(&self) -> Vec<String> {
        let position = self.position();
        if position.has_check_rules() {
            return Vec::new();
        }
        let exposes = |mv: &R::Move| {
            let mut next = position.clone();
            R::play(&mut next, mv);
            next.turn() != position.turn() && !next.threats(position.turn()).is_empty()
        };
        let exposing: Vec<R::Move> = self.moves().into_iter().filter(exposes).collect();
        R::texts(position, &exposing)
    }

    fn has_lapped(&self, seat: Seat) -> Option<bool> {
        let position = self.position();
        let runs = position.variant().laps().iter().any(|lap| lap.seat == seat);
        runs.then(|| position.has_lapped(seat))
    }

    fn hindrance(&self, from: Cell, to: Cell) -> Option<Hindrance> {
        hindrance::hindrance(self, from, to)
    }

    fn reach(&self, from: Cell) -> Vec<Step> {
        reach::reach(self, from)
    }

    fn is_bound(&self) -> bool {
        hindrance::is_bound(self)
    }

    fn draw_from(&self, seat: Seat, last: &[Vec<Cell>]) -> Drawing {
        R::draw(self.position(), seat, last)
    }

    fn perft(&self, depth: u32) -> Vec<(String, u64)> {
        if self.is_claimed() {
            return Vec::new();
        }
        perft::<R, W>(self.position(), depth)
    }

    fn perft_on_pool(
        &self,
        depth: u32,
        observer: &dyn PerftObserver,
    ) -> Option<Vec<(String, u64)>> {
        if self.is_claimed() {
            return Some(Vec::new());
        }
        perft_on_pool::<R, W>(self.position(), depth, observer)
    }

    fn boxed(&self) -> Box<dyn AnyGame> {
        Box::new(self.clone())
    }
}

fn names<const W: usize>(position: &Position<W>, cells: impl Iterator<Item = Cell>) -> Vec<String> {
    cells.map(|cell| position.variant().grid().name(cell)).collect()
}
