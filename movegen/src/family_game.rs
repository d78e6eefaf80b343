//! [`FamilyGame`]: a position with its history, in the type of its family.

use std::fmt;
use std::marker::PhantomData;

use crate::families::{GenBudget, Rules};
use crate::position::{Claim, FenError, GenKind, History, Outcome, Position, Reason};
use crate::tables::{Seat, VariantTables};

/// A position with its history, which repetition rules need, in the type of its family.
///
/// [`Game`](crate::Game) hides the family.
///
/// ```
/// use rotunda_movegen::{Duel, Family, FamilyGame, Options, Variant};
/// let Family::Duel(chess) = Variant::by_name("chess")?.family(Options::default()) else {
///     unreachable!("chess is a duel of its tables");
/// };
/// let mut game = FamilyGame::<Duel, 1>::new(chess);
/// assert_eq!(game.moves().len(), 20);
/// let mv = game.find("g1f3")?;
/// game.play_unchecked(&mv);
/// assert!(game.outcome().is_none());
/// assert_eq!(game.fen(), "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct FamilyGame<'v, R: Rules<W>, const W: usize> {
    position: Position<'v, W>,
    history: History,
    /// The outcome by a claim, which the position does not show.
    claimed: Option<Outcome>,
    rules: PhantomData<R>,
}

/// A moment of a game, which [`FamilyGame::restore`] restores.
#[derive(Clone, Debug)]
pub struct Snapshot<'v, const W: usize> {
    position: Position<'v, W>,
    /// The number of positions in the history.
    positions: usize,
    claimed: Option<Outcome>,
}

/// The error that a move, or the text of one, is not legal in the position.
///
/// ```
/// let game = rotunda_movegen::Variant::by_name("chess")?.game();
/// assert_eq!(game.parse_move("e2e5").unwrap_err().to_string(), "not a legal move");
/// # Ok::<(), rotunda_movegen::UnknownVariant>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IllegalMove;

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a legal move")
    }
}

impl std::error::Error for IllegalMove {}

impl<'v, R: Rules<W>, const W: usize> FamilyGame<'v, R, W> {
    /// Creates a game from the variant's start.
    #[must_use]
    pub fn new(variant: &'v VariantTables<W>) -> Self {
        Self::from_position(R::start(variant))
    }

    /// Creates a game from a position string.
    ///
    /// # Errors
    /// Returns the errors of [`Rules::parse`].
    pub fn parse(variant: &'v VariantTables<W>, fen: &str) -> Result<Self, FenError> {
        R::parse(variant, fen).map(Self::from_position)
    }

    /// Creates a game from a position without a history.
    #[must_use]
    pub fn from_position(position: Position<'v, W>) -> Self {
        let history = History::default();
        let mut game = Self { position, history, claimed: None, rules: PhantomData };
        game.remember();
        game
    }

    /// Adds the current position to the history. Checks count only where perpetual check has points
    /// of its own.
    fn remember(&mut self) {
        let counts = self.position.variant().scoring().perpetual.is_some();
        let is_check = counts && R::check_info(&self.position).in_check();
        self.history.push(self.position.key(), is_check);
    }

    /// The current position.
    #[must_use]
    pub const fn position(&self) -> &Position<'v, W> {
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

    /// Returns the present moment of the game.
    ///
    /// ```
    /// use rotunda_movegen::{Duel, Family, FamilyGame, Options, Variant};
    /// let Family::Duel(chess) = Variant::by_name("chess")?.family(Options::default()) else {
    ///     unreachable!("chess is a duel of its tables");
    /// };
    /// let mut game = FamilyGame::<Duel, 1>::new(chess);
    /// let start = game.snapshot();
    /// let mv = game.find("e2e4")?;
    /// game.play_unchecked(&mv);
    /// game.restore(&start);
    /// assert_eq!((game.fen().as_str(), game.history().len()), (chess.start(), 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn snapshot(&self) -> Snapshot<'v, W> {
        let Self { position, history, claimed, .. } = self;
        Snapshot { position: position.clone(), positions: history.len(), claimed: *claimed }
    }

    /// Goes back to an earlier moment of this game, as if nothing had happened since.
    pub fn restore(&mut self, snapshot: &Snapshot<'v, W>) {
        self.position = snapshot.position.clone();
        self.history.truncate(snapshot.positions);
        self.claimed = snapshot.claimed;
    }

    /// Returns whether a claim has ended the game.
    pub(crate) const fn is_claimed(&self) -> bool {
        self.claimed.is_some()
    }

    /// Returns the legal moves; none once a claim has ended the game.
    #[must_use]
    pub fn moves(&self) -> Vec<R::Move> {
        self.moves_within(&mut GenBudget::unlimited())
    }

    /// Returns the legal moves as far as `budget` goes: at least one, if there is one and `budget`
    /// may grow far enough.
    #[must_use]
    pub fn moves_within(&self, budget: &mut GenBudget) -> Vec<R::Move> {
        let mut list = Vec::new();
        if self.claimed.is_none() {
            let check_info = R::check_info(&self.position);
            R::generate_within(&self.position, &check_info, GenKind::All, budget, &mut list);
        }
        list
    }

    /// Plays a legal move.
    pub fn play_unchecked(&mut self, mv: &R::Move) {
        R::play(&mut self.position, mv);
        self.remember();
    }

    /// Eliminates a player that resigns or oversteps the time. Its pieces stay as dead ones, and
    /// its turn passes. Returns false in duels, which end instead.
    pub fn eliminate(&mut self, seat: Seat) -> bool {
        let done = R::eliminate(&mut self.position, seat);
        if done {
            self.remember();
        }
        done
    }

    /// Returns the legal move with this text; its letters may be capitals, and a promotion may have
    /// `=` before it.
    ///
    /// # Errors
    /// Returns an error if there is none.
    pub fn find(&self, text: &str) -> Result<R::Move, IllegalMove> {
        if self.claimed.is_some() {
            return Err(IllegalMove);
        }
        let found = R::find(&self.position, text).or_else(|| {
            let plain = plain(text)?;
            R::find(&self.position, &plain)
        });
        found.ok_or(IllegalMove)
    }

    /// Returns the claim by which a seat may end the game now, or `None` if there is none.
    ///
    /// A claim against a bare king is possible from the move that bares the enemy, whichever side
    /// is to move. It lasts while the game goes on, the enemy has only its king, and the claimant
    /// has more (docs/rules/ordinary-nocheckers.md 6.3).
    #[must_use]
    pub fn claim(&self) -> Option<Claim> {
        R::claim(&self.position).filter(|_| self.outcome().is_none())
    }

    /// Makes a seat's claim, which ends the game as in [`FamilyGame::claim`]; there are no more
    /// moves. Returns the outcome, or `None` if the seat has no claim.
    pub fn make_claim(&mut self, seat: Seat) -> Option<Outcome> {
        let claim = self.claim().filter(|claim| claim.seat == seat)?;
        self.claimed = Some(claim.outcome());
        self.claimed
    }

    /// Returns the outcome of the game, or `None` while it goes on.
    ///
    /// A claim that was made comes first. A goal and the elimination of all enemies come before
    /// mate and stalemate, and these before dead material, repetition and counted plies.
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
        if !R::has_move(position) {
            return Some(R::no_moves_outcome(position, &R::check_info(position)));
        }
        ended.or_else(|| R::drawn(position, &self.history))
    }
}

/// Returns a move such as `E2E4`, `a7a8Q` or `a7a8=Q` as `e2e4` or `a7a8q`; `None` for texts
/// without such signs.
fn plain(text: &str) -> Option<String> {
    let small = text.to_ascii_lowercase();
    let letter = small.chars().last().filter(char::is_ascii_lowercase);
    let cells = letter.and_then(|letter| small.strip_suffix(letter)?.strip_suffix('='));
    let plain = match (cells, letter) {
        (Some(cells), Some(letter)) => format!("{cells}{letter}"),
        _ => small,
    };
    (plain != text).then_some(plain)
}
