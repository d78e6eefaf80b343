//! [`GameRecord`]: a game in progress, with all its actions.

use std::fmt;
use std::time::Duration;

use crate::game::Game;
use crate::game_move::GameMove;
use crate::position::{FenError, Outcome, Reason};
use crate::tables::{FULL, SEATS, Seat};
use crate::variants::{Options, Variant};

/// The reason why a player loses other than by the position on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Forfeit {
    /// The player resigns.
    Resignation,
    /// The player has overstepped the time.
    FlagFall,
    /// The player has made a move that is not legal, or broken the rules of the match.
    IllegalMove,
    /// The player has gone, or does not answer.
    Disconnection,
}

impl From<Forfeit> for Reason {
    fn from(forfeit: Forfeit) -> Self {
        match forfeit {
            Forfeit::Resignation => Self::Resignation,
            Forfeit::FlagFall => Self::TimeForfeit,
            Forfeit::IllegalMove => Self::IllegalMove,
            Forfeit::Disconnection => Self::Disconnection,
        }
    }
}

/// An action in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// The seat to move makes a move.
    Move(GameMove),
    /// A seat makes its claim.
    Claim(Seat),
    /// A player loses. The others play on if more than one side is left.
    Forfeit(Seat, Forfeit),
    /// The players agree on a draw: the remaining sides share the point.
    Agreement,
    /// An arbiter ends the game and gives every seat these points of [`FULL`], which is 100.
    Adjudication([u16; SEATS]),
}

/// The reason why an action is not possible in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ActionError {
    /// The game is over.
    Over,
    /// The move is not legal.
    IllegalMove,
    /// The seat has no claim.
    NoClaim,
    /// The seat does not play any more, or never did.
    NotPlaying,
}

impl fmt::Display for ActionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Over => "the game is over",
            Self::IllegalMove => "not a legal move",
            Self::NoClaim => "there is nothing to claim",
            Self::NotPlaying => "the seat does not play",
        })
    }
}

impl std::error::Error for ActionError {}

/// The remaining time of every seat.
///
/// ```
/// use std::time::Duration;
/// use rotunda_movegen::{Clocks, Seat};
/// let mut clocks = Clocks::new(2, Duration::from_secs(60), Duration::from_secs(1));
/// assert!(clocks.spend(Seat::WHITE, Duration::from_secs(10)));
/// clocks.add_increment(Seat::WHITE);
/// assert_eq!(clocks.left(Seat::WHITE), Duration::from_secs(51));
/// assert!(!clocks.spend(Seat::BLACK, Duration::from_secs(60)));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clocks {
    left: Vec<Duration>,
    increment: Duration,
}

impl Clocks {
    /// Creates the clocks of so many seats at the start.
    #[must_use]
    pub fn new(seats: usize, base: Duration, increment: Duration) -> Self {
        Self { left: vec![base; seats], increment }
    }

    /// Returns the remaining time of a seat.
    #[must_use]
    pub fn left(&self, seat: Seat) -> Duration {
        self.left[seat.index()]
    }

    /// The time that a seat gets for each of its moves.
    #[must_use]
    pub const fn increment(&self) -> Duration {
        self.increment
    }

    /// Subtracts time from a seat's clock, and returns whether any is left.
    pub fn spend(&mut self, seat: Seat, time: Duration) -> bool {
        let left = &mut self.left[seat.index()];
        *left = left.saturating_sub(time);
        !left.is_zero()
    }

    /// Adds a seat's increment for a move.
    pub fn add_increment(&mut self, seat: Seat) {
        self.left[seat.index()] += self.increment;
    }
}

/// An action that has been done, with the state that undoing it restores.
#[derive(Clone, Debug)]
struct Done {
    action: Action,
    /// The clocks before it.
    clocks: Option<Clocks>,
    /// Whether it changed the position on the board.
    is_on_board: bool,
}

/// A game in progress: its start, its actions, the clocks, and its outcome.
///
/// All code that plays or shows games uses this type. Ends by the rules, and those by players or
/// arbiters, have the same type [`Outcome`].
///
/// ```
/// use rotunda_movegen::{Action, Forfeit, GameRecord, Options, Reason, Seat, Variant};
/// let chess = Variant::by_name("chess")?;
/// let mut record = GameRecord::new(chess, Options::default(), None)?;
/// let mv = record.game().parse_move("e2e4")?;
/// record.play(&mv)?;
/// record.act(Action::Forfeit(Seat::BLACK, Forfeit::Resignation))?;
/// let outcome = record.outcome().expect("it is over");
/// assert_eq!((outcome.reason, outcome.points(Seat::WHITE)), (Reason::Resignation, 100));
/// record.undo();
/// assert!(record.outcome().is_none() && record.moves().eq([&mv]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GameRecord {
    variant: &'static Variant,
    options: Options,
    start: Option<String>,
    game: Game,
    done: Vec<Done>,
    clocks: Option<Clocks>,
    /// The outcome, if the game has ended other than by the position on the board.
    ended: Option<Outcome>,
}

impl GameRecord {
    /// Creates a game from a position string, or from the variant's start.
    ///
    /// # Errors
    /// Returns an error if the position string is malformed or impossible.
    pub fn new(
        variant: &'static Variant,
        options: Options,
        start: Option<&str>,
    ) -> Result<Self, FenError> {
        let game = variant.family(options).game(start)?;
        Ok(Self::of(variant, options, start.map(str::to_owned), game))
    }

    /// Creates a game from a position string that is read leniently, see
    /// [`Family::game_leniently`](crate::Family::game_leniently), with a sentence for each change.
    ///
    /// # Errors
    /// Returns an error if the position string is malformed or impossible, and its meaning not
    /// clear.
    pub fn leniently(
        variant: &'static Variant,
        options: Options,
        start: &str,
    ) -> Result<(Self, Vec<String>), FenError> {
        let (game, notes) = variant.family(options).game_leniently(start)?;
        Ok((Self::of(variant, options, Some(start.to_owned()), game), notes))
    }

    const fn of(
        variant: &'static Variant,
        options: Options,
        start: Option<String>,
        game: Game,
    ) -> Self {
        Self { variant, options, start, game, done: Vec::new(), clocks: None, ended: None }
    }

    /// Returns the game with clocks that run from here on.
    #[must_use]
    pub fn with_clocks(self, clocks: Option<Clocks>) -> Self {
        Self { clocks, ..self }
    }

    /// The variant.
    #[must_use]
    pub const fn variant(&self) -> &'static Variant {
        self.variant
    }

    /// The choices among its rules.
    #[must_use]
    pub const fn options(&self) -> Options {
        self.options
    }

    /// The position string of the start as it was given; `None` for the variant's own.
    #[must_use]
    pub fn start(&self) -> Option<&str> {
        self.start.as_deref()
    }

    /// The game at its current position.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The clocks, if there are any.
    #[must_use]
    pub const fn clocks(&self) -> Option<&Clocks> {
        self.clocks.as_ref()
    }

    /// Subtracts time from a seat's clock, and returns whether any is left; true without clocks.
    pub fn spend(&mut self, seat: Seat, time: Duration) -> bool {
        self.clocks.as_mut().is_none_or(|clocks| clocks.spend(seat, time))
    }

    /// Returns the actions since the start.
    #[must_use]
    pub fn actions(&self) -> impl DoubleEndedIterator<Item = &Action> + ExactSizeIterator {
        self.done.iter().map(|done| &done.action)
    }

    /// The moves since the start.
    #[must_use]
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = &GameMove> {
        self.actions().filter_map(|action| match action {
            Action::Move(mv) => Some(mv),
            _ => None,
        })
    }

    /// The last action, if it was a move.
    #[must_use]
    pub fn last_move(&self) -> Option<&GameMove> {
        match self.actions().next_back() {
            Some(Action::Move(mv)) => Some(mv),
            _ => None,
        }
    }

    /// Returns the outcome of the game, or `None` while it goes on.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.ended.or_else(|| self.game.outcome())
    }

    /// Plays a move of the seat to move, which gets its increment. A move after a draw by
    /// repetition or by a counter is possible, since other programs send such moves.
    ///
    /// # Errors
    /// Returns an error if the move is not legal, or a player or an arbiter has ended the game.
    pub fn play(&mut self, mv: &GameMove) -> Result<(), ActionError> {
        self.act(Action::Move(mv.clone()))
    }

    /// Does an action.
    ///
    /// # Errors
    /// Returns an error if the action is not possible. Then nothing changes.
    pub fn act(&mut self, action: Action) -> Result<(), ActionError> {
        if self.ended.is_some() {
            return Err(ActionError::Over);
        }
        let clocks = self.clocks.clone();
        let is_on_board = match &action {
            Action::Move(mv) => {
                self.make(mv)?;
                true
            }
            Action::Claim(seat) => {
                self.game.make_claim(*seat).ok_or(ActionError::NoClaim)?;
                true
            }
            _ if self.game.outcome().is_some() => return Err(ActionError::Over),
            Action::Forfeit(seat, forfeit) => self.forfeit(*seat, *forfeit)?,
            Action::Agreement => self.end(Reason::Agreement, &self.game.even_points()),
            Action::Adjudication(points) => self.end(Reason::Adjudication, points),
        };
        self.done.push(Done { action, clocks, is_on_board });
        Ok(())
    }

    fn make(&mut self, mv: &GameMove) -> Result<(), ActionError> {
        let mover = self.game.turn();
        if self.game.play(mv).is_err() {
            let is_over = self.game.outcome().is_some();
            return Err(if is_over { ActionError::Over } else { ActionError::IllegalMove });
        }
        if let Some(clocks) = &mut self.clocks {
            clocks.add_increment(mover);
        }
        Ok(())
    }

    /// Eliminates a player, and returns whether the board has changed. A duel ends, and so does a
    /// game with only one side left.
    fn forfeit(&mut self, seat: Seat, forfeit: Forfeit) -> Result<bool, ActionError> {
        if seat.index() >= self.variant.seats || !self.game.is_alive(seat) {
            return Err(ActionError::NotPlaying);
        }
        if !self.game.eliminate(seat) {
            let outcome = Outcome::duel(forfeit.into(), seat, 0);
            self.ended = Some(outcome);
            return Ok(false);
        }
        let last = self.game.outcome().filter(|end| end.reason == Reason::LastStanding);
        self.ended = last.map(|end| end.because(forfeit.into()));
        Ok(true)
    }

    /// Ends the game with these points; the board does not change.
    fn end(&mut self, reason: Reason, of_seats: &[u16]) -> bool {
        let mut points = [0; SEATS];
        for (points, of_seat) in points.iter_mut().zip(of_seats) {
            *points = *of_seat.min(&FULL);
        }
        self.ended = Some(Outcome::shared(reason, points));
        false
    }

    /// Takes back the last action, restores the clocks, and returns the action; `None` if there is
    /// none.
    pub fn undo(&mut self) -> Option<Action> {
        let Done { action, clocks, is_on_board } = self.done.pop()?;
        (self.ended, self.clocks) = (None, clocks);
        if is_on_board {
            self.game.undo();
        }
        Some(action)
    }
}
