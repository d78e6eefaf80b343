//! [`Duel`]: the rules of games of two players that are tables through and through.

use crate::generate::{self, Select};
use crate::outcome::{Outcome, Reason};
use crate::rules::Rules;
use crate::{FULL, Man, Move, Position, Seat, Survey};

/// Games of two players, White and Black, whose rules beyond movement are tables: chess,
/// Rollerball, Circular Chess, An Ordinary Variant without Checkers.
#[derive(Clone, Copy, Default, Debug)]
pub struct Duel;

impl<const W: usize> Rules<W> for Duel {
    type Move = Move;
    const NULL_MOVE: bool = true;

    #[inline]
    fn survey(position: &Position<W>) -> Survey<W> {
        Survey::of(position)
    }

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
    pub(crate) fn pass(&mut self) {
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
    pub(crate) fn is_dead(&self) -> bool {
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
