//! [`Game`]: a game of any variant, for callers that ask once per command and not once per node.

use std::any::Any;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::families::{Draughts, Drawing, Duel, GenBudget, Multiplayer, Rules};
use crate::family_game::{FamilyGame, IllegalMove, Snapshot};
use crate::game_move::{GameMove, GameMoveKind};
use crate::geometry::Cell;
use crate::hindrance::{self, Hindrance};
use crate::perft::{PerftObserver, perft, perft_on_pool};
use crate::position::{AsMove, Claim, Outcome, Position};
use crate::reach::{self, Step};
use crate::tables::{Piece, Seat};
use crate::ways::{Way, way};

/// A game of any variant, for callers that ask once per command and not once per node.
///
/// Searches and other callers that ask more often work on [`FamilyGame`], see [`Game::family`].
///
/// ```
/// use rotunda_movegen::{Seat, Variant};
/// for variant in Variant::all() {
///     let mut game = variant.game();
///     let start = game.fen();
///     let moves = game.legal_moves();
///     game.play(&moves[0])?;
///     assert_ne!(game.turn(), Seat(0));
///     assert!(game.undo() && game.fen() == start && !game.undo());
/// }
/// # Ok::<(), rotunda_movegen::IllegalMove>(())
/// ```
#[derive(Clone)]
pub struct Game(State);

/// The game in the type of its family.
#[derive(Clone)]
enum State {
    Duel(Box<Timeline<Duel, 1>>),
    WideDuel(Box<Timeline<Duel, 2>>),
    Draughts(Box<Timeline<Draughts, 1>>),
    Multiplayer(Box<Timeline<Multiplayer, 1>>),
    WideMultiplayer(Box<Timeline<Multiplayer, 2>>),
}

/// A game, and the snapshots that undo its actions, the latest last.
#[derive(Clone)]
struct Timeline<R: Rules<W>, const W: usize> {
    now: FamilyGame<'static, R, W>,
    before: Vec<Arc<Snapshot<'static, W>>>,
}

/// Evaluates an expression with the timeline of a game under a name, and with its rules under
/// another.
macro_rules! in_game {
    ($state:expr, $rules:ident, $timeline:ident => $body:expr) => {
        match $state {
            State::Duel($timeline) => {
                type $rules = Duel;
                $body
            }
            State::WideDuel($timeline) => {
                type $rules = Duel;
                $body
            }
            State::Draughts($timeline) => {
                type $rules = Draughts;
                $body
            }
            State::Multiplayer($timeline) => {
                type $rules = Multiplayer;
                $body
            }
            State::WideMultiplayer($timeline) => {
                type $rules = Multiplayer;
                $body
            }
        }
    };
    ($state:expr, $timeline:ident => $body:expr) => {
        match $state {
            State::Duel($timeline) => $body,
            State::WideDuel($timeline) => $body,
            State::Draughts($timeline) => $body,
            State::Multiplayer($timeline) => $body,
            State::WideMultiplayer($timeline) => $body,
        }
    };
}

impl<R: Rules<W>, const W: usize> Timeline<R, W> {
    /// Does an action that can be undone, and returns whether it was done.
    fn act(&mut self, action: impl FnOnce(&mut FamilyGame<'static, R, W>) -> bool) -> bool {
        let before = self.now.snapshot();
        let is_done = action(&mut self.now);
        if is_done {
            self.before.push(Arc::new(before));
        }
        is_done
    }

    fn play(&mut self, mv: &R::Move) {
        self.act(|game| {
            game.play_unchecked(mv);
            true
        });
    }

    fn undo(&mut self) -> bool {
        let Some(before) = self.before.pop() else { return false };
        self.now.restore(&before);
        true
    }
}

/// Converts games of a family to games.
macro_rules! from_family {
    ($($arm:ident($rules:ty, $words:literal)),*) => {$(
        impl From<FamilyGame<'static, $rules, $words>> for Game {
            fn from(now: FamilyGame<'static, $rules, $words>) -> Self {
                Self(State::$arm(Box::new(Timeline { now, before: Vec::new() })))
            }
        }
    )*};
}

from_family!(
    Duel(Duel, 1),
    WideDuel(Duel, 2),
    Draughts(Draughts, 1),
    Multiplayer(Multiplayer, 1),
    WideMultiplayer(Multiplayer, 2)
);

impl Game {
    /// Returns the game in the type of its family; `None` if it is of another family.
    #[must_use]
    pub fn family<R: Rules<W>, const W: usize>(&self) -> Option<&FamilyGame<'static, R, W>> {
        in_game!(&self.0, game => (&game.now as &dyn Any).downcast_ref())
    }

    /// The variant's name.
    #[must_use]
    pub fn variant(&self) -> &'static str {
        in_game!(&self.0, game => game.now.position().variant().name())
    }

    /// Returns the number of seats.
    #[must_use]
    pub fn seats(&self) -> usize {
        in_game!(&self.0, game => game.now.position().variant().seats())
    }

    /// Returns the seat to move.
    #[must_use]
    pub fn turn(&self) -> Seat {
        in_game!(&self.0, game => game.now.position().turn())
    }

    /// The position string.
    #[must_use]
    pub fn fen(&self) -> String {
        in_game!(&self.0, game => game.now.fen())
    }

    /// The number of the full move, as in position strings.
    #[must_use]
    pub fn fullmove(&self) -> u32 {
        in_game!(&self.0, game => game.now.position().fullmove())
    }

    /// Returns the letter of the piece on a cell, a capital for every owner; `None` if the cell is
    /// empty or does not exist.
    #[must_use]
    pub fn letter(&self, cell: &str) -> Option<char> {
        in_game!(&self.0, game => {
            let variant = game.now.position().variant();
            let piece = self.piece(variant.grid().named(cell)?)?;
            Some(variant.kinds()[piece.kind().index()].letter)
        })
    }

    /// Returns the piece on a cell, dead or living; `None` if the cell is empty.
    ///
    /// # Panics
    /// Panics if the board has no such cell.
    #[must_use]
    pub fn piece(&self, cell: Cell) -> Option<Piece> {
        let piece = in_game!(&self.0, game => game.now.position().piece(cell));
        Some(piece).filter(|piece| *piece != Piece::NONE)
    }

    /// Returns the pieces, dead ones included, with their cells.
    #[must_use]
    pub fn pieces(&self) -> Vec<(Cell, Piece)> {
        let all = in_game!(&self.0, game => game.now.position().variant().grid().all());
        all.filter_map(|cell| Some((cell, self.piece(cell)?))).collect()
    }

    /// The hash key.
    #[must_use]
    pub fn key(&self) -> u64 {
        in_game!(&self.0, game => game.now.position().key())
    }

    /// Returns the legal moves, in the order of generation; none once a claim has ended the game.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<GameMove> {
        in_game!(&self.0, R, game => {
            GameMove::all_of::<R, _>(game.now.position(), &game.now.moves())
        })
    }

    /// Returns the same, or `None` if that needs more than so many states of jump series.
    #[must_use]
    pub fn legal_moves_within(&self, states: usize) -> Option<Vec<GameMove>> {
        self.moves_between(states, &|_, _| true)
    }

    /// Returns the legal moves whose first and last cell `wanted` accepts, in the order of
    /// generation; `None` if that needs more than so many states of jump series.
    ///
    /// It writes only these moves as text, so it costs less than [`Game::legal_moves`].
    ///
    /// ```
    /// let game = rotunda_movegen::Variant::by_name("chess")?.game();
    /// let f3 = game.parse_move("g1f3").expect("it is legal").to();
    /// let moves = game.moves_between(1, &|_, to| to == f3).expect("chess has no series");
    /// assert_eq!(moves.iter().map(ToString::to_string).collect::<Vec<_>>(), ["f2f3", "g1f3"]);
    /// # Ok::<(), rotunda_movegen::UnknownVariant>(())
    /// ```
    #[must_use]
    pub fn moves_between(
        &self,
        states: usize,
        wanted: &dyn Fn(Cell, Cell) -> bool,
    ) -> Option<Vec<GameMove>> {
        let mut budget = GenBudget::new(states, states);
        in_game!(&self.0, R, game => {
            let mut moves = game.now.moves_within(&mut budget);
            moves.retain(|mv| wanted(mv.from(), mv.to()));
            let position = game.now.position();
            budget.is_complete().then(|| GameMove::all_of::<R, _>(position, &moves))
        })
    }

    /// Passes each legal move to `visit` once, in no certain order, until `visit` or `stop` ends
    /// it.
    ///
    /// It needs little memory, even for millions of moves, which a position with series of jumps
    /// can have. `stop` is asked again and again, also between the moves.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// let game = rotunda_movegen::Variant::by_name("ordinary")?.game();
    /// let mut count = 0;
    /// let all = game.each_legal(&|| false, &mut |mv| {
    ///     assert!(game.is_legal(&mv));
    ///     count += 1;
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!((all, count), (ControlFlow::Continue(()), 41));
    /// # Ok::<(), rotunda_movegen::UnknownVariant>(())
    /// ```
    pub fn each_legal(
        &self,
        stop: &dyn Fn() -> bool,
        visit: &mut dyn FnMut(GameMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        in_game!(&self.0, R, game => {
            if game.now.is_claimed() {
                return ControlFlow::Continue(());
            }
            let position = game.now.position();
            R::each_written(position, stop, &mut |mv, written| {
                visit(GameMove::new::<R, _>(position, mv, written))
            })
        })
    }

    /// Returns the legal move with this text, in any spelling that the game's notation allows.
    ///
    /// # Errors
    /// Returns an error if there is none.
    pub fn parse_move(&self, text: &str) -> Result<GameMove, IllegalMove> {
        in_game!(&self.0, game => {
            let mv = game.now.find(text)?;
            Ok(game.now.line(&[mv]).remove(0))
        })
    }

    /// Returns the legal castling that a text writes as the king's move onto its own rook, as in
    /// UCI for Chess960.
    ///
    /// ```
    /// use rotunda_movegen::Variant;
    /// let fen = Some("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    /// let game = Variant::by_name("chess")?.game_from(fen)?;
    /// let castling = game.castling_onto_rook("e1h1").expect("it is legal");
    /// assert_eq!(castling.to_string(), "e1g1");
    /// assert!(game.castling_onto_rook("e1g1").is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn castling_onto_rook(&self, text: &str) -> Option<GameMove> {
        let text = text.to_ascii_lowercase();
        let code = in_game!(&self.0, game => {
            let position = game.now.position();
            let (grid, side) = (position.variant().grid(), position.turn().index());
            let (king, rest) = grid.first_named(&text)?;
            let (rook, _) = grid.first_named(rest).filter(|(_, rest)| rest.is_empty())?;
            let mut castlings = position.variant().sides[side].castlings.iter();
            let castling = castlings.find(|one| (one.king.0, one.rook.0) == (king, rook))?;
            format!("{}{}", grid.name(castling.code.0), grid.name(castling.code.1))
        });
        self.parse_move(&code).ok().filter(|mv| mv.kind() == GameMoveKind::Castling)
    }

    /// Returns whether a move is legal in the current position.
    #[must_use]
    pub fn is_legal(&self, mv: &GameMove) -> bool {
        in_game!(&self.0, game => game.now.typed(mv).is_some())
    }

    /// Plays a move.
    ///
    /// # Errors
    /// Returns an error if it is not legal in the current position. The game is then unchanged.
    pub fn play(&mut self, mv: &GameMove) -> Result<(), IllegalMove> {
        in_game!(&mut self.0, game => {
            let mv = game.now.typed(mv).ok_or(IllegalMove)?;
            game.play(&mv);
        });
        Ok(())
    }

    /// Plays the legal move with this text, as [`Game::parse_move`] reads it, and returns it.
    ///
    /// # Errors
    /// Returns an error if there is none. The game is then unchanged.
    pub fn play_text(&mut self, text: &str) -> Result<GameMove, IllegalMove> {
        in_game!(&mut self.0, game => {
            let mv = game.now.find(text)?;
            let played = game.now.line(std::slice::from_ref(&mv)).remove(0);
            game.play(&mv);
            Ok(played)
        })
    }

    /// Takes back the last move, claim or elimination. Returns false if there is none since the
    /// game was set up.
    pub fn undo(&mut self) -> bool {
        in_game!(&mut self.0, game => game.undo())
    }

    /// Eliminates a player that resigns or oversteps the time, by the game's rules. Returns false
    /// and does nothing if the player is already out, or in a duel, which ends instead.
    pub fn eliminate(&mut self, seat: Seat) -> bool {
        in_game!(&mut self.0, game => game.act(|now| now.eliminate(seat)))
    }

    /// Returns whether a seat still plays.
    #[must_use]
    pub fn is_alive(&self, seat: Seat) -> bool {
        in_game!(&self.0, game => game.now.position().is_alive(seat))
    }

    /// The number of a seat's side, which team mates share.
    #[must_use]
    pub fn side(&self, seat: Seat) -> usize {
        in_game!(&self.0, game => game.now.position().side_of(seat))
    }

    /// Returns every seat's points if the remaining sides shared the point. Each member of a team
    /// gets its share.
    #[must_use]
    pub fn even_points(&self) -> Vec<u16> {
        let points = in_game!(&self.0, game => game.now.position().even_points());
        points[..self.seats()].to_vec()
    }

    /// Returns the outcome of the game, or `None` while it goes on.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        in_game!(&self.0, game => game.now.outcome())
    }

    /// Returns the claim by which a seat may end the game now, see [`FamilyGame::claim`].
    #[must_use]
    pub fn claim(&self) -> Option<Claim> {
        in_game!(&self.0, game => game.now.claim())
    }

    /// Makes a seat's claim, see [`FamilyGame::make_claim`].
    pub fn make_claim(&mut self, seat: Seat) -> Option<Outcome> {
        in_game!(&mut self.0, game => game.act(|now| now.make_claim(seat).is_some()))
            .then(|| self.outcome())
            .flatten()
    }

    /// Returns the letter of each kind of piece in position strings, and its name for people.
    #[must_use]
    pub fn kinds(&self) -> Vec<(char, &'static str)> {
        let kinds = in_game!(&self.0, game => game.now.position().variant().kinds());
        kinds.iter().map(|kind| (kind.letter, kind.name)).collect()
    }

    /// Returns whether the king of the side to move is attacked.
    #[must_use]
    pub fn is_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// The cells of the pieces that attack the king of the side to move.
    #[must_use]
    pub fn checkers(&self) -> Vec<Cell> {
        in_game!(&self.0, R, game => {
            let position = game.now.position();
            R::threats(position, position.turn()).iter().collect()
        })
    }

    /// Returns the cells of a seat's pieces that attack a cell of the board.
    #[must_use]
    pub fn attackers(&self, cell: Cell, seat: Seat) -> Vec<Cell> {
        in_game!(&self.0, R, game => {
            R::attackers(game.now.position(), cell, seat).iter().collect()
        })
    }

    /// Returns the name of a cell of the board.
    #[must_use]
    pub fn cell_name(&self, cell: Cell) -> String {
        in_game!(&self.0, game => game.now.position().variant().grid().name(cell))
    }

    /// The names of all cells.
    #[must_use]
    pub fn cells(&self) -> Vec<String> {
        in_game!(&self.0, game => {
            let position = game.now.position();
            let grid = position.variant().grid();
            grid.all().map(|cell| grid.name(cell)).collect()
        })
    }

    /// Returns the legal moves that leave the mover's king en prise at the end of its turn; none
    /// where a check must be answered.
    #[must_use]
    pub fn self_checks(&self) -> Vec<GameMove> {
        in_game!(&self.0, game => self_checks(&game.now))
    }

    /// Returns whether a seat's king has crossed the line of its race; `None` without a race.
    #[must_use]
    pub fn has_lapped(&self, seat: Seat) -> Option<bool> {
        in_game!(&self.0, game => {
            let position = game.now.position();
            let runs = position.variant().laps().iter().any(|lap| lap.seat == seat);
            runs.then(|| position.has_lapped(seat))
        })
    }

    /// Returns the reason why no legal move leads from one cell to another; `None` if one does, or
    /// if the piece could not go there anyway.
    #[must_use]
    pub fn hindrance(&self, from: Cell, to: Cell) -> Option<Hindrance> {
        in_game!(&self.0, game => hindrance::hindrance(&game.now, from, to))
    }

    /// Returns the way of the piece on a cell to another if it went there now. It is only the two
    /// cells if no path of the piece leads there, or if the first cell is empty.
    ///
    /// # Panics
    /// Panics if the board has no such cell.
    #[must_use]
    pub fn way(&self, from: Cell, to: Cell) -> Way {
        in_game!(&self.0, game => way(game.now.position(), from, to))
    }

    /// Returns the steps of the living piece on a cell by its nature, as if it were its owner's
    /// turn, and the reason why a step of the mover is not legal. An empty cell has none. Of many
    /// series of jumps it returns only a part.
    ///
    /// ```
    /// let game = rotunda_movegen::Variant::by_name("chess")?.game();
    /// let knight = game.parse_move("g1f3").expect("it is legal").from();
    /// let steps: Vec<String> = game.reach(knight).into_iter().map(|step| step.text).collect();
    /// assert_eq!(steps, ["g1f3", "g1h3"]);
    /// # Ok::<(), rotunda_movegen::UnknownVariant>(())
    /// ```
    #[must_use]
    pub fn reach(&self, from: Cell) -> Vec<Step> {
        in_game!(&self.0, game => reach::reach(&game.now, from))
    }

    /// Returns whether a duty to capture forbids moves that would be legal without it, or demands
    /// one.
    #[must_use]
    pub fn is_bound(&self) -> bool {
        in_game!(&self.0, game => hindrance::is_bound(&game.now))
    }

    /// Returns the board as text for people, as the first seat sees it.
    #[must_use]
    pub fn draw(&self) -> Drawing {
        self.draw_from(Seat(0), &[])
    }

    /// Returns the board as text for people, with a seat's own pieces at the bottom. `last` has the
    /// way of every piece that the last move moved, or is empty. Empty cells of a way show their
    /// names, and brackets mark the end of the first way.
    #[must_use]
    pub fn draw_from(&self, seat: Seat, last: &[Way]) -> Drawing {
        in_game!(&self.0, R, game => R::draw(game.now.position(), seat, last))
    }

    /// Returns the number of leaves below each legal move, see [`perft`].
    #[must_use]
    pub fn perft(&self, depth: u32) -> Vec<(GameMove, u64)> {
        in_game!(&self.0, R, game => {
            if game.now.is_claimed() {
                return Vec::new();
            }
            described::<R, _>(game.now.position(), perft::<R, _>(game.now.position(), depth))
        })
    }

    /// Returns the same by the threads of the current `rayon` pool, with an observer that may stop
    /// it, see [`perft_on_pool`].
    #[must_use]
    pub fn perft_on_pool(
        &self,
        depth: u32,
        observer: &dyn PerftObserver,
    ) -> Option<Vec<(GameMove, u64)>> {
        in_game!(&self.0, R, game => {
            if game.now.is_claimed() {
                return Some(Vec::new());
            }
            let counts = perft_on_pool::<R, _>(game.now.position(), depth, observer)?;
            Some(described::<R, _>(game.now.position(), counts))
        })
    }
}

impl fmt::Display for Game {
    /// Draws the board, see [`Game::draw`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.draw().fmt(f)
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Game({}, {:?})", self.variant(), self.fen())
    }
}

/// Describes the legal moves of a position that have counts.
fn described<R: Rules<W>, const W: usize>(
    position: &Position<W>,
    counts: Vec<(R::Move, u64)>,
) -> Vec<(GameMove, u64)> {
    let (moves, counts): (Vec<_>, Vec<_>) = counts.into_iter().unzip();
    GameMove::all_of::<R, W>(position, &moves).into_iter().zip(counts).collect()
}

/// Returns the legal moves that leave the mover's king en prise at the end of its turn.
fn self_checks<R: Rules<W>, const W: usize>(game: &FamilyGame<'static, R, W>) -> Vec<GameMove> {
    let position = game.position();
    if position.has_check_rules() {
        return Vec::new();
    }
    let exposes = |mv: &R::Move| {
        let mut next = position.clone();
        R::play(&mut next, mv);
        next.turn() != position.turn() && !next.threats(position.turn()).is_empty()
    };
    let exposing: Vec<R::Move> = game.moves().into_iter().filter(exposes).collect();
    GameMove::all_of::<R, W>(position, &exposing)
}
