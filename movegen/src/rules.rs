//! [`Rules`]: the few points where families of games differ in control flow.

use std::fmt::Debug;

use crate::generate::{self, Select};
use crate::outcome::{HALF, Outcome, Reason};
use crate::{AsMove, FULL, History, Man, Move, Position, Seat, Survey};

/// The few points where games differ in control flow, not in data.
///
/// A rule that a table can hold belongs in [`crate::Variant`]: a hook here costs one more
/// copy of the search in the binary, a table costs a load.
pub trait Rules<const W: usize>: Copy + Default + Debug + Send + Sync + 'static {
    /// What a player may do in one turn.
    type Move: AsMove;
    /// Whether passing is a fair lower bound for the mover.
    const NULL_MOVE: bool;

    /// Appends the selected legal moves to `list`; none once the game is won by reaching a goal.
    fn generate(
        position: &Position<W>,
        survey: &Survey<W>,
        select: Select,
        list: &mut Vec<Self::Move>,
    );

    /// How many legal moves there are, without writing them down.
    fn count(position: &Position<W>) -> u64;

    /// Plays a legal move.
    fn play(position: &mut Position<W>, played: &Self::Move);

    /// Hands the turn on without a move, which no game allows but a search may ask about.
    ///
    /// The clock of quiet plies starts anew, so that no repetition is seen across the pass.
    fn pass(position: &mut Position<W>);

    /// The outcome if the game is over whatever moves there are, clocks and repetitions aside.
    fn ended(position: &Position<W>) -> Option<Outcome>;

    /// The outcome of a position in which the side to move has no legal move.
    fn stuck(position: &Position<W>, survey: &Survey<W>) -> Outcome;

    /// The share of the point that the side to move may claim and so end the game.
    fn claim(position: &Position<W>) -> Option<u16>;

    /// The move as text, without knowledge of other moves.
    fn text(position: &Position<W>, played: &Self::Move) -> String;
}

/// Games of two players, White and Black, whose rules beyond movement are tables: chess,
/// Rollerball, Circular Chess, An Ordinary Variant without Checkers.
#[derive(Clone, Copy, Default, Debug)]
pub struct Duel;

impl<const W: usize> Rules<W> for Duel {
    type Move = Move;
    const NULL_MOVE: bool = true;

    #[inline]
    fn generate(p: &Position<W>, survey: &Survey<W>, select: Select, list: &mut Vec<Move>) {
        generate::generate(p, survey, select, list);
    }

    #[inline]
    fn count(position: &Position<W>) -> u64 {
        generate::count(position)
    }

    #[inline]
    fn play(position: &mut Position<W>, played: &Move) {
        position.play_unchecked(*played);
    }

    #[inline]
    fn pass(position: &mut Position<W>) {
        position.pass();
    }

    #[inline]
    fn ended(position: &Position<W>) -> Option<Outcome> {
        if let Some(winner) = position.goal_winner() {
            return Some(Outcome::duel(Reason::Goal, winner, FULL));
        }
        position.is_dead().then(|| Outcome::draw(Reason::InsufficientMaterial))
    }

    fn stuck(position: &Position<W>, survey: &Survey<W>) -> Outcome {
        let winner = position.turn().opponent();
        if survey.in_check() {
            Outcome::duel(Reason::Checkmate, winner, FULL)
        } else {
            Outcome::duel(Reason::Stalemate, winner, position.variant().scoring().stalemate)
        }
    }

    #[inline]
    fn claim(position: &Position<W>) -> Option<u16> {
        let share = position.variant().scoring().bare_king?;
        let enemy = position.turn().opponent();
        (position.seat(enemy).is_single() && !position.seat(position.turn()).is_single())
            .then_some(share)
    }

    fn text(position: &Position<W>, played: &Move) -> String {
        let grid = position.variant().grid();
        let mut text = grid.name(played.from()) + &grid.name(played.to());
        if let Some(kind) = played.promotes_to() {
            text.push(position.variant().letter_of(Man::new(Seat::BLACK, kind)));
        }
        text
    }
}

impl<const W: usize> Position<W> {
    /// Hands the turn to the other side.
    fn pass(&mut self) {
        if let Some(passed) = self.passed.take()
            && passed.counts
        {
            self.key ^= self.variant.keys.en_passant(passed.over);
        }
        self.halfmove = 0;
        self.fullmove += u32::from(self.turn == Seat::BLACK);
        self.turn = self.turn.opponent();
        self.key ^= self.variant.keys.black;
    }

    /// Whether no mate is possible with the men that are left.
    #[inline]
    fn is_dead(&self) -> bool {
        let dead = &self.variant.dead;
        let others = self.occupied - self.kinds[self.variant.king.index()];
        if dead.never || others.len() > 1 && dead.one_colour.is_none() {
            return false;
        }
        let lone = others.is_empty()
            || others.is_single()
                && dead.lone.iter().any(|kind| self.kinds[kind.index()].meets(others));
        lone || dead.one_colour.is_some_and(|kind| {
            let light = self.variant.light;
            (others - self.kinds[kind.index()]).is_empty()
                && (!others.meets(light) || (others - light).is_empty())
        })
    }
}

/// The outcome of a duel whose current position has occurred often enough, `first` being the index
/// of the first occurrence that counts: a draw, unless one side alone checked ever since.
#[must_use]
pub fn repetition<const W: usize>(
    position: &Position<W>,
    history: &History,
    first: usize,
) -> Outcome {
    let mover = position.turn();
    let seat = match history.checking_since(first) {
        [true, false] => mover,
        [false, true] => mover.opponent(),
        _ => return Outcome::draw(Reason::Threefold),
    };
    match position.variant().scoring().perpetual[seat.index()] {
        HALF => Outcome::draw(Reason::Threefold),
        share => Outcome::duel(Reason::PerpetualCheck, seat, share),
    }
}
