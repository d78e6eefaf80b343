//! [`Game`]: a position and the way to it; [`AnyGame`]: the same for callers of all variants.

use std::any::Any;
use std::fmt;
use std::marker::PhantomData;

use crate::families::{Drawing, Rules};
use crate::geometry::Cell;
use crate::perft::{PerftObserver, perft, perft_on_pool};
use crate::position::{FenError, History, Outcome, Position, Reason, Select};
use crate::tables::{Piece, Seat, Variant};

/// A position and the way to it, which repetition rules ask for.
#[derive(Clone, Debug)]
pub struct Game<R: Rules<W>, const W: usize> {
    position: Position<W>,
    history: History,
    /// How a claim has ended the game, which its position does not show.
    claimed: Option<Outcome>,
    rules: PhantomData<R>,
}

/// A move text that no legal move of the position has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IllegalMove;

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a legal move")
    }
}

impl std::error::Error for IllegalMove {}

impl<R: Rules<W>, const W: usize> Game<R, W> {
    /// A game from the variant's start.
    #[must_use]
    pub fn new(variant: &'static Variant<W>) -> Self {
        Self::from_position(R::start(variant))
    }

    /// A game from a position string.
    ///
    /// # Errors
    /// As [`Rules::parse`].
    pub fn parse(variant: &'static Variant<W>, fen: &str) -> Result<Self, FenError> {
        R::parse(variant, fen).map(Self::from_position)
    }

    /// A game from a position without a past.
    #[must_use]
    pub fn from_position(position: Position<W>) -> Self {
        let mut history = History::default();
        history.push(position.key(), R::check_info(&position).in_check());
        Self { position, history, claimed: None, rules: PhantomData }
    }

    /// The current position.
    #[must_use]
    pub const fn position(&self) -> &Position<W> {
        &self.position
    }

    /// The positions so far, the current one last.
    #[must_use]
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// The position string.
    #[must_use]
    pub fn fen(&self) -> String {
        R::fen(&self.position)
    }

    /// The legal moves; none once a claim has ended the game.
    #[must_use]
    pub fn moves(&self) -> Vec<R::Move> {
        let mut list = Vec::new();
        if self.claimed.is_some() {
            return list;
        }
        R::generate(&self.position, &R::check_info(&self.position), Select::All, &mut list);
        list
    }

    /// Plays a legal move.
    pub fn play_unchecked(&mut self, mv: &R::Move) {
        R::play(&mut self.position, mv);
        self.history.push(self.position.key(), R::check_info(&self.position).in_check());
    }

    /// Takes a player from the table, as the rules have it for who resigns or oversteps the time:
    /// its pieces stay as dead ones, and the turn goes on if it was its turn. Whether that was done;
    /// duels know no such thing, they end.
    pub fn eliminate(&mut self, seat: Seat) -> bool {
        let done = R::eliminate(&mut self.position, seat);
        if done {
            self.history.push(self.position.key(), R::check_info(&self.position).in_check());
        }
        done
    }

    /// The legal move with this text.
    ///
    /// # Errors
    /// If there is none.
    pub fn find(&self, text: &str) -> Result<R::Move, IllegalMove> {
        if self.claimed.is_some() {
            return Err(IllegalMove);
        }
        R::find(&self.position, text).ok_or(IllegalMove)
    }

    /// How the side to move may end the game now by a claim, or `None` if no claim is open to it.
    ///
    /// The claim of a bare king is open from the move that bares the enemy, for as long as the
    /// game goes on and the enemy has nothing but its king (docs/rules/ordinary-nocheckers.md 6.3).
    #[must_use]
    pub fn claim(&self) -> Option<Outcome> {
        let share = R::claim(&self.position).filter(|_| self.outcome().is_none())?;
        Some(Outcome::duel(Reason::BareKing, self.position.turn(), share))
    }

    /// Makes the claim that is open to the side to move: the game ends as [`Game::claim`] says, and
    /// there are no more moves. Returns how it has ended, or `None` if no claim is open.
    pub fn make_claim(&mut self) -> Option<Outcome> {
        let claim = self.claim()?;
        self.claimed = Some(claim);
        Some(claim)
    }

    /// How the game has ended, or `None` while it goes on.
    ///
    /// A claim that was made comes first; a goal and the end of all enemies come before mate and stalemate, these before dead
    /// material, repetition and the fifty moves.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        if self.claimed.is_some() {
            return self.claimed;
        }
        let position = &self.position;
        let ended = R::ended(position);
        let is_decided = |o: Outcome| matches!(o.reason, Reason::Goal | Reason::LastStanding);
        if ended.is_some_and(is_decided) {
            return ended;
        }
        if R::count(position) == 0 {
            return Some(R::stuck(position, &R::check_info(position)));
        }
        ended.or_else(|| R::drawn(position, &self.history))
    }
}

/// A game of any variant, for callers that ask once a command and not once a node.
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
    /// The hash key.
    fn key(&self) -> u64;
    /// The legal moves as text, in the order of generation.
    fn legal(&self) -> Vec<String>;
    /// Plays the move with this text.
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
    /// How the side to move may end the game now by a claim, as [`Game::claim`].
    fn claim(&self) -> Option<Outcome>;
    /// Makes the claim that is open to the side to move, as [`Game::make_claim`].
    fn make_claim(&mut self) -> Option<Outcome>;
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
    /// The board as text for people.
    fn draw(&self) -> Drawing;
    /// For each legal move, the number of leaves below it in the tree of legal moves, as [`perft`].
    fn perft(&self, depth: u32) -> Vec<(String, u64)>;
    /// The same on the threads of the current `rayon` pool, watched and maybe stopped by an
    /// observer, as [`perft_on_pool`].
    fn perft_on_pool(&self, depth: u32, observer: &dyn PerftObserver)
    -> Option<Vec<(String, u64)>>;
    /// A copy of the game.
    fn boxed(&self) -> Box<dyn AnyGame>;
}

impl<R: Rules<W>, const W: usize> AnyGame for Game<R, W> {
    fn variant(&self) -> &'static str {
        self.position.variant().name()
    }

    fn seats(&self) -> usize {
        self.position.variant().seats()
    }

    fn turn(&self) -> Seat {
        self.position.turn()
    }

    fn fen(&self) -> String {
        R::fen(&self.position)
    }

    fn fullmove(&self) -> u32 {
        self.position.fullmove()
    }

    fn letter(&self, cell: &str) -> Option<char> {
        let variant = self.position.variant();
        let piece = self.position.piece(variant.grid().named(cell)?);
        (piece != Piece::NONE).then(|| variant.kinds()[piece.kind().index()].letter)
    }

    fn key(&self) -> u64 {
        self.position.key()
    }

    fn legal(&self) -> Vec<String> {
        R::texts(&self.position, &self.moves())
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
        self.position.is_alive(seat)
    }

    fn side(&self, seat: Seat) -> usize {
        self.position.side_of(seat)
    }

    fn even_points(&self) -> Vec<u16> {
        self.position.even_points()[..self.position.variant().seats()].to_vec()
    }

    fn outcome(&self) -> Option<Outcome> {
        Game::outcome(self)
    }

    fn claim(&self) -> Option<Outcome> {
        Game::claim(self)
    }

    fn make_claim(&mut self) -> Option<Outcome> {
        Game::make_claim(self)
    }

    fn kinds(&self) -> Vec<(char, &'static str)> {
        let kinds = self.position.variant().kinds().iter();
        kinds.map(|kind| (kind.letter, kind.name)).collect()
    }

    fn checkers(&self) -> Vec<String> {
        names(&self.position, R::threats(&self.position, self.position.turn()).iter())
    }

    fn attackers(&self, cell: &str, seat: Seat) -> Vec<String> {
        let cell = self.position.variant().grid().named(cell);
        cell.map_or(vec![], |cell| {
            names(&self.position, R::attackers(&self.position, cell, seat).iter())
        })
    }

    fn cells(&self) -> Vec<String> {
        names(&self.position, self.position.variant().grid().all())
    }

    fn self_checks(&self) -> Vec<String> {
        let position = &self.position;
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

    fn draw(&self) -> Drawing {
        R::draw(&self.position)
    }

    fn perft(&self, depth: u32) -> Vec<(String, u64)> {
        if self.claimed.is_some() {
            return Vec::new();
        }
        perft::<R, W>(&self.position, depth)
    }

    fn perft_on_pool(
        &self,
        depth: u32,
        observer: &dyn PerftObserver,
    ) -> Option<Vec<(String, u64)>> {
        if self.claimed.is_some() {
            return Some(Vec::new());
        }
        perft_on_pool::<R, W>(&self.position, depth, observer)
    }

    fn boxed(&self) -> Box<dyn AnyGame> {
        Box::new(self.clone())
    }
}

fn names<const W: usize>(position: &Position<W>, cells: impl Iterator<Item = Cell>) -> Vec<String> {
    cells.map(|cell| position.variant().grid().name(cell)).collect()
}
